"""Tips: what a card is good for, in our own words, read from a game's tips.toml.

They are shown where a card is looked up, never as advice in play. Their numbers come from the
game's data, so none is typed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.referee.entries import read_entry, read_translations
from companion.referee.rulebook import CardTip, Rule, Rulebook
from companion.referee.text import Text

#: by the key of a rule, the values for the {} in its tip
TipNumbers = Mapping[str, Mapping[str, Text | float | str]]


@dataclass(frozen=True)
class _WrittenTip:
    """A tip as the file has it: our words, and the keys of the cards that go well with it."""

    tip: Text
    with_: tuple[str, ...]


def with_tips(book: Rulebook, path: Path, numbers: TipNumbers) -> Rulebook:
    """Returns the book with tips at its rules. Raises `KeyError` for an unknown rule, `ValueError`
    for a tip with a missing or wrong field.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    data.pop("asked", None)
    tips = {key: _tip(book, key, entry, numbers.get(key, {})) for key, entry in data.items()}
    return replace(book, rules=tuple(replace(rule, tip=tips.get(rule.key)) for rule in book.rules))


def _tip(
    book: Rulebook,
    key: str,
    entry: Mapping[str, Any],
    numbers: Mapping[str, Text | float | str],
) -> CardTip:
    book.find_entry(key)
    written = read_entry(_WrittenTip, key, entry)
    beside = tuple(_rule(book, other) for other in written.with_)
    return CardTip(written.tip.filled(**numbers), beside)


def _rule(book: Rulebook, key: str) -> tuple[str, Text]:
    found = book.find_entry(key)
    if not isinstance(found, Rule):
        raise KeyError(key)
    return key, found.title


def with_translated_tips(book: Rulebook, path: Path) -> Rulebook:
    """Returns the book with its tips translated, from a file such as tips.es.toml."""
    translations: Mapping[str, str] = read_translations(path)
    return replace(book, rules=tuple(_translated(rule, translations) for rule in book.rules))


def with_tip_wordings(book: Rulebook, path: Path) -> Rulebook:
    """Returns the book with players' wordings for its tips, from the patterns of a tips.toml."""
    asked: list[str] = tomllib.loads(path.read_text(encoding="utf-8")).get("asked", [])
    more = {
        rule.key: tuple(each.format(rule.title.source) for each in asked)
        for rule in book.rules
        if rule.tip
    }
    both = {
        key: (*book.wordings.get(key, ()), *more.get(key, ())) for key in {**book.wordings, **more}
    }
    return replace(book, wordings=both)


def _translated(rule: Rule, translations: Mapping[str, str]) -> Rule:
    if rule.tip is None:
        return rule
    words = rule.tip.words
    said = Text(translations.get(rule.key, words.source), **dict(words.values))
    return replace(rule, tip=replace(rule.tip, words=said))
