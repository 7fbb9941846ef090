"""Finds a game by its short name on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee.game import Game


def game_or_exit(slug: str, games: Mapping[str, Game]) -> Game:
    """Returns the game; exits with the available names if there is none."""
    if slug not in games:
        known = ", ".join(sorted(games))
        raise SystemExit(f"There's no game called {slug}. Choose one of: {known}")
    return games[slug]
