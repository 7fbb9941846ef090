"""One player's galaxy, hand, chamber and counters, the piles as far as a seat entered them in its
turn, and how pieces that come, go, turn over or move change these counts. Values only, no rules.

A count that can no longer be derived becomes None (unknown), and is asked for when it matters.
Removing more than there is stops at 0: an action is applied even after an overruled objection. Most
piles are never entered: then a gain is taken as available. Life has one pile, "proto".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.crafting.pieces import (
    CARDS_PER_KIND,
    CONTROLS,
    ELEMENTS,
    UNKNOWN_SECTOR,
)
from companion.games.crafting.tiles import Tile, best_matching_tile, with_sector, without_one_tile

#: a player's step while a round is played
WAITING, SHIFT, COLLECT, CRAFT, DONE = "waiting", "shift", "collect", "craft", "done"


@dataclass(frozen=True)
class AdvancedLifeToken:
    """An advanced-life token: its number among all drawn (first 0), its value if entered."""

    draw: int
    value: int | None = None


@dataclass(frozen=True)
class CollectedEnergyLine:
    """One line of what a seat collects.

    `got` is less than `amount` if the supply ran out. `left`: how many were collected and not
    placed. `before`: where the slider or time crystal stood when it was taken, `sources`: the
    powers that added `bonus` then; None while it is not taken.
    """

    kind: str
    control: str
    active: bool
    amount: int
    got: int
    marbles: int = 0
    bonus: int = 0
    left: int = 0
    before: int | None = None
    sources: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PointsByCategory:
    """Victory points by category; `mended` is what corrections added or removed."""

    nebulae: int = 0
    chamber: int = 0
    goals: int = 0
    cards: int = 0
    life: int = 0
    mended: int = 0

    @property
    def total(self) -> int:
        """All points together."""
        return self.nebulae + self.chamber + self.goals + self.cards + self.life + self.mended


@dataclass(frozen=True)
class Board:
    """One player's board, hand and turn. Stars and sectors are in the order of `pieces`."""

    step: str = WAITING
    points: PointsByCategory = PointsByCategory()
    # the galaxy
    stars: tuple[int, ...] = (1, 0, 0, 0)
    novae: int = 0
    #: for each kind, how many of the supernovae may have it on their other side
    under: tuple[int, ...] = (0, 0, 0, 0)
    proto: int = 1
    stable: int = 0
    tiles: tuple[Tile, ...] = tuple(Tile(size) for size in (1, 2, 3))
    sector_life: tuple[int | None, ...] = (None, None, None)
    star_group: int | None = 1
    stars_at_life: int | None = 0
    # advanced life: completed tiles with one token, and with two
    singles: int = 0
    doubles: int = 0
    #: the stable life around each nebula when it got its first advanced life, unless corrected
    #: since; and how much stable life may have been moved or paid in the whole game: each graviton
    #: collected may be a move, which is not entered
    ringed: tuple[int, ...] = ()
    stirred: int = 0
    lives: tuple[AdvancedLifeToken, ...] = ()
    revealed: bool = False
    # the time chamber: the moving crystal, those waiting on 6, those on top, those beyond
    crystal: int = 0
    waiting: int = 0
    scored: int = 0
    beyond: int = 0
    # the hand
    hand: int = 4
    entered: tuple[int, ...] | None = None
    powers: tuple[tuple[int, str], ...] = ()
    # this turn: pieces gained and not placed, sliders, what is or was collected, whether all of it
    # was placed at once
    held_stars: tuple[int, ...] = (0, 0, 0, 0)
    held_proto: int = 0
    held_tiles: tuple[Tile, ...] = ()
    #: nebulae drawn with size and sector not entered yet
    drawn: int = 0
    nova: int = 0
    dna: int = 0
    graviton: int = 0
    lines: tuple[CollectedEnergyLine, ...] = ()
    #: piles whose remaining number was entered this turn
    left: tuple[tuple[str, int], ...] = ()
    #: how the last turn ended, in the notation of `end`: "nebula 2 psi", "stabilise"
    ended: str = ""
    # the goal that is being scored, and which seat counted; the cards discarded at the end of the
    # last round
    count: int | None = None
    counted_by: int = 0
    shed: int = 0

    def star_count_of_kind(self, element: str) -> int:
        """Returns the stars of one kind in the galaxy; "nova": supernovae."""
        return self.novae if element == "nova" else self.stars[ELEMENTS.index(element)]

    @property
    def star_and_supernova_count(self) -> int:
        """All stars and supernovae."""
        return sum(self.stars) + self.novae

    @property
    def can_flip_star(self) -> bool:
        """Whether a supernova point is left, and a star for it."""
        return bool(self.nova and sum(self.stars))

    @property
    def has_unplaced_pieces(self) -> bool:
        """Whether stars, proto life or nebulae are held and not placed."""
        return bool(sum(self.held_stars) or self.held_proto or self.held_tiles)

    def power_in_slot(self, slot: int) -> str | None:
        """Returns the power in a slot; None if it is empty."""
        return next((slug for filled, slug in self.powers if filled == slot), None)

    def has_power(self, slug: str) -> bool:
        """Returns whether the board has this power."""
        return slug in [owned for _, owned in self.powers]

    def tiles_of_size_and_sector(self, size: int, sector: str, completed: bool) -> tuple[Tile, ...]:
        """Returns the tiles of this size and side in this sector, or with an unknown sector."""
        return tuple(
            tile
            for tile in self.tiles
            if tile.size == size
            and tile.completed == completed
            and (UNKNOWN_SECTOR in (tile.sector, sector) or tile.sector == sector)
        )

    @property
    def unplaced_nebula_sizes(self) -> tuple[int, ...]:
        """The sizes of the nebulae that are held and not placed, each once."""
        return tuple(sorted({tile.size for tile in self.held_tiles}))

    @property
    def completed_nebula_count(self) -> int:
        """How many nebulae are completed."""
        return sum(tile.completed for tile in self.tiles)


