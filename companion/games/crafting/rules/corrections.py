"""Corrections of numbers and marbles: the app follows what is on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    Board,
    set_supernova_count,
    with_life_places_unknown,
    with_stable_life_places_unknown,
    with_star_places_unknown,
)
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CONTROL_NAMES,
    CONTROLS,
    CRYSTAL_COUNT_BY_PLAYERS,
    DARK_MARBLE,
    DISCHARGE_POINTS,
    ELEMENTS,
    ENERGY_CARD_COUNT,
    LAST_CHAMBER_SPACE,
    MAX_MARBLES_PER_CONTROL,
    SECTOR_NAMES,
    SECTORS,
    STAR_NAMES,
    ControlName,
    MarbleOwner,
    NebulaSize,
    SectorName,
)
from companion.games.crafting.rules.bounds import MAX_COUNT_FUNCTION_BY_GOAL
from companion.games.crafting.rules.end import with_game_end_rechecked
from companion.games.crafting.rules.energy import move_marble
from companion.games.crafting.rules.setup import MARBLES_NOT_DEALT_OBJECTION
from companion.games.crafting.state import SETUP, State
from companion.games.crafting.tiles import Tile
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import one_of, whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: fields with a highest value that the components set
_HIGHEST = {
    "crystal": LAST_CHAMBER_SPACE - 1,
    "scored": len(DISCHARGE_POINTS),
    "hand": ENERGY_CARD_COUNT,
}


_FIELDS = {
    **{star: Text("{star} stars", star=name) for star, name in STAR_NAMES.items()},
    **{f"slot-{slot}": Text("slot {slot}", slot=slot) for slot in CARD_PRICE_BY_POWER_SLOT},
    "points": Text("points"),
    "hand": Text("energy cards in hand"),
    "novae": Text("supernovae"),
    "proto": Text("proto life"),
    "stable": Text("stable life"),
    "life-psi": Text("life in Psi"),
    "life-phi": Text("life in Phi"),
    "life-delta": Text("life in Delta"),
    "star-group": Text("largest group of stars"),
    "stars-at-life": Text("stars at advanced life"),
    "singles": Text("nebulae with 1 advanced life"),
    "doubles": Text("nebulae with 2 advanced life"),
    "crystal": Text("climbing crystal"),
    "waiting": Text("crystals waiting on space 6"),
    "scored": Text("scoring spaces filled"),
    "nova": Text("supernova resources"),
    "dna": Text("DNA"),
    "graviton": Text("gravitons"),
    "supply": Text("crystals in the supply"),
}
#: fields that may be "?": the app goes on without knowing them
FIELDS_MAYBE_UNKNOWN = ("life-psi", "life-phi", "life-delta", "star-group", "stars-at-life")


def _value(word: str) -> int | str:
    return "?" if word == "?" else whole_number_reader(0, 999)(word)


@action("mend", "mend proto 5", Text("Fix a number"))
class CorrectNumber(Action):
    """Corrects a number of the seat's board or of the table."""

    grounds = ("game.correct",)
    from_box = True

    field: Annotated[str, one_of(*_FIELDS)]
    value: Annotated[int | str, _value]

    def objections(self, s: State, seat: int) -> Objections:
        most = _most(s, s.board(seat), self.field)
        if isinstance(self.value, str):
            if self.field not in FIELDS_MAYBE_UNKNOWN:
                yield Objection(
                    "game.correct",
                    Text("The app needs this number"),
                    Text("Enter a number"),
                )
        elif self.value > most:
            yield Objection(
                "game.correct",
                Text("{value} is too many: {most} at most", value=self.value, most=most),
                Text("Enter 0 to {most}", most=most),
                f"mend {self.field} {most}",
                Text("Fix it: {most}", most=most),
            )
        if self.field.startswith("slot-") and self.value != 0:
            yield Objection(
                "game.correct",
                Text("You can only empty a slot here"),
                Text("Gain the power card in your craft phase"),
            )

    def apply(self, s: State, seat: int) -> State:
        if self.field == "supply":
            supply = self.value if isinstance(self.value, int) else s.supply
            return with_game_end_rechecked(replace(s, supply=supply))
        board = s.board(seat)
        if self.field in FIELDS_MAYBE_UNKNOWN:
            value = self.value if isinstance(self.value, int) else None
            return s.with_board(seat, _tell_count(board, self.field, value))
        if isinstance(self.value, str):
            return s
        return s.with_board(seat, _set(board, self.field, self.value))

    def log_line(self, s: State, seat: int) -> Text:
        field = _FIELDS[self.field]
        return Text(
            "{who} corrected {field}: {value}", who=SeatName(seat), field=field, value=self.value
        )

    def corrects(self, s: State) -> bool:
        # What only the seat's own board and hand show is open to nobody else.
        own = (*FIELDS_MAYBE_UNKNOWN, "hand")
        return s.stage != SETUP and self.field not in own


def _most(s: State, board: Board, field: str) -> int:
    """Returns the highest value that a field can have."""
    if field in FIELDS_MAYBE_UNKNOWN:
        return MAX_COUNT_FUNCTION_BY_GOAL[field](board)
    return CRYSTAL_COUNT_BY_PLAYERS[s.seats] if field == "supply" else _HIGHEST.get(field, 999)


def _tell_count(board: Board, field: str, value: int | None) -> Board:
    if field == "star-group":
        return replace(board, star_group=value)
    if field == "stars-at-life":
        return replace(board, stars_at_life=value)
    sector = SECTORS.index(field.removeprefix("life-"))
    counts = tuple(value if i == sector else count for i, count in enumerate(board.sector_life))
    return replace(board, sector_life=counts)


