"""What lies before one player: galaxy, hand, chambers, counters; what is left in the piles, as far
as a seat has told in its turn; and what happens to a board's counts when pieces come, go, turn over
or move. Values only; no rule lives here.

A count that can no longer be derived becomes None (not told), and is asked when it matters.
Removing more than there is stops at 0: an action is applied even when it was overruled. Of most
piles nobody ever tells: then what is gained is there. Life has one pile, under "proto".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.crafting.pieces import (
    CARDS_OF_A_KIND,
    CONTROLS,
    ELEMENTS,
    UNTOLD,
)
from companion.games.crafting.tiles import Tile, matching_tile, with_sector, without_tile

#: what a player is at while a round is played
WAITING, SHIFT, COLLECT, CRAFT, DONE = "waiting", "shift", "collect", "craft", "done"


@dataclass(frozen=True)
class LifeToken:
    """An advanced-life token: the how-manieth drawn of the game (0 first), its value if told."""

    draw: int
    value: int | None = None


@dataclass(frozen=True)
class CollectedLine:
    """One line of what a seat collects. `got` is less than `amount` when the supply ran out.

    `left`: so many were collected and not placed.
    """

    kind: str
    control: str
    active: bool
    amount: int
    got: int
    marbles: int = 0
    bonus: int = 0
    left: int = 0


@dataclass(frozen=True)
class Points:
    """Victory points by category; `mended` is what corrections added or took."""

    nebulae: int = 0
    chamber: int = 0
    goals: int = 0
    cards: int = 0
    life: int = 0
    mended: int = 0

    @property
    def total(self) -> int:
        return self.nebulae + self.chamber + self.goals + self.cards + self.life + self.mended


@dataclass(frozen=True)
class Board:
    """One player's board, hand and turn. Stars and sectors are in the order of `pieces`."""

    step: str = WAITING
    points: Points = Points()
    # the galaxy
    stars: tuple[int, ...] = (1, 0, 0, 0)
    novae: int = 0
    #: of each kind, how many of the supernovae may be it on their other side: there are no others
    under: tuple[int, ...] = (0, 0, 0, 0)
    proto: int = 1
    stable: int = 0
    tiles: tuple[Tile, ...] = tuple(Tile(size) for size in (1, 2, 3))
    sector_life: tuple[int | None, ...] = (None, None, None)
    star_group: int | None = 1
    stars_at_life: int | None = 0
    # advanced life: completed tiles that carry one, and that carry two
    singles: int = 0
    doubles: int = 0
    #: the stable life that stood around each nebula when it got its first advanced life, as far
    #: as nothing was corrected since; and how much stable life may have been moved or paid in the
    #: whole game: each graviton collected may be a move, which no phone tells
    ringed: tuple[int, ...] = ()
    stirred: int = 0
    lives: tuple[LifeToken, ...] = ()
    revealed: bool = False
    # the time chamber: the moving crystal, those waiting on 6, those on top, those beyond
    crystal: int = 0
    waiting: int = 0
    scored: int = 0
    beyond: int = 0
    # the hand
    hand: int = 4
    told: tuple[int, ...] | None = None
    powers: tuple[tuple[int, str], ...] = ()
    # this turn: pieces gained and not placed, sliders, what is being collected or was, if all
    # of it was placed at once
    held_stars: tuple[int, ...] = (0, 0, 0, 0)
    held_proto: int = 0
    held_tiles: tuple[Tile, ...] = ()
    #: nebulae drawn whose size and sector nobody has told yet
    drawn: int = 0
    nova: int = 0
    dna: int = 0
    graviton: int = 0
    lines: tuple[CollectedLine, ...] = ()
    #: piles of which it was told this turn how many are left
    left: tuple[tuple[str, int], ...] = ()
    #: how the last turn ended, as `end` says it: "nebula 2 psi", "stabilise"
    ended: str = ""
    # the goal that is being scored
    count: int | None = None

    def star(self, element: str) -> int:
        """Stars of one kind in the galaxy; "nova" counts supernovae."""
        return self.novae if element == "nova" else self.stars[ELEMENTS.index(element)]

    @property
    def all_stars(self) -> int:
        return sum(self.stars) + self.novae

    @property
    def has_unplaced_pieces(self) -> bool:
        return bool(sum(self.held_stars) or self.held_proto or self.held_tiles)

    def power_in(self, slot: int) -> str | None:
        return next((slug for filled, slug in self.powers if filled == slot), None)

    def has_power(self, slug: str) -> bool:
        return slug in [owned for _, owned in self.powers]

    def tiles_like(self, size: int, sector: str, completed: bool) -> tuple[Tile, ...]:
        """Tiles of this size that lie in this sector, or whose sector nobody told."""
        return tuple(
            tile
            for tile in self.tiles
            if tile.size == size
            and tile.completed == completed
            and (UNTOLD in (tile.sector, sector) or tile.sector == sector)
        )

    @property
    def held_sizes(self) -> tuple[int, ...]:
        """The sizes of the nebulae that were gained and not placed, each once."""
        return tuple(sorted({tile.size for tile in self.held_tiles}))

    @property
    def completed(self) -> int:
        return sum(tile.completed for tile in self.tiles)