def pieces_left_in_pile(board: Board, kind: str) -> int | None:
    """Returns how many of a kind are left; None if unknown."""
    return dict(board.left).get(kind)


def with_pieces_left_in_pile(board: Board, kind: str, number: int) -> Board:
    """Returns the board with this many of a kind left in the pile."""
    return replace(board, left=tuple(sorted({**dict(board.left), kind: number}.items())))


def take_from_pile(board: Board, kind: str, number: int) -> tuple[Board, int]:
    """Returns the board and the pieces taken, limited by the pile (rule energy.supply-short)."""
    left = pieces_left_in_pile(board, kind)
    if left is None:
        return board, number
    taken = min(number, left)
    return with_pieces_left_in_pile(board, kind, left - taken), taken


def put_back_on_pile(board: Board, kind: str, number: int) -> Board:
    """Returns the board with pieces put back; a supernova makes all star piles unknown."""
    if kind == "nova":
        return replace(board, left=tuple(p for p in board.left if p[0] not in ELEMENTS))
    left = pieces_left_in_pile(board, kind)
    return board if left is None else with_pieces_left_in_pile(board, kind, left + number)


def _bump(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, n + by) if i == index else n for i, n in enumerate(counts))


def with_star_places_unknown(board: Board) -> Board:
    """Returns the board with the places of stars unknown, unless none can differ."""
    return replace(
        board,
        star_group=board.star_and_supernova_count if board.star_and_supernova_count <= 1 else None,
        stars_at_life=0
        if not board.singles + board.doubles or not board.star_and_supernova_count
        else None,
    )


def with_life_places_unknown(board: Board) -> Board:
    """Returns the board with the places of life unknown, unless it has none."""
    known = None if board.proto + board.stable else 0
    return replace(board, sector_life=(known, known, known))


def add_star(board: Board, element: str, by: int = 1) -> Board:
    """Returns the board with `by` more stars of one kind ("nova": supernovae of any kind)."""
    if element == "nova":
        return with_star_places_unknown(set_supernova_count(board, board.novae + by))
    return with_star_places_unknown(
        replace(board, stars=_bump(board.stars, ELEMENTS.index(element), by))
    )


def set_supernova_count(board: Board, number: int) -> Board:
    """Returns the board with that many supernovae: a new or a removed one may be of any kind."""
    number = max(0, number)
    new = max(0, number - board.novae)
    under = tuple(min(number, most + new) for most in board.under)
    return replace(board, novae=number, under=under)


def convert_to_supernova(board: Board, element: str) -> Board:
    """Returns the board with a star turned into a supernova in place; groups stay the same."""
    if element == "nova":
        return board
    index = ELEMENTS.index(element)
    stars, under = _bump(board.stars, index, -1), _bump(board.under, index, 1)
    return replace(board, stars=stars, novae=board.novae + 1, under=under)


def turn_supernova_back(board: Board, element: str) -> Board:
    """Returns the board with a supernova turned back into the star on its other side."""
    under = _bump(board.under, ELEMENTS.index(element), -1)
    return add_star(add_star(replace(board, under=under), "nova", -1), element)


def add_proto_life(board: Board, by: int) -> Board:
    """Returns the board with `by` more proto life."""
    return with_life_places_unknown(replace(board, proto=max(0, board.proto + by)))


def add_stable_life(board: Board, by: int) -> Board:
    """Returns the board with `by` more stable life."""
    board = with_stable_life_places_unknown(board, max(0, -by))
    return with_life_places_unknown(replace(board, stable=max(0, board.stable + by)))


def with_stable_life_places_unknown(board: Board, number: int) -> Board:
    """Returns the board on which that much stable life may have left its place."""
    return replace(board, stirred=board.stirred + number)


def move_stable_life(board: Board, number: int) -> Board:
    """Returns the board with up to that much stable life moved in the galaxy."""
    return with_life_places_unknown(
        with_stable_life_places_unknown(board, min(number, board.stable))
    )


