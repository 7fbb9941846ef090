"""Chapter "extra": the seven additional actions, of which a turn has one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.cosmogenesis.actions import (
    CreateLife,
    Expand,
    ExtraCollide,
    ExtraComet,
    ExtraMoon,
    Smash,
)
from companion.games.cosmogenesis.bodies import STONE
from companion.games.cosmogenesis.rules.belt import with_asteroids, with_comets
from companion.games.cosmogenesis.rules.collide import collide_answers, collided
from companion.games.cosmogenesis.rules.comet import comet_answers, comet_hit
from companion.games.cosmogenesis.rules.life import life_answers, with_life
from companion.games.cosmogenesis.rules.moon import moon_answers, with_moon
from companion.games.cosmogenesis.rules.tokens import comet_left_answers
from companion.games.cosmogenesis.state import State, Step, Wood
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

#: asteroids that a comet takes
FOR_A_COMET = 2


def end_action(s: State) -> str:
    """The action that ends the turn; "" where a reward may have to be taken before."""
    return "" if s.turn.gains and s.option("gain.left") == "must" else "end"


def extra_answers(s: State) -> Answers:
    """Whether this turn still has an additional action."""
    if not s.turn.extras:
        yield Objection(
            "extra.one",
            Text("You've used your additional action this turn"),
            Text("End your turn, or undo the other one"),
            end_action(s),
            Text("End turn"),
        )


def _asteroid_answers(s: State, seat: int) -> Answers:
    if not s.system(seat).asteroids:
        yield Objection(
            "extra.asteroid",
            Text("Needs 1 asteroid, you have none"),
            Text("Add asteroids to your belt first"),
        )


def spent(s: State, seat: int) -> State:
    """One additional action less of this seat's turn; nothing to do with the tokens yet."""
    return s.with_turn_of(seat, extras=max(0, s.turn.extras - 1), wood=Wood())


def _paid(s: State, seat: int) -> State:
    return with_asteroids(spent(s, seat), seat, -1)


def _may_moon(s: State, seat: int, a: ExtraMoon) -> Answers:
    yield from extra_answers(s)
    yield from _asteroid_answers(s, seat)
    yield from moon_answers(s, seat, STONE, a.orbit)


def _moon(s: State, seat: int, a: ExtraMoon) -> State:
    s = _paid(s, seat)
    return s.with_system(seat, with_moon(s.system(seat), a.orbit, STONE))


def _may_collide(s: State, seat: int, a: ExtraCollide) -> Answers:
    yield from extra_answers(s)
    yield from _asteroid_answers(s, seat)
    yield from collide_answers(s, seat, STONE, a.place)


def _collide(s: State, seat: int, a: ExtraCollide) -> State:
    return collided(_paid(s, seat), seat, STONE, a.place)


def _may_comet(s: State, seat: int, a: ExtraComet) -> Answers:
    yield from extra_answers(s)
    have = s.system(seat).asteroids
    if have < FOR_A_COMET:
        yield Objection(
            "extra.comet",
            Text("Needs {n} asteroids, you have {have}", n=FOR_A_COMET, have=have),
            Text("Add asteroids to your belt first"),
        )
    yield from comet_left_answers(s)
    if a.place is not None:
        yield from comet_answers(s, seat, a.place)


def _comet(s: State, seat: int, a: ExtraComet) -> State:
    s = with_asteroids(spent(s, seat), seat, -FOR_A_COMET)
    return with_comets(s, seat, 1) if a.place is None else comet_hit(s, seat, a.place)


def _may_live(s: State, seat: int, a: CreateLife) -> Answers:
    yield from extra_answers(s)
    yield from _asteroid_answers(s, seat)
    yield from life_answers(s, seat, a.place)


def _live(s: State, seat: int, a: CreateLife) -> State:
    return with_life(_paid(s, seat), seat, a.place)


def expand_answers(s: State, seat: int) -> Answers:
    """Whether this system can still grow."""
    if s.system(seat).expanded:
        yield Objection(
            "extra.expand",
            Text("You've already expanded your system"),
            Text("Choose another additional action"),
        )


def expanded(s: State, seat: int) -> State:
    """The table with two more orbits on this board."""
    return s.with_system(seat, replace(s.system(seat), expanded=True))


def _may_expand(s: State, seat: int, a: Expand) -> Answers:
    yield from extra_answers(s)
    yield from _asteroid_answers(s, seat)
    yield from expand_answers(s, seat)


def _expand(s: State, seat: int, a: Any) -> State:
    return expanded(_paid(s, seat), seat)


def _may_smash(s: State, seat: int, a: Smash) -> Answers:
    if not s.system(seat).comets:
        made = ExtraComet(a.place)
        possible = not any(isinstance(no, Objection) for no in _may_comet(s, seat, made))
        yield Objection(
            "extra.smash",
            Text("There's no comet in your belt"),
            Text("Make a comet of 2 asteroids instead"),
            f"extra-comet {a.place}" if possible else "",
        )
    yield from extra_answers(s)
    yield from comet_answers(s, seat, a.place)


def _smash(s: State, seat: int, a: Smash) -> State:
    return comet_hit(with_comets(spent(s, seat), seat, -1), seat, a.place)


ACTION_RULES = {
    ExtraMoon: ActionRule(Step.EXTRA, _may_moon, _moon),
    ExtraCollide: ActionRule(Step.EXTRA, _may_collide, _collide),
    ExtraComet: ActionRule(Step.EXTRA, _may_comet, _comet),
    CreateLife: ActionRule(Step.EXTRA, _may_live, _live),
    Expand: ActionRule(Step.EXTRA, _may_expand, _expand),
    Smash: ActionRule(Step.EXTRA, _may_smash, _smash),
}
