"""The rulebook of Crafting the Cosmos and what is taught of it, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.crafting.tips import NUMBERS
from companion.referee.examples import read_examples
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import read_rulebook, with_signs
from companion.referee.tips import with_tips

HERE = Path(__file__).parent

RULEBOOK = with_tips(
    with_signs(read_rulebook(HERE / "rulebook.toml"), HERE / "signs.toml"),
    HERE / "tips.toml",
    NUMBERS,
)

EXAMPLES = read_examples(HERE / "examples.toml")

LESSONS = read_lessons(HERE / "lessons.toml")
