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
from pathlib import Path
from runpy import run_path

import pytest

from companion.games import CATALOGUE
from companion.web.language.catalogues import translations_beside_game
from tests.kit.languages import OTHERS
from tests.kit.places import CODE, GAMES, ROOT

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
            yield from stale_sentences(slug, words, int(digits), number)


def stale_sentences(slug: str, words: str, said: int, number: int) -> Iterator[str]:
    """An English sentence that says another number than the rules' data, with its translations that
    say so too; of one that says the right number the translations that don't.
    """
    if said != number:
        yield f"{file_of(slug, words)}: {words}"
    for language, other in sentences(slug)[words].items():
        old = tells(other, said, language) and not tells(other, number, language)
        wrong = not tells(other, number, language) or more_digits(words, other)
        if old if said != number else wrong:
            yield f"{file_of(slug, other, language)}: {other}"


def file_of(slug: str, words: str, language: str = "") -> str:
    """The file of a game's folder that has this sentence."""
    ending = f".{language}.toml" if language else ".toml"
    for path in sorted((CODE / "games" / slug).glob(f"*{ending}")):
        if path.name.count(".") == ending.count(".") and words in strings(path):
            return path.name
    raise AssertionError(words)


@cache
def strings(path: Path) -> frozenset[str]:
    """Every string in a file, however deep."""

    def within(part: object) -> Iterator[str]:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict | list):
            for each in part.values() if isinstance(part, dict) else part:
                yield from within(each)

    return frozenset(within(tomllib.loads(path.read_text(encoding="utf-8"))))


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


def test_a_number_that_changed_names_the_files_and_only_what_says_the_old_one() -> None:
    words = "Discard 5 energy cards of one type. Then tap here for 6 points."
    told = [*stale_sentences("crafting", words, 6, 7)]
    assert told[0] == f"lessons.toml: {words}" and len(told) == 1 + len(OTHERS)
    files = {line.partition(": ")[0] for line in told[1:]}
    assert files == {f"lessons.{language}.toml" for language in OTHERS}
    assert [*stale_sentences("crafting", words, 6, 6)] == []
    assert [*stale_sentences("crafting", words, 9, 7)] == [f"lessons.toml: {words}"]


EXAMPLE = ROOT / "docs" / "examples" / "ten-thousand" / "ten_thousand"


def example_numbers() -> dict[str, set[int]]:
    """The numbers of the example's law, by the rule that tells them."""
    scoring = run_path(str(EXAMPLE / "scoring.py"))
    options = {
        node.args[0].value: {
            int(each.value)
            for each in ast.walk(node)
            if isinstance(each, ast.Constant) and str(each.value).isdigit()
        }
        for node in ast.walk(ast.parse((EXAMPLE / "book.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Option"
        and isinstance(node.args[0], ast.Constant)
    }
    return {
        "score.single": {*scoring["ALONE"].values()},
        "score.straight": {scoring["STRAIGHT"]},
        "score.three": {scoring["three"](1)},
        "bank.entry": options["entry"],
        "end.last-round": options["target"],
    }


@pytest.mark.parametrize("language", ["", ".de", ".es", ".fr"])
def test_the_law_and_the_book_of_the_example_tell_the_same_numbers(language: str) -> None:
    book = tomllib.loads((EXAMPLE / f"rulebook{language}.toml").read_text(encoding="utf-8"))
    for rule, numbers in example_numbers().items():
        said = {int(n) for n in re.findall(r"[0-9]{2,}", book["rule"][rule]["text"])}
        assert said and said <= numbers, rule
