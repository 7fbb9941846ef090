"""What is read from files: the rulebook with its tips, the lessons; and what a table chooses."""

from __future__ import annotations

from pathlib import Path

from companion.referee.game import Option, OptionValue, options_for_open_questions
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import read_rulebook
from companion.referee.text import Text, untranslated
from companion.referee.tips import with_tips

from ten_thousand.scoring import blanks

HERE = Path(__file__).parent


def _percent(n: int) -> int:
    return round(100 * blanks(n))


RULEBOOK = with_tips(
    read_rulebook(HERE / "rulebook.toml"),
    HERE / "tips.toml",
    {
        "turn.again": {"one": _percent(1), "two": _percent(2), "three": _percent(3)},
        "turn.hot-dice": {"six": _percent(6)},
    },
)
LESSONS = read_lessons(HERE / "lessons.toml")

ENTRY = Option(
    "entry",
    Text("How many points get you in?"),
    (
        *(OptionValue(n, untranslated(n)) for n in ("500", "350", "1000")),
        OptionValue("0", Text("Any points")),
    ),
)
TARGET = Option(
    "target",
    Text("How many points end the game?"),
    tuple(OptionValue(n, untranslated(n)) for n in ("10000", "5000")),
)
OPTIONS = (ENTRY, TARGET, *options_for_open_questions(RULEBOOK))