def stabilise_proto_life(board: Board, number: int) -> Board:
    """Returns the board with proto life turned over in place; sectors keep their life."""
    number = min(number, board.proto)
    return replace(board, proto=board.proto - number, stable=board.stable + number)


def galaxy_piece_counts(board: Board) -> tuple[int, ...]:
    """Returns the stars of each kind, the supernovae, the proto and the stable life."""
    return (*board.stars, board.novae, board.proto, board.stable)


def lay_tile(board: Board, tile: Tile) -> Board:
    """Returns the board with one more tile."""
    return replace(board, tiles=tuple(sorted((*board.tiles, tile))))


def swap_tile(board: Board, old: Tile, new: Tile) -> Board:
    """Returns the board with one tile replaced by another."""
    return lay_tile(replace(board, tiles=without_one_tile(board.tiles, old)), new)


def find_tile(
    board: Board, size: int, sector: str, completed: bool, points: int = 0, code: str = ""
) -> Tile | None:
    """Returns the matching tile, also by its print; None if there is none."""
    return best_matching_tile(
        board.tiles_of_size_and_sector(size, sector, completed), sector, points, code
    )


def take_incomplete_tile(
    board: Board, size: int, sector: str, points: int = 0, code: str = ""
) -> tuple[Board, Tile] | None:
    """Returns the board without the matching incomplete tile, and the tile; None if there is none.

    If no sector is given and it may be one of several in different sectors, none is guessed: their
    sectors become unknown.
    """
    tile = find_tile(board, size, sector, False, points, code)
    if tile is None:
        return None
    board = replace(board, tiles=without_one_tile(board.tiles, tile))
    like = [
        t
        for t in board.tiles_of_size_and_sector(size, UNKNOWN_SECTOR, False)
        if t.code == tile.code
    ]
    known = sector != UNKNOWN_SECTOR or tile.sector == UNKNOWN_SECTOR
    if known or all(other.sector == tile.sector for other in like):
        return board, with_sector(tile, sector)
    tiles = (replace(t, sector=UNKNOWN_SECTOR) if t in like else t for t in board.tiles)
    return replace(board, tiles=tuple(sorted(tiles))), replace(tile, sector=UNKNOWN_SECTOR)


def missing_stars_by_element(board: Board, tile: Tile) -> tuple[int, ...]:
    """Returns how many stars of each element an incomplete tile lacks, without supernovae.

    A tile with unknown needs counts as lacking none.
    """
    needs = tile.needed_stars or (0,) * len(ELEMENTS)
    return tuple(max(0, need - have) for need, have in zip(needs, board.stars, strict=True))


def missing_star_count(board: Board, tile: Tile) -> int:
    """Returns how many stars the galaxy lacks at least for this tile; 0 if none may be missing.

    Each supernova counts as one star of any kind. An unknown tile needs at least as many stars as
    its size (rule nebula.larger).
    """
    if tile.needed_stars is None:
        return max(0, tile.size - board.star_and_supernova_count)
    return max(0, sum(missing_stars_by_element(board, tile)) - board.novae)


def completed_size_in_sector(board: Board, sector: str) -> int | None:
    """Returns the total size of the completed tiles in a sector; None if a sector is unknown."""
    done = [tile for tile in board.tiles if tile.completed]
    if any(tile.sector == UNKNOWN_SECTOR for tile in done):
        return None
    return sum(tile.size for tile in done if tile.sector == sector)


def spend_cards(board: Board, number: int, kind: str | None) -> Board:
    """Returns the board with cards spent; an entered hand that cannot be true is dropped."""
    if not number:
        return board
    hand = max(0, board.hand - number)
    return replace(board, hand=hand, entered=_entered_after(board, number, kind))


def _entered_after(board: Board, number: int, kind: str | None) -> tuple[int, ...] | None:
    """Returns what is still known of the hand, at least that many of each kind; None if nothing. A
    payment of unknown kind may be of any.
    """
    entered = board.entered
    if entered is None:
        return None
    kinds = [i for i, n in enumerate(entered) if n]
    if kind is None and len(kinds) == 1 and sum(entered) == board.hand:
        kind = CONTROLS[kinds[0]]
    left = tuple(
        max(0, n - number) if kind in (None, c) else n
        for c, n in zip(CONTROLS, entered, strict=True)
    )
    hand = board.hand - number
    # Knowing none of the cards that are there is the same as no entry.
    return left if sum(left) <= hand and (any(left) or not hand) else None


def max_hand_cards_of_kind(board: Board, kind: str) -> int:
    """Returns the most cards of a kind that the hand can hold: known ones and all unknown ones."""
    if board.entered is None:
        return min(board.hand, CARDS_PER_KIND)
    unknown = max(0, board.hand - sum(board.entered))
    return min(board.entered[CONTROLS.index(kind)] + unknown, CARDS_PER_KIND)
