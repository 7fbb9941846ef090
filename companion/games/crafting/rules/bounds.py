"""What a galaxy can have at most of what the app cannot see: for goals, and for corrections.

A bound never refuses what can be on a board: it only adds up what the app knows to be there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isqrt

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import SECTORS, UNTOLD

#: the corners of a nebula, and its sides
AROUND = 6
#: the life spaces that meet at a star space, at most
AT_A_STAR = 3
#: the nebula spaces that a board has at least: one for each tile of the set-up
FEWEST_NEBULAE = 3


def life_count(board: Board) -> int:
    """Life tokens in the galaxy: no sector has more."""
    return board.proto + board.stable


def most_stars_around_life(board: Board) -> int:
    """Stars around the nebulae with advanced life, each counted once."""
    return min(board.all_stars, AROUND * (board.singles + board.doubles))


def most_nebula_sizes_in_sector(sector: str, board: Board) -> int:
    """The sizes of the completed nebulae that can be in a sector."""
    there = (tile for tile in board.tiles if tile.completed and tile.sector in (sector, UNTOLD))
    return sum(tile.size for tile in there)


#: by goal, and by the field under which it can be told beforehand
MOST: dict[str, Callable[[Board], int]] = {
    "star-group": lambda board: board.all_stars,
    "stars-at-life": most_stars_around_life,
    **{f"life-{sector}": life_count for sector in SECTORS},
    **{f"nebulae-{sector}": partial(most_nebula_sizes_in_sector, sector) for sector in SECTORS},
}


def most_shared_sides(nebulae: int) -> int:
    """How many sides so many nebulae have in common at most, packed as closely as can be."""
    if not nebulae:
        return 0
    # The whole part of 3n - sqrt(12n - 3), as is known of hexagons.
    return 3 * nebulae - isqrt(12 * nebulae - 4) - 1


def can_life_spaces_be_full(board: Board) -> bool:
    """Whether life may fill every life space: no fewer can lie around so many nebulae."""
    nebulae = max(FEWEST_NEBULAE, len(board.tiles))
    return life_count(board) >= AROUND * nebulae - most_shared_sides(nebulae)


def least_stable_life(board: Board, stable: int) -> int:
    """How much stable life there must be for another nebula to have so much of it around it.

    What stood around the nebulae that got advanced life before is still there, but for what may
    have been moved or paid since; and only so many of these places can be shared.
    """
    shared = most_shared_sides(len(board.ringed) + 1)
    return max(stable, sum(board.ringed) + stable - shared - board.stirred)
