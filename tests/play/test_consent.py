"""Corrections ask for consent wherever they are made; numbers that come late are kept."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from companion.play import TableStore, act, lobby, numbers, process_caches, proposals
from companion.play.answer import Declined, Refused, Tap
from companion.tables import InsertAction, Table, table_from_events
from tests.kit.toy_game import TALLY, Grab, Take

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", intent: str = "", seen: int = 5, sure: bool = False) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen, sure)


@pytest.fixture(autouse=True)
def a_grab_corrects_and_takes_of_three_await(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes of 3 count what others may be setting; grabbing a gem is a correction."""
    monkeypatch.setattr(Grab, "corrects", lambda self, s: True)
    monkeypatch.setattr(Take, "awaits", property(lambda self: self.count == 3))


@pytest.fixture
def store(stores: Callable[..., TableStore]) -> TableStore:
    store = stores()
    store.catalogue = {"tally": TALLY}
    return store


def test_a_correction_waits_for_another_seat(store: TableStore, table: Table) -> None:
    asked = act.play_tap(store, table.code, tap(2, "grab ruby", "i"))
    assert asked.wanted == InsertAction(0, 2, "grab ruby") and asked.missing == 1
    assert asked.table.state.gems == ()
    again = act.play_tap(store, table.code, tap(2, "grab ruby", "i"))
    assert again.proposal_seq == asked.proposal_seq and len(again.table.open_proposals) == 1
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert done.table.state.gems == ("ruby",)
    assert table_from_events(store.ledger.events(table.code), store.catalogue) == done.table


def test_what_another_process_made_a_correction_meanwhile_waits_too(
    stores: Callable[..., TableStore],
    store: TableStore,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Grab, "corrects", lambda self, s: self.gem == "ruby" and s.heap < 20)
    here, there = stores(), stores()
    here.catalogue = there.catalogue = {"tally": TALLY}
    here.latest(table.code)
    act.play_tap(there, table.code, tap(1, "take 3"))
    asked = act.play_tap(here, table.code, tap(2, "grab ruby"))
    assert asked.wanted is not None and asked.table.state.gems == ()


def test_without_consent_it_counts_at_once(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    assert act.play_tap(store, table.code, tap(2, "grab ruby")).table.state.gems == ("ruby",)


def test_another_number_takes_the_place_of_the_first(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(2, "grab ruby"))
    second = act.play_tap(store, table.code, tap(2, "grab opal"))
    assert [wish.seq for wish in second.table.open_proposals] == [second.proposal_seq]
    third = act.play_tap(store, table.code, tap(2, "grab opal"))
    assert third.repeated and third.proposal_seq == second.proposal_seq
    other = act.play_tap(store, table.code, tap(3, "grab opal"))
    assert len(other.table.open_proposals) == 2, "another seat's is another matter"


def test_what_is_played_meanwhile_comes_after_the_correction(
    store: TableStore, table: Table
) -> None:
    asked = act.play_tap(store, table.code, tap(2, "grab ruby"))
    act.play_tap(store, table.code, tap(1, "take 2"))
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert [entry.action for entry in done.table.entries] == ["grab ruby", "take 2"]


def test_nothing_is_played_between_the_ruling_and_the_proposal(
    store: TableStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose = act._propose
    other = Thread(target=act.play_tap, args=[store, table.code, tap(1, "take 2")])

    def while_another_taps(*args: Any) -> Any:
        other.start()
        other.join(0.2)
        return propose(*args)

    monkeypatch.setattr(act, "_propose", while_another_taps)
    act.play_tap(store, table.code, tap(2, "grab ruby"))
    other.join()
    newest = store.ledger.events(table.code, table.seq)
    assert [(event.seat, event.kind) for event in newest] == [(2, "proposed"), (1, "played")]


@pytest.mark.parametrize("proposed_before", [False, True])
def test_what_another_server_changes_before_the_proposal_is_judged_anew(
    stores: Callable[..., TableStore],
    store: TableStore,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    proposed_before: bool,
) -> None:
    here, there, propose = stores(), stores(), act._propose
    here.catalogue = there.catalogue = {"tally": TALLY}
    if proposed_before:
        act.play_tap(here, table.code, tap(2, "grab opal"))

    def while_another_grabs(*args: Any) -> Any:
        monkeypatch.setattr(act, "_propose", propose)
        proposals.set_consent(there, table.code, "0", "pa")
        act.play_tap(there, table.code, tap(1, "grab ruby"))
        proposals.set_consent(there, table.code, "1", "pa")
        return propose(*args)

    monkeypatch.setattr(act, "_propose", while_another_grabs)
    answer = act.play_tap(here, table.code, tap(2, "grab ruby"))
    assert isinstance(answer, Refused) and answer.table.open_proposals == ()
    assert answer.table.state.gems == ("ruby",)


def test_a_refused_correction_asks_nobody(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    act.play_tap(store, table.code, tap(1, "grab ruby"))
    proposals.set_consent(store, table.code, "1", "pa")
    answer = act.play_tap(store, table.code, tap(2, "grab ruby"))
    assert isinstance(answer, Refused)
    assert answer.table.open_proposals == ()


def test_one_phone_for_all_asks_nobody(store: TableStore) -> None:
    code = lobby.open_table(store, "tally", 2, "pa").code
    lobby.sit_down_at_seat(store, code, 1, "pa")
    lobby.sit_down_at_seat(store, code, 2, "pa")
    lobby.start_game(store, code, "pa")
    assert act.play_tap(store, code, tap(1, "grab ruby")).table.state.gems == ("ruby",)


def test_what_counts_numbers_waits_for_those_that_are_being_set(
    store: TableStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_caches, "MAX_NUMBER_INPUT_WAIT_SECONDS", 0.01)
    monkeypatch.setattr(process_caches, "NUMBER_INPUT_ANNOUNCEMENT_SECONDS", 1e6)
    numbers.announce_number_input(store, table, tap(2, "take 1"))
    held = act.play_tap(store, table.code, tap(1, "take 3"))
    assert isinstance(held, Declined) and held.anyway and not held.table.entries
    assert act.play_tap(store, table.code, tap(1, "take 3", sure=True)).entry_seq
    numbers.announce_number_input(store, table, tap(1, "take 1"))
    assert numbers.play_number_tap(store, table.code, tap(2, "take 1")).entry_seq
    assert act.play_tap(store, table.code, tap(3, "take 2")).entry_seq
    assert act.play_tap(store, table.code, tap(1, "take 3")).entry_seq, (
        "its own number and saved ones"
    )


def test_a_number_that_comes_late_goes_where_it_belongs(store: TableStore, table: Table) -> None:
    seen = table.seq
    act.play_tap(store, table.code, tap(1, "take 3"))
    late = numbers.play_number_tap(store, table.code, tap(1, "take 2", "late", seen=seen))
    assert late.wanted == InsertAction(0, 1, "take 2") and late.missing == 1
    again = numbers.play_number_tap(store, table.code, tap(1, "take 2", "late", seen=seen))
    assert again.proposal_seq == late.proposal_seq and len(again.table.open_proposals) == 1
    never = numbers.play_number_tap(store, table.code, tap(1, "take 1", seen=late.table.seq))
    assert isinstance(never, Refused)
