"""Where the folders of the project lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "companion"
TEMPLATES = ROOT / "templates"
TESTS = ROOT / "tests"
#: Scenarios, whole games and vectors, a folder a game.
GAMES = TESTS / "games"
