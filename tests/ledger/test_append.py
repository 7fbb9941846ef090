"""The ledger keeps events in order, once each, whoever else writes at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.ledger import (
    EventNumberTaken,
    Ledger,
    RefusedIntent,
    RepeatedIntent,
    StoredNote,
    StoredRefusal,
    TableDeleted,
)
from companion.ledger.postgres import pool as connections
from companion.tables import Event
from tests.kit.ledgers import BOTH
from tests.kit.served import GENEROUS

Opener = Callable[..., Ledger]


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def event(seq: int, code: str = "K7QX", intent: str = "", text: str = "take 1") -> Event:
    return Event(code, seq, 1000.25 + seq, 2, "played", text, intent)


def test_what_was_appended_comes_back_unchanged_and_in_order(opened: Opener) -> None:
    ledger = opened()
    events = [event(1, intent="a"), event(2), event(3, text="Zoë 🪐 'quoted'; --"), event(4)]
    for one in events:
        ledger.append(one)
    ledger.append(event(1, code="M2M2"))
    assert ledger.events("K7QX") == events
    assert ledger.events("K7QX", after=2) == events[2:]
    assert ledger.events("K7QX", after=4) == ledger.events("NONE") == []
    assert ledger.table_codes() == ["K7QX", "M2M2"]


def test_a_taken_number_is_told_and_changes_nothing(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1, intent="a"))
    with pytest.raises(EventNumberTaken):
        ledger.append(event(1, intent="b", text="take 3"))
    assert ledger.events("K7QX") == [event(1, intent="a")]


def test_a_repeated_intent_carries_the_first_event(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1, intent="a"))
    for seq in (1, 2):
        with pytest.raises(RepeatedIntent) as again:
            ledger.append(event(seq, intent="a", text="take 3"))
        assert again.value.first == event(1, intent="a")
    ledger.append(event(1, code="M2M2", intent="a"))
    assert len(ledger.events("K7QX")) == 1
    assert ledger.event_by_intent("K7QX", "a") == event(1, intent="a")
    assert ledger.event_by_intent("K7QX", "b") is None


def test_events_without_an_intent_never_count_as_repeated(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.append(event(2))
    assert len(ledger.events("K7QX")) == 2
    assert ledger.event_by_intent("K7QX", "") is None


def test_refusals_are_kept_once_each(opened: Opener) -> None:
    ledger = opened()
    first = StoredRefusal("K7QX", 3, 5.5, 2, "take 3", ("turn.yours", "turn.heap"), "a")
    second = StoredRefusal("K7QX", 4, 6.5, 1, "take 1", ())
    for past in (first, second, first, second):
        ledger.store_refusal(past)
    assert ledger.refusals("K7QX") == [first, second, second]
    assert ledger.refusal_of_intent("K7QX", "a") == first
    assert ledger.refusal_of_intent("K7QX", "b") is ledger.refusal_of_intent("M2M2", "a") is None


def test_two_writers_neither_lose_nor_double(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two ledgers on one file, two threads each; every one of them wants 40 events at one table."""
    # With a slow disk, one of two has to wait for long.
    monkeypatch.setitem(connections.POSTGRES_SESSION_SETTINGS, "lock_timeout", f"{GENEROUS:.0f}s")
    ledgers = [opened(timeout=GENEROUS), opened(timeout=GENEROUS)]
    failures: list[BaseException] = []

    def insist(ledger: Ledger, name: str) -> None:
        try:
            for number in range(40):
                _append_somewhere(ledger, f"{name}-{number}")
                if number % 10 == 0:  # a phone that sends again
                    with pytest.raises(RepeatedIntent):
                        _append_somewhere(ledger, f"{name}-{number}")
        except BaseException as failure:
            failures.append(failure)

    threads = [
        threading.Thread(target=insist, args=(ledger, f"{i}{j}"))
        for i, ledger in enumerate(ledgers)
        for j in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(4 * GENEROUS)
    assert failures == []
    events = ledgers[0].events("K7QX")
    assert events == ledgers[1].events("K7QX")
    assert [one.seq for one in events] == list(range(1, 161))
    wanted = {f"{i}{j}-{number}" for i in range(2) for j in range(2) for number in range(40)}
    assert {one.intent for one in events} == wanted


def _append_somewhere(ledger: Ledger, intent: str) -> None:
    while True:
        tail = ledger.events("K7QX")
        try:
            return ledger.append(event(len(tail) + 1, intent=intent))
        except EventNumberTaken:
            continue


def test_a_new_table_is_written_whole_or_not_at_all(opened: Opener) -> None:
    ledger = opened()
    whole = [event(seq, intent=f"i{seq}") for seq in range(1, 30)]
    ledger.append_new_table(whole)
    assert ledger.events("K7QX") == whole
    with pytest.raises(EventNumberTaken):
        ledger.append_new_table([event(1, text="take 2"), event(2)])
    with pytest.raises(TableDeleted):
        ledger.append_new_table([event(1, code="M2M2"), event(3, code="M2M2")])
    assert ledger.events("K7QX") == whole and ledger.table_codes() == ["K7QX"]


def test_what_was_refused_before_is_told_when_it_is_asked_for(opened: Opener) -> None:
    ledger = opened()
    past = StoredRefusal("K7QX", 1, 5.5, 2, "take 3", ("turn.yours",), "a")
    ledger.append(event(1))
    ledger.store_refusal(past)
    with pytest.raises(RefusedIntent) as again:
        ledger.append(event(2, intent="a"), unless_refused=True)
    assert again.value.past == past
    ledger.append(event(2, intent="a"))
    ledger.append(event(3, intent="b"), unless_refused=True)
    assert [one.intent for one in ledger.events("K7QX")] == ["", "a", "b"]


def test_a_deleted_table_takes_no_further_event(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.append(event(1, code="M2M2"))
    ledger.store_refusal(StoredRefusal("K7QX", 1, 5.5, 2, "take 3", (), "a"))
    assert ledger.delete("K7QX") and not ledger.delete("K7QX")
    assert ledger.refusals("K7QX") == []
    with pytest.raises(TableDeleted):
        ledger.append(event(2))
    assert [each.code for each in ledger.table_summaries()] == ["M2M2"]


def test_a_summary_tells_a_table_without_its_game(opened: Opener) -> None:
    ledger = opened()
    for seq, code, at in ((1, "OLD2", 10.0), (1, "NEW2", 30.0), (2, "NEW2", 40.5)):
        ledger.append(Event(code, seq, at, 0, "opened", f"tally {seq}"))
    old, new = ledger.table_summaries()
    assert (old.code, old.opening, old.opened, old.last, old.events) == (
        *("OLD2", "tally 1", 10.0, 10.0),
        1,
    )
    assert (new.code, new.opened, new.last, new.events) == ("NEW2", 30.0, 40.5, 2)
    assert new.size == 2 * (len("tally 1") + len("opened") + 24)


def test_names_are_taken_out_and_nothing_else(opened: Opener) -> None:
    ledger = opened()
    for seq, kind, text in ((1, "opened", "tally 2 pa"), (2, "named", "Zoë"), (3, "played", "x")):
        ledger.append(Event("K7QX", seq, float(seq), 1, kind, text))
    ledger.erase_names("K7QX", [2, 3])
    assert [each.text for each in ledger.events("K7QX")] == ["tally 2 pa", "", "x"]


def test_a_phone_finds_the_tables_where_it_ever_sat(opened: Opener) -> None:
    ledger = opened()
    told = {
        "AAAA": [("opened", "tally 2 host"), ("took-seat", "phone")],
        "BBBB": [("opened", "tally 2 phone"), ("gave-seat", "phone 2")],
        "CCCC": [("opened", "tally 2 host"), ("took-over", "phone")],
        "DDDD": [("opened", "tally 2 host"), ("took-seat", "phone2"), ("named", "phone")],
        "EEEE": [("opened", "tally 2 host"), ("took-seat", "phone 2")],
    }
    for number, (code, lines) in enumerate(told.items()):
        for seq, (kind, text) in enumerate(lines, start=1):
            ledger.append(Event(code, seq, 10.0 - number, 1, kind, text))
    assert ledger.table_codes_of_phone("phone", 9) == ["AAAA", "BBBB", "CCCC"]
    assert ledger.table_codes_of_phone("phone", 2) == ["AAAA", "BBBB"]


def test_a_shelf_keeps_the_newest_value_of_each_name(opened: Opener) -> None:
    ledger = opened()
    first = [
        StoredNote("pa", "tally", "tile", "2", 10.0),
        StoredNote("pa", "tally", "goal", "5", 11.0),
    ]
    ledger.store_notes(first)
    ledger.store_notes(
        [StoredNote("pa", "tally", "tile", "3", 12.0), StoredNote("pb", "tally", "x", "1", 1.0)]
    )
    ledger.store_notes([StoredNote("pa", "tally", "tile", "9", 9.0)])
    assert ledger.notes("pa", "tally") == [first[1], StoredNote("pa", "tally", "tile", "3", 12.0)]
    assert ledger.notes("pa", "heap") == []
