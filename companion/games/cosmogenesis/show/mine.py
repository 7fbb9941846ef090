"""The own system as it is, with what lies beside it. Secret objectives are only counted."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cosmogenesis.show.picture import Picture, picture
from companion.games.cosmogenesis.state import State
from companion.referee.panels import Scene


@dataclass(frozen=True)
class Mine:
    """The own system; whether the Monolith is here, and how many tiles there are."""

    picture: Picture
    monolith: bool
    hand: int
    exotics: int


def my_system(s: State, seat: int, id: str = "now", tab: str = "turn") -> Scene:
    """The drawing of the own system."""
    system = s.system(seat)
    facts = Mine(picture(s, seat), s.monolith == seat, system.hand, len(system.exotics))
    return Scene(id=id, tab=tab, drawing="system", facts=facts)
