"""Chapter "planet": a body on the first free notch of the own board."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.actions import MakePlanet
from companion.games.cosmogenesis.bodies import Orbit
from companion.games.cosmogenesis.pieces import BAG_SECTORS
from companion.games.cosmogenesis.rules.sector import sector_answers, took
from companion.games.cosmogenesis.rules.tokens import box_answers
from companion.games.cosmogenesis.state import State, Step
from companion.games.cosmogenesis.words import body_words
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def _may_make(s: State, seat: int, a: MakePlanet) -> Answers:
    misplaced = tuple(sector_answers(s, seat, a.sector, BAG_SECTORS, body_words(s, a.body)))
    yield from misplaced
    yield from box_answers(s, a.body)
    system = s.system(seat)
    if system.next_orbit is None:
        yield Objection(
            "planet.orbits",
            Text("All {n} orbits have a planet", n=system.room),
            Text("Use it for something else, or discard it for an asteroid"),
            "" if misplaced else f"discard {a.sector}",
            Text("Discard it for an asteroid"),
        )


def _make(s: State, seat: int, a: MakePlanet) -> State:
    system = s.system(seat)
    if system.next_orbit is not None:
        system = replace(system, orbits=(*system.orbits, Orbit(a.body)))
    return took(s.with_system(seat, system), seat, a.sector)


ACTION_RULES = {MakePlanet: ActionRule(Step.MAIN, _may_make, _make)}
