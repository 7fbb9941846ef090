"""Chapter "moon": a body caught by a planet that is larger."""

from __future__ import annotations

from companion.games.cosmogenesis.actions import MakeMoon
from companion.games.cosmogenesis.bodies import Body, Orbit
from companion.games.cosmogenesis.pieces import BAG_SECTORS, MOST_MOONS
from companion.games.cosmogenesis.rules.sector import sector_answers, took
from companion.games.cosmogenesis.rules.tokens import box_answers
from companion.games.cosmogenesis.state import State, Step
from companion.games.cosmogenesis.system import System
from companion.games.cosmogenesis.words import body_words
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def can_hold(planet: Body, size: int) -> bool:
    """Whether a moon of this size may be beside this planet: every gas giant is larger."""
    return planet.giant or size < planet.size


def moon_answers(s: State, seat: int, body: Body, number: int) -> Answers:
    """Whether this body may become a moon of this orbit, wherever it comes from."""
    if body.giant:
        yield Objection(
            "moon.kind",
            Text("A gas giant can't be a moon"),
            Text("Make it a planet, or discard it for an asteroid"),
        )
        return
    orbit = s.system(seat).orbit(number)
    if orbit is None:
        yield Objection(
            "moon.planet",
            Text("Orbit {orbit} has no planet", orbit=number),
            Text("Choose an orbit with a planet"),
        )
        return
    yield from _room_answers(s, body, orbit)


def _room_answers(s: State, body: Body, orbit: Orbit) -> Answers:
    if not can_hold(orbit.planet, body.size):
        yield Objection(
            "moon.size",
            Text(
                "A moon must be smaller than its planet: {moon}, {planet}",
                moon=body_words(s, body),
                planet=body_words(s, orbit.planet),
            ),
            Text("Choose a larger planet or any gas giant"),
        )
    if len(orbit.moons) >= MOST_MOONS:
        yield Objection(
            "moon.three",
            Text("This planet already has {n} moons", n=len(orbit.moons)),
            Text("Choose another orbit"),
        )


def with_moon(system: System, number: int, body: Body) -> System:
    """The system with this moon; as it was, where there is no planet."""
    orbit = system.orbit(number)
    if orbit is None or len(orbit.moons) >= MOST_MOONS:
        return system
    return system.with_orbit(number, orbit.with_moon(body))


def _may_make(s: State, seat: int, a: MakeMoon) -> Answers:
    yield from sector_answers(s, seat, a.sector, BAG_SECTORS, body_words(s, a.body))
    yield from box_answers(s, a.body)
    yield from moon_answers(s, seat, a.body, a.orbit)


def _make(s: State, seat: int, a: MakeMoon) -> State:
    system = s.system(seat)
    if not a.body.giant:
        system = with_moon(system, a.orbit, a.body)
    return took(s.with_system(seat, system), seat, a.sector)


ACTION_RULES = {MakeMoon: ActionRule(Step.MAIN, _may_make, _make)}
