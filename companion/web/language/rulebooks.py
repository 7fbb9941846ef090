"""A game's rulebook and its wordings for the search, in a phone's language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule, Rulebook, with_wordings
from companion.referee.text import Text
from companion.web.language.languages import SOURCE


def rulebook(game: Game, language: str) -> Rulebook:
    """A game's rulebook in this language; as it is where nobody has translated it."""
    path = _beside(game, f"rulebook.{language}.toml")
    return translated(path, game.rulebook) if path else game.rulebook


def searchable(games: Mapping[str, Game], language: str) -> dict[str, Rulebook]:
    """Every game's rulebook in this language, with how its players ask."""
    return {slug: _asked(game, language) for slug, game in games.items()}


def _asked(game: Game, language: str) -> Rulebook:
    name = "wordings.toml" if language == SOURCE else f"wordings.{language}.toml"
    told, path = rulebook(game, language), _beside(game, name)
    return with_wordings(told, path) if path else told


def _beside(game: Game, name: str) -> Path | None:
    path = game.folder / name if game.folder else None
    return path if path and path.is_file() else None


def sentences(path: Path, book: Rulebook) -> Iterator[tuple[str, str]]:
    """The sentences of a rulebook with those of its translation at `path`, one by one."""
    other = translated(path, book)
    yield from (
        (ours.source, theirs.source)
        for (_, ours), (_, theirs) in zip(book.chapters, other.chapters, strict=True)
    )
    for rule, told in zip(book.rules, other.rules, strict=True):
        yield from ((rule.title.source, told.title.source), (rule.text.source, told.text.source))
    for question, asked in zip(book.questions, other.questions, strict=True):
        yield question.asks.source, asked.asks.source
        for (_, ours), (_, theirs) in zip(question.choices, asked.choices, strict=True):
            yield ours.source, theirs.source


def translated(path: Path, book: Rulebook) -> Rulebook:
    """The book in the words of its translation at `path`; what that leaves out stays English."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    chapters, rules, asked = (told.get(part, {}) for part in ("chapters", "rule", "question"))
    return replace(
        book,
        chapters=tuple((key, Text(chapters.get(key, own.source))) for key, own in book.chapters),
        rules=tuple(_rule(rule, rules.get(rule.key, {})) for rule in book.rules),
        questions=tuple(_question(one, asked.get(one.key, {})) for one in book.questions),
    )


def _rule(rule: Rule, told: Mapping[str, Any]) -> Rule:
    return replace(
        rule,
        title=Text(told.get("title", rule.title.source)),
        text=Text(told.get("text", rule.text.source)),
        words=tuple(told.get("words", rule.words)),
    )


def _question(question: Question, told: Mapping[str, Any]) -> Question:
    choices = told.get("choices", {})
    return replace(
        question,
        asks=Text(told.get("asks", question.asks.source)),
        choices=tuple((key, Text(choices.get(key, own.source))) for key, own in question.choices),
        words=tuple(told.get("words", question.words)),
    )
