"""What lies before a player and all can count, each with its name and the words of its changes."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cosmogenesis.bodies import Body
from companion.games.cosmogenesis.rules.score import points_so_far, unsure_points
from companion.games.cosmogenesis.state import State
from companion.referee.counts import POINTS, UNSURE, Count, plain_count
from companion.referee.text import Text


def _monolith(before: int, after: int) -> Text:
    return Text("the Monolith is yours") if after else Text("the Monolith goes to another")


def _module(before: int, after: int) -> Text:
    return Text("an expansion module on your board") if after else Text("no expansion module")


def counts_of_seat(s: State, seat: int) -> tuple[Count, ...]:
    """Returns the counts of this seat (`Game.counts`). No marker shows its points: what lies there
    comes first, where not all has room. They are told as the head has them: those that last, and
    apart from them those that another's move may still take.
    """
    unsure = unsure_points(s, seat)
    return (
        *_belt(s, seat),
        *_bodies(s, seat),
        *_tiles(s, seat),
        Count("monolith", Text("Monolith"), int(s.monolith == seat), _monolith),
        Count("module", Text("expansion module"), int(s.system(seat).expanded), _module),
        plain_count(
            POINTS,
            Text("points"),
            points_so_far(s, seat) - unsure,
            Text("points from {before} to {after}"),
        ),
        plain_count(
            UNSURE,
            Text("points that aren't sure"),
            unsure,
            Text("points that aren't sure from {before} to {after}"),
        ),
    )


def _belt(s: State, seat: int) -> tuple[Count, ...]:
    system = s.system(seat)
    return (
        plain_count(
            "asteroids",
            Text("asteroids"),
            system.asteroids,
            Text("asteroids from {before} to {after}"),
        ),
        plain_count(
            "comets",
            Text("comets"),
            system.comets,
            Text("comets from {before} to {after}"),
        ),
    )


def _bodies(s: State, seat: int) -> tuple[Count, ...]:
    system = s.system(seat)
    bodies = [body for _, body in system.bodies()]
    return (
        plain_count(
            "planets",
            Text("planets"),
            len(system.orbits),
            Text("planets from {before} to {after}"),
        ),
        plain_count(
            "moons",
            Text("moons"),
            sum(len(orbit.moons) for orbit in system.orbits),
            Text("moons from {before} to {after}"),
        ),
        *_surfaces(bodies),
    )


def _surfaces(bodies: Sequence[Body]) -> tuple[Count, ...]:
    lives = [body.life for body in bodies if body.has_life]
    return (
        plain_count(
            "wet",
            Text("bodies with water"),
            sum(body.wet for body in bodies),
            Text("bodies with water from {before} to {after}"),
        ),
        plain_count(
            "rings",
            Text("bodies with rings"),
            sum(body.rings for body in bodies),
            Text("bodies with rings from {before} to {after}"),
        ),
        plain_count(
            "life",
            Text("bodies with life"),
            len(lives),
            Text("bodies with life from {before} to {after}"),
        ),
        plain_count(
            "steps",
            Text("life steps"),
            sum(lives),
            Text("life steps from {before} to {after}"),
        ),
    )


def _tiles(s: State, seat: int) -> tuple[Count, ...]:
    system = s.system(seat)
    return (
        plain_count(
            "hand",
            Text("planetary objectives in hand"),
            system.hand,
            Text("planetary objectives in hand from {before} to {after}"),
        ),
        plain_count(
            "objectives",
            Text("objectives on the table"),
            len(system.public_tiles) - len(system.exotics),
            Text("objectives on the table from {before} to {after}"),
        ),
        plain_count(
            "exotics",
            Text("exotic objects"),
            len(system.exotics),
            Text("exotic objects from {before} to {after}"),
        ),
        plain_count(
            "counters",
            Text("counters on exotic objects"),
            sum(each.counters or 0 for each in system.exotics),
            Text("counters on exotic objects from {before} to {after}"),
        ),
    )
