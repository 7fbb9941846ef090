"""Games that come with other packages: whatever is named in the group `companion.games`.

Such a package says in its pyproject.toml:

    [project.entry-points."companion.games"]
    pebbles = "pebbles:GAME"
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points

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
