"""Rulebooks, and their wordings for the search, in a phone's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.referee.entries import read_translations
from companion.referee.game import Game
from companion.referee.rulebook import (
    Question,
    Rule,
    Rulebook,
    Sign,
    sign_wordings,
    with_search_wordings,
)
from companion.referee.text import Text
from companion.referee.tips import with_tip_wordings, with_translated_tips
from companion.rule_search.asking import words_of_meanings
from companion.rule_search.naming import ActionWords, read_action_words
from companion.web.language.languages import SOURCE_LANGUAGE, speaks
from companion.yielding import let_others


def rulebook(game: Game, language: str) -> Rulebook:
    """Returns a game's rulebook in this language; untranslated if there is no translation."""
    path, signs, tips = (
        _beside(game, f"{kind}.{language}.toml") for kind in ("rulebook", "signs", "tips")
    )
    book = translated_rulebook(path, game.rulebook) if path else game.rulebook
    book = translated_signs(signs, book) if signs else book
    return with_translated_tips(book, tips) if tips else book


def searchable_rulebooks(games: Mapping[str, Game], language: str) -> dict[str, Rulebook]:
    """Returns the rulebook in this language, with the ways players ask, of each game that the
    language speaks.
    """
    return {slug: _asked(game, language) for slug, game in games.items() if speaks(language, game)}


def _asked(game: Game, language: str) -> Rulebook:
    name = "wordings.toml" if language == SOURCE_LANGUAGE else f"wordings.{language}.toml"
    book, path = rulebook(game, language), _beside(game, name)
    let_others()
    asked = with_search_wordings(book, path) if path else book
    let_others()
    tips = _beside(game, name.replace("wordings", "tips"))
    return with_tip_wordings(asked, tips) if tips else asked


def action_words(game: Game, language: str, means: Mapping[str, str]) -> ActionWords:
    """Returns how players name the game's actions in this language. `means`: by verb, what each
    action means in it, for a game that brings no words of its own.
    """
    path = _beside(game, f"asks.{language}.toml")
    if path:
        return read_action_words(path)
    return words_of_meanings(game.notation.forms, means, language)


def _beside(game: Game, name: str) -> Path | None:
    path = game.folder / name if game.folder else None
    return path if path and path.is_file() else None


def rulebook_translations(path: Path, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yields a rulebook's sentences, each with its translation from `path`."""
    other = translated_rulebook(path, book)
    yield from (
        (ours.source, theirs.source)
        for (_, ours), (_, theirs) in zip(book.chapters, other.chapters, strict=True)
    )
    for rule, translated in zip(book.rules, other.rules, strict=True):
        if rule.sheet and translated.sheet:
            yield rule.sheet.source, translated.sheet.source
        yield from (
            (rule.title.source, translated.title.source),
            (rule.text.source, translated.text.source),
        )
    questions, others = (*book.questions, *book.retired), (*other.questions, *other.retired)
    for question, asked in zip(questions, others, strict=True):
        yield question.asks.source, asked.asks.source
        for (_, ours), (_, theirs) in zip(question.choices, asked.choices, strict=True):
            yield ours.source, theirs.source


def sign_translations(path: Path, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yields the names and meanings of a book's signs, each with its translation from `path`."""
    for ours, theirs in zip(book.signs, translated_signs(path, book).signs, strict=True):
        yield ours.title.source, theirs.title.source
        yield ours.text.source, theirs.text.source


def translated_signs(path: Path, book: Rulebook) -> Rulebook:
    """Returns the book with its signs translated from `path`."""
    data = read_translations(path)
    named, asks = data.get("sign", {}), data.get("asks", [])
    signs = tuple(_sign(sign, named.get(sign.key.removeprefix("sign."), {})) for sign in book.signs)
    wordings = {each.key: sign_wordings(each, asks) for each in signs}
    return replace(book, signs=signs, wordings={**book.wordings, **wordings})


def _sign(sign: Sign, data: Mapping[str, Any]) -> Sign:
    return replace(
        sign,
        title=_text(data, "name", sign.title),
        text=_text(data, "text", sign.text),
        words=tuple(data.get("words", sign.words)),
    )


def translated_rulebook(path: Path, book: Rulebook) -> Rulebook:
    """Returns the book translated from `path`; what is missing there stays English."""
    data = read_translations(path)
    chapters, rules, asked = (data.get(part, {}) for part in ("chapters", "rule", "question"))
    sheets = {int(page): Text(name) for page, name in data.get("pages", {}).items()}
    return replace(
        book,
        chapters=tuple((key, _text(chapters, key, own)) for key, own in book.chapters),
        rules=tuple(_rule(rule, rules.get(rule.key, {}), sheets) for rule in book.rules),
        questions=tuple(_question(one, asked.get(one.key, {})) for one in book.questions),
        retired=tuple(_question(one, asked.get(one.key, {})) for one in book.retired),
    )


def _rule(rule: Rule, data: Mapping[str, Any], sheets: Mapping[int, Text]) -> Rule:
    return replace(
        rule,
        title=_text(data, "title", rule.title),
        text=_text(data, "text", rule.text),
        words=tuple(data.get("words", rule.words)),
        sheet=sheets.get(rule.page, rule.sheet),
    )


def _text(data: Mapping[str, Any], part: str, own: Text) -> Text:
    """Returns what the file says, else the own text with the values that the game gave it."""
    return Text(data[part]) if part in data else own


def _question(question: Question, data: Mapping[str, Any]) -> Question:
    choices = data.get("choices", {})
    return replace(
        question,
        asks=_text(data, "asks", question.asks),
        choices=tuple((key, _text(choices, key, own)) for key, own in question.choices),
        words=tuple(data.get("words", question.words)),
    )
