"""Sheets: announced to a phone when they have become others, sent when somebody opens one."""

from __future__ import annotations

import re

import pytest

from companion.play import TableStore
from tests.kit.phones import Phone, targets

Game = tuple[str, Phone, Phone]


def mark_of(html: str, attribute: str) -> str:
    found = re.search(rf'id="panel-hide"[^>]* {attribute}="([^"]+)"', html)
    assert found, html
    return found[1]


def test_a_page_has_its_sheets_and_a_stream_only_announces_them(game: Game) -> None:
    code, ana, _ = game
    page = ana.get(f"/t/{code}").text
    mark = mark_of(page, "data-mark")
    stream = ana.watch(code)
    first = stream.message()
    stream.close()
    assert mark_of(first, "data-later") == mark
    assert 'name="action" value="hide"' in page and 'name="action" value="hide"' not in first


def test_an_announced_sheet_can_be_fetched(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    answer = ana.get(f"/t/{code}/sheet/hide")
    assert targets(answer.text) == ["panel-hide"]
    assert mark_of(answer.text, "data-mark") == mark_of(ana.get(f"/t/{code}").text, "data-mark")
    assert 'name="action" value="hide"' in answer.text
    assert f'name="seen" value="{store.latest(code).seq}"' in answer.text


@pytest.mark.parametrize("name", ["nothing", "banner/x", "%00", "secret'"])
def test_a_sheet_that_is_not_there_is_a_friendly_404(game: Game, name: str) -> None:
    code, ana, _ = game
    assert ana.get(f"/t/{code}/sheet/{name}").status_code == 404


def test_a_watcher_gets_no_seats_sheet(game: Game) -> None:
    code, ana, _ = game
    stranger = Phone(ana.client.application)
    assert stranger.get(f"/t/{code}/sheet/hide").status_code == 404


def test_with_a_stream_an_answer_leaves_all_pieces_to_it(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    ana.get(f"/t/{code}")
    seen = store.latest(code).seq
    stream = ana.watch(code)
    stream.message()
    here = targets(ana.tap(code, "take 1", seat=1, seen=seen).text)
    there = targets(stream.message())
    stream.close()
    assert here == ["toast"]
    assert {"panel-takes", "slot-table"} <= set(there) and "slot-turn" not in there
