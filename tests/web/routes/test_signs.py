"""The signs of each game: every drawing has a name, a meaning and a rule; page and search."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.empires.pieces import CARDS
from companion.ledger.where import DatabaseLocation
from companion.rule_search import RuleSearch
from companion.web.language.rulebooks import searchable_rulebooks
from tests.kit.languages import each_spoken, each_translated
from tests.kit.phones import Phone
from tests.kit.places import ROOT

every_game = pytest.mark.parametrize("slug", CATALOGUE)
SYMBOL = re.compile(r'<symbol id="([^"]+)"')
#: Drawings of a game's file that stand in no sentence of the game: a card's stands beside its name,
#: light and ground belong to a body.
UNSEEN = {
    "crafting": {"arm", *(f"hex-{size}" for size in (1, 2, 3))},
    "cosmogenesis": {"star-group", "ball", "craters", "seas", "swap"},
    "empires": {"die", *(f"card-{slug}" for slug in CARDS)},
}


@pytest.fixture
def app(database_named: Callable[[str], DatabaseLocation]) -> Iterator[Flask]:
    made = create_app(Config(database_named("tables"), "not so secret"))
    made.testing = True
    yield made
    made.extensions["companion"].close()


def drawings(slug: str) -> set[str]:
    """The names of a game's own icons, and of the letters that it draws."""
    art = CATALOGUE[slug].art
    own = SYMBOL.findall((ROOT / "static" / art.icons).read_text("utf-8")) if art.icons else []
    return {*own, *art.letters}


def ours() -> set[str]:
    return set(SYMBOL.findall((ROOT / "static" / "icons.svg").read_text("utf-8")))


@every_game
def test_every_drawing_is_explained_and_exists(slug: str) -> None:
    explained = [icon for sign in CATALOGUE[slug].rulebook.signs for icon in sign.icons]
    assert len(explained) == len(set(explained)), "one drawing, one meaning"
    assert drawings(slug) - set(explained) == UNSEEN.get(slug, set())
    assert set(explained) <= drawings(slug) | ours()


@pytest.mark.long
@pytest.mark.some(4)
@each_spoken
def test_a_sign_is_found_by_its_name_and_by_its_looks(slug: str, language: str) -> None:
    book = searchable_rulebooks(CATALOGUE, language)[slug]
    search = RuleSearch(lambda: {slug: book}, language)
    missed = [
        (sign.key, asked)
        for sign in book.signs
        for asked in book.wordings[sign.key]
        if sign.key not in [found.key for found in search.find(asked, slug).finds[:5]]
    ]
    assert len(missed) <= 0.02 * sum(len(book.wordings[sign.key]) for sign in book.signs), missed


@each_translated
def test_every_sign_is_translated_whole(slug: str, language: str) -> None:
    folder = CATALOGUE[slug].folder
    assert folder
    english, other = (
        tomllib.loads((folder / name).read_text("utf-8"))
        for name in ("signs.toml", f"signs.{language}.toml")
    )
    assert list(other["sign"]) == list(english["sign"])
    assert all({"name", "text", "words"} <= set(entry) for entry in other["sign"].values())
    assert all("{name}" in each for each in (*english["asks"], *other["asks"]))


@every_game
def test_the_page_draws_each_sign_and_leads_to_its_rule(app: Flask, slug: str) -> None:
    page = Phone(app).get(f"/rules/{slug}/signs").text
    rules = Phone(app).get(f"/rules/{slug}").text
    for sign in CATALOGUE[slug].rulebook.signs:
        card = page.split(f'id="{sign.key}"')[1].split("</li>")[0]
        drawn = re.findall(r'#([\w-]+)"/></svg>|class="el el-(\w+)"', card)
        assert [use or letter for use, letter in drawn] == list(sign.icons)
        assert f'/rules/{slug}#{sign.cites}"' in card and f'id="{sign.cites}"' in rules
    assert f"/rules/{slug}/signs" in rules


def test_a_found_sign_shows_its_drawing_and_leads_to_the_reference(app: Flask) -> None:
    found = Phone(app).get("/rules/crafting?q=what+is+psi", headers={"HX-Request": "true"}).text
    first = found.split("</details>")[0]
    assert "crafting.svg" in first or "companion-crafting.svg" in first
    assert '/rules/crafting/signs#sign.psi"' in first


def test_a_held_sign_has_its_name_in_the_phones_language(app: Flask) -> None:
    english = Phone(app).get("/rules/crafting/signs.json").json
    assert english["psi"] == "Psi sector" and english["h"] == "Hydrogen star"
    assert (
        Phone(app).get("/rules/crafting/signs.json", headers={"Accept-Language": "de"}).json["h"]
        == "Wasserstoffstern"
    )
    assert Phone(app).get("/rules/no-such-game/signs.json").status_code == 404
