"""Reads a table as spreadsheets write it: letters, separators, dates, numbers and truths.

Excel, Numbers and LibreOffice write a CSV by the language of their owner: Windows-1252 or UTF-16,
semicolons, 20.11.2026 or 11/20/2026 9:30 PM, 61,0, WAHR.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from companion.yielding import yielding

#: Columns that are read, and rows between two turns of others.
MAX_COLUMNS, ROWS_IN_A_ROW = 50, 64
_SEPARATORS = ",;\t"
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?(?:\r?\n|\r)', re.IGNORECASE)
#: Beginnings that spreadsheets take for a formula; if they use another separator than commas, a
#: cell also begins after that, and after a quotation mark. A mark of our own counts as one, so that
#: taking it away again gives back what was written.
_CELL_BEGINS, _FORMULA = r"(?:^|(?<=[;,|\t\r\n]))", r"""(?=[\s"']*[=+\-@＝＋－＠]|'*[\t\r])"""
FORMULA_PATTERN = re.compile(_CELL_BEGINS + _FORMULA)
_MARKED = re.compile(f"{_CELL_BEGINS}'{_FORMULA}")
_YES = {"1", "true", "yes", "y", "x", "ja", "j", "wahr", "oui", "o", "vrai", "sí", "si", "s"} | {
    "verdadero",
    "vero",
    "✓",
    "✔",
}
_NO = {"0", "false", "no", "n", "nein", "falsch", "non", "faux", "falso", "-", "–", "—"}
#: 21:30, 9:30:00 PM, 21 h 30.
_CLOCK = (
    r"(?:(?:,|\s|T)\s*(\d{1,2})\s?[:h.]\s?(\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?"
    r"\s*([ap]\.?\s?m\.?)?(?:\s*(?:uhr|h))?"
)
#: 20.11.2026 21:30, 11/20/2026 9:30:00 PM, 20/11/26.
_DATE = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})" + _CLOCK, re.IGNORECASE)
#: 2026-11-20 9:30, 2026/11/20.
_YEAR_FIRST = re.compile(r"(\d{4})([./-])(\d{1,2})\2(\d{1,2})" + _CLOCK, re.IGNORECASE)
#: A day as spreadsheets count them: 46346,896 since the end of 1899.
_SERIAL = re.compile(r"[345]\d{4}(?:[.,]\d+)?")
_NUMBER = re.compile(r"[+-]?\d{1,6}(?:[.,](?:\d{1,2}|\d{4,20}|0+))?")


class AmbiguousDate(ValueError):
    """A date that is two days, and nothing in the file says which."""


def decoded(sent: bytes) -> str:
    """Returns the text of a file: UTF-8, UTF-16 or, of a spreadsheet, Windows-1252.

    Raises `UnicodeDecodeError`.
    """
    if sent[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return sent.decode("utf-16")
    start = sent[:400]
    if len(start) > 3 and start[1::2].count(0) > len(start) // 4:
        return sent.decode("utf-16-le")
    if len(start) > 3 and start[::2].count(0) > len(start) // 4:
        return sent.decode("utf-16-be")
    try:
        return sent.decode("utf-8-sig")
    except UnicodeDecodeError:
        if sent.lstrip()[:1] in (b"{", b"["):
            raise
        return sent.decode("cp1252")


def separator_of(text: str) -> str:
    """Returns what stands between two cells: what a first line `sep=;` says, else what the heads
    have most of.
    """
    if found := _SEPARATOR_LINE.match(text):
        return found[1]
    head = text.lstrip("\r\n").replace("\r", "\n").partition("\n")[0]
    return max(_SEPARATORS, key=head.count)


def read_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yields each row that isn't empty with the line where it begins, the heads first.

    Raises `csv.Error`.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    line, separator = 1, separator_of(text)
    if found := _SEPARATOR_LINE.match(text):
        line, text = 2, text[found.end() :]
    read = csv.reader(io.StringIO(text), delimiter=separator)
    before = 0
    for row in yielding(read, ROWS_IN_A_ROW):
        if any(cell.strip() for cell in row):
            yield line + before, [uncovered(cell) for cell in row[:MAX_COLUMNS]]
        before = read.line_num


def uncovered(cell: str) -> str:
    """Returns the cell without the marks before what isn't a formula, as our files have them; an
    apostrophe of a name stays.
    """
    return _MARKED.sub("", cell)


def truth(cell: str) -> bool | None:
    """Returns what a cell says, True or False in any of the languages; None for anything else, and
    False for an empty cell.
    """
    word = cell.strip().casefold()
    if (at := number(word)) is not None:
        return at != 0
    return True if word in _YES else False if word in _NO or not word else None


def number(cell: str) -> float | None:
    """Returns the number of a cell, with a point or a comma; None for anything else. What may be
    thousands or thousandths (1.234) is none.
    """
    word = re.sub(r"\s", "", cell).replace("\N{MINUS SIGN}", "-")
    return float(word.replace(",", ".")) if _NUMBER.fullmatch(word) and word.isascii() else None


def day_comes_first(dates: Iterable[str], *, semicolons: bool) -> bool | None:
    """Returns whether dates of a file begin with the day; None if nothing in it says so. Where
    commas are decimal signs, semicolons separate columns and days come first.
    """
    parts = [found for each in dates if (found := _DATE.fullmatch(each.strip()))]
    if any(int(found[1]) > 12 for found in parts):
        return True
    if any(int(found[3]) > 12 for found in parts):
        return False
    if semicolons or any(found[2] != "/" for found in parts):
        return True
    return False if any(found[8] for found in parts) else None


def date_of(cell: str, day_first: bool | None) -> datetime:
    """Returns the moment that a cell tells.

    Raises `AmbiguousDate`, `ValueError`, `OverflowError`.
    """
    word = " ".join(cell.split())[:60]
    if _SERIAL.fullmatch(word):
        days = timedelta(days=float(word.replace(",", ".")))
        return datetime(1899, 12, 30) + timedelta(seconds=round(days.total_seconds()))
    if found := _DATE.fullmatch(word):
        return _date(found, day_first)
    if found := _YEAR_FIRST.fullmatch(word):
        return _moment(int(found[1]), int(found[3]), int(found[4]), found)
    return datetime.fromisoformat(word.replace("Z", "+00:00"))


def _date(found: re.Match[str], day_first: bool | None) -> datetime:
    one, two, year = int(found[1]), int(found[3]), int(found[4])
    if one > 12 or two > 12 or one == two:
        day_first = one > 12 or two <= 12
    if day_first is None:
        raise AmbiguousDate
    day, month = (one, two) if day_first else (two, one)
    return _moment(year + 2000 if year < 100 else year, month, day, found)


def _moment(year: int, month: int, day: int, found: re.Match[str]) -> datetime:
    """Returns this day at the time of the clock that was found with it."""
    hour, minute, second = (int(found[part] or 0) for part in (5, 6, 7))
    if found[8]:
        if not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if found[8][0] in "pP" else 0)
    return datetime(year, month, day, hour, minute, second)
