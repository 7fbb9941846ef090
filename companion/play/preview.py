"""Previews what an action would change: what lies before the players, by their counts, and what the
panels that its seat may see say of the moment. It knows no game and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.referee.panels import (
    TAB_KEYS,
    Banner,
    Checklist,
    Choices,
    Counts,
    Notice,
    Panel,
    Sheet,
)
from companion.referee.rows import Row
from companion.referee.text import Text
from companion.tables import CountChanges


@dataclass(frozen=True)
class NumberChange:
    """A number of the moment that changes. `title`: of its panel; `seat`: whose, if the panel shows
    one for each seat, else 0.
    """

    title: Text
    label: Text
    before: int
    after: int
    seat: int = 0


@dataclass(frozen=True)
class Preview:
    """What would differ: counts of the seats, numbers of the moment, and sentences that are new."""

    counts: CountChanges = ()
    moment: tuple[NumberChange, ...] = ()
    news: tuple[Text, ...] = ()


#: Numbers of the moment by panel, title, label and seat; None if the value is unknown.
NumbersByLabel = dict[tuple[str, Text, Text, int], int | None]


def compare_panels(
    old: tuple[Panel, ...], new: tuple[Panel, ...], counts: CountChanges = ()
) -> Preview:
    """Returns what a seat would see change if its panels became `new`, with these counts."""
    known = set(_sentences(old))
    fresh = (words for words in _sentences(new) if words not in known)
    return Preview(counts, tuple(_changes(old, new)), tuple(dict.fromkeys(fresh)))


@dataclass(frozen=True)
class PossibleTap:
    """What a single tap offers: its action, its label, and the title that it stands under."""

    action: str
    words: Text | None = None
    under: Text | None = None


def offered_buttons(shown: Any, under: Text | None = None) -> Iterator[PossibleTap]:
    """Yields everything that these panels, or this part of one, offer as a single tap."""
    if isinstance(shown, tuple):
        for part in shown:
            yield from offered_buttons(part, under)
    elif is_dataclass(shown) and not isinstance(shown, Text):
        under = _heading(shown) or under
        action = getattr(shown, "action", "")
        if action:
            yield PossibleTap(action, getattr(shown, "label", None), under)
        yield from offered_buttons(
            tuple(getattr(shown, each.name) for each in fields(shown)), under
        )


def _heading(shown: Any) -> Text | None:
    """Returns the title of the taps in this part."""
    if isinstance(shown, Row):
        return shown.label
    return shown.title if isinstance(shown, (Choices, Sheet)) else None


def _changes(old: Iterable[Panel], new: Iterable[Panel]) -> Iterator[NumberChange]:
    """Yields the numbers of the moment that are there before and after, and differ."""
    was = _numbers(old)
    for key, after in _numbers(new).items():
        before, (_, title, label, seat) = was.get(key), key
        if before is not None and after is not None and before != after:
            yield NumberChange(title, label, before, after, seat)


def _numbers(panels: Iterable[Panel]) -> NumbersByLabel:
    """Returns the numbers on the first tab, which are for the moment only."""
    return {
        (panel.id, panel.title, count.label, count.seat): count.value
        for panel in panels
        if isinstance(panel, Counts) and panel.tab == TAB_KEYS[0]
        for count in panel.counts
    }


def _sentences(panels: Iterable[Panel]) -> Iterator[Text]:
    for panel in panels:
        if isinstance(panel, Banner):
            yield panel.title
        elif isinstance(panel, Notice):
            yield panel.words
        elif isinstance(panel, Checklist):
            yield from (line.words for section in panel.sections for line in section.lines)
