"""Topics: what a question asks beside the rules: advice, who made the game, something else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path

from companion.rule_search.lexicon import Lexicon

#: In a phrase: any words between two others, the question's beginning, and what ends a word.
GAP_MARK, BEGINNING_MARK, ENDING_MARK = "*", "^", "-"

PHRASES: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "topics.toml").read_text(encoding="utf-8")
)


class Topic(Enum):
    """What is asked: a rule, what is good, who made the game, what is not of this game."""

    RULE, ADVICE, MAKERS, ELSEWHERE = "rule", "advice", "makers", "elsewhere"


class TopicReader:
    """Tells a question's topic by its phrases, in one language."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._phrases = [
            (Topic(topic), re.compile("|".join(_pattern(each, lexicon) for each in phrases)))
            for topic, phrases in PHRASES.get(language, {}).items()
        ]

    def read(self, words: Sequence[str]) -> Topic:
        """Returns the topic of a question with these words."""
        question = " ".join(words)
        return next((topic for topic, said in self._phrases if said.search(question)), Topic.RULE)


def _pattern(phrase: str, lexicon: Lexicon) -> str:
    """Returns the pattern of a phrase in words with one blank between two."""
    parts = [" ".join(_words(part, lexicon)) for part in phrase.split(GAP_MARK)]
    begins = r"\A" if phrase.startswith(BEGINNING_MARK) else r"(?:\A|(?<= ))"
    return begins + r" (?:\S+ )*".join(filter(None, parts)) + r"(?= |\Z)"


def _words(part: str, lexicon: Lexicon) -> Iterator[str]:
    """Yields the pattern of each word of a part of a phrase."""
    for written in part.split():
        before = r"\S+" if written.startswith(ENDING_MARK) else ""
        yield from (before + re.escape(word) for word in lexicon.split_into_words(written))
