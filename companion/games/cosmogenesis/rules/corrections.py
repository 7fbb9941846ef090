"""Corrections: numbers and tiles as they really are on the table (key game.correct)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from companion.games.cosmogenesis.actions import Clear, Drop, Hold, Mend, SetBody, TypeTile
from companion.games.cosmogenesis.pieces import (
    COMETS,
    ORBITS,
    PLANETARIES,
    ROUNDS,
    Sector,
)
from companion.games.cosmogenesis.rules.exotic import all_exotics_held, twice_answers, with_counters
from companion.games.cosmogenesis.rules.questions import odd_answers
from companion.games.cosmogenesis.state import Stage, State, Turn, turns_left
from companion.games.cosmogenesis.system import Exotic, System
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    EXOTIC_TILES,
    MOST_USES,
    PLANETARY,
    STELLAR,
    kind_of,
)
from companion.games.cosmogenesis.words import tile_words
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

_MOST = {
    "asteroids": 99,
    "comets": COMETS,
    "hand": PLANETARIES,
    "module": 1,
    "extras": 9,
    "round": ROUNDS,
    **{f"sector-{sector}": 1 for sector in Sector},
    **dict.fromkeys(EXOTIC_TILES, MOST_USES),
}
T = TypeVar("T")
_SEATED = ("turn", "first", "monolith")


def corrects(s: State, a: Any) -> bool:
    """Whether others have a say in it: not in set-up, and not in how many objectives one holds."""
    if s.stage == Stage.SETUP:
        return False
    if isinstance(a, TypeTile):
        return a.tile in s.codes and s.codes[a.tile] != a.code
    if isinstance(a, Mend):
        return a.field != "hand"
    return isinstance(a, SetBody | Clear | Hold | Drop)


def refused(reason: Text, remedy: Text) -> Objection:
    return Objection("game.correct", reason, remedy)


def _may_mend(s: State, seat: int, a: Mend) -> Answers:
    if a.field in _SEATED:
        yield from _seat_answers(s, a)
        return
    low, most = int(a.field == "round"), _MOST[a.field]
    if not low <= a.value <= most:
        reason = Text("Not {value}: it's {low} to {most}", value=a.value, low=low, most=most)
        yield refused(reason, Text("Enter {low} to {most}", low=low, most=most))
    if a.field in EXOTIC_TILES and not s.system(seat).copies(a.field):
        yield refused(
            Text("You don't have {tile}", tile=tile_words(a.field)), Text("Add the tile first")
        )
    if a.field == "extras" and s.turn.seat != seat:
        yield refused(Text("It isn't your turn"), Text("Fix it in your own turn"))
    yield from _odd_answers(s, seat, a)


def _odd_answers(s: State, seat: int, a: Mend) -> Answers:
    """Whether such a number can be on the table beside all that is there."""
    if a.field == "module" and not a.value and (n := len(s.system(seat).orbits)) > ORBITS:
        reason = Text(
            "Without the module there are {most} orbits; {n} have a planet", most=ORBITS, n=n
        )
        yield from odd_answers(s, reason)
    if a.field == "comets" and a.value > (own := s.system(seat).comets):
        n = sum(system.comets for system in s.systems) - own + a.value
        if n > COMETS:
            reason = Text(
                "The box has {most} comets; that makes {n} in your belts", most=COMETS, n=n
            )
            yield from odd_answers(s, reason)


def _seat_answers(s: State, a: Mend) -> Answers:
    if s.stage == Stage.SETUP:
        yield refused(Text("The game hasn't begun"), Text("Choose who takes the Monolith first"))
    elif a.value not in s.all_seats:
        reason = Text("No one is playing seat {seat}", seat=a.value)
        yield refused(reason, Text("Choose someone who is playing"))
    elif a.field == "turn" and (s.ended or not turns_left(s, a.value)):
        reason = Text("Their 4 turns of this round are over")
        yield refused(reason, Text("Free one of their sectors first, or undo their turn"))


def _mend(s: State, seat: int, a: Mend) -> State:
    if a.field in _SEATED:
        return _mend_seat(s, a)
    if a.field in EXOTIC_TILES:
        return with_counters(s, seat, a.field, min(a.value, MOST_USES))
    if a.field == "extras":
        return s.with_turn(extras=min(a.value, 9)) if s.turn.seat == seat else s
    if a.field == "round":
        return replace(s, round=min(max(a.value, 1), ROUNDS))
    system = s.system(seat)
    if a.field.startswith("sector-"):
        return s.with_system(seat, _mark(system, Sector(a.field.removeprefix("sector-")), a.value))
    return s.with_system(seat, _SETTERS[a.field](system, a.value))


def _mend_seat(s: State, a: Mend) -> State:
    if s.stage == Stage.SETUP or a.value not in s.all_seats:
        return s
    if a.field == "turn":
        fits = not s.ended and turns_left(s, a.value) and s.turn.seat != a.value
        return replace(s, turn=Turn(a.value)) if fits else s
    return replace(s, **{a.field: a.value})  # type: ignore[arg-type]


def _mark(system: System, sector: Sector, value: int) -> System:
    used = {*system.used, sector} if value else {*system.used} - {sector}
    return replace(system, used=tuple(each for each in Sector if each in used))


def _set_hand(system: System, value: int) -> System:
    told = system.told if len(system.told) <= value else ()
    return replace(system, hand=value, told=told)


_SETTERS: dict[str, Callable[[System, int], System]] = {
    "asteroids": lambda system, n: replace(system, asteroids=n),
    "comets": lambda system, n: replace(system, comets=min(n, COMETS)),
    "hand": _set_hand,
    "module": lambda system, n: replace(system, expanded=bool(n)),
}


def _may_hold(s: State, seat: int, a: Hold) -> Answers:
    system = s.system(seat)
    yield from twice_answers(s, a.tile)
    if kind_of(a.tile) == EXOTIC and (full := all_exotics_held(s)):
        yield from odd_answers(s, full)
    if (kind_of(a.tile) == PLANETARY) != (a.orbit is not None):
        reason = Text("A planetary objective is beside an orbit, other tiles aren't")
        yield refused(reason, Text("Choose the orbit of a planetary objective"))
    elif a.orbit is not None and system.orbit(a.orbit) is None:
        reason = Text("Orbit {orbit} has no planet", orbit=a.orbit)
        yield refused(reason, Text("Set the planet first"))


def _hold(s: State, seat: int, a: Hold) -> State:
    system, kind = s.system(seat), kind_of(a.tile)
    if kind == STELLAR:
        return s.with_system(seat, replace(system, stellars=(*system.stellars, a.tile)))
    if kind == EXOTIC:
        said = s.says(a.tile)
        new = Exotic(a.tile, said.uses if said and said.uses else None)
        return s.with_system(seat, replace(system, exotics=(*system.exotics, new)))
    orbit = system.orbit(a.orbit or 0)
    if orbit is None or a.orbit is None:
        return s
    orbit = replace(orbit, objectives=(*orbit.objectives, a.tile))
    return s.with_system(seat, system.with_orbit(a.orbit, orbit))


def _may_drop(s: State, seat: int, a: Drop) -> Answers:
    if a.tile not in s.system(seat).open_tiles:
        reason = Text("Your system doesn't have {tile}", tile=tile_words(a.tile))
        yield refused(reason, Text("Choose a tile in your system"))


def _without(tiles: tuple[T, ...], tile: T | None) -> tuple[T, ...]:
    """The same with one less of these."""
    if tile not in tiles:
        return tiles
    index = tiles.index(tile)
    return (*tiles[:index], *tiles[index + 1 :])


def _drop(s: State, seat: int, a: Drop) -> State:
    system = s.system(seat)
    system = replace(
        system,
        stellars=_without(system.stellars, a.tile),
        exotics=_without(system.exotics, next(iter(system.copies(a.tile)), None)),
    )
    for number, orbit in enumerate(system.orbits, start=1):
        if a.tile in orbit.objectives:
            objectives = _without(orbit.objectives, a.tile)
            return s.with_system(
                seat, system.with_orbit(number, replace(orbit, objectives=objectives))
            )
    return s.with_system(seat, system)


ACTION_RULES = {
    Mend: ActionRule(ANY, _may_mend, _mend),
    Hold: ActionRule(ANY, _may_hold, _hold),
    Drop: ActionRule(ANY, _may_drop, _drop),
}
