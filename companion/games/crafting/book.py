"""The rulebook of Crafting the Cosmos and what is taught of it, read once."""

from __future__ import annotations

from pathlib import Path

from companion.referee.lessons import read_lessons
from companion.referee.rulebook import read_rulebook

RULEBOOK = read_rulebook(Path(__file__).parent / "rulebook.toml")

LESSONS = read_lessons(Path(__file__).parent / "lessons.toml")
