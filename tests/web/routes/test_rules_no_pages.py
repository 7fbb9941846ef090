"""A rulebook whose pages we do not know: rules are cited by name, and no page is made up."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.empires import GAME
from companion.referee.text import english_translator
from tests.kit.phones import Phone

PAGE = re.compile(r"\bp\.\s*\d|\bp\.\s*<|\bpage\s+0\b")


@pytest.fixture
def ana(config: Config) -> Iterator[Phone]:
    app = create_app(config, games=CATALOGUE)
    yield Phone(app)
    app.extensions["companion"].close()


def test_a_refusal_names_its_rule_and_no_page(ana: Phone) -> None:
    answer = ana.post("/tables", game="empires", seats=2, name="Ana")
    code = answer.location.rpartition("/")[2]
    ana.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    for action in ("begin 1", "build merv"):
        ana.tap(code, action, seat=1)
    refused = ana.tap(code, "build collective", seat=1)
    titles = [english_translator().say(rule.title) for rule in GAME.rulebook.rules if rule.judged]
    assert refused.status_code == 422
    assert any(title in refused.text for title in titles)
    assert not PAGE.search(refused.text)


def test_the_rules_page_claims_no_page(ana: Phone) -> None:
    shelf = ana.get("/rules/empires")
    assert shelf.status_code == 200
    assert "Yggdrasil" in shelf.text and not PAGE.search(shelf.text)
    assert PAGE.search(ana.get("/rules/crafting").text), "where pages are known they are told"
