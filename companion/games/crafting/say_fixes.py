"""The log's lines for what sets the table right: numbers, nebulae and marbles, and for notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    DARK,
    SECTOR_NAMES,
    SLOT_PRICE,
    STAR_NAMES,
)
from companion.games.crafting.rules.nebula_needs import needs_words
from companion.games.crafting.state import State
from companion.games.crafting.tiles import printed
from companion.referee.text import Text, Who

_FIELDS = {
    **{star: Text("{star} stars", star=name) for star, name in STAR_NAMES.items()},
    **{f"slot-{slot}": Text("slot {slot}", slot=slot) for slot in SLOT_PRICE},
    "points": Text("points"),
    "hand": Text("energy cards in hand"),
    "novae": Text("supernovae"),
    "proto": Text("proto life"),
    "stable": Text("stable life"),
    "life-psi": Text("life in Psi"),
    "life-phi": Text("life in Phi"),
    "life-delta": Text("life in Delta"),
    "star-group": Text("largest group of stars"),
    "stars-at-life": Text("stars at advanced life"),
    "singles": Text("nebulae with 1 advanced life"),
    "doubles": Text("nebulae with 2 advanced life"),
    "crystal": Text("climbing crystal"),
    "waiting": Text("crystals waiting on 6"),
    "scored": Text("scoring spaces filled"),
    "nova": Text("supernova resources"),
    "dna": Text("DNA"),
    "graviton": Text("gravitons"),
    "supply": Text("crystals in the supply"),
}


def _mend(s: State, seat: int, a: do.Mend) -> Text:
    field = _FIELDS[a.field]
    return Text("{who} corrected {field}: {value}", who=Who(seat), field=field, value=a.value)


def _tiles(s: State, seat: int, a: do.MendTiles) -> Text:
    return Text(
        "{who} corrected: {number} {state} size {size} in {sector}",
        who=Who(seat),
        number=a.number,
        state=Text("completed") if a.state == "done" else Text("incomplete"),
        size=a.size,
        sector=SECTOR_NAMES[a.sector],
    )


def _put(s: State, seat: int, a: do.Put) -> Text:
    marble = Text("a dark marble") if a.marble == DARK else Text("a marble")
    return Text(
        "{who} corrected: {marble} from {start} to {end}",
        who=Who(seat),
        marble=marble,
        start=CONTROL_NAMES[a.start],
        end=CONTROL_NAMES[a.end],
    )


def _tell_tile(s: State, seat: int, a: do.TellTile) -> Text:
    if not a.code:
        return Text(
            "{who} cleared a size {size} nebula in {sector}",
            who=Who(seat),
            size=a.size,
            sector=SECTOR_NAMES[a.sector],
        )
    return Text(
        "{who} entered a size {size} nebula in {sector}: {needs} for {points} points",
        who=Who(seat),
        size=a.size,
        sector=SECTOR_NAMES[a.sector],
        needs=needs_words(a.code),
        points=printed(a.code).points,
    )


FIXES: Mapping[type[Any], Callable[[State, int, Any], Text]] = {
    do.Mend: _mend,
    do.MendTiles: _tiles,
    do.Put: _put,
    do.TellTile: _tell_tile,
}
