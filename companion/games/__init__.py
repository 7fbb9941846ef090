"""The games of this folder, and those of other packages. No game imports another.

A package names its game in its pyproject.toml:

    [project.entry-points."companion.games"]
    pebbles = "pebbles:GAME"
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points

from companion.games.cosmogenesis import GAME as COSMOGENESIS
from companion.games.crafting import GAME as CRAFTING
from companion.games.empires import GAME as EMPIRES
from companion.referee.game import Game

ENTRY_POINT_GROUP = "companion.games"


def installed_games() -> tuple[Game, ...]:
    """Returns the games of all installed packages, ordered by name."""
    found = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)
    return tuple(entry.load() for entry in found)


def games_by_slug(games: Iterable[Game]) -> dict[str, Game]:
    """Returns games by slug. Raises ValueError if two share one: they would share their logs."""
    known: dict[str, Game] = {}
    for game in games:
        if game.slug in known:
            raise ValueError(f"two games are called {game.slug}")
        known[game.slug] = game
    return known


#: one line for each game
CATALOGUE: dict[str, Game] = games_by_slug((CRAFTING, EMPIRES, COSMOGENESIS, *installed_games()))
