"""Chapter "life": where life arises and where it evolves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import (
    ASTEROID,
    FIRST_LIFE_STEP,
    HABITABLE_ORBITS,
    LIFE_STEPS,
)
from companion.games.cosmogenesis.rules.questions import open_question_objections
from companion.games.cosmogenesis.rules.tokens import too_few_counters_objections
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import no_body_words, place_words
from companion.referee.actions import Objections
from companion.referee.ruling import Objection
from companion.referee.text import Text

INTELLIGENT_LIFE_STEP = LIFE_STEPS[-1]


@dataclass(frozen=True)
class LivingBody:
    """A body with life at the end of a round. `why` names what prevents its evolution:
    "intelligent", "outside" the habitable zone, or "dry"; "" if it evolves.
    """

    seat: int
    place: Place
    life: int
    why: str = ""


def evolution_obstacle(place: Place, body: Body) -> str:
    """Returns what prevents the evolution of life on a body; "" if nothing does."""
    if body.life >= INTELLIGENT_LIFE_STEP:
        return "intelligent"
    if place.orbit not in HABITABLE_ORBITS:
        return "outside"
    return "" if body.wet else "dry"


def living_bodies(s: State) -> tuple[LivingBody, ...]:
    """Returns every body with life, with what happens to it when the round ends."""
    return tuple(
        LivingBody(seat, place, body.life, evolution_obstacle(place, body))
        for seat in s.all_seats
        for place, body in s.system(seat).bodies()
        if body.has_life
    )


def with_all_life_evolved(s: State) -> State:
    """Returns the state after life has evolved on every body where it can."""
    for each in living_bodies(s):
        if not each.why:
            s = with_life_evolved_at(s, each.seat, each.place)
    return s


def with_life_evolved_at(s: State, seat: int, place: Place) -> State:
    """Returns the state after life at this place evolved one step; unchanged if it cannot."""
    body = s.system(seat).body_at(place)
    if body is None or not body.has_life or evolution_obstacle(place, body):
        return s
    system = s.system(seat).with_body(place, replace(body, life=body.life + 1))
    return s.with_system(seat, system)


def new_life_objections(s: State, seat: int, place: Place) -> Objections:
    """Yields an objection if no life may arise at this place (life.place, life.once)."""
    body = s.system(seat).body_at(place)
    if body is None or body.is_giant:
        yield Objection(
            "life.place",
            no_body_words(place) if body is None else Text("Life never arises on a gas giant"),
            Text("Choose a terrestrial planet or moon"),
        )
    elif body.has_life:
        yield Objection(
            "life.once",
            Text("There's already life on {place}", place=place_words(place)),
            Text("Choose a body without life"),
        )
    else:
        if body.kind == ASTEROID:
            yield from asteroid_life_objections(s)
        yield from too_few_counters_objections(s, 1)


def asteroid_life_objections(s: State) -> Objections:
    """Yields an objection or a doubt to life on an asteroid (life.asteroid)."""
    yield from open_question_objections(
        s,
        "life.asteroid",
        Text("An asteroid shows no space for life"),
        refuses="no",
        remedy=Text("Choose a terrestrial planet or moon"),
    )


def with_new_life(s: State, seat: int, place: Place) -> State:
    """Returns the state after life arose at this place; unchanged if it cannot."""
    body = s.system(seat).body_at(place)
    if body is None or body.is_giant or body.has_life:
        return s
    system = s.system(seat).with_body(place, replace(body, life=FIRST_LIFE_STEP))
    return s.with_system(seat, system)


_WHY = {
    "intelligent": Text("Life on {place} is already intelligent"),
    "outside": Text("Life on {place} can't evolve: it's outside the habitable zone"),
    "dry": Text("Life on {place} can't evolve: there's no water and atmosphere"),
}


def life_advance_objections(s: State, seat: int, place: Place) -> Objections:
    """Yields an objection if the life at this place cannot evolve (life.evolve)."""
    body, where = s.system(seat).body_at(place), place_words(place)
    if body is None or not body.has_life:
        reason = Text("There's no life on {place}", place=where)
    elif why := evolution_obstacle(place, body):
        reason = _WHY[why].filled(place=where)
    else:
        return
    remedy = Text("Choose life on a body with water and atmosphere in orbits 1 to 3")
    yield Objection("life.evolve", reason, remedy)
