"""Corrections: bodies in a system as they really are (key game.correct)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.actions import Clear, SetBody
from companion.games.cosmogenesis.bodies import Body, Orbit
from companion.games.cosmogenesis.pieces import ASTEROID, BASIC, MOST_MOONS, WET_SIZES
from companion.games.cosmogenesis.rules.corrections import refused
from companion.games.cosmogenesis.rules.life import asteroid_answers
from companion.games.cosmogenesis.rules.moon import can_hold
from companion.games.cosmogenesis.rules.questions import odd_answers
from companion.games.cosmogenesis.rules.tokens import in_box, in_systems, token_of
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import body_words, nothing_at, tile_words
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.text import Text


def _may_set(s: State, seat: int, a: SetBody) -> Answers:
    yield from _body_answers(a)
    system = s.system(seat)
    orbit = system.orbit(a.place.orbit)
    if not a.place.moon:
        if orbit is None and a.place.orbit != system.next_orbit:
            reason = Text("Orbit {orbit} isn't the next free one", orbit=a.place.orbit)
            yield refused(reason, Text("Fill the orbits from the star outwards"))
    elif orbit is None:
        reason = Text("Orbit {orbit} has no planet", orbit=a.place.orbit)
        yield refused(reason, Text("Set the planet first"))
    elif a.place.moon > len(orbit.moons) + 1:
        reason = Text("That planet has {n} moon", "That planet has {n} moons", n=len(orbit.moons))
        yield refused(reason, Text("Set its moons one after the other"))
    if (was := system.at(a.place)) != body_of(a):
        yield from _odd_answers(s, seat, a, was)


def _odd_answers(s: State, seat: int, a: SetBody, was: Body | None) -> Answers:
    """Whether this body can lie there beside the others, and come out of the box."""
    orbit, body = s.system(seat).orbit(a.place.orbit), body_of(a)
    if orbit is not None:
        planet = orbit.planet if a.place.moon else body
        moons = (body,) if a.place.moon else orbit.moons
        large = next((moon for moon in moons if not can_hold(planet, moon.size)), None)
        if large is not None:
            yield from odd_answers(
                s,
                Text(
                    "A moon must be smaller than its planet: {moon}, {planet}",
                    moon=body_words(s, large),
                    planet=body_words(s, planet),
                ),
            )
    most, same = in_box(body), was is not None and token_of(was) == token_of(body)
    if most is not None and in_systems(s, body) + 1 - same > most:
        only = Text("The box has only {most} of these: {body}", most=most, body=body_words(s, body))
        yield from odd_answers(s, only)
    if body.kind == ASTEROID and body.alive:
        yield from asteroid_answers(s)


def _body_answers(a: SetBody) -> Answers:
    body = a.body
    if (body.kind == ASTEROID) > bool(a.place.moon) or (body.giant and a.place.moon):
        reason = Text("A gas giant is never a moon, an asteroid never a planet")
        yield refused(reason, Text("Choose another body"))
    wet_fits = body.terrestrial and body.size in WET_SIZES
    if (a.side == "wet" and not wet_fits) or (a.side == "rings" and not body.giant):
        reason = Text("That token has no such side")
        yield refused(reason, Text("Rocks of size 3 and 4 have water, gas giants have rings"))
    if a.life is not None and (body.giant or (a.life > BASIC and a.side != "wet")):
        reason = Text("Life isn't there, or can't have evolved without water")
        yield refused(reason, Text("Set water and atmosphere too, or no more than a bacterium"))


def body_of(a: SetBody) -> Body:
    """The body as it can be, whatever was asked for."""
    body = a.body
    wet = a.side == "wet" and body.terrestrial and body.size in WET_SIZES
    life = -1 if a.life is None or body.giant else a.life if wet else BASIC
    return replace(body, wet=wet, rings=a.side == "rings" and body.giant, life=life)


def _set(s: State, seat: int, a: SetBody) -> State:
    system, body = s.system(seat), body_of(a)
    orbit = system.orbit(a.place.orbit)
    if body.giant if a.place.moon else body.kind == ASTEROID:
        return s
    if orbit is None:
        if a.place.moon or a.place.orbit != system.next_orbit:
            return s
        return s.with_system(seat, replace(system, orbits=(*system.orbits, Orbit(body))))
    if a.place.moon <= len(orbit.moons):
        return s.with_system(seat, system.with_body(a.place, body))
    if a.place.moon == len(orbit.moons) + 1 and a.place.moon <= MOST_MOONS:
        return s.with_system(seat, system.with_orbit(a.place.orbit, orbit.with_moon(body)))
    return s


def _may_clear(s: State, seat: int, a: Clear) -> Answers:
    system = s.system(seat)
    orbit = system.orbit(a.place.orbit)
    if orbit is None or system.at(a.place) is None:
        yield refused(nothing_at(a.place), Text("Choose a body in your system"))
    elif not a.place.moon and a.place.orbit != len(system.orbits):
        reason = Text("Only the outermost planet can be removed: orbits have no gaps")
        yield refused(reason, Text("Set another body there instead"))
    elif not a.place.moon and orbit.objectives:
        reason = Text("It still has {tile}", tile=tile_words(orbit.objectives[0]))
        yield refused(reason, Text("Remove the objective first"))


def _clear(s: State, seat: int, a: Clear) -> State:
    system = s.system(seat)
    orbit = system.orbit(a.place.orbit)
    if orbit is None or system.at(a.place) is None:
        return s
    if a.place.moon:
        index = a.place.moon - 1
        moons = (*orbit.moons[:index], *orbit.moons[index + 1 :])
        return s.with_system(seat, system.with_orbit(a.place.orbit, replace(orbit, moons=moons)))
    if a.place.orbit != len(system.orbits):
        return s
    return s.with_system(seat, replace(system, orbits=system.orbits[:-1]))


ACTION_RULES = {
    SetBody: ActionRule(ANY, _may_set, _set),
    Clear: ActionRule(ANY, _may_clear, _clear),
}