def _set(board: Board, field: str, value: int) -> Board:
    stars = dict(zip(ELEMENTS, board.stars, strict=True))
    if stars.get(field, getattr(board, field, None)) == value:
        # Everything else that was entered stays known.
        return board
    if field in ELEMENTS:
        return with_star_places_unknown(
            replace(board, stars=tuple({**stars, field: value}.values()))
        )
    if field.startswith("slot-"):
        slot = int(field.removeprefix("slot-"))
        return replace(board, powers=tuple(p for p in board.powers if p[0] != slot))
    return _SETTERS[field](board, value)


@action("tiles", "tiles open 2 psi 1", Text("Fix how many nebulae are in a sector"))
class CorrectTiles(Action):
    """Corrects how many nebulae of one size, sector and state the seat has."""

    grounds = ("game.correct",)
    from_box = True

    state: Annotated[str, one_of("open", "done")]
    size: NebulaSize
    sector: SectorName
    number: Annotated[int, whole_number_reader(0, 12)]

    def apply(self, s: State, seat: int) -> State:
        board, tile = s.board(seat), Tile(self.size, self.sector, self.state == "done")
        there = [t for t in board.tiles if t.without_print_or_surroundings == tile]
        others = [t for t in board.tiles if t not in there]
        # The tiles that stay keep what is known of their print.
        kept = (sorted(there, reverse=True) + [tile] * self.number)[: self.number]
        tiles = tuple(sorted((*others, *kept)))
        return s.with_board(seat, replace(board, tiles=tiles))

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} corrected: {number} {state}, size {size}, in {sector}",
            who=SeatName(seat),
            number=self.number,
            state=Text("completed") if self.state == "done" else Text("incomplete"),
            size=self.size,
            sector=SECTOR_NAMES[self.sector],
        )

    def corrects(self, s: State) -> bool:
        return s.stage != SETUP


def _set_points(board: Board, value: int) -> Board:
    points = replace(board.points, mended=0)
    return replace(board, points=replace(points, mended=value - points.total))


_SETTERS: dict[str, Callable[[Board, int], Board]] = {
    "points": _set_points,
    "hand": lambda b, n: replace(
        b, hand=n, entered=b.entered if sum(b.entered or ()) <= n else None
    ),
    "novae": lambda b, n: with_star_places_unknown(set_supernova_count(b, n)),
    # A correction of these also corrects what followed from them.
    "proto": lambda b, n: with_life_places_unknown(replace(b, proto=n, ringed=())),
    "stable": lambda b, n: with_life_places_unknown(replace(b, stable=n, ringed=())),
    "singles": lambda b, n: replace(b, singles=n, ringed=()),
    "doubles": lambda b, n: replace(b, doubles=n, ringed=()),
    "crystal": lambda b, n: replace(b, crystal=min(n, LAST_CHAMBER_SPACE - 1)),
    "waiting": lambda b, n: replace(b, waiting=n),
    "scored": lambda b, n: replace(b, scored=min(n, len(DISCHARGE_POINTS))),
    "nova": lambda b, n: replace(b, nova=n),
    "dna": lambda b, n: replace(b, dna=n),
    "graviton": lambda b, n: replace(
        with_stable_life_places_unknown(b, max(0, n - b.graviton)), graviton=n
    ),
}


@action("put", "put dark light time", Text("Fix a marble"))
class CorrectMarble(Action):
    """Corrects the place of a marble on the wheel."""

    grounds = ("game.correct",)
    from_box = True

    marble: MarbleOwner
    start: ControlName
    end: ControlName

    def objections(self, s: State, seat: int) -> Objections:
        if s.stage == SETUP and not s.first:
            yield MARBLES_NOT_DEALT_OBJECTION
        elif self.marble not in s.wheel[CONTROLS.index(self.start)]:
            yield Objection(
                "energy.there",
                Text("The app shows no such marble there"),
                Text("Choose the control where the app shows it"),
            )
        elif (
            self.start != self.end
            and len(s.wheel[CONTROLS.index(self.end)]) >= MAX_MARBLES_PER_CONTROL
        ):
            yield Objection(
                "game.correct",
                Text("That control is full: {most} marbles", most=MAX_MARBLES_PER_CONTROL),
                Text("Move a marble out of it first"),
            )

    def apply(self, s: State, seat: int) -> State:
        if self.marble not in s.wheel[CONTROLS.index(self.start)]:
            return s
        wheel = move_marble(s.wheel, self.marble, self.start, self.end)
        before = s.wheel_before
        # It was there from the start, unless that was full then: no marble may go back to make
        # four.
        there, room = before[CONTROLS.index(self.start)], before[CONTROLS.index(self.end)]
        if self.marble in there and (self.start == self.end or len(room) < MAX_MARBLES_PER_CONTROL):
            before = move_marble(before, self.marble, self.start, self.end)
        # If the marbles were wrong, so were the gravitons that they gave.
        boards = tuple(replace(board, ringed=()) for board in s.boards)
        return replace(s, wheel=wheel, wheel_before=before, boards=boards)

    def log_line(self, s: State, seat: int) -> Text:
        marble = Text("a dark marble") if self.marble == DARK_MARBLE else Text("a marble")
        return Text(
            "{who} corrected: {marble} from {start} to {end}",
            who=SeatName(seat),
            marble=marble,
            start=CONTROL_NAMES[self.start],
            end=CONTROL_NAMES[self.end],
        )

    def corrects(self, s: State) -> bool:
        return s.stage != SETUP
