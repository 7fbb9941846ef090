"""The once-a-turn abilities of a seat in its turn: what is left of each, and what is used."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.empires import actions as do
from companion.games.empires.rules.card_abilities import (
    FREE_CYCLE,
    FREE_MECH,
    FREE_SHIFT,
    left,
    owned,
)
from companion.games.empires.show.offers import offer
from companion.games.empires.state import ACT, ROLL, SHIFT, State
from companion.referee.controls import Choice
from companion.referee.panels import Count, Counts, Panel
from companion.referee.text import Text

_NAMES = {
    FREE_SHIFT: (Text("Seraph Gate: shift for free"), "move"),
    FREE_MECH: (Text("Fabricator Belt: build a Mech"), "power"),
    FREE_CYCLE: (Text("Deepspace Scouts: cycle"), "refresh"),
}

_USED_IN = {ROLL: (), SHIFT: (FREE_SHIFT, FREE_CYCLE), ACT: (FREE_MECH, FREE_CYCLE)}


def scouting(s: State, seat: int) -> tuple[Choice, ...]:
    """Cycling with Deepspace Scouts, for a seat that owns some."""
    if not owned(s, seat, FREE_CYCLE):
        return ()
    label, detail = Text("Cycle with Deepspace Scouts"), Text("no action, no credits")
    return (offer(s, seat, do.Scout(), label, detail, "refresh"),)


def abilities(s: State, seat: int) -> tuple[Panel, ...]:
    """What the seat's cards still let it do in this step; nothing where it has no such card."""
    counts = tuple(_counts(s, seat))
    if not counts:
        return ()
    title = Text("Besides your actions")
    return (Counts(id="abilities", title=title, counts=counts, rule="turn.free"),)


def _count(name: Text, icon: str, rest: int, most: int) -> Count:
    used = Text("{used} of {most} used", used=most - rest, most=most)
    return Count(label=name, value=rest, icon=icon, detail=used)


def _counts(s: State, seat: int) -> Iterator[Count]:
    for ability, (name, icon) in _NAMES.items():
        own = owned(s, seat, ability)
        if own and ability in _USED_IN[s.turn.step]:
            yield _count(name, icon, left(s, seat, ability), own)
    if "industrious" in s.empire(seat).open and s.turn.step == ACT:
        yield _count(Text("Industrious: second copy"), "reveal", int(not s.turn.paired), 1)
