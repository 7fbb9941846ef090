"""Chapter "place": placing gained stars, proto life and nebulae in the galaxy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import CRAFT, Board, add_proto_life, add_star, lay_tile
from companion.games.crafting.instructions import nebula_words
from companion.games.crafting.pieces import (
    ELEMENTS,
    SECTOR_NAMES,
    UNKNOWN_SECTOR,
    NebulaSize,
    SectorName,
)
from companion.games.crafting.rules.nebula import (
    impossible_star_needs_objections,
    take_unplaced_tile,
)
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.state import State
from companion.games.crafting.tiles import TileCode, with_sector
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import one_of, whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


def unplaced_piece_count(board: Board, kind: str) -> int:
    """Returns how many of a kind are not placed yet; "all": stars and proto life together."""
    if kind == "proto":
        return board.held_proto
    if kind == "all":
        return sum(board.held_stars) + board.held_proto
    return board.held_stars[ELEMENTS.index(kind)]


def _named(kind: str, number: int) -> Text:
    if kind == "proto":
        return Text("{n} proto life", "{n} proto life", n=number)
    if kind == "all":
        return Text("{n} piece", "{n} pieces", n=number)
    return star_count_words(kind, number)


def place_all_unplaced(board: Board) -> Board:
    """Returns the board with every held star and proto life in the galaxy."""
    for kind in (*ELEMENTS, "proto"):
        board = _put(board, kind, unplaced_piece_count(board, kind))
    return board


def with_energy_line_corrected(
    board: Board, kind: str, got: int | None = None, left: int | None = None
) -> Board:
    """Returns the board with the line of this kind corrected, and what was placed from it."""
    line = next((line for line in board.lines if line.kind == kind), None)
    if line is None:
        return board
    got = line.got if got is None else min(got, line.amount)
    left = min(got, line.left if left is None else left)
    lines = tuple(replace(x, got=got, left=left) if x is line else x for x in board.lines)
    if board.step == CRAFT:
        more = (got - left) - (line.got - line.left)
        board = _more_of(board, kind, more, got - line.got)
    return replace(board, lines=lines)


def _more_of(board: Board, kind: str, placed: int, taken: int) -> Board:
    """Returns the board with `placed` more in the galaxy and `taken` more in hand (or fewer)."""
    if kind == "card":
        hand = max(0, board.hand + taken)
        return replace(
            board, hand=hand, entered=board.entered if sum(board.entered or ()) <= hand else None
        )
    if kind == "nebula":
        return replace(board, drawn=max(0, board.drawn + placed))
    if kind == "proto":
        return add_proto_life(board, placed)
    # Other lines come from no pile, so nothing of them is in the galaxy.
    return add_star(board, kind, placed) if kind in ELEMENTS else board


@action("place", "place he 2", Text("Place stars or proto life"), when=CRAFT)
class PlacePieces(Action):
    """Places stars of one kind, or proto life, or everything but nebulae."""

    grounds = ("place.held", "place.{piece}")

    piece: Annotated[str, one_of(*ELEMENTS, "proto", "all")]
    number: Annotated[int | None, whole_number_reader(1, 20)] = None

    def objections(self, s: State, seat: int) -> Objections:
        have = unplaced_piece_count(s.board(seat), self.piece)
        wanted = self.number or 1
        if self.piece == "all" and self.number is not None:
            wanted = have + 1 if self.number != have else have
        if have < max(wanted, 1):
            yield Objection(
                "place.held",
                Text("You have {have} to place", have=_named(self.piece, have)),
                Text("Place no more than that; you'll collect more next turn")
                if not have
                else Text("Place {have}", have=_named(self.piece, have)),
                f"place {self.piece} {have}" if have and self.piece != "all" else "",
            )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if self.piece == "all":
            return s.with_board(seat, place_all_unplaced(board))
        have = unplaced_piece_count(board, self.piece)
        number = have if self.number is None else min(have, self.number)
        return s.with_board(seat, _put(board, self.piece, number))

    def log_line(self, s: State, seat: int) -> Text:
        number = self.number or unplaced_piece_count(s.board(seat), self.piece)
        if self.piece == "all":
            what = Text("{n} piece", "{n} pieces", n=number)
        elif self.piece == "proto":
            what = Text("{n} proto life", "{n} proto life", n=number)
        else:
            what = star_count_words(self.piece, number)
        return Text("{who} placed {what}", who=SeatName(seat), what=what)


def _put(board: Board, kind: str, number: int) -> Board:
    if not number:
        return board
    if kind == "proto":
        return add_proto_life(replace(board, held_proto=board.held_proto - number), number)
    stars = tuple(
        n - number if element == kind else n
        for element, n in zip(ELEMENTS, board.held_stars, strict=True)
    )
    return add_star(replace(board, held_stars=stars), kind, number)


def _places(size: int, sector: str) -> Text:
    return Text("Place size {size} in {sector}", size=size, sector=SECTOR_NAMES[sector])


@action("lay", "lay 2 psi", Text("Place a nebula"), when=CRAFT)
class PlaceNebula(Action):
    """Places a nebula; `code`: what it prints, if it is entered now."""

    grounds = ("place.held", "place.nebula")

    size: NebulaSize
    sector: SectorName
    code: TileCode | None = None

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if self.size not in board.unplaced_nebula_sizes and not board.drawn:
            yield Objection(
                "place.held",
                Text("You have no size {size} nebula to place", size=self.size),
                Text("Place a nebula you gained this turn"),
                next((f"lay {size} {self.sector}" for size in board.unplaced_nebula_sizes), ""),
                next((_places(size, self.sector) for size in board.unplaced_nebula_sizes), None),
            )
        yield from impossible_star_needs_objections(self.size, self.code)

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if self.size not in board.unplaced_nebula_sizes:
            board = replace(board, drawn=max(0, board.drawn - 1))
        board, tile = take_unplaced_tile(board, self.size, self.code)
        return s.with_board(seat, lay_tile(board, with_sector(tile, self.sector)))

    def which(self, s: State, seat: int) -> Text | None:
        known = self.sector != UNKNOWN_SECTOR
        return nebula_words(self.size, self.sector) if known else None

    def log_line(self, s: State, seat: int) -> Text:
        if self.sector == UNKNOWN_SECTOR:
            return Text("{who} placed a size {size} nebula", who=SeatName(seat), size=self.size)
        return Text(
            "{who} placed a size {size} nebula in {sector}",
            who=SeatName(seat),
            size=self.size,
            sector=SECTOR_NAMES[self.sector],
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("place the nebula with its elements up")


@action("leave", "leave he 1", Text("Leave out what you collected but didn't place"), when=CRAFT)
class RemoveUnplacedPieces(Action):
    """Takes out that many pieces collected and placed this turn: they are lost."""

    grounds = ("place.all", "place.lost")
    from_box = True

    kind: Annotated[str, one_of(*ELEMENTS, "proto", "nebula")]
    number: Annotated[int, whole_number_reader(0, 20)]

    def objections(self, s: State, seat: int) -> Objections:
        line = next((line for line in s.board(seat).lines if line.kind == self.kind), None)
        if line is None or line.got < self.number:
            yield Objection(
                "place.lost",
                Text("This turn you collected {n}", n=line.got if line else 0),
                Text("Choose what you collected this turn"),
            )
        elif self.kind == "nebula" and self.number and not s.board(seat).drawn:
            yield Objection(
                "place.lost",
                Text("Your new nebula is already in your galaxy"),
                Text("Fix your nebulae under Galaxy"),
            )

    def apply(self, s: State, seat: int) -> State:
        return s.with_board(
            seat, with_energy_line_corrected(s.board(seat), self.kind, left=self.number)
        )

    def log_line(self, s: State, seat: int) -> Text:
        names: dict[str, Text] = {
            "proto": Text("{n} proto life", "{n} proto life", n=self.number),
            "nebula": Text("{n} nebula", "{n} nebulae", n=self.number),
        }
        what = names.get(self.kind) or star_count_words(self.kind, self.number)
        return Text("{who} left out {what}", who=SeatName(seat), what=what)
