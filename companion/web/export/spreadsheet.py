"""Lines as CSV that spreadsheets open as they are: UTF-8 told, nothing taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

#: Content type of the files.
CSV = "text/csv; charset=utf-8"

#: A spreadsheet takes what begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def spreadsheet(head: Sequence[str], lines: Iterable[Iterable[Any]]) -> str:
    """The file: its head, then one line each."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    # The mark in front tells spreadsheets that the names are UTF-8.
    return "\ufeff" + out.getvalue()


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
