"""Lines as CSV that spreadsheets open as they are: UTF-8 told, nothing taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

#: Content type of the files.
CSV = "text/csv; charset=utf-8"

#: A spreadsheet takes what begins so for a formula; and where it separates at something else than
#: our commas, what comes after that begins a cell too, behind a quotation mark as well.
FORMULA = re.compile(r'(?:^|(?<=[;,|\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])')


def spreadsheet(head: Sequence[str], lines: Iterable[Iterable[Any]]) -> str:
    """The file: its head, then one line each."""
    out = io.StringIO()
    # Quoted, so that a text stays one cell however the reader separates.
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(map(_harmless, head))
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    # The mark in front tells spreadsheets that the names are UTF-8.
    return "\ufeff" + out.getvalue()


def _harmless(cell: Any) -> Any:
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell
