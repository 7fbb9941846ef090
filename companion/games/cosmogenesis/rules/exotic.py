"""Chapter "exotic": objects with counters, each used once a turn while it has any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.cosmogenesis.instructions import given_at_once, token_on_sector
from companion.games.cosmogenesis.pieces import (
    EXOTIC_COUNT,
    SECTORS_FILLED_FROM_BAG,
    SectorParameter,
)
from companion.games.cosmogenesis.rules.gain import with_tile_gifts_given
from companion.games.cosmogenesis.rules.questions import (
    impossible_entry_objections,
    open_question_objections,
    settled_question_objections,
)
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import too_few_counters_objections
from companion.games.cosmogenesis.state import ExoticObject, State, Step, TokenInstructions
from companion.games.cosmogenesis.tiles import MAX_EXOTIC_USES, ExoticTileParameter
from companion.games.cosmogenesis.words import tile_label, tile_words
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


def seat_holding_tile(s: State, tile: str) -> int:
    """Returns the seat with this tile face up in its system; 0 if there is none."""
    return next((seat for seat in s.all_seats if tile in s.system(seat).public_tiles), 0)


def tile_already_held_objections(s: State, tile: str) -> Objections:
    """Yields an objection or a doubt if a seat already has such a tile (objective.twice)."""
    if seat := seat_holding_tile(s, tile):
        yield from open_question_objections(
            s,
            "objective.twice",
            Text("{who} already has {tile}", who=SeatName(seat), tile=tile_words(tile)),
            refuses="once",
            remedy=Text("Check its place on the reference sheet"),
        )


def no_exotic_object_left_words(s: State) -> Text | None:
    """Returns a sentence if all exotic objects of the box are in systems; None if not."""
    if sum(len(system.exotics) for system in s.systems) < EXOTIC_COUNT:
        return None
    return Text("The box has {most} exotic objects, and all are in your systems", most=EXOTIC_COUNT)


def starting_counter_count(s: State, a: TakeExoticObject) -> int | None:
    """Returns the counters it starts with: as given, or as the tile was entered; else None."""
    said = s.tile_text(a.tile)
    known = said.uses if said and said.uses else None
    return known if a.counters is None else a.counters


def took_tile_log_line(seat: int, tile: str) -> Text:
    """Returns the log line for a tile that is taken face up."""
    return Text("{who} took {tile}", who=SeatName(seat), tile=tile_words(tile))


@action(
    "exotic",
    "exotic ii exotic-3 2",
    Text("Take an exotic object, with its counters"),
    when=Step.MAIN,
)
class TakeExoticObject(Action):
    """Takes an exotic object; `counters`: its number at the start, if not entered before."""

    grounds = ("exotic.take", "exotic.counters")

    sector: SectorParameter
    tile: ExoticTileParameter
    counters: Annotated[int | None, whole_number_reader(0, MAX_EXOTIC_USES)] = None

    def objections(self, s: State, seat: int) -> Objections:
        against = (
            *unavailable_sector_objections(
                s, seat, self.sector, SECTORS_FILLED_FROM_BAG, Text("exotic objects")
            ),
            *tile_already_held_objections(s, self.tile),
        )
        yield from against
        barred = any(isinstance(each, Objection) for each in against)
        if full := no_exotic_object_left_words(s):
            yield Objection(
                "setup.box", full, Text("Choose what you took, or fix what the systems hold")
            )
        said = s.tile_text(self.tile)
        if said and said.uses and self.counters not in (None, said.uses):
            yield Objection(
                "exotic.counters",
                Text(
                    "It starts with {n} counter, as you entered it",
                    "It starts with {n} counters, as you entered it",
                    n=said.uses,
                ),
                Text("Take {uses}, or correct the tile", uses=said.uses),
                "" if barred else f"exotic {self.sector} {self.tile} {said.uses}",
                Text("Take {uses}", uses=said.uses),
            )
        yield from too_few_counters_objections(s, starting_counter_count(s, self) or 0)
        if self.counters == 0:
            yield from impossible_entry_objections(
                s, Text("An exotic object shows 1 icon or more, so it has a counter")
            )

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether it's in that sector.")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        new = ExoticObject(self.tile, starting_counter_count(s, self))
        system = replace(system, exotics=tuple(sorted((*system.exotics, new), key=_tile)))
        return with_sector_used(s.with_system(seat, system), seat, self.sector)

    def which(self, s: State, seat: int) -> Text:
        return tile_label(self.tile)

    def log_line(self, s: State, seat: int) -> Text:
        return took_tile_log_line(seat, self.tile)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(self.sector)
        counters = starting_counter_count(s, self)
        if counters:
            yield Text("put {n} counter on the tile", "put {n} counters on the tile", n=counters)
        else:
            yield Text("put a counter on the tile for each of its icons")


def _tile(exotic: ExoticObject) -> str:
    return exotic.tile


def _fullest(copies: tuple[ExoticObject, ...]) -> ExoticObject:
    """Returns the copy with the most counters; an uncounted copy ranks highest."""
    return max(
        copies, key=lambda each: MAX_EXOTIC_USES + 1 if each.counters is None else each.counters
    )


def _unused(s: State, seat: int, tile: str) -> tuple[ExoticObject, ...]:
    """Returns the copies that this seat has not used this turn; used copies are last."""
    copies = s.system(seat).exotic_object_copies(tile)
    used = s.turn.used.count(tile) if s.turn.seat == seat else 0
    return copies[: max(0, len(copies) - used)]


@action("use", "use exotic-3", Text("Use an exotic object"), when=Step.EXTRA)
class UseExoticObject(Action):
    """Uses an exotic object."""

    grounds = ("exotic.use", "exotic.once")

    tile: ExoticTileParameter

    def objections(self, s: State, seat: int) -> Objections:
        copies = s.system(seat).exotic_object_copies(self.tile)
        if not copies:
            yield Objection(
                "exotic.own",
                Text("You don't have {tile}", tile=tile_words(self.tile)),
                Text("Choose an exotic object in your system"),
            )
            return
        unused = _unused(s, seat, self.tile)
        own = _fullest(unused or copies)
        if not unused:
            yield Objection(
                "exotic.once",
                Text("You've already used it this turn"),
                Text("Use it again next turn"),
            )
        if own.counters == 0:
            yield Objection(
                "exotic.empty",
                Text("It has no counters left"),
                Text("It still scores 1 point at the end"),
            )
        if own.counters is None or s.tile_text(self.tile) is None:
            reason = Text("No one has entered what {tile} does", tile=tile_words(self.tile))
            remedy = Text("Enter the tile once; the app keeps it")
            yield from settled_question_objections(
                s, "gain.unknown", reason, refuses="entered", remedy=remedy
            )

    def apply(self, s: State, seat: int) -> State:
        copies = s.system(seat).exotic_object_copies(self.tile)
        if not copies:
            return s
        own = _fullest(_unused(s, seat, self.tile) or copies)
        after = replace(own, counters=own.counters - 1) if own.counters else own
        s = s.with_system(seat, s.system(seat).with_exotic_object_replaced(own, after, last=True))
        s = s.with_turn_of_seat(seat, used=(*s.turn.used, self.tile), wood=TokenInstructions())
        return with_tile_gifts_given(s, seat, self.tile)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} used {tile}", who=SeatName(seat), tile=tile_words(self.tile))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("return a counter from the tile to the reserve")
        yield from given_at_once(s, seat, after)


def with_exotic_counters(s: State, seat: int, tile: str, counters: int) -> State:
    """Returns the state with `counters` on the seat's copy whose number is nearest; unchanged if it
    has no copy.
    """
    system = s.system(seat)
    copies = system.exotic_object_copies(tile)
    if not copies:
        return s
    near = min(copies, key=lambda each: abs((each.counters or 0) - counters))
    return s.with_system(
        seat, system.with_exotic_object_replaced(near, replace(near, counters=counters))
    )
