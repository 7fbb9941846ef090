"""The rulebook of Cosmogenesis, read once."""

from __future__ import annotations

from pathlib import Path

from companion.referee.rulebook import read_rulebook

RULEBOOK = read_rulebook(Path(__file__).parent / "rulebook.toml")
