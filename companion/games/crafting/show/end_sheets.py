"""The sheets that end a turn or the game: what is left unspent, who is next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting.pieces import (
    SIZES,
)
from companion.games.crafting.player import Board
from companion.games.crafting.show.losses import losses
from companion.games.crafting.show.offers import (
    SECTOR_MARKS,
    star_picks,
)
from companion.games.crafting.show.taken import left_sheet, placed_words
from companion.games.crafting.state import State
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Sheet
from companion.referee.text import Text, Who, raw


def end_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    """What would be lost or was left out, then the end-of-turn choice, preset as last turn."""
    board = s.board(seat)
    out, lost = left_sheet(s, seat), losses(board) if board.holds_unplaced else None
    placed = placed_words(board)
    left = Choice(
        label=Text("Left something out?"),
        detail=Text("Placed: {what}", what=placed) if placed else None,
        sheet="left",
        icon="warn",
    )
    following = next_seat(s, seat)
    return (
        *out,
        Sheet(
            id="end",
            title=Text("End your turn"),
            verb="end",
            note=Text("Not placed or spent, so lost: {what}", what=lost) if lost else None,
            choices=(left,) if out else (),
            fields=(*_unspent(board), _closing(board, s.option("end.omega-must") == "optional")),
            submit=Text("End turn"),
            detail=Text("Then it's {who}'s turn", who=Who(following)) if following else None,
            icon="end",
        ),
    )


def next_seat(s: State, seat: int) -> int:
    """Who has the turn after this one; 0 where the round ends."""
    order = s.order
    after = order[order.index(seat) + 1 :]
    return after[0] if after else 0


def _unspent(board: Board) -> Iterator[Field]:
    """Slider points that would be lost: DNA preset to all that proto life allows."""
    most = min(board.dna, board.proto)
    if most:
        numbers = tuple(Pick(value=str(n) if n else "", label=raw(str(n))) for n in range(most + 1))
        yield Field(
            label=Text("{n} DNA left. Flip proto life, or the DNA is lost", n=board.dna),
            kind="pick",
            picks=numbers,
            value=str(most),
            lead="dna",
            at=3,
        )
    if board.nova and sum(board.stars):
        none = Pick(value="", label=Text("None"))
        yield Field(
            label=Text("1 supernova left. Tap the star you flipped, or it's lost"),
            kind="pick",
            picks=(*star_picks(board, novae=False), none),
            value="",
            lead="nova",
            at=4,
        )


def _closing(board: Board, free: bool) -> Field:
    """`free`: this table may leave out both. Others may where no proto life can be left and the
    app can't see whether a nebula finds its place.
    """
    tiles = tuple(
        Pick(
            value=f"nebula {size} {sector}",
            label=Text("{size} in {sector}", size=size, sector=mark),
            icon=f"nebula-{size}",
        )
        for size in SIZES
        for sector, mark in SECTOR_MARKS.items()
    )
    stable = Pick(
        value="stabilise", label=Text("Stabilise 1 proto life"), icon="stable", off=not board.proto
    )
    neither = (Pick(value="", label=Text("Neither")),)
    offered = neither if free or board.dna >= board.proto else ()
    preset = board.ended if board.ended != "stabilise" or board.proto else "-"
    return Field(
        label=(
            Text("Then choose one, a new nebula or stable life (as last turn)")
            if board.ended
            else Text("Then choose one, a new nebula or stable life")
        ),
        kind="grid",
        picks=(*tiles, stable, *offered),
        value=preset or "-",
        at=1,
    )
