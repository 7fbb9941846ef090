"""CSV that spreadsheets open correctly: marked as UTF-8, no cell taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from companion.play.spreadsheets import FORMULA_PATTERN

#: Content type of the files.
CSV_CONTENT_TYPE = "text/csv; charset=utf-8"


def csv_text(head: Sequence[str], lines: Iterable[Iterable[Any]], *, commas: bool = False) -> str:
    """Returns the file: its header, then one line each. `commas`: numbers have decimal commas, as
    in German, French and Spanish, where spreadsheets separate columns by semicolons.
    """
    out = io.StringIO()
    # Quoted, so that a text stays one cell whatever the separator.
    mark = ";" if commas else ","
    writer = csv.writer(out, delimiter=mark, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(map(_harmless, head))
    writer.writerows([_cell(cell, commas) for cell in line] for line in lines)
    # The byte order mark tells spreadsheets that the text is UTF-8.
    return "\ufeff" + out.getvalue()


def _cell(cell: Any, commas: bool) -> Any:
    if commas and isinstance(cell, float):
        # A number, though it is written as a word: a mark before it would make it none.
        return str(cell).replace(".", ",")
    return _harmless(cell)


def _harmless(cell: Any) -> Any:
    return FORMULA_PATTERN.sub("'", cell) if isinstance(cell, str) else cell
