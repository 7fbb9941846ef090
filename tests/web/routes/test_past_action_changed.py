"""It was something else: a past action is changed on its own page, in a real game."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.games.crafting import GAME
from companion.play import TableStore
from companion.referee.game import Game
from companion.tables import table_from_events
from tests.kit.phones import Phone

BEGUN = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin", "shift 1")
TAP = re.compile(r'<button class="[^"]*" name="action" value="(shift [^"]+)"(?! aria-disabled)')


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


def test_an_action_that_was_something_else_is_changed_with_a_tap_of_its_moment(app: Flask) -> None:
    store: TableStore = app.extensions["companion"].store
    ana, ben = Phone(app), Phone(app)
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    for action in BEGUN:
        assert ana.tap(code, action, seat=1).status_code == 200, action
    old = store.latest(code).entries[-1]
    page = ana.get(f"/t/{code}/line/{old.seq}/change").text
    instead = next(each for each in TAP.findall(page) if each != old.action)
    ana.post(f"/t/{code}/change", entry=old.seq, action=instead, seat=1)
    asked = store.latest(code)
    assert [entry.action for entry in asked.entries] == list(BEGUN), "Ben has not agreed yet"
    ben.post(f"/t/{code}/agree", proposal=asked.open_proposals[-1].seq, seat=2)
    table = store.latest(code)
    live = [entry for entry in table.entries if not entry.undone]
    assert [entry.action for entry in live] == [*BEGUN[:-1], instead]
    assert table.state == GAME.apply(old.state_before, 1, GAME.read(instead)) != asked.state
    assert table_from_events(store.ledger.events(code)) == table
    for each in (ana, ben):
        history = each.get(f"/t/{code}/history").text
        assert "changed" in history and "<s>" in history
