"""The games: a folder each, and those of other packages. They never import each other.

Such a package names its game in its pyproject.toml:

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

GROUP = "companion.games"


def installed() -> tuple[Game, ...]:
    """The games of all installed packages, in the order of their names."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return tuple(entry.load() for entry in found)


def by_slug(games: Iterable[Game]) -> dict[str, Game]:
    """Games by their slugs. Two with the same one would read each other's logs: that is refused."""
    known: dict[str, Game] = {}
    for game in games:
        if game.slug in known:
            raise ValueError(f"two games are called {game.slug}")
        known[game.slug] = game
    return known


#: One line a game.
CATALOGUE: dict[str, Game] = by_slug((CRAFTING, EMPIRES, COSMOGENESIS, *installed()))
