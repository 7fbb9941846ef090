"""Upper bounds on what a galaxy has of things the app cannot see, for goals and corrections.

A bound never refuses a possible board: it only adds up what the app knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isqrt

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import SECTORS, UNKNOWN_SECTOR
from companion.referee.text import Text

#: the panel where a seat counts what is around its nebulae, and the words that lead there
COUNTED_AROUND = ("lens", Text("Count what's around it"))
#: the corners of a nebula, and its sides
SIDES_PER_NEBULA = 6
#: the most life spaces that meet at a star space
MAX_LIFE_SPACES_AT_STAR = 3
#: the fewest nebula spaces of a board: one for each tile of the set-up
MIN_NEBULA_SPACES = 3


def life_count(board: Board) -> int:
    """Returns the life tokens in the galaxy; no sector has more."""
    return board.proto + board.stable


def max_stars_around_life(board: Board) -> int:
    """Returns the most stars that can be around nebulae with advanced life, each counted once."""
    return min(board.star_and_supernova_count, SIDES_PER_NEBULA * (board.singles + board.doubles))


def max_completed_size_in_sector(sector: str, board: Board) -> int:
    """Returns the total size of the completed nebulae that can be in a sector."""
    there = (
        tile for tile in board.tiles if tile.completed and tile.sector in (sector, UNKNOWN_SECTOR)
    )
    return sum(tile.size for tile in there)


#: by goal, and by the field in which a count can be entered before it is due
MAX_COUNT_FUNCTION_BY_GOAL: dict[str, Callable[[Board], int]] = {
    "star-group": lambda board: board.star_and_supernova_count,
    "stars-at-life": max_stars_around_life,
    **{f"life-{sector}": life_count for sector in SECTORS},
    **{f"nebulae-{sector}": partial(max_completed_size_in_sector, sector) for sector in SECTORS},
}


def max_sides_shared_by_nebulae(nebulae: int) -> int:
    """Returns how many sides this many nebulae share at most, packed as closely as possible."""
    if not nebulae:
        return 0
    # The whole part of 3n - sqrt(12n - 3), the known bound for hexagons.
    return 3 * nebulae - isqrt(12 * nebulae - 4) - 1


def min_free_life_spaces(board: Board) -> int:
    """Returns how many life spaces are free at least: this many nebulae have at least that many."""
    nebulae = max(MIN_NEBULA_SPACES, len(board.tiles))
    spaces = SIDES_PER_NEBULA * nebulae - max_sides_shared_by_nebulae(nebulae)
    return max(0, spaces - life_count(board))


def min_free_star_spaces(board: Board) -> int:
    """Returns how many star spaces are free at least, at the corners of nebulae packed closely."""
    nebulae = max(MIN_NEBULA_SPACES, len(board.tiles))
    # Euler's formula: corners = sides - nebulae + 1, where they hang together.
    sides = SIDES_PER_NEBULA * nebulae - max_sides_shared_by_nebulae(nebulae)
    return max(0, sides - nebulae + 1 - board.star_and_supernova_count)


def can_life_spaces_be_full(board: Board) -> bool:
    """Returns whether life may fill every life space."""
    return not min_free_life_spaces(board)


def min_stable_life(board: Board, stable: int) -> int:
    """Returns the least stable life a board needs if another nebula has `stable` around it.

    Life counted around earlier nebulae is still there, except what may have been moved or paid
    since; and only a limited number of these places can be shared.
    """
    shared = max_sides_shared_by_nebulae(len(board.ringed) + 1)
    return max(stable, sum(board.ringed) + stable - shared - board.stirred)
