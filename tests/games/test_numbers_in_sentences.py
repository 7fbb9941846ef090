"""Numbers that rules and sentences share: whoever changes one is told every sentence that still
tells the old one, in every language.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest

from companion.games import CATALOGUE
from companion.web.language.catalogues import translations_beside_game
from tests.kit.languages import OTHERS
from tests.kit.places import CODE, GAMES

TOLD = tomllib.loads((GAMES / "numbers.toml").read_text(encoding="utf-8"))

#: Numbers in words, as translations and English write them.
WORDS = {
    "en": "two three four five six seven eight nine ten",
    "de": "zwei|zweit drei|dritt vier|viert fünf|fünft sechs|sechst sieben|siebt acht neun zehn",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez",
    "fr": "deux trois quatre cinq six sept huit neuf dix",
    "it": "due tre quattro cinque sei sette otto nove dieci",
}


def value(slug: str, name: str) -> int:
    """The number in the code: "module:NAME", or one of several, "module:NAME[2]"."""
    module, _, constant = name.partition(":")
    constant, _, place = constant.rstrip("]").partition("[")
    found = getattr(import_module(f"companion.games.{slug}.{module}"), constant)
    return int(found[int(place)] if place else found)


@cache
def sentences(slug: str) -> dict[str, dict[str, str]]:
    """Every English sentence of a game's books, with its translations by language."""
    found: dict[str, dict[str, str]] = {}
    for language in OTHERS:
        for source, told in translations_beside_game(CODE / "games" / slug, language):
            found.setdefault(source, {})[language] = told
    return found


def tells(words: str, number: int, language: str) -> bool:
    """Whether a sentence has this number, as digits or in a word."""
    named = dict(enumerate(WORDS[language].split(), start=2)).get(number, "\0")
    return bool(re.search(rf"(?<![\d.,]){number}(?!\d)|\b(?:{named})\b", words, re.IGNORECASE))


def more_digits(words: str, other: str) -> set[str]:
    """The numbers in digits of a translation that its English doesn't have: one of two that was
    forgotten.
    """
    named = {str(n) for n in range(2, 11) if tells(words, n, "en")}
    return {*re.findall(r"\d+", other)} - {*re.findall(r"\d+", words)} - named


def pattern(fragment: str) -> re.Pattern[str]:
    before, _, after = fragment.partition("{n}")
    return re.compile(rf"(?<!\w){re.escape(before)}(\d+){re.escape(after)}")


def stale(slug: str, name: str, fragments: list[str]) -> Iterator[str]:
    """The sentences that tell another number than the rules' data, and fragments that none has."""
    number = value(slug, name)
    for fragment in fragments:
        told = [
            (words, hit[1])
            for words in sentences(slug)
            for hit in pattern(fragment).finditer(words)
        ]
        if not told:
            yield f"no sentence says {fragment!r}"
        for words, digits in told:
            if int(digits) != number:
                yield f"en: {words}"
            for language, other in sentences(slug)[words].items():
                if not tells(other, number, language) or more_digits(words, other):
                    yield f"{language}: {other}"


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug in CATALOGUE for name in TOLD[slug]["said"]]
)
def test_sentences_tell_the_number_of_the_rules(slug: str, name: str) -> None:
    wrong = sorted({*stale(slug, name, TOLD[slug]["said"][name])})
    assert not wrong, f"{name} is {value(slug, name)}, but:\n  " + "\n  ".join(wrong)


def numbers(slug: str) -> Iterator[str]:
    """The numbers in a game's pieces and rules, from 2 on."""
    folder = CODE / "games" / slug
    for path in (folder / "pieces.py", *sorted((folder / "rules").glob("*.py"))):
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in named_numbers(node):
                yield f"{module}:{name}"


def named_numbers(node: ast.stmt) -> Iterator[str]:
    """The names of an assignment of whole numbers: one, several, or a row of them."""
    if not isinstance(node, ast.Assign):
        return
    target, given = node.targets[0], node.value
    several = isinstance(target, ast.Tuple) and isinstance(given, ast.Tuple)
    pairs = zip(target.elts, given.elts, strict=True) if several else [(target, given)]  # type: ignore[union-attr, attr-defined]
    for name, number in pairs:
        row = number.elts if isinstance(number, ast.Tuple) else [number]
        whole = [each for each in row if isinstance(each, ast.Constant) and type(each.value) is int]
        public = isinstance(name, ast.Name) and not name.id.startswith("_")
        if public and len(whole) == len(row) and max(each.value for each in whole) > 1:
            yield name.id


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_number_of_the_rules_is_looked_after(slug: str) -> None:
    known = {name.partition("[")[0] for part in ("said", "unsaid") for name in TOLD[slug][part]}
    assert {*numbers(slug)} - known == set(), "say in numbers.toml where it is told"
    assert known <= {*numbers(slug)}, "a number that is gone is told nowhere"
