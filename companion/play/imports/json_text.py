"""Reads JSON in turns with other requests: a collector's file has megabytes in one line."""

from __future__ import annotations

import json
import re
from typing import Any

from companion.yielding import let_others, yielding

#: Entries that are read between two turns of others.
ENTRIES_IN_A_ROW = 128
_DECODER, _SPACE = json.JSONDecoder(), re.compile(r"[ \t\n\r]*")


def load_json(text: str) -> Any:
    """What the text is as JSON. The entries of an object's lists are read in turns with other
    requests, for a collector's file has megabytes in one line. Raises `ValueError`.
    """
    at = _next(text, 0)
    if not text.startswith("{", at):
        return json.loads(text)
    data: dict[str, Any] = {}
    at = _next(text, at + 1)
    while not text.startswith("}", at):
        key, at = _DECODER.raw_decode(text, at)
        at = _next(text, _passed(text, _next(text, at), ":"))
        if text.startswith("[", at):
            data[str(key)], at = _loaded_list(text, at)
        else:
            data[str(key)], at = _DECODER.raw_decode(text, at)
        at = _after_entry(text, at, "}")
    if _next(text, at + 1) != len(text):
        raise ValueError(text[at : at + 9])
    return data


def _loaded_list(text: str, at: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    at = _next(text, at + 1)
    while not text.startswith("]", at):
        if len(values) % ENTRIES_IN_A_ROW == 0:
            let_others()
        value, at = _DECODER.raw_decode(text, at)
        values.append(value)
        at = _after_entry(text, at, "]")
    return values, at + 1


def _after_entry(text: str, at: int, end: str) -> int:
    at = _next(text, at)
    return at if text.startswith(end, at) else _next(text, _passed(text, at, ","))


def _passed(text: str, at: int, mark: str) -> int:
    if not text.startswith(mark, at):
        raise ValueError(text[at : at + 9])
    return at + 1


def _next(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def lines_by_field(text: str, field: str) -> dict[str, int]:
    """Returns, by the words of this field, the first line that has it; found in one pass."""
    lines: dict[str, int] = {}
    line, counted = 1, 0
    if "\n" not in text.strip():
        return lines
    found = re.finditer(rf'"{field}"\s*:\s*"([^"\\]{{0,80}})"', text)
    for match in yielding(found, ENTRIES_IN_A_ROW):
        line += text.count("\n", counted, match.start(1))
        counted = match.start(1)
        lines.setdefault(match[1], line)
    return lines
