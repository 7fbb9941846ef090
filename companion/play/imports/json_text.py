"""Reads JSON in turns with other requests: a collector's file has megabytes in one line."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from companion.play.imports.fields import WrongFormat
from companion.referee.text import Text
from companion.yielding import let_others, yielding

#: Matches that are looked at between two turns of others.
MATCHES_IN_A_ROW = 128
#: Bytes of entries that are read between two turns of others, and of one entry at most: a play has
#: some hundred. A longer one could hide keys by the hundred thousand, each of them new.
BYTES_IN_A_ROW = 128 * 1024
MAX_ENTRY_BYTES = 256 * 1024
#: What passing over an entry that is no object is as long as.
_PASSED_BYTES = 64
#: Letters of a text that the standard reader takes in one go, where msgspec is stricter: it reads
#: no NaN and no half of a letter.
MAX_LENIENT_CHARACTERS = 1024 * 1024


class _File(msgspec.Struct):
    """What is read of a collector's file or of evenings; all else is passed over unread."""

    form: msgspec.Raw = msgspec.Raw()
    games: msgspec.Raw = msgspec.Raw()
    plays: msgspec.Raw = msgspec.Raw()
    players: msgspec.Raw = msgspec.Raw()
    locations: msgspec.Raw = msgspec.Raw()


def load_json(text: str) -> dict[str, Any] | None:
    """Returns what a collector's file or one of evenings says, as its `form` and lists of objects;
    empty for other JSON, None for what is none. The objects are read in turns with other requests,
    for such a file has megabytes in one line. Raises `ValueError` for an entry that is too long.
    """
    if text.lstrip().startswith('"'):
        return None  # the first cell of a CSV, in quotation marks as a string of JSON
    try:
        file = msgspec.json.decode(text, type=_File)
    except msgspec.ValidationError:
        return {}
    except ValueError:
        return _leniently(text) if len(text) <= MAX_LENIENT_CHARACTERS else None
    lists = {name: _objects(getattr(file, name)) for name in _File.__struct_fields__[1:]}
    return {"form": _whole(file.form), **{k: v for k, v in lists.items() if v is not None}}


def _leniently(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else {}


def _objects(raw: msgspec.Raw) -> list[Any] | None:
    """Returns the objects of a list; None for what is no list."""
    if bytes(memoryview(raw)[:1]) != b"[":
        return None
    objects: list[Any] = []
    passed = 0
    for entry in msgspec.json.decode(raw, type=list[msgspec.Raw]):
        size = memoryview(entry).nbytes
        passed += size + _PASSED_BYTES
        if passed > BYTES_IN_A_ROW:
            let_others()
            passed = size
        if bytes(memoryview(entry)[:1]) == b"{":
            objects.append(_whole(entry))
    return objects


def _whole(raw: msgspec.Raw) -> Any:
    """Returns what a value is, read as a whole. Its numbers may be larger than msgspec's."""
    size = memoryview(raw).nbytes
    if size > MAX_ENTRY_BYTES:
        raise WrongFormat(Text("This file has too many parts."))
    try:
        return msgspec.json.decode(raw) if size else None
    except msgspec.ValidationError:
        return json.loads(bytes(raw))


def lines_by_field(text: str, field: str) -> dict[str, int]:
    """Returns, by the words of this field, the first line that has it; found in one pass."""
    lines: dict[str, int] = {}
    line, counted = 1, 0
    if "\n" not in text.strip():
        return lines
    found = re.finditer(rf'"{field}"\s*:\s*"([^"\\]{{0,80}})"', text)
    for match in yielding(found, MATCHES_IN_A_ROW):
        line += text.count("\n", counted, match.start(1))
        counted = match.start(1)
        lines.setdefault(match[1], line)
    return lines
