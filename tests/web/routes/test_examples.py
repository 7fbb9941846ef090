"""Worked examples: every move is one that the rules allow, and every step is drawn."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger.where import DatabaseLocation
from companion.referee.examples import Example, parse_move
from tests.kit.languages import each_translated
from tests.kit.phones import Phone
from tests.kit.scenarios import played_on

ALL = [(slug, example) for slug, game in CATALOGUE.items() for example in game.examples]
each_example = pytest.mark.parametrize(
    ("slug", "example"), ALL, ids=[f"{slug}-{example.key}" for slug, example in ALL]
)
ID = re.compile(r'\sid="([^"]*)"')


@pytest.fixture
def app(database_named: Callable[[str], DatabaseLocation]) -> Iterator[Flask]:
    made = create_app(Config(database_named("tables"), "not so secret"))
    made.testing = True
    yield made
    made.extensions["companion"].close()


@each_example
def test_every_move_is_allowed_and_every_panel_is_there(slug: str, example: Example) -> None:
    game = CATALOGUE[slug]
    state = game.setup(example.seats, dict(example.options))
    state = played_on(game, state, *example.opening)
    assert sum(bool(step.move) for step in example.steps) >= 1
    seen: set[str] = set()
    for step in example.steps:
        if step.move:
            seat, action = parse_move(step.move)
            assert 1 <= seat <= example.seats and game.read(action)
            state = played_on(game, state, step.move)
        there = {p.id for viewer in (0, example.viewer) for p in game.show(state, viewer)}
        assert there & set(example.draws), "a step without a picture"
        seen |= there
    assert set(example.draws) <= seen
    for key in example.rules:
        assert game.rulebook.find_entry(key)


@each_translated
def test_every_example_is_told_in_every_language(slug: str, language: str) -> None:
    folder = CATALOGUE[slug].folder
    assert folder
    told = tomllib.loads((folder / f"examples.{language}.toml").read_text("utf-8"))["example"]
    steps = {each.key: len(each.steps) for each in CATALOGUE[slug].examples}
    assert {key: len(entry["texts"]) for key, entry in told.items()} == steps


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_page_draws_each_step_and_nothing_can_be_tapped(app: Flask, slug: str) -> None:
    page = Phone(app).get(f"/rules/{slug}/examples").text
    cards = page.split('<li class="card stack"><p>')[1:]
    assert len(cards) == sum(len(each.steps) for each in CATALOGUE[slug].examples)
    assert all("inert><" in card or "inert>\n<" in card for card in cards)
    assert not re.search(r"inert>\s*<section[^>]*>\s*</section>", page), "an empty panel"
    ids = ID.findall(page)
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(ids), "an empty drawing"


def test_moving_is_drawn_by_the_gravitons_that_are_left(app: Flask) -> None:
    page = Phone(app).get("/rules/crafting/examples").text.split('id="example-move"')[1]
    left = re.findall(r'value="mend graviton">.*?name="action\.1" value="(\d)"', page, re.DOTALL)
    assert left == ["2", "1", "0"]
    hops = re.findall(r'<svg class="hop".*?aria-label="([^"]*)".*?</svg>', page, re.DOTALL)
    assert hops == ["A star hops over 2 occupied spaces to a free one."]


def test_what_collecting_brings_is_said_of_all_4_controls() -> None:
    shift = next(each for each in CATALOGUE["crafting"].examples if each.key == "shift")
    assert "all 4 controls" in str(shift.steps[-1].text)


def test_an_example_says_what_its_game_says(app: Flask) -> None:
    page = Phone(app).get("/rules/crafting/examples").text
    assert "moved a dark marble from Chemistry to Time" in page
    assert "discharged the time chamber for 3 points" in page
    german = Phone(app).get("/rules/crafting/examples", headers={"Accept-Language": "de"}).text
    assert "Energie verschieben, und was sie bringt" in german


def test_words_and_drawing_of_a_step_name_the_same_people(app: Flask) -> None:
    """Also where a table asks, whose people have other names."""
    phone = Phone(app)
    opened = phone.post("/tables", game="cosmogenesis", seats="2", name="Mira")
    code = opened.location.rpartition("/")[2]
    page = phone.get(f"/rules/cosmogenesis/examples?at={code}").text
    assert "Seat 1 collided" in page and "Mira" not in page.partition("<main")[2]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_picture_that_nobody_can_tap_says_nothing_of_taps(app: Flask, slug: str) -> None:
    page = Phone(app).get(f"/rules/{slug}/examples").text
    pictures = "".join(re.findall(r"inert>(.*?)</li>", page, re.DOTALL))
    assert pictures and "Tap it" not in pictures


def test_crafting_examples_show_the_numbers_that_they_tell() -> None:
    """Steps are left over behind the 6; around the nebula lie 3 proto and 3 stable life."""
    game = CATALOGUE["crafting"]
    boards = {}
    for each in game.examples:
        state = game.setup(each.seats, dict(each.options))
        for line in (*each.opening, *(step.move for step in each.steps if step.move)):
            seat, _, action = line.partition(" ")
            boards[each.key, action] = state.board(1)
            state = game.apply(state, int(seat), game.read(action))
    assert (boards["life", "life 3"].proto, boards["life", "life 3"].stable) == (3, 3)
    assert boards["discharge", "took 1"].crystal == 5
    assert boards["discharge", "discharge he"].crystal == 1
