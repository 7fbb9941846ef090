"""Simulated players: they finish every game by allowed taps alone, and tell nothing of a box."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from companion.games import CATALOGUE
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.live.stream_hub import StreamHub
from companion.play import TableStore, lobby, numbers, simulated
from companion.play.answer import Played
from tests.kit.served import GENEROUS

PHONES = ("one", "two")
MOST = 1500


@pytest.fixture
def store(database_named: Callable[[str], DatabaseLocation]) -> Iterator[TableStore]:
    # With its store: a table that is long enough may still be about to be kept beside its log.
    ledger = open_ledger(database_named("tables"), GENEROUS)
    with closing(TableStore(ledger, StreamHub(time.time), time.time)) as store:
        yield store


def a_table(store: TableStore, slug: str) -> str:
    code = lobby.open_table(store, slug, len(PHONES), PHONES[0]).code
    for seat, phone in enumerate(PHONES, start=1):
        lobby.sit_down_at_seat(store, code, seat, phone)
    lobby.start_game(store, code, PHONES[0])
    return code


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_they_play_a_game_to_its_end(slug: str, store: TableStore) -> None:
    code = a_table(store, slug)
    answers = []
    while store.latest(code).outcome is None and len(answers) < MOST:
        before = store.latest(code).seq
        taps = [simulated.play_next_tap(store, code, phone) for phone in PHONES]
        answers += [answer for answer in taps if answer is not None]
        assert store.latest(code).seq > before, "both are stuck"
    table = store.latest(code)
    assert table.outcome is not None
    assert {type(answer) for answer in answers} == {Played}
    verbs = {entry.action.partition(" ")[0] for entry in table.entries}
    assert not verbs & {form.verb for form in table.game.notation.forms if form.make.from_box}


def test_they_act_for_no_seat_but_their_own_and_agree_to_what_is_asked(store: TableStore) -> None:
    slug = next(iter(CATALOGUE))
    code = a_table(store, slug)
    assert simulated.play_next_tap(store, code, "nobody") is None
    while not store.latest(code).entries or (entry := store.latest(code).entries[-1]).seat != 1:
        simulated.play_next_tap(store, code, PHONES[0])
    numbers.ask_for_recount(store, code, 1, PHONES[0])
    numbers.confirm_numbers(store, code, 1, PHONES[0])
    before = store.latest(code).entries
    assert simulated.play_next_tap(store, code, PHONES[1]) is None
    assert store.latest(code).recount is None and store.latest(code).entries == before
    assert entry.seat == 1
