"""Reads the entries of a game's TOML files into dataclasses: each field by its name and type."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from companion.referee.text import Text

_T = TypeVar("_T")


def _texts(written: dict[str, str]) -> tuple[tuple[str, Text], ...]:
    return tuple((key, Text(words)) for key, words in written.items())


#: By the type of a field: how a file writes it, and what makes the value of that.
_WRITTEN_AS: dict[Any, tuple[Any, Callable[[Any], Any]]] = {
    Text: (str, Text),
    tuple[tuple[str, Text], ...]: (dict[str, str], _texts),
    tuple[tuple[str, str], ...]: (dict[str, str], lambda written: tuple(written.items())),
}


def read_entry(form: type[_T], key: str, written: Mapping[str, Any], **given: Any) -> _T:
    """Returns the value of the dataclass `form` that an entry of a file stands for.

    A sentence is written as a string, pairs as a table; fields with a default may be left out, and
    fields that `form` lacks are another reader's. `with_` is written "with", for Python keeps that
    word. `given`: fields that the entry doesn't have.
    Raises `ValueError` with the entry's key for a field that is missing or of another type.
    """
    kind: Any = form
    reader = _reader(kind, frozenset(given))
    try:
        entry = msgspec.convert({"key": key, **written}, reader.form)
    except msgspec.ValidationError as error:
        raise ValueError(f"{key}: {error}") from None
    made = {
        name: make(value)
        for name, make in reader.makers.items()
        if (value := getattr(entry, name)) is not UNSET
    }
    return form(**made, **given)


def read_translations(path: Path) -> dict[str, Any]:
    """Returns what a file of translations says. What is still empty in it is left out, however
    deep; but in a list each place has its meaning.
    """
    return _said(tomllib.loads(path.read_text(encoding="utf-8")))


def _said(data: dict[str, Any]) -> dict[str, Any]:
    kept = {key: _said(said) if isinstance(said, dict) else said for key, said in data.items()}
    return {key: said for key, said in kept.items() if said}


class _Reader(NamedTuple):
    """`form`: an entry as the file writes it. `makers`: what makes the value of each field."""

    form: type[msgspec.Struct]
    makers: dict[str, Callable[[Any], Any]]


@cache
def _reader(form: Any, given: frozenset[str]) -> _Reader:
    hints, written, makers = get_type_hints(form), list[Any](), {}
    for each in fields(form):
        if each.name in given or each.default is None:
            # What is None unless given is in no file.
            continue
        kind, makers[each.name] = _WRITTEN_AS.get(hints[each.name], (hints[each.name], _as_it_is))
        required = each.default is MISSING
        written.append((each.name, kind) if required else (each.name, kind | UnsetType, UNSET))
    entry = msgspec.defstruct(form.__name__, written, kw_only=True, rename=_written_name)
    return _Reader(entry, makers)


def _written_name(field: str) -> str:
    return field.removesuffix("_")


def _as_it_is(written: Any) -> Any:
    return written
