"""Finds which kinds of action panels offer now, and through which sheets.

It reads panels as data and judges nothing: refused controls carry their refusal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.referee.panels import Panel, Sheet
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: Types that hold words and no control.
_WORDS = (Text, Objection, Doubt)

#: The place of controls outside sheets.
_PAGE = ""


def sheets_by_offered_verb(panels: Iterable[Panel]) -> dict[str, frozenset[str]]:
    """Returns the verbs of all allowed actions that can be tapped, each with the ids of the sheets
    that lead to it; empty if it is on the page itself.
    """
    places: dict[str, set[str]] = defaultdict(set)
    openers: dict[str, set[str]] = defaultdict(set)
    for panel in panels:
        here = panel.id if isinstance(panel, Sheet) else _PAGE
        for control in _controls(panel):
            for verb in _verbs(control):
                places[verb].add(here)
            if opens := getattr(control, "sheet", ""):
                openers[opens].add(here)
    ways = {verb: [_way(place, openers) for place in there] for verb, there in places.items()}
    return {
        verb: frozenset().union(*(way for way in found if way is not None))
        for verb, found in ways.items()
        if any(way is not None for way in found)
    }


def _controls(thing: Any) -> Iterator[Any]:
    """Yields the thing and all its parts that may be controls, without refused ones."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from _controls(part)
    elif is_dataclass(thing) and not isinstance(thing, _WORDS):
        if getattr(thing, "refusal", None) is not None:
            return
        yield thing
        for each in fields(thing):
            yield from _controls(getattr(thing, each.name))


def _verbs(control: Any) -> Iterator[str]:
    """Yields the first word of what a tap on it sends."""
    for said in (getattr(control, "action", ""), getattr(control, "verb", "")):
        if isinstance(said, str) and said:
            yield said.split(" ", 1)[0]


def _way(place: str, openers: Mapping[str, set[str]]) -> frozenset[str] | None:
    """Returns the sheets to open for this place; None if nothing opens them."""
    way: frozenset[str] = frozenset()
    while place:
        way |= {place}
        before = openers.get(place, set()) - way
        if not before:
            return None
        place = _PAGE if _PAGE in before else min(before)
    return way
