"""Chapter "game": corrections of numbers, tiles and bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, TypeVar

from companion.games.cosmogenesis.bodies import AnyBodyParameter, Body, Orbit, PlaceParameter
from companion.games.cosmogenesis.pieces import (
    ASTEROID,
    COMET_COUNT,
    FIRST_LIFE_STEP,
    LIFE_STEPS,
    MAX_MOONS_PER_ORBIT,
    ORBIT_COUNT,
    PLANETARY_COUNT,
    ROUND_COUNT,
    SECTORS,
    SIZES_WITH_WATER,
    OrbitParameter,
    Sector,
)
from companion.games.cosmogenesis.rules.exotic import (
    no_exotic_object_left_words,
    tile_already_held_objections,
    with_exotic_counters,
)
from companion.games.cosmogenesis.rules.life import asteroid_life_objections
from companion.games.cosmogenesis.rules.moon import can_hold_moon
from companion.games.cosmogenesis.rules.questions import impossible_entry_objections
from companion.games.cosmogenesis.rules.tokens import (
    counters_in_use,
    token_for_body,
    tokens_in_box,
    tokens_in_systems,
    too_few_counters_objections,
)
from companion.games.cosmogenesis.state import ExoticObject, Stage, State, System, Turn, turns_left
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    EXOTIC_TILES,
    MAX_EXOTIC_USES,
    PLANETARY,
    STELLAR,
    TileParameter,
    tile_kind,
)
from companion.games.cosmogenesis.words import (
    body_description,
    body_words,
    no_body_words,
    place_words,
    tile_words,
)
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


@action("set", "set 2 rock-3 wet life 1", Text("Fix what is at a place"))
class SetBody(Action):
    """Sets the body at a place of the seat's system. A planet can be added on the next free orbit,
    a moon beside the last one.
    """

    grounds = ("game.correct",)
    from_box = True

    place: PlaceParameter
    body: AnyBodyParameter
    side: Annotated[str | None, one_of("wet", "rings")] = None
    life: Annotated[
        int | None, Word("life", whole_number_reader(LIFE_STEPS[0], LIFE_STEPS[-1]), lead="life")
    ] = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from _body_objections(self)
        system = s.system(seat)
        orbit = system.orbit(self.place.orbit)
        if not self.place.moon:
            if orbit is None and self.place.orbit != system.next_free_orbit:
                reason = Text("Orbit {orbit} isn't the next free one", orbit=self.place.orbit)
                yield make_correction_objection(
                    reason, Text("Fill the orbits from the star outwards")
                )
        elif orbit is None:
            reason = Text("Orbit {orbit} has no planet", orbit=self.place.orbit)
            yield make_correction_objection(reason, Text("Set the planet first"))
        elif self.place.moon > len(orbit.moons) + 1:
            reason = Text(
                "That planet has {n} moon", "That planet has {n} moons", n=len(orbit.moons)
            )
            yield make_correction_objection(reason, Text("Set its moons one after the other"))
        if (was := system.body_at(self.place)) != corrected_body(self):
            yield from _odd_body_objections(s, seat, self, was)

    def apply(self, s: State, seat: int) -> State:
        system, body = s.system(seat), corrected_body(self)
        orbit = system.orbit(self.place.orbit)
        if body.is_giant if self.place.moon else body.kind == ASTEROID:
            return s
        if orbit is None:
            if self.place.moon or self.place.orbit != system.next_free_orbit:
                return s
            return s.with_system(seat, replace(system, orbits=(*system.orbits, Orbit(body))))
        if self.place.moon <= len(orbit.moons):
            return s.with_system(seat, system.with_body(self.place, body))
        if self.place.moon == len(orbit.moons) + 1 and self.place.moon <= MAX_MOONS_PER_ORBIT:
            return s.with_system(seat, system.with_orbit(self.place.orbit, orbit.with_moon(body)))
        return s

    def log_line(self, s: State, seat: int) -> Text:
        """Returns a log line with the new and the old body, so that the others can check it."""
        before = s.system(seat).body_at(self.place)
        who, place, body = (
            SeatName(seat),
            place_words(self.place),
            body_description(s, corrected_body(self)),
        )
        if before is None:
            return Text("{who} corrected {place}: {body}", who=who, place=place, body=body)
        return Text(
            "{who} corrected {place}: {body} (was: {before})",
            who=who,
            place=place,
            body=body,
            before=body_description(s, before),
        )

    def corrects(self, s: State) -> bool:
        return s.stage != Stage.SETUP


def _odd_body_objections(s: State, seat: int, a: SetBody, was: Body | None) -> Objections:
    """Yields an objection if the body cannot be beside the others, or the box has none left."""
    orbit, body = s.system(seat).orbit(a.place.orbit), corrected_body(a)
    if orbit is not None:
        planet = orbit.planet if a.place.moon else body
        moons = (body,) if a.place.moon else orbit.moons
        large = next((moon for moon in moons if not can_hold_moon(planet, moon.size)), None)
        if large is not None:
            yield from impossible_entry_objections(
                s, Text("A moon must be smaller than its planet")
            )
    most, same = (
        tokens_in_box(body),
        was is not None and token_for_body(was) == token_for_body(body),
    )
    if most is not None and tokens_in_systems(s, body) + 1 - same > most:
        only = Text("The box has only {most} of these: {body}", most=most, body=body_words(s, body))
        yield from impossible_entry_objections(s, only)
    if body.kind == ASTEROID and body.has_life:
        yield from asteroid_life_objections(s)
    if body.has_life and not (was is not None and was.has_life):
        yield from too_few_counters_objections(s, 1)


def _body_objections(a: SetBody) -> Objections:
    body = a.body
    if (body.kind == ASTEROID) > bool(a.place.moon) or (body.is_giant and a.place.moon):
        reason = Text("A gas giant is never a moon, an asteroid never a planet")
        yield make_correction_objection(reason, Text("Choose another body"))
    wet_fits = body.is_terrestrial and body.size in SIZES_WITH_WATER
    if (a.side == "wet" and not wet_fits) or (a.side == "rings" and not body.is_giant):
        reason = Text("That token has no such side")
        yield make_correction_objection(
            reason, Text("Terrestrial bodies of size 3 and 4 have water, gas giants have rings")
        )
    if a.life is not None and (body.is_giant or (a.life > FIRST_LIFE_STEP and a.side != "wet")):
        reason = Text("Life isn't there, or can't have evolved without water")
        yield make_correction_objection(
            reason, Text("Set water and atmosphere too, or no more than a bacterium")
        )


def corrected_body(a: SetBody) -> Body:
    """Returns the body of a correction, without a side or life that it cannot have."""
    body = a.body
    wet = a.side == "wet" and body.is_terrestrial and body.size in SIZES_WITH_WATER
    life = -1 if a.life is None or body.is_giant else a.life if wet else FIRST_LIFE_STEP
    return replace(body, wet=wet, rings=a.side == "rings" and body.is_giant, life=life)


@action("clear", "clear 2.1", Text("Remove what is at a place"))
class ClearBody(Action):
    """Removes a moon, or the outermost planet with its moons."""

    grounds = ("game.correct",)
    from_box = True

    place: PlaceParameter

    def objections(self, s: State, seat: int) -> Objections:
        system = s.system(seat)
        orbit = system.orbit(self.place.orbit)
        if orbit is None or system.body_at(self.place) is None:
            yield make_correction_objection(
                no_body_words(self.place), Text("Choose a body in your system")
            )
        elif not self.place.moon and self.place.orbit != len(system.orbits):
            reason = Text("Only the outermost planet can be removed: orbits have no gaps")
            yield make_correction_objection(reason, Text("Set another body there instead"))
        elif not self.place.moon and orbit.objectives:
            reason = Text("It still has {tile}", tile=tile_words(orbit.objectives[0]))
            yield make_correction_objection(reason, Text("Remove the objective first"))

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        orbit = system.orbit(self.place.orbit)
        if orbit is None or system.body_at(self.place) is None:
            return s
        if self.place.moon:
            index = self.place.moon - 1
            moons = (*orbit.moons[:index], *orbit.moons[index + 1 :])
            return s.with_system(
                seat, system.with_orbit(self.place.orbit, replace(orbit, moons=moons))
            )
        if self.place.orbit != len(system.orbits):
            return s
        return s.with_system(seat, replace(system, orbits=system.orbits[:-1]))

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} removed {place}", who=SeatName(seat), place=place_words(self.place))

    def corrects(self, s: State) -> bool:
        return s.stage != Stage.SETUP


_MOST = {
    "asteroids": 99,
    "comets": COMET_COUNT,
    "hand": PLANETARY_COUNT,
    "module": 1,
    "extras": 9,
    "round": ROUND_COUNT,
    **{f"sector-{sector}": 1 for sector in Sector},
    **dict.fromkeys(EXOTIC_TILES, MAX_EXOTIC_USES),
}
_T = TypeVar("_T")


def make_correction_objection(reason: Text, remedy: Text) -> Objection:
    """Returns an objection to a correction (rule game.correct)."""
    return Objection("game.correct", reason, remedy)


_MENDED = {
    "asteroids": Text("{who} corrected: {n} asteroid", "{who} corrected: {n} asteroids"),
    "comets": Text("{who} corrected: {n} comet", "{who} corrected: {n} comets"),
    "hand": Text(
        "{who} corrected: {n} planetary objective in hand",
        "{who} corrected: {n} planetary objectives in hand",
    ),
    "module": Text(
        "{who} corrected: {n} expansion module", "{who} corrected: {n} expansion modules"
    ),
    "extras": Text(
        "{who} corrected: {n} additional action left",
        "{who} corrected: {n} additional actions left",
    ),
    "round": Text("{who} corrected: it's round {n}"),
}
_SEATED = {
    "turn": Text("{who} corrected: it's {seat}'s turn"),
    "first": Text("{who} corrected: {seat} began this round"),
    "monolith": Text("{who} corrected: {seat} has the Monolith"),
}
_SECTORS = tuple(f"sector-{sector}" for sector in SECTORS)


def _mend_sector(who: SeatName, a: CorrectNumber) -> Text:
    sector = a.field.removeprefix("sector-").upper()
    if a.value:
        return Text("{who} corrected: already took from sector {sector}", who=who, sector=sector)
    return Text("{who} corrected: sector {sector} is still free", who=who, sector=sector)


@action("mend", "mend asteroids 3", Text("Fix a number"))
class CorrectNumber(Action):
    """Corrects a number."""

    grounds = ("game.correct",)
    from_box = True

    field: Annotated[str, one_of(*_MENDED, *_SEATED, *_SECTORS, *EXOTIC_TILES)]
    value: Annotated[int, Word("number", whole_number_reader(0, 99))]

    def objections(self, s: State, seat: int) -> Objections:
        if self.field in _SEATED:
            yield from _seat_objections(s, self)
            return
        low, most = int(self.field == "round"), _MOST[self.field]
        if not low <= self.value <= most:
            reason = Text("Not {value}: it's {low} to {most}", value=self.value, low=low, most=most)
            yield make_correction_objection(
                reason, Text("Enter {low} to {most}", low=low, most=most)
            )
        if self.field in EXOTIC_TILES and not s.system(seat).exotic_object_copies(self.field):
            yield make_correction_objection(
                Text("You don't have {tile}", tile=tile_words(self.field)),
                Text("Add the tile first"),
            )
        if self.field == "extras" and s.turn.seat != seat:
            yield make_correction_objection(
                Text("It isn't your turn"), Text("Fix it in your own turn")
            )
        yield from _odd_number_objections(s, seat, self)

    def apply(self, s: State, seat: int) -> State:
        if self.field in _SEATED:
            return _mend_seat(s, self)
        if self.field in EXOTIC_TILES:
            return with_exotic_counters(s, seat, self.field, min(self.value, MAX_EXOTIC_USES))
        if self.field == "extras":
            return s.with_turn(extras=min(self.value, 9)) if s.turn.seat == seat else s
        if self.field == "round":
            return replace(s, round=min(max(self.value, 1), ROUND_COUNT))
        system = s.system(seat)
        if self.field.startswith("sector-"):
            return s.with_system(
                seat, _mark(system, Sector(self.field.removeprefix("sector-")), self.value)
            )
        return s.with_system(seat, _SETTERS[self.field](system, self.value))

    def log_line(self, s: State, seat: int) -> Text:
        who = SeatName(seat)
        if self.field in _MENDED:
            said = _MENDED[self.field]
            return said.filled(who=who, n=self.value)
        if self.field in EXOTIC_TILES:
            return Text(
                "{who} corrected: {n} counter on {tile}",
                "{who} corrected: {n} counters on {tile}",
                who=who,
                n=self.value,
                tile=tile_words(self.field),
            )
        if self.field in _SEATED and self.value in s.all_seats:
            return _SEATED[self.field].filled(who=who, seat=SeatName(self.value))
        if self.field in _SEATED:
            return Text("{who} corrected a number", who=who)
        return _mend_sector(who, self)

    def corrects(self, s: State) -> bool:
        # A hand's size is shown by nothing but the hand.
        return s.stage != Stage.SETUP and self.field != "hand"


def _odd_number_objections(s: State, seat: int, a: CorrectNumber) -> Objections:
    """Yields an objection if a number cannot be true beside all others on the table (game.odd)."""
    if a.field == "module" and not a.value and (n := len(s.system(seat).orbits)) > ORBIT_COUNT:
        reason = Text(
            "Without the module there are {most} orbits; {n} have a planet", most=ORBIT_COUNT, n=n
        )
        yield from impossible_entry_objections(s, reason)
    if a.field == "comets" and a.value > (own := s.system(seat).comets):
        n = sum(system.comets for system in s.systems) - own + a.value
        if n > COMET_COUNT:
            reason = Text(
                "The box has {most} comets; that makes {n} in your belts", most=COMET_COUNT, n=n
            )
            yield from impossible_entry_objections(s, reason)
    if a.field == "hand" and a.value > s.system(seat).hand:
        yield from _hand_objections(s, seat, a.value)
    if a.field in EXOTIC_TILES:
        after = with_exotic_counters(s, seat, a.field, min(a.value, MAX_EXOTIC_USES))
        yield from too_few_counters_objections(s, counters_in_use(after) - counters_in_use(s))


def _hand_objections(s: State, seat: int, hand: int) -> Objections:
    """Yields an objection if the box has too few planetary objectives for this hand (game.odd)."""
    there = sum(system.hand + len(system.revealed_objectives) for system in s.systems)
    n = there - s.system(seat).hand + hand
    if n > PLANETARY_COUNT:
        reason = Text(
            "The box has {most} planetary objectives; that makes {n} in hands and systems",
            most=PLANETARY_COUNT,
            n=n,
        )
        yield from impossible_entry_objections(s, reason)


def _seat_objections(s: State, a: CorrectNumber) -> Objections:
    if s.stage == Stage.SETUP:
        yield make_correction_objection(
            Text("The game hasn't begun"), Text("Choose who takes the Monolith first")
        )
    elif a.value not in s.all_seats:
        reason = Text("No one is playing seat {seat}", seat=a.value)
        yield make_correction_objection(reason, Text("Choose someone who is playing"))
    elif a.field == "turn" and (s.ended or not turns_left(s, a.value)):
        reason = Text("Their 4 turns of this round are over")
        yield make_correction_objection(
            reason, Text("Free one of their sectors first, or undo their turn")
        )


def _mend_seat(s: State, a: CorrectNumber) -> State:
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
    entered = system.entered if len(system.entered) <= value else ()
    return replace(system, hand=value, entered=entered)


_SETTERS: dict[str, Callable[[System, int], System]] = {
    "asteroids": lambda system, n: replace(system, asteroids=n),
    "comets": lambda system, n: replace(system, comets=min(n, COMET_COUNT)),
    "hand": _set_hand,
    "module": lambda system, n: replace(system, expanded=bool(n)),
}


@action("hold", "hold stellar-7", Text("Add a missing tile"))
class AddTile(Action):
    """Adds a tile that the app missed to the seat's system; `orbit`: the planet it lies beside."""

    grounds = ("game.correct",)
    from_box = True

    tile: TileParameter
    orbit: OrbitParameter | None = None

    def objections(self, s: State, seat: int) -> Objections:
        system = s.system(seat)
        yield from tile_already_held_objections(s, self.tile)
        if tile_kind(self.tile) == EXOTIC and (full := no_exotic_object_left_words(s)):
            yield from impossible_entry_objections(s, full)
        if (tile_kind(self.tile) == PLANETARY) != (self.orbit is not None):
            reason = Text("A planetary objective is beside an orbit, other tiles aren't")
            yield make_correction_objection(
                reason, Text("Choose an orbit for a planetary objective")
            )
        elif self.orbit is not None and system.orbit(self.orbit) is None:
            reason = Text("Orbit {orbit} has no planet", orbit=self.orbit)
            yield make_correction_objection(reason, Text("Set the planet first"))

    def apply(self, s: State, seat: int) -> State:
        system, kind = s.system(seat), tile_kind(self.tile)
        if kind == STELLAR:
            return s.with_system(seat, replace(system, stellars=(*system.stellars, self.tile)))
        if kind == EXOTIC:
            said = s.tile_text(self.tile)
            new = ExoticObject(self.tile, said.uses if said and said.uses else None)
            return s.with_system(seat, replace(system, exotics=(*system.exotics, new)))
        orbit = system.orbit(self.orbit or 0)
        if orbit is None or self.orbit is None:
            return s
        orbit = replace(orbit, objectives=(*orbit.objectives, self.tile))
        return s.with_system(seat, system.with_orbit(self.orbit, orbit))

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} added {tile}", who=SeatName(seat), tile=tile_words(self.tile))

    def corrects(self, s: State) -> bool:
        return s.stage != Stage.SETUP


