"""Rule, Question, Rulebook: a game's rules as data, read from its rulebook.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.referee.text import Text

STRENGTHS = ("text", "reading", "silent")


@dataclass(frozen=True)
class Rule:
    """One rule in our own words.

    `page` is the rulebook's page, 0 where unknown. `strength`: "text" (the book says it),
    "reading" (our reading of it) or "silent". `judged`: whether the referee enforces it.
    `words`: the players' own words for it, for the search.
    """

    key: str
    title: Text
    text: Text
    page: int
    strength: str
    judged: bool
    words: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class Question:
    """Where the book is silent: what is asked, the possible answers, the one we suggest."""

    key: str
    asks: Text
    choices: tuple[tuple[str, Text], ...]
    default: str
    page: int
    words: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class Rulebook:
    """All rules and questions of one game, in the book's order, by chapter."""

    title: str
    chapters: tuple[tuple[str, Text], ...]
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    #: by key, how players ask for a rule; groups of words that they use for the same thing
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    synonyms: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def _entries(self) -> dict[str, Rule | Question]:
        entries: dict[str, Rule | Question] = {rule.key: rule for rule in self.rules}
        entries.update({question.key: question for question in self.questions})
        return entries

    def question(self, key: str) -> Question | None:
        """The question with this key; None where there is none."""
        found = self._entries.get(key)
        return found if isinstance(found, Question) else None

    def find(self, key: str) -> Rule | Question:
        """The rule or question with this key. Raises `KeyError`."""
        return self._entries[key]


def read_rulebook(path: Path) -> Rulebook:
    """Reads a rulebook.toml. Raises `ValueError` on an entry that the format does not allow."""
    book = tomllib.loads(path.read_text(encoding="utf-8"))
    return Rulebook(
        title=book["title"],
        chapters=tuple((key, Text(title)) for key, title in book["chapters"].items()),
        rules=tuple(_rule(key, entry) for key, entry in book.get("rule", {}).items()),
        questions=tuple(_question(key, entry) for key, entry in book.get("question", {}).items()),
    )


def with_wordings(book: Rulebook, path: Path) -> Rulebook:
    """The book with how its players ask, from a wordings.toml. Raises `ValueError` for a key that
    is not in the book.
    """
    asked = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {rule.key for rule in book.rules} | {question.key for question in book.questions}
    if strange := set(asked["wordings"]) - known:
        raise ValueError(f"{path.name}: no rule {min(strange)}")
    return replace(
        book,
        wordings={key: tuple(said) for key, said in asked["wordings"].items()},
        synonyms=tuple(tuple(group) for group in asked.get("synonyms", ())),
    )


def _rule(key: str, entry: Mapping[str, Any]) -> Rule:
    if entry["strength"] not in STRENGTHS:
        raise ValueError(f"{key}: strength is {entry['strength']!r}")
    return Rule(
        key=key,
        title=Text(entry["title"]),
        text=Text(entry["text"]),
        page=entry.get("page", 0),
        strength=entry["strength"],
        judged=entry["judged"],
        words=tuple(entry.get("words", ())),
    )


def _question(key: str, entry: Mapping[str, Any]) -> Question:
    if entry["default"] not in entry["choices"]:
        raise ValueError(f"{key}: the default is no choice")
    return Question(
        key=key,
        asks=Text(entry["asks"]),
        choices=tuple((value, Text(label)) for value, label in entry["choices"].items()),
        default=entry["default"],
        page=entry.get("page", 0),
        words=tuple(entry.get("words", ())),
    )
