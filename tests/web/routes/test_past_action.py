"""Naming what was forgotten or meant: the panels of then, aimed at the log and not at the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.play import TableStore
from companion.referee import game as referee
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

Game = tuple[str, Phone, Phone]


@pytest.fixture
def games() -> Mapping[str, referee.Game]:
    """The first round is over, in which nobody is offered to add what was forgotten."""
    return {"heap": replace(HEAP, current_round=lambda state: 2)}


def forms_of(html: str) -> list[tuple[str, str]]:
    return re.findall(r'<form class="[^"]*"[^>]* method="post" action="([^"]+)"', html)


def test_what_could_be_tapped_then_goes_into_the_log_at_that_place(
    game: Game, store: TableStore
) -> None:
    code, ana, ben = game
    for phone, seat, action in ((ana, 1, "take 3"), (ben, 2, "take 3"), (ana, 1, "take 2")):
        assert phone.tap(code, action, seat=seat).status_code == 200
    first = store.latest(code).entries[0].seq
    page = ana.get(f"/t/{code}/line/{first}/change").text
    assert set(forms_of(page)) == {f"/t/{code}/change"} and "hx-post" not in page
    assert f'<input type="hidden" name="entry" value="{first}">' in page
    assert 'name="action" value="take 3"' in page, "nine were there"
    assert 'aria-disabled="true"' not in page
    last = store.latest(code).entries[-1].seq
    after = ben.get(f"/t/{code}/line/{last}/insert").text
    assert set(forms_of(after)) == {f"/t/{code}/insert"}
    assert 'value="take 2" aria-disabled="true"' in after, "one was left"


def test_after_the_end_of_a_turn_it_goes_before_that_end(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    for phone, seat in ((ana, 1), (ben, 2), (ana, 1)):
        assert phone.tap(code, "take 3", seat=seat).status_code == 200
    first, second, third = (entry.seq for entry in store.latest(code).entries)
    page = ana.get(f"/t/{code}/line/{third}/insert").text
    assert f'<input type="hidden" name="after" value="{second}">' in page
    assert 'name="action" value="take 3"' in page and 'aria-disabled="true"' not in page
    assert page == ana.get(f"/t/{code}/line/{second}/insert").text
    forgot = ana.get(f"/t/{code}/forgot").text
    assert f'href="/t/{code}" aria-label="Back to the table"' in forgot, "where it was tapped"
    assert f'name="after" value="{second}"' in forgot
    earlier = ana.get(f"/t/{code}/forgot?turn=1").text
    assert 'name="after" value="0"' in earlier
    assert ana.get(f"/t/{code}/forgot?turn=99").text == earlier
    assert first < second


def test_who_waits_is_one_tap_away_from_what_was_forgotten(game: Game) -> None:
    code, ana, ben = game
    ana.tap(code, "take 3", seat=1)
    assert f'"/t/{code}/forgot"' in ana.get(f"/t/{code}").text
    assert f'"/t/{code}/forgot"' not in ben.get(f"/t/{code}").text, "Ben has played nothing yet"


def test_only_the_actor_says_what_it_was(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 3", seat=1)
    seq = store.latest(code).entries[0].seq
    assert ben.get(f"/t/{code}/line/{seq}/change").status_code == 303
    assert ben.get(f"/t/{code}/line/{seq}/insert").status_code == 200
    stranger = Phone(ana.client.application)
    assert stranger.get(f"/t/{code}/line/{seq}/insert").status_code == 303
    assert ana.get(f"/t/{code}/line/999/insert").status_code == 404


def test_a_secret_of_then_is_on_no_other_phone(game: Game, store: TableStore) -> None:
    code, ana, ben = game
    ana.tap(code, "take 1", seat=1)
    seq = store.latest(code).entries[0].seq
    ana.tap(code, "hide 5", seat=1)
    hidden = store.latest(code).entries[-1].seq
    assert "5" in ana.get(f"/t/{code}/line/{hidden}/insert").text
    pages = [ben.get(f"/t/{code}/line/{at}/insert").text for at in (seq, hidden)]
    assert all("hidden 5" not in page and "hide 5" not in page for page in pages)
