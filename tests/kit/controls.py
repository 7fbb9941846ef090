"""The controls of panels, however deep they lie in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from companion.referee.controls import Choice


def choices_in(thing: object) -> Iterator[Choice]:
    """Every choice of a panel, or of several."""
    if isinstance(thing, Choice):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from choices_in(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from choices_in(getattr(thing, field.name))
