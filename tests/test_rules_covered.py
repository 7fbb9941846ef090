"""docs/RULES-COVERED.md: every row has one of three verdicts, and what it names is there."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from tests.kit.places import ROOT

PAGE = (ROOT / "docs" / "RULES-COVERED.md").read_text(encoding="utf-8")
VERDICTS = ("enforced", "said", "left to the table")
#: Which game a part of the page is about, by how its heading begins.
GAMES = {"Crafting": "crafting", "Cosmogenesis": "cosmogenesis", "Cosmos: Empires": "empires"}
NOWHERE = "—"
#: The part about what was read beside the rulebooks, entry by entry.
READ = "Read beside the rulebooks"
WHOLE = "whole"


@dataclass(frozen=True)
class Row:
    """A row: its part of the page, where it stands, its gist, verdict and the places named."""

    part: str
    seed: str
    gist: str
    verdict: str
    places: tuple[str, ...]

    @property
    def game(self) -> str:
        return next(slug for name, slug in GAMES.items() if self.part.startswith(name))


def table_rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """The cells of every row of every table, below its head, with the heading it is under."""
    part, head = "", True
    for line in text.splitlines():
        if line.startswith("## "):
            part = line[3:]
        if not line.startswith("|"):
            head = True
        elif line.startswith("|---"):
            head = False
        elif not head:
            yield part, [cell.strip() for cell in line.strip("|").split("|")]


def rows() -> list[Row]:
    found = []
    for part, cells in table_rows(PAGE):
        if part and part not in ("Lacking", READ):
            seed, gist, verdict, here = cells
            places = tuple(re.findall(r"`([^`]+)`", here)) or (NOWHERE,)
            found.append(Row(part, seed, gist, verdict, places))
    return found


ROWS = rows()


def read_toml(path: Path) -> dict[str, dict[str, object]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def known(slug: str) -> frozenset[str]:
    """All that a row of this game may name, but for files and lines of the set-up list."""
    book = CATALOGUE[slug].rulebook
    folder = ROOT / "companion" / "games" / slug
    beside = {
        f"{kind}.{name}"
        for file, kinds in (("lessons", ("lesson", "tour")), ("examples", ("example",)))
        for kind in kinds
        for name in read_toml(folder / f"{file}.toml").get(kind, {})
    }
    tips = {f"tip:{key}" for key in read_toml(folder / "tips.toml") if key != "asked"}
    entries = {entry.key for part in (book.rules, book.questions, book.signs) for entry in part}
    makers = {f"makers:{slug}"} if book.makers.design else set()
    return frozenset(entries | beside | tips | makers)


@cache
def set_up_lines(slug: str) -> str:
    path = ROOT / "companion" / "games" / slug / "show" / "opening.py"
    return path.read_text(encoding="utf-8")


def is_there(game: str, place: str) -> bool:
    if place.startswith('"'):
        beginning = place.removesuffix('"')
        return f"Text({beginning}" in set_up_lines(game)
    return place in known(game) or ("/" in place and (ROOT / place).is_file())


def test_every_place_that_is_named_is_there() -> None:
    missing = [
        (row.part, row.seed, place)
        for row in ROWS
        for place in row.places
        if place != NOWHERE and not is_there(row.game, place)
    ]
    assert missing == []
    assert not is_there("crafting", "energy.no-such-rule") and not is_there("crafting", '"No such"')


def test_every_row_is_told_and_judged() -> None:
    assert len(ROWS) > 376
    assert [
        row for row in ROWS if row.verdict not in VERDICTS or not row.seed or not row.gist
    ] == []


def test_no_row_is_lacking_but_those_with_a_reason() -> None:
    lacking = {row.seed for row in ROWS if NOWHERE in row.places}
    reasons = {cells[0]: cells[1] for part, cells in table_rows(PAGE) if part == "Lacking"}
    assert lacking <= reasons.keys() <= {row.seed for row in ROWS}
    assert all(len(reason.split()) > 5 for reason in reasons.values())


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_entry_of_the_rulebooks_text_is_in_a_row(slug: str) -> None:
    """What the app judges is enforced in one of its rows."""
    text = [rule for rule in CATALOGUE[slug].rulebook.rules if rule.strength == "text"]
    named = {place for row in ROWS if row.game == slug for place in row.places}
    enforced = {
        place
        for row in ROWS
        if row.game == slug and row.verdict == "enforced"
        for place in row.places
    }
    assert [rule.key for rule in text if rule.key not in named] == []
    assert [rule.key for rule in text if rule.judged and rule.key not in enforced] == []


def read_rows() -> dict[str, list[list[str]]]:
    """Key, page, strength and finding of each entry that was read, by game."""
    found: dict[str, list[list[str]]] = {}
    part = PAGE[PAGE.index(f"## {READ}") : PAGE.index("## Lacking")]
    for heading in part.split("\n### ")[1:]:
        slug = next(slug for name, slug in GAMES.items() if heading.startswith(name))
        found[slug] = [cells for _, cells in table_rows(heading)]
    return found


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_entry_of_the_rulebooks_text_was_read_beside_it(slug: str) -> None:
    """What was read and is no text any more says why."""
    rules = {rule.key: rule for rule in CATALOGUE[slug].rulebook.rules}
    told = {key.strip("`"): rest for key, *rest in read_rows()[slug]}
    assert len(told) == len(read_rows()[slug])
    assert {key for key, rule in rules.items() if rule.strength == "text"} <= told.keys()
    for key, (page, strength, found) in told.items():
        assert (page, strength) == (str(rules[key].page), rules[key].strength), key
        assert found == WHOLE or len(found.split()) > 3, key
        assert strength == "text" or "our reading" in found, key


def test_the_counts_of_what_was_read_are_those_of_the_rows() -> None:
    told = {
        cells[0]: [int(n) for n in cells[1:]]
        for part, cells in table_rows(PAGE)
        if part == READ and len(cells) == 5
    }
    counted = {}
    for name, slug in GAMES.items():
        each = read_rows()[slug]
        whole = sum(found == WHOLE for *_, found in each)
        readings = sum(strength != "text" for _, _, strength, _ in each)
        full = {"Crafting": "Crafting the Cosmos"}.get(name, name)
        counted[full] = [len(each), whole, len(each) - whole, readings]
    counted["all"] = [sum(column) for column in zip(*counted.values(), strict=True)]
    assert told == counted


def test_the_counts_at_the_top_are_those_of_the_rows() -> None:
    told = {cells[0]: [int(n) for n in cells[1:]] for part, cells in table_rows(PAGE) if not part}
    counted = {
        part: Counter(row.verdict for row in ROWS if row.part == part)
        for part in dict.fromkeys(row.part for row in ROWS)
    }
    whole = sum(counted.values(), Counter[str]())
    assert told == {
        part: [each.total(), *(each[verdict] for verdict in VERDICTS)]
        for part, each in (counted | {"all": whole}).items()
    }
