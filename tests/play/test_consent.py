"""Corrections ask for consent wherever they are made; numbers that come late are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion import play
from companion.play import Declined, Refused, Tap
from companion.tables import Insert, Table, fold
from tests.kit.toy_game import TALLY, Grab, Take

PHONES = {1: "pa", 2: "pb", 3: "pc"}
#: Takes of 3 count what others may be setting; grabbing a gem is a correction.
GAME = replace(
    TALLY,
    corrects=lambda state, action: isinstance(action, Grab),
    awaits=lambda action: action == Take(3),
)


def tap(seat: int, text: str = "", intent: str = "", seen: int = 5, sure: bool = False) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen, sure)


@pytest.fixture
def store(stores: Callable[..., play.TableStore]) -> play.TableStore:
    store = stores()
    store.catalogue = {"tally": GAME}
    return store


def test_a_correction_waits_for_another_seat(store: play.TableStore, table: Table) -> None:
    asked = play.act(store, table.code, tap(2, "grab ruby", "i"))
    assert asked.wanted == Insert(0, 2, "grab ruby") and asked.missing == 1
    assert asked.table.state.gems == ()
    again = play.act(store, table.code, tap(2, "grab ruby", "i"))
    assert again.proposal_seq == asked.proposal_seq and len(again.table.open_proposals) == 1
    done = play.agree(store, table.code, tap(1), asked.proposal_seq)
    assert done.table.state.gems == ("ruby",)
    assert fold(store.ledger.events(table.code), store.catalogue) == done.table


def test_what_another_process_made_a_correction_meanwhile_waits_too(
    stores: Callable[..., play.TableStore], store: play.TableStore, table: Table
) -> None:
    late = replace(GAME, corrects=lambda state, action: action == Grab("ruby") and state.heap < 20)
    here, there = stores(), stores()
    here.catalogue = there.catalogue = {"tally": late}
    here.latest(table.code)
    play.act(there, table.code, tap(1, "take 3"))
    asked = play.act(here, table.code, tap(2, "grab ruby"))
    assert asked.wanted is not None and asked.table.state.gems == ()


def test_without_consent_it_counts_at_once(store: play.TableStore, table: Table) -> None:
    play.set_consent(store, table.code, "0", "pa")
    assert play.act(store, table.code, tap(2, "grab ruby")).table.state.gems == ("ruby",)


def test_another_number_takes_the_place_of_the_first(store: play.TableStore, table: Table) -> None:
    play.act(store, table.code, tap(2, "grab ruby"))
    second = play.act(store, table.code, tap(2, "grab opal"))
    assert [wish.seq for wish in second.table.open_proposals] == [second.proposal_seq]
    third = play.act(store, table.code, tap(2, "grab opal"))
    assert third.repeated and third.proposal_seq == second.proposal_seq
    other = play.act(store, table.code, tap(3, "grab opal"))
    assert len(other.table.open_proposals) == 2, "another seat's is another matter"


def test_what_is_played_meanwhile_comes_after_the_correction(
    store: play.TableStore, table: Table
) -> None:
    asked = play.act(store, table.code, tap(2, "grab ruby"))
    play.act(store, table.code, tap(1, "take 2"))
    done = play.agree(store, table.code, tap(1), asked.proposal_seq)
    assert [entry.action for entry in done.table.entries] == ["grab ruby", "take 2"]


def test_a_refused_correction_asks_nobody(store: play.TableStore, table: Table) -> None:
    play.set_consent(store, table.code, "0", "pa")
    play.act(store, table.code, tap(1, "grab ruby"))
    play.set_consent(store, table.code, "1", "pa")
    answer = play.act(store, table.code, tap(2, "grab ruby"))
    assert isinstance(answer, Refused)
    assert answer.table.open_proposals == ()


def test_one_phone_for_all_asks_nobody(store: play.TableStore) -> None:
    code = play.open_table(store, "tally", 2, "pa").code
    play.sit(store, code, 1, "pa")
    play.sit(store, code, 2, "pa")
    play.start(store, code, "pa")
    assert play.act(store, code, tap(1, "grab ruby")).table.state.gems == ("ruby",)


def test_what_counts_numbers_waits_for_those_that_are_being_set(
    store: play.TableStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play.pending_counts, "PATIENCE", 0.01)
    monkeypatch.setattr(play.pending_counts, "ON_ITS_WAY", 1e6)
    play.announce(store, table, tap(2, "take 1"))
    held = play.act(store, table.code, tap(1, "take 3"))
    assert isinstance(held, Declined) and held.anyway and not held.table.entries
    assert play.act(store, table.code, tap(1, "take 3", sure=True)).entry_seq
    play.announce(store, table, tap(1, "take 1"))
    assert play.save(store, table.code, tap(2, "take 1")).entry_seq
    assert play.act(store, table.code, tap(3, "take 2")).entry_seq
    assert play.act(store, table.code, tap(1, "take 3")).entry_seq, "its own number and saved ones"


def test_a_number_that_comes_late_goes_where_it_belongs(
    store: play.TableStore, table: Table
) -> None:
    seen = table.seq
    play.act(store, table.code, tap(1, "take 3"))
    late = play.save(store, table.code, tap(1, "take 2", "late", seen=seen))
    assert late.wanted == Insert(0, 1, "take 2") and late.missing == 1
    again = play.save(store, table.code, tap(1, "take 2", "late", seen=seen))
    assert again.proposal_seq == late.proposal_seq and len(again.table.open_proposals) == 1
    never = play.save(store, table.code, tap(1, "take 1", seen=late.table.seq))
    assert isinstance(never, Refused)
