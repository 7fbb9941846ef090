"""Chapter "nebula": completing a nebula, and telling what a tile prints."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Complete, TellTile
from companion.games.crafting.board import (
    add_star,
    find_tile,
    lay_tile,
    pick_tile,
    swap_tile,
)
from companion.games.crafting.pieces import SECTOR_NAMES, UNTOLD
from companion.games.crafting.piles import back_in
from companion.games.crafting.player import CRAFT, Board
from companion.games.crafting.rules.nebula_needs import (
    CORNERS,
    needs_words,
    star_not_there,
    stars_lacking,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile, in_sector, printed, prints, the_one, without
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: points that we expect a tile of each size to print (question nebula.points-printed)
EXPECTED_POINTS = {1: range(1, 10), 2: range(2, 10), 3: range(3, 21)}


def _may_complete(s: State, seat: int, a: Complete) -> Answers:
    board = s.board(seat)
    tile = _meant(board, a)
    if tile is None:
        yield _no_tile(board, a)
    elif not tile.code:
        # What is told now counts as told.
        tile = replace(tile, code=a.code)
        yield from tile_answers(a.size, a.code)
        yield from odd_points(s, a.size, a.points)
    if tile is not None:
        yield from _other_print(tile, a)
        yield from stars_lacking(board, tile)
    yield from star_not_there(board, tile, a.star)


def _meant(board: Board, a: Complete) -> Tile | None:
    return find_tile(board, a.size, a.sector, False, a.points, a.code)


def _no_tile(board: Board, a: Complete) -> Objection:
    return Objection(
        "nebula.tile",
        Text(
            "You have no incomplete size {size} nebula in {sector}",
            size=a.size,
            sector=SECTOR_NAMES[a.sector],
        ),
        Text("Place one there first, or fix your count under Galaxy"),
        f"lay {a.size} {a.sector}" if a.size in board.held_sizes else "",
        Text("Place size {size} in {sector}", size=a.size, sector=SECTOR_NAMES[a.sector]),
    )


def _other_print(tile: Tile, a: Complete) -> Answers:
    """Objects when the table knows that this tile prints something else."""
    if not prints(tile, a.points, a.code):
        yield Objection(
            "nebula.known",
            Text(
                "This tile needs {needs} and gives {points} points",
                needs=needs_words(tile.code),
                points=tile.points or 0,
            ),
            Text("Complete it for that, or fix what the tile prints"),
            f"complete {a.size} {a.sector} {tile.code} {a.star}",
            Text("Complete it for {n} point", "Complete it for {n} points", n=tile.points or 0),
        )


def tile_answers(size: int, code: str | None) -> Answers:
    """What speaks against a tile of this size printing such needs."""
    if not code:
        return
    stars = sum(printed(code).needs)
    if stars > CORNERS:
        yield Objection(
            "nebula.corners",
            Text("That's {n} stars, but a nebula has 6 corners", n=stars),
            Text("Enter the stars printed on the tile again"),
        )
    elif stars < size:
        yield Objection(
            "nebula.larger",
            Text("A size {size} nebula needs at least {size} stars", size=size),
            Text("Enter the stars printed on the tile again"),
        )


def odd_points(s: State, size: int, points: int) -> Answers:
    """A doubt where no tile of this size can print so many points, as far as we know."""
    choice, expected = s.option("nebula.points-printed"), EXPECTED_POINTS[size]
    if points in expected or choice == "as-printed":
        return
    reason = Text(
        "{points} points on a size {size} nebula? We expect {low} to {high}",
        points=points,
        size=size,
        low=expected[0],
        high=expected[-1],
    )
    if choice == "as-expected":
        yield Objection(
            "nebula.points-printed", reason, Text("Enter the points printed on the tile again")
        )
    else:
        yield Doubt("nebula.points-printed", reason)


def _complete(s: State, seat: int, a: Complete) -> State:
    board = s.board(seat)
    picked = pick_tile(board, a.size, a.sector, a.points, a.code)
    if picked is not None:
        board, tile = picked
        board = lay_tile(board, replace(tile, completed=True, code=a.code or tile.code))
    points = replace(board.points, nebulae=board.points.nebulae + a.points)
    board = back_in(replace(board, points=points), a.star, 1)
    return s.with_board(seat, add_star(board, a.star, -1))


def _own(board: Board, a: TellTile) -> tuple[Tile, bool] | None:
    """The tile that is told of, and whether it is held: those of which nothing was told first,
    incomplete ones first; with `was`, one of which just that was told.
    """

    def likely(tile: Tile) -> tuple[bool, bool, bool]:
        return bool(tile.code), tile.completed, tile.sector != a.sector

    there = [t for done in (False, True) for t in board.tiles_like(a.size, a.sector, done)]
    held = [t for t in board.held_tiles if t.size == a.size and a.sector == UNTOLD]
    fits = [(t, False) for t in there] + [(t, True) for t in held]
    if a.was is not None:
        fits = [(tile, is_held) for tile, is_held in fits if tile.code == a.was]
    return min(fits, key=lambda fit: likely(fit[0]), default=None)


def _may_tell_tile(s: State, seat: int, a: TellTile) -> Answers:
    if _own(s.board(seat), a) is None:
        yield Objection(
            "nebula.own",
            Text(
                "You have no such size {size} nebula in {sector}",
                size=a.size,
                sector=SECTOR_NAMES[a.sector],
            ),
            Text("Choose a nebula you have, or fix your count under Galaxy"),
        )
    yield from tile_answers(a.size, a.code)
    if a.code:
        yield from odd_points(s, a.size, printed(a.code).points)


def _tell_tile(s: State, seat: int, a: TellTile) -> State:
    board = s.board(seat)
    found = _own(board, a)
    if found is None:
        return s
    tile, is_held = found
    told = replace(in_sector(tile, a.sector), code=a.code)
    if is_held:
        rest = without(board.held_tiles, tile)
        return s.with_board(seat, replace(board, held_tiles=tuple(sorted((*rest, told)))))
    return s.with_board(seat, swap_tile(board, tile, told))


def take_held(board: Board, size: int, code: str | None) -> tuple[Board, Tile]:
    """A held nebula goes out of the hand: the board without it, and the tile as it is laid."""
    held = [tile for tile in board.held_tiles if tile.size == size]
    tile = the_one(held, UNTOLD, code=code or "")
    if tile is not None:
        board = replace(board, held_tiles=without(board.held_tiles, tile))
    return board, Tile(size, code=code or (tile.code if tile else ""))


ACTION_RULES = {
    Complete: ActionRule(CRAFT, _may_complete, _complete),
    TellTile: ActionRule(ANY, _may_tell_tile, _tell_tile),
}
