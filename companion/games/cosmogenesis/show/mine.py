"""The own system as it is, with what lies beside it. Secret objectives are only counted."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cosmogenesis.show.picture import Picture, picture
from companion.games.cosmogenesis.state import Stage, State
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Scene


@dataclass(frozen=True)
class Mine:
    """The own system; whether the Monolith is here, and how many tiles there are."""

    picture: Picture
    monolith: bool
    hand: int
    exotics: int
    #: the drawing on the same page that stands for what is in it, or what this one is called there
    of: str = ""
    name: str = ""


@memoized_by_parts(lambda s, seat, id="now", tab="turn": (
    picture(s, seat), s.monolith == seat, s.system(seat).hand, s.system(seat).exotics,
    s.stage, id, tab))  # fmt: skip
def my_system(s: State, seat: int, id: str = "now", tab: str = "turn") -> Scene:
    """The drawing of the own system."""
    system = s.system(seat)
    again = id != "now" and s.stage == Stage.PLAY
    facts = Mine(
        picture(s, seat),
        s.monolith == seat,
        system.hand,
        len(system.exotics),
        of="my-system" if again else "",
        name="" if id != "now" else "my-system",
    )
    return Scene(id=id, tab=tab, drawing="system", facts=facts)
