"""What lies before a player and all can count, each with its name."""

from __future__ import annotations

from companion.games.cosmogenesis.rules.score import seat_points
from companion.games.cosmogenesis.state import State
from companion.referee.text import Text


def counts_of_seat(s: State, seat: int) -> tuple[tuple[Text, int], ...]:
    """Returns the counts of this seat (`Game.counts`)."""
    system = s.system(seat)
    moons = sum(len(orbit.moons) for orbit in system.orbits)
    return (
        (Text("asteroids"), system.asteroids),
        (Text("comets"), system.comets),
        (Text("planets"), len(system.orbits)),
        (Text("moons"), moons),
        (Text("planetary objectives in hand"), system.hand),
        (Text("objectives on the table"), len(system.public_tiles) - len(system.exotics)),
        (Text("exotic objects"), len(system.exotics)),
        (Text("points"), seat_points(s, seat).total),
    )
