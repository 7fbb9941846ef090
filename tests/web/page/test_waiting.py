"""A phone that waits is worth looking at, in every game: it shows what has just happened."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.kit.phones import Phone

BEGUN = {
    "crafting": ("deal dark 2 1 dark dark dark", "goal stable-life", "begin"),
    "empires": ("begin 1",),
    "cosmogenesis": ("begin 1",),
}


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


@pytest.mark.parametrize("slug", BEGUN)
def test_what_has_just_happened_is_on_a_waiting_phone(app: Flask, slug: str) -> None:
    ana, ben = Phone(app), Phone(app)
    code = ana.post("/tables", game=slug, seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    for action in BEGUN[slug]:
        assert ana.tap(code, action, seat=1).status_code == 200, action
    waiting, playing = (each.get(f"/t/{code}").text for each in (ben, ana))
    lately = re.search(r'<section id="lately".*?</section>', waiting, re.S)
    assert lately and "Just now" in lately[0] and "Ana" in lately[0]
    assert '<section id="lately" hidden' in playing, "who plays has other things to look at"
    # What the other did, then everybody's points, then all else; a number says whose it is.
    turn = waiting.partition('id="slot-turn"')[2]
    order = re.findall(r'<section id="(moved|panel-[^"]+)"', turn)
    assert (
        order[0] == "moved"
        and "tally" in re.findall(rf'id="{order[1]}" class="([^"]*)"', turn)[0].split()
    ), order
    scores = turn.partition(f'id="{order[1]}"')[2].partition("</section>")[0]
    assert "Ana" in scores and "Ben" in scores
    you = '<small class="you">you</small>'
    assert you in waiting.partition('<header id="panel-banner"')[2].partition("</header>")[0]
    assert you not in playing