@action("drop", "drop stellar-7", Text("Remove a tile"))
class RemoveTile(Action):
    """Removes a tile that is not really in the seat's system."""

    grounds = ("game.correct",)
    from_box = True

    tile: TileParameter

    def objections(self, s: State, seat: int) -> Objections:
        if self.tile not in s.system(seat).public_tiles:
            reason = Text("Your system doesn't have {tile}", tile=tile_words(self.tile))
            yield make_correction_objection(reason, Text("Choose a tile in your system"))

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        system = replace(
            system,
            stellars=_without(system.stellars, self.tile),
            exotics=_without(
                system.exotics, next(iter(system.exotic_object_copies(self.tile)), None)
            ),
        )
        for number, orbit in enumerate(system.orbits, start=1):
            if self.tile in orbit.objectives:
                objectives = _without(orbit.objectives, self.tile)
                return s.with_system(
                    seat, system.with_orbit(number, replace(orbit, objectives=objectives))
                )
        return s.with_system(seat, system)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} removed {tile}", who=SeatName(seat), tile=tile_words(self.tile))

    def corrects(self, s: State) -> bool:
        return s.stage != Stage.SETUP


def _without(tiles: tuple[_T, ...], tile: _T | None) -> tuple[_T, ...]:
    """Returns the tiles without one copy of `tile`."""
    if tile not in tiles:
        return tiles
    index = tiles.index(tile)
    return (*tiles[:index], *tiles[index + 1 :])