#: what is gained while crafting and comes out of a pile
PILES = (*ELEMENTS, "proto", "nebula")


def pieces_left(board: Board, kind: str) -> int | None:
    """How many are left of a kind; None where nobody told."""
    return dict(board.left).get(kind)


def with_pieces_left(board: Board, kind: str, number: int) -> Board:
    return replace(board, left=tuple(sorted({**dict(board.left), kind: number}.items())))


def take_from_pile(board: Board, kind: str, number: int) -> tuple[Board, int]:
    """So many, or what is left of them, come out of their pile (rule energy.supply-short)."""
    left = pieces_left(board, kind)
    if left is None:
        return board, number
    taken = min(number, left)
    return with_pieces_left(board, kind, left - taken), taken


def put_back_on_pile(board: Board, kind: str, number: int) -> Board:
    """Pieces go back into a pile. A supernova goes back into that of a kind nobody told."""
    if kind == "nova":
        return replace(board, left=tuple(p for p in board.left if p[0] not in ELEMENTS))
    left = pieces_left(board, kind)
    return board if left is None else with_pieces_left(board, kind, left + number)


def _bump(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, n + by) if i == index else n for i, n in enumerate(counts))


def with_star_places_unknown(board: Board) -> Board:
    """Where the stars stand is no longer known, unless there is nothing to know."""
    return replace(
        board,
        star_group=board.all_stars if board.all_stars <= 1 else None,
        stars_at_life=0 if not board.singles + board.doubles or not board.all_stars else None,
    )


def with_life_places_unknown(board: Board) -> Board:
    """Where the life stands is no longer known, unless there is none."""
    known = None if board.proto + board.stable else 0
    return replace(board, sector_life=(known, known, known))


def add_star(board: Board, element: str, by: int = 1) -> Board:
    """Stars of one kind ("nova": supernovae of any kind) come into the galaxy, or leave it."""
    if element == "nova":
        return with_star_places_unknown(set_supernovae(board, board.novae + by))
    return with_star_places_unknown(
        replace(board, stars=_bump(board.stars, ELEMENTS.index(element), by))
    )


def set_supernovae(board: Board, number: int) -> Board:
    """So many supernovae: a new one may be of any kind, and of one that goes nobody said which."""
    number = max(0, number)
    new = max(0, number - board.novae)
    under = tuple(min(number, most + new) for most in board.under)
    return replace(board, novae=number, under=under)


def convert_to_supernova(board: Board, element: str) -> Board:
    """A star turns into a supernova where it stands; groups stay as they are."""
    if element == "nova":
        return board
    index = ELEMENTS.index(element)
    stars, under = _bump(board.stars, index, -1), _bump(board.under, index, 1)
    return replace(board, stars=stars, novae=board.novae + 1, under=under)


