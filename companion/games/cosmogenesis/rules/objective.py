"""Chapter "objective": stellar ones face up, planetary ones in the hand until they are revealed."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.actions import (
    Note,
    Reveal,
    TakePlanetary,
    TakeStellar,
    TypeTile,
)
from companion.games.cosmogenesis.pieces import Sector
from companion.games.cosmogenesis.rules.exotic import twice_answers
from companion.games.cosmogenesis.rules.extra import extra_answers, spent
from companion.games.cosmogenesis.rules.features import lacking
from companion.games.cosmogenesis.rules.gain import entered, given
from companion.games.cosmogenesis.rules.questions import open_question
from companion.games.cosmogenesis.rules.sector import sector_answers, took
from companion.games.cosmogenesis.state import State, Step
from companion.games.cosmogenesis.system import System
from companion.games.cosmogenesis.tiles import EXOTIC, OTHER, Tile, kind_of, read_code
from companion.games.cosmogenesis.words import tile_words
from companion.referee.action_rules import ANY, ActionRule, Answers, nothing_against
from companion.referee.ruling import Objection
from companion.referee.text import Text

_KINDS = {
    "stellar": Text("In round {round}, sector I has stellar objectives"),
    "planetary": Text("In round {round}, sector I has planetary objectives"),
}


def _kind_answers(s: State, kind: str) -> Answers:
    if s.objective_kind != kind:
        yield Objection(
            "objective.kind",
            Text(_KINDS[s.objective_kind].source, round=s.round),
            Text("Stellar objectives come in odd rounds, planetary ones in even rounds"),
        )


def _may_take_stellar(s: State, seat: int, a: TakeStellar) -> Answers:
    yield from sector_answers(s, seat, Sector.I, (Sector.I,), Text("objectives"))
    yield from _kind_answers(s, "stellar")
    yield from twice_answers(s, a.tile)


def _take_stellar(s: State, seat: int, a: TakeStellar) -> State:
    system = s.system(seat)
    system = replace(system, stellars=(*system.stellars, a.tile))
    return took(s.with_system(seat, system), seat, Sector.I)


def _may_take_planetary(s: State, seat: int, a: TakePlanetary) -> Answers:
    yield from sector_answers(s, seat, Sector.I, (Sector.I,), Text("objectives"))
    yield from _kind_answers(s, "planetary")


def _take_planetary(s: State, seat: int, a: TakePlanetary) -> State:
    system = s.system(seat)
    told = system.told if a.tile is None else (*system.told, a.tile)
    system = replace(system, hand=system.hand + 1, told=told)
    return took(s.with_system(seat, system), seat, Sector.I)


def _may_reveal(s: State, seat: int, a: Reveal) -> Answers:
    system = s.system(seat)
    yield from extra_answers(s)
    if not system.hand:
        yield Objection(
            "objective.hand",
            Text("You have no planetary objective in your hand"),
            Text("Take one in an even round"),
        )
    yield from twice_answers(s, a.tile)
    if system.orbit(a.orbit) is None:
        yield Objection(
            "objective.orbit",
            Text("Orbit {orbit} has no planet", orbit=a.orbit),
            Text("Choose an orbit with a planet"),
        )
        return
    yield from _fit_answers(s, seat, a)


def _fit_answers(s: State, seat: int, a: Reveal) -> Answers:
    orbit = s.system(seat).orbit(a.orbit)
    if orbit is None:
        return
    if orbit.objectives:
        reason = Text("Orbit {orbit} already has an objective", orbit=a.orbit)
        remedy = Text("Choose an orbit without one")
        yield from open_question(s, "objective.same-orbit", reason, refuses="one", remedy=remedy)
    said = read_code(a.code) if a.code else s.says(a.tile)
    if said is not None and (missing := lacking(a.orbit, orbit, said)):
        yield Objection(
            "objective.needs",
            Text("Orbit {orbit} doesn't meet it yet: {missing}", orbit=a.orbit, missing=missing),
            Text("Choose another orbit, or build this one up first"),
        )
    elif said is None or any(name == OTHER for name, _ in said.needs):
        reason = Text("The app can't check what {tile} needs", tile=tile_words(a.tile))
        remedy = Text("Enter the tile once; the app keeps it")
        yield from open_question(s, "objective.unknown", reason, refuses="entered", remedy=remedy)


def _reveal(s: State, seat: int, a: Reveal) -> State:
    system = s.system(seat)
    orbit = system.orbit(a.orbit)
    if orbit is None:
        return s
    told = tuple(tile for tile in system.told if tile != a.tile)
    hand = max(0, system.hand - 1)
    system = replace(
        system,
        hand=hand,
        # A hand that cannot hold what was told of it was told wrong.
        told=told if len(told) <= hand else (),
        noted=tuple(each for each in system.noted if each[0] != a.tile),
    )
    system = system.with_orbit(a.orbit, replace(orbit, objectives=(*orbit.objectives, a.tile)))
    s = s.with_system(seat, system)
    if a.code:
        s = typed(s, a.tile, a.code)
    return given(spent(s, seat), seat, a.tile)


def typed(s: State, tile: str, code: str) -> State:
    """The table after everybody knows what a tile says."""
    s = replace(s, tiles=tuple(sorted({**dict(s.tiles), tile: code}.items())))
    said = read_code(code)
    if kind_of(tile) == EXOTIC and said.uses:
        s = _counters_known(s, tile, said)
    return entered(s, tile, said)


def _counters_known(s: State, tile: str, said: Tile) -> State:
    for seat in s.all_seats:
        system = s.system(seat)
        known = (
            replace(each, counters=said.uses)
            if each.tile == tile and each.counters is None
            else each
            for each in system.exotics
        )
        s = s.with_system(seat, replace(system, exotics=tuple(known)))
    return s


def _type(s: State, seat: int, a: TypeTile) -> State:
    return typed(s, a.tile, a.code)


def _note(s: State, seat: int, a: Note) -> State:
    system: System = s.system(seat)
    noted = tuple(sorted({**dict(system.noted), a.tile: a.code}.items()))
    return s.with_system(seat, replace(system, noted=noted))


ACTION_RULES = {
    TakeStellar: ActionRule(Step.MAIN, _may_take_stellar, _take_stellar),
    TakePlanetary: ActionRule(Step.MAIN, _may_take_planetary, _take_planetary),
    Reveal: ActionRule(Step.EXTRA, _may_reveal, _reveal),
    TypeTile: ActionRule(ANY, nothing_against, _type),
    Note: ActionRule(ANY, nothing_against, _note),
}
