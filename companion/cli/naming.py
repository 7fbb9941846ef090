"""Games on the command line: by their short names, and what is said of one that there is not."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee.game import Game


def game_called(slug: str, games: Mapping[str, Game]) -> Game:
    """The game; ends the program where there is none."""
    if slug not in games:
        known = ", ".join(sorted(games))
        raise SystemExit(f"There's no game called {slug}. Choose one of: {known}")
    return games[slug]
