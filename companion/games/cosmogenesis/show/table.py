"""What everybody may see: the scores, and every system in words."""

from __future__ import annotations

from companion.games.cosmogenesis.bodies import Place
from companion.games.cosmogenesis.rules.features import belt_value
from companion.games.cosmogenesis.rules.score import score
from companion.games.cosmogenesis.show.names import body_facts
from companion.games.cosmogenesis.state import Stage, State
from companion.games.cosmogenesis.words import listed, place_words, tile_words
from companion.referee.panels import Count, Counts, Score, Tally
from companion.referee.text import Text, Who


def tally(s: State) -> Tally:
    """The points of all seats so far."""
    return Tally(
        id="tally",
        shared=True,
        title=Text("Points"),
        scores=tuple(_line(s, seat) for seat in s.all_seats),
    )


def _line(s: State, seat: int) -> Score:
    system = s.system(seat)
    marks = (
        Text("{n} planet", "{n} planets", n=len(system.orbits)),
        Text("belt {n}", n=belt_value(system)),
        Text("{n} objective in hand", "{n} objectives in hand", n=system.hand),
    )
    return Score(
        seat=seat,
        points=score(s, seat).total,
        marks=marks if s.stage != Stage.SETUP else (),
        acting=s.stage == Stage.PLAY and s.turn.seat == seat,
        flags=(Text("Monolith"),) if s.monolith == seat else (),
    )


def systems(s: State) -> tuple[Counts, ...]:
    """Every system, orbit by orbit, with how many bodies are in each."""
    return tuple(_system(s, seat) for seat in s.all_seats if s.system(seat).orbits)


def _system(s: State, seat: int) -> Counts:
    system = s.system(seat)
    return Counts(
        id=f"system-{seat}",
        tab="table",
        shared=True,
        title=Text("{who}'s system", who=Who(seat)),
        counts=tuple(orbit_count(s, seat, n) for n in range(1, len(system.orbits) + 1)),
        note=listed(map(tile_words, system.open_tiles)) if system.open_tiles else None,
    )


def orbit_count(s: State, seat: int, number: int) -> Count:
    """One orbit: how many moons, what there is, its objectives."""
    orbit = s.system(seat).orbits[number - 1]
    facts = listed(body_facts(s, body) for body in orbit.bodies)
    detail = facts
    if orbit.objectives:
        tiles = listed(map(tile_words, orbit.objectives))
        detail = Text("{bodies}. {tiles}", bodies=facts, tiles=tiles)
    return Count(label=place_words(Place(number)), value=len(orbit.bodies), detail=detail)
