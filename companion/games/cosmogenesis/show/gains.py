"""What a tile gives at once, as things to tap: one tap, or a place on the own system."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import FIRST, STONE, Place
from companion.games.cosmogenesis.rules.gain import waiting
from companion.games.cosmogenesis.show.aims import (
    Spot,
    aim_sheet,
    comets,
    hits,
    lives,
    moons,
    opens,
)
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tile_words import gift_words
from companion.games.cosmogenesis.tiles import GIFTS, PLACED
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text

_ICONS = {
    "asteroid": "asteroid",
    "comet": "comet",
    "extra": "turn",
    "monolith": "monolith",
    "module": "expand",
    "advance": "life-2",
    "life": "life-0",
    "moon": "new-moon",
    "collide": "collide",
    "water-or-rings": "drop",
}


def gains(s: State, seat: int) -> tuple[Panel, ...]:
    """What tiles that were used or revealed in this turn still give."""
    if not (s.turn.gains or s.turn.unread):
        return ()
    wanted = set(waiting(s) if s.turn.gains else GIFTS)
    sheets: list[Sheet] = []
    choices = []
    for gift in (each for each in GIFTS if each in wanted):
        icon, words = _ICONS.get(gift, "power"), gift_words(gift)
        if gift in PLACED:
            spots = _spots(s, seat, gift)
            sheets.append(aim_sheet(s, seat, (f"gain-{gift}", words, icon), spots))
            nowhere = partial(offer, s, seat, do.Gain(gift, FIRST), words)
            choices.append(opens(sheets[-1], words, nowhere=nowhere))
        else:
            choices.append(offer(s, seat, do.Gain(gift), words, icon=icon))
    title = Text("What the tile gives you")
    return (Choices(id="gains", title=title, choices=tuple(choices)), *sheets)


def _spots(s: State, seat: int, gift: str) -> Iterator[Spot]:
    """Where a gift that needs a place may go."""

    def at(place: Place) -> do.Gain:
        return do.Gain(gift, place)

    if gift == "moon":
        return moons(s, seat, STONE, lambda orbit: at(Place(orbit)))
    if gift == "collide":
        return hits(s, seat, STONE, at)
    if gift == "water-or-rings":
        return comets(s, seat, at)
    return lives(s, seat, at, gift_words(gift))
