"""Finds which kinds of action panels offer now, and through which sheets.

It reads panels as data and judges nothing: refused controls carry their refusal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from companion.referee.panels import Panel, Sheet
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: Types that hold words and numbers and no control.
_WORDS = (Text, Objection, Doubt, str, int, NoneType)

#: Fields that make a thing a control: what a tap on it sends, or the sheet that it opens.
_SENDS, _OPENS = ("action", "verb"), "sheet"

#: The place of controls outside sheets.
_PAGE = ""


class Offers(NamedTuple):
    """What panels offer: `verbs` as (verb, the place of its control), `sheets` as (the sheet's id,
    the place of what opens it). A place is a sheet's id, or empty for the page itself.
    """

    verbs: frozenset[tuple[str, str]]
    sheets: frozenset[tuple[str, str]]


def offers_of_panels(panels: Iterable[Panel]) -> Offers:
    """Returns what all allowed controls of these panels do and open."""
    verbs, sheets = set[tuple[str, str]](), set[tuple[str, str]]()
    for panel in panels:
        here = panel.id if isinstance(panel, Sheet) else _PAGE
        for control in _controls(panel):
            verbs |= {(verb, here) for verb in _verbs(control)}
            if opens := getattr(control, _OPENS, ""):
                sheets.add((opens, here))
    return Offers(frozenset(verbs), frozenset(sheets))


def sheets_by_offered_verb(panels: Iterable[Panel]) -> dict[str, frozenset[str]]:
    """Returns the verbs of all allowed actions that can be tapped, each with the ids of the sheets
    that lead to it; empty if it is on the page itself.
    """
    return sheets_on_the_way([offers_of_panels(panels)])


def sheets_on_the_way(offers: Iterable[Offers]) -> dict[str, frozenset[str]]:
    """Returns the offered verbs, each with the sheets that lead to it, from what the parts of a
    page offer.
    """
    places: dict[str, set[str]] = defaultdict(set)
    openers: dict[str, set[str]] = defaultdict(set)
    for verbs, sheets in offers:
        for verb, here in verbs:
            places[verb].add(here)
        for opened, here in sheets:
            openers[opened].add(here)
    ways = {verb: [_way(place, openers) for place in there] for verb, there in places.items()}
    return {
        verb: frozenset().union(*(way for way in found if way is not None))
        for verb, found in ways.items()
        if any(way is not None for way in found)
    }


def _controls(panel: Panel) -> Iterator[Any]:
    """Yields the panel and all its parts that may be controls, without refused ones."""
    left: list[Any] = [panel]
    while left:
        thing = left.pop()
        if isinstance(thing, tuple):
            left += thing
            continue
        kind: Any = type(thing)
        holders = _holders(kind)
        if holders is not None and getattr(thing, "refusal", None) is None:
            yield thing
            left += [getattr(thing, name) for name in holders]


# Asked once a type: of the fields of a page nine in ten hold words, numbers and picks.
@cache
def _holders(kind: Any) -> tuple[str, ...] | None:
    """Returns the names of the fields of this type of thing that may hold controls; None if it is
    none and holds none.
    """
    if issubclass(kind, _WORDS) or not hasattr(kind, "__dataclass_fields__"):
        return None
    hints = get_type_hints(kind)
    return tuple(each.name for each in fields(kind) if _may_hold(hints[each.name]))


def _may_hold(hint: Any) -> bool:
    """Returns whether a value of this declared type may be a control or hold one."""
    if get_origin(hint) in (tuple, Union, UnionType):
        return any(_may_hold(each) for each in get_args(hint))
    if get_origin(hint) is Literal or hint is Ellipsis:
        return False
    if isinstance(hint, type) and issubclass(hint, _WORDS):
        return False
    if not isinstance(hint, type) or not is_dataclass(hint):
        return True
    is_control = {*_SENDS, _OPENS} & hint.__dataclass_fields__.keys()
    return bool(is_control or _holders(hint) or hint.__subclasses__())


def _verbs(control: Any) -> Iterator[str]:
    """Yields the first word of what a tap on it sends."""
    for name in _SENDS:
        said = getattr(control, name, "")
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
