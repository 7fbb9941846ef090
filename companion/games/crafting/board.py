"""What happens to one board's counts when pieces come, go, turn over or move. No rule lives here.

A count that can no longer be derived becomes None (not told), and is asked when it matters.
Removing more than there is stops at 0: an action is applied even when it was overruled.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.pieces import CARDS_OF_A_KIND, CONTROLS, ELEMENTS, UNTOLD
from companion.games.crafting.player import Board
from companion.games.crafting.tiles import Tile, in_sector, the_one, without


def _bump(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, n + by) if i == index else n for i, n in enumerate(counts))


def stars_moved(board: Board) -> Board:
    """Where the stars stand is no longer known, unless there is nothing to know."""
    return replace(
        board,
        star_group=board.all_stars if board.all_stars <= 1 else None,
        stars_at_life=0 if not board.singles + board.doubles or not board.all_stars else None,
    )


def life_moved(board: Board) -> Board:
    """Where the life stands is no longer known, unless there is none."""
    known = None if board.proto + board.stable else 0
    return replace(board, sector_life=(known, known, known))


def add_star(board: Board, element: str, by: int = 1) -> Board:
    """Stars of one kind ("nova": supernovae of any kind) come into the galaxy, or leave it."""
    if element == "nova":
        return stars_moved(set_novae(board, board.novae + by))
    return stars_moved(replace(board, stars=_bump(board.stars, ELEMENTS.index(element), by)))


def set_novae(board: Board, number: int) -> Board:
    """So many supernovae: a new one may be of any kind, and of one that goes nobody said which."""
    number = max(0, number)
    new = max(0, number - board.novae)
    under = tuple(min(number, most + new) for most in board.under)
    return replace(board, novae=number, under=under)


def convert(board: Board, element: str) -> Board:
    """A star turns into a supernova where it stands; groups stay as they are."""
    if element == "nova":
        return board
    index = ELEMENTS.index(element)
    stars, under = _bump(board.stars, index, -1), _bump(board.under, index, 1)
    return replace(board, stars=stars, novae=board.novae + 1, under=under)


def turn_back(board: Board, element: str) -> Board:
    """A supernova becomes the star on its other side again."""
    under = _bump(board.under, ELEMENTS.index(element), -1)
    return add_star(add_star(replace(board, under=under), "nova", -1), element)


def add_proto(board: Board, by: int) -> Board:
    return life_moved(replace(board, proto=max(0, board.proto + by)))


def add_stable(board: Board, by: int) -> Board:
    board = stir(board, max(0, -by))
    return life_moved(replace(board, stable=max(0, board.stable + by)))


def stir(board: Board, number: int) -> Board:
    """So much stable life may have left its place."""
    return replace(board, stirred=board.stirred + number)


def move_stable(board: Board, number: int) -> Board:
    """So much stable life, or less, goes somewhere else in the galaxy."""
    return life_moved(stir(board, min(number, board.stable)))


def stabilise(board: Board, number: int) -> Board:
    """Proto life turns over where it stands; sectors keep their life."""
    number = min(number, board.proto)
    return replace(board, proto=board.proto - number, stable=board.stable + number)


def lay_tile(board: Board, tile: Tile) -> Board:
    return replace(board, tiles=tuple(sorted((*board.tiles, tile))))


def swap_tile(board: Board, old: Tile, new: Tile) -> Board:
    """One tile leaves, another comes in its stead."""
    return lay_tile(replace(board, tiles=without(board.tiles, old)), new)


def find_tile(
    board: Board, size: int, sector: str, completed: bool, points: int = 0, code: str = ""
) -> Tile | None:
    """The tile that is meant, perhaps by what it prints."""
    return the_one(board.tiles_like(size, sector, completed), sector, points, code)


def pick_tile(
    board: Board, size: int, sector: str, points: int = 0, code: str = ""
) -> tuple[Board, Tile] | None:
    """The board without the incomplete tile that is meant, and the tile. Where no sector was said
    and it may be one of several in different sectors, none is guessed: theirs are no longer known.
    """
    tile = find_tile(board, size, sector, False, points, code)
    if tile is None:
        return None
    board = replace(board, tiles=without(board.tiles, tile))
    like = [t for t in board.tiles_like(size, UNTOLD, False) if t.code == tile.code]
    told = sector != UNTOLD or tile.sector == UNTOLD
    if told or all(other.sector == tile.sector for other in like):
        return board, in_sector(tile, sector)
    tiles = (replace(t, sector=UNTOLD) if t in like else t for t in board.tiles)
    return replace(board, tiles=tuple(sorted(tiles))), replace(tile, sector=UNTOLD)


def lacking(board: Board, tile: Tile) -> tuple[int, ...]:
    """How many stars of each element an incomplete tile lacks in the galaxy; supernovae apart.

    Of a tile whose needs nobody told nothing is known to be lacking.
    """
    needs = tile.needs or (0,) * len(ELEMENTS)
    return tuple(max(0, need - have) for need, have in zip(needs, board.stars, strict=True))


def missing(board: Board, tile: Tile) -> int:
    """How many stars the galaxy lacks at least to complete this tile; 0: it may be possible.

    Each supernova stands for one star of any kind. A tile of which nothing was told needs at
    least as many stars as its size (rule nebula.larger).
    """
    if tile.needs is None:
        return max(0, tile.size - board.all_stars)
    return max(0, sum(lacking(board, tile)) - board.novae)


def sector_sum(board: Board, sector: str) -> int | None:
    """The sizes of the completed tiles in a sector; None while one's sector is not told."""
    done = [tile for tile in board.tiles if tile.completed]
    if any(tile.sector == UNTOLD for tile in done):
        return None
    return sum(tile.size for tile in done if tile.sector == sector)


def spend_cards(board: Board, number: int, kind: str | None) -> Board:
    """Energy cards leave the hand. What was told of the hand is forgotten when it cannot hold."""
    if not number:
        return board
    hand = max(0, board.hand - number)
    return replace(board, hand=hand, told=_told_after(board, number, kind))


def _told_after(board: Board, number: int, kind: str | None) -> tuple[int, ...] | None:
    """What is still known of the hand: at least so many of each kind. A payment of which nobody
    said the kind may have been of any.
    """
    told = board.told
    if told is None:
        return None
    kinds = [i for i, n in enumerate(told) if n]
    if kind is None and len(kinds) == 1 and sum(told) == board.hand:
        kind = CONTROLS[kinds[0]]
    left = tuple(
        max(0, n - number) if kind in (None, c) else n for c, n in zip(CONTROLS, told, strict=True)
    )
    hand = board.hand - number
    # Nothing known of cards that are there is the same as nothing told.
    return left if sum(left) <= hand and (any(left) or not hand) else None


def could_have(board: Board, kind: str) -> int:
    """How many cards of a kind the hand can hold: those told, and all that were not told."""
    if board.told is None:
        return min(board.hand, CARDS_OF_A_KIND)
    unknown = max(0, board.hand - sum(board.told))
    return min(board.told[CONTROLS.index(kind)] + unknown, CARDS_OF_A_KIND)
