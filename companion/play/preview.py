"""Previews what an action would change, from the panels that its seat may see. It knows no game and
writes nothing; only changes that a panel shows are reported.
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
    Tally,
)
from companion.referee.rows import Row
from companion.referee.text import Text


@dataclass(frozen=True)
class NumberChange:
    """One number that changes. `seat`: whose, if a panel shows one for each seat, else 0. `title`:
    of the panel, if the number is shown only for the moment.
    """

    label: Text
    before: int
    after: int
    seat: int = 0
    title: Text | None = None

    @property
    def amount(self) -> int:
        """Returns the difference, negative for a decrease."""
        return self.after - self.before


@dataclass(frozen=True)
class Preview:
    """What would differ: numbers, and sentences that are new."""

    changes: tuple[NumberChange, ...] = ()
    news: tuple[Text, ...] = ()


#: Numbers by panel, label, seat and title, as in `NumberChange`; None if the value is unknown.
NumbersByLabel = dict[tuple[str, Text, int, Text | None], int | None]


def compare_panels(old: tuple[Panel, ...], new: tuple[Panel, ...]) -> Preview:
    """Returns what a seat would see change if its panels became `new`."""
    known = set(_sentences(old))
    fresh = (words for words in _sentences(new) if words not in known)
    return Preview(tuple(_changes(_numbers(old), _numbers(new))), tuple(dict.fromkeys(fresh)))


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


def _changes(old: NumbersByLabel, new: NumbersByLabel) -> Iterator[NumberChange]:
    seen: set[NumberChange] = set()
    for key in dict.fromkeys((*old, *new)):
        _, label, seat, title = key
        # A number shown only for the moment counts if it is there before and after. So do scores: a
        # seat whose points first appear has not scored by it.
        if (title or seat) and not (key in old and key in new):
            continue
        before, after = old.get(key, 0), new.get(key, 0)
        if before is None or after is None:
            continue
        change = NumberChange(label, before, after, seat, title)
        # Two panels may show the same number; it is reported once.
        if change.amount and change not in seen:
            seen.add(change)
            yield change


def _numbers(panels: Iterable[Panel]) -> NumbersByLabel:
    """Returns every number shown; those on the first tab are for the moment only. Points are the
    same whichever panel shows them.
    """
    found: NumbersByLabel = {}
    for panel in panels:
        if isinstance(panel, Tally):
            for score in panel.scores:
                found["", panel.title, score.seat, None] = score.points
        elif isinstance(panel, Counts):
            title = panel.title if panel.tab == TAB_KEYS[0] else None
            for count in panel.counts:
                found[panel.id, count.label, count.seat, title] = count.value
    return found


def _sentences(panels: Iterable[Panel]) -> Iterator[Text]:
    for panel in panels:
        if isinstance(panel, Banner):
            yield panel.title
        elif isinstance(panel, Notice):
            yield panel.words
        elif isinstance(panel, Checklist):
            yield from (line.words for section in panel.sections for line in section.lines)
