"""What to do with the tokens after an action, for learners: words that several actions share.

What a collision or a comet takes from the reserve and returns is shown to every seat (`show.wood`);
here is the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis.pieces import Sector
from companion.games.cosmogenesis.state import State
from companion.referee.text import Text

TAKE_ASTEROID = Text("take an asteroid for your belt")
TAKE_COMET = Text("take a comet for your belt")
RETURN_ASTEROID = Text("return an asteroid")
PUT_MODULE = Text("put an expansion module on top of your board")


def token_on_sector(sector: Sector) -> Text:
    """Returns how a sector is marked as used."""
    return Text("put a player token on sector {sector}", sector=sector.upper())


def given_at_once(s: State, seat: int, after: State) -> Iterator[Text]:
    """Yields what to do with what a tile gave at once."""
    before, belt = s.system(seat), after.system(seat)
    for _ in range(belt.asteroids - before.asteroids):
        yield TAKE_ASTEROID
    for _ in range(belt.comets - before.comets):
        yield TAKE_COMET
    if after.monolith == seat != s.monolith:
        yield Text("take the Monolith")