def turn_supernova_back(board: Board, element: str) -> Board:
    """A supernova becomes the star on its other side again."""
    under = _bump(board.under, ELEMENTS.index(element), -1)
    return add_star(add_star(replace(board, under=under), "nova", -1), element)


def add_proto(board: Board, by: int) -> Board:
    return with_life_places_unknown(replace(board, proto=max(0, board.proto + by)))


def add_stable(board: Board, by: int) -> Board:
    board = with_moved_stable(board, max(0, -by))
    return with_life_places_unknown(replace(board, stable=max(0, board.stable + by)))


def with_moved_stable(board: Board, number: int) -> Board:
    """So much stable life may have left its place."""
    return replace(board, stirred=board.stirred + number)


def move_stable(board: Board, number: int) -> Board:
    """So much stable life, or less, goes somewhere else in the galaxy."""
    return with_life_places_unknown(with_moved_stable(board, min(number, board.stable)))


def stabilise_proto_life(board: Board, number: int) -> Board:
    """Proto life turns over where it stands; sectors keep their life."""
    number = min(number, board.proto)
    return replace(board, proto=board.proto - number, stable=board.stable + number)


def lay_tile(board: Board, tile: Tile) -> Board:
    return replace(board, tiles=tuple(sorted((*board.tiles, tile))))


def swap_tile(board: Board, old: Tile, new: Tile) -> Board:
    """One tile leaves, another comes in its stead."""
    return lay_tile(replace(board, tiles=without_tile(board.tiles, old)), new)


def find_tile(
    board: Board, size: int, sector: str, completed: bool, points: int = 0, code: str = ""
) -> Tile | None:
    """The tile that is meant, perhaps by what it prints."""
    return matching_tile(board.tiles_like(size, sector, completed), sector, points, code)


def take_incomplete_tile(
    board: Board, size: int, sector: str, points: int = 0, code: str = ""
) -> tuple[Board, Tile] | None:
    """The board without the incomplete tile that is meant, and the tile. Where no sector was said
    and it may be one of several in different sectors, none is guessed: theirs are no longer known.
    """
    tile = find_tile(board, size, sector, False, points, code)
    if tile is None:
        return None
    board = replace(board, tiles=without_tile(board.tiles, tile))
    like = [t for t in board.tiles_like(size, UNTOLD, False) if t.code == tile.code]
    told = sector != UNTOLD or tile.sector == UNTOLD
    if told or all(other.sector == tile.sector for other in like):
        return board, with_sector(tile, sector)
    tiles = (replace(t, sector=UNTOLD) if t in like else t for t in board.tiles)
    return replace(board, tiles=tuple(sorted(tiles))), replace(tile, sector=UNTOLD)


def missing_stars_by_element(board: Board, tile: Tile) -> tuple[int, ...]:
    """How many stars of each element an incomplete tile lacks in the galaxy; supernovae apart.

    Of a tile whose needs nobody told nothing is known to be lacking.
    """
    needs = tile.needs or (0,) * len(ELEMENTS)
    return tuple(max(0, need - have) for need, have in zip(needs, board.stars, strict=True))


def missing_star_count(board: Board, tile: Tile) -> int:
    """How many stars the galaxy lacks at least to complete this tile; 0: it may be possible.

    Each supernova stands for one star of any kind. A tile of which nothing was told needs at
    least as many stars as its size (rule nebula.larger).
    """
    if tile.needs is None:
        return max(0, tile.size - board.all_stars)
    return max(0, sum(missing_stars_by_element(board, tile)) - board.novae)


def sector_size_sum(board: Board, sector: str) -> int | None:
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


def most_cards_of_kind(board: Board, kind: str) -> int:
    """How many cards of a kind the hand can hold: those told, and all that were not told."""
    if board.told is None:
        return min(board.hand, CARDS_OF_A_KIND)
    unknown = max(0, board.hand - sum(board.told))
    return min(board.told[CONTROLS.index(kind)] + unknown, CARDS_OF_A_KIND)
