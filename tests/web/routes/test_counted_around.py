"""What only the board shows is no plain yes; a button leads to where its own seat can count it."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.games.crafting.test_speech import BUSY
from tests.kit.phones import Phone

BEGUN = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin")


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Count what's around it"), ("de", "Rund um den Nebel zählen")]
)
def test_count_around_it(app: Flask, language: str, words: str) -> None:
    ana, ben = Phone(app), Phone(app)
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    ana.post(f"/t/{code}/consent", consent="0")
    busy = (line.removeprefix("1 ") for line in BUSY)
    for action in (*BEGUN, *busy, "shift 1 to chemistry then collect"):
        assert ana.tap(code, action, seat=1).status_code == 200, action

    def told(phone: Phone, path: str) -> str:
        return html.unescape(phone.get(path, headers={"Accept-Language": language}).text)

    asked = {"en": "can I complete a nebula", "de": "darf ich einen Nebel fertigstellen"}[language]
    for path in (f"/rules/crafting?at={code}&q={asked}", f"/t/{code}/may"):
        answer = told(ana, path)
        ways = re.findall(rf'href="([^"]*)"[^>]*>(?:<svg.*?</svg>)?{words}</a>', answer)
        assert ways and set(ways) == {f"/t/{code}/own#panel-lens"}, path
        assert words not in told(ben, path), "another's board is not theirs to count"
    panel = told(ana, f"/t/{code}/own").partition('id="panel-lens"')[2]
    assert words in panel
