"""The own system as it is, with what lies beside it. Secret objectives are only counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.cosmogenesis.show.picture import OWN, Picture, picture
from companion.games.cosmogenesis.state import Stage, State
from companion.referee.panels import Scene
from companion.referee.text import Text, Who


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


def my_system(s: State, seat: int, id: str = "now", tab: str = "turn") -> Scene:
    """The drawing of the own system."""
    system = s.system(seat)
    again = id != "now" and s.stage == Stage.PLAY
    facts = Mine(
        picture(s, seat),
        s.monolith == seat,
        system.hand,
        len(system.exotics),
        of=OWN if again else "",
        name="" if id != "now" else OWN,
    )
    return Scene(id=id, tab=tab, drawing="system", facts=facts)


def their_system(s: State) -> Scene:
    """The system of whoever acts, for a phone without a seat. The table screen has all of them."""
    seat = s.turn.seat
    facts = replace(my_system(s, seat).facts, name="")
    title = Text("{who}'s system", who=Who(seat))
    return Scene(id="theirs", drawing="system", title=title, facts=facts, screen="no")
