"""One tap: judged on the newest state, counted once, answered with what the phone had not seen. On
both ledgers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from companion.ledger import EventNumberTaken
from companion.play import NotAllowed, TableStore, UnknownSeat, act, corrections, proposals
from companion.play.answer import Played, Refused, Tap, TapAnswer, Unchanged
from companion.play.lobby import open_table, sit_down_at_seat
from companion.play.store import UnknownTable
from companion.referee.notation import UnreadableAction
from companion.tables import Event, Table, table_from_events
from tests.kit.ledgers import BOTH
from tests.kit.served import GENEROUS
from tests.kit.toy_game import Roll

Halls = Callable[..., TableStore]
PHONES = {1: "pa", 2: "pb", 3: "pc"}


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def tap(seat: int, text: str, intent: str = "", seen: int = 5) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen)


def refolded(store: TableStore, code: str) -> Table | None:
    return table_from_events(store.ledger.events(code), store.catalogue)


def test_an_allowed_action_counts_and_is_durable(store: TableStore, table: Table) -> None:
    answer = act.play_tap(store, table.code, tap(1, "TAKE 3", "x"))
    assert isinstance(answer, Played)
    assert (answer.table.state.heap, answer.entry_seq, answer.repeated) == (17, 6, False)
    assert refolded(store, table.code) == answer.table == store.latest(table.code)
    assert store.ledger.events(table.code, 5) == [
        Event(table.code, 6, answer.table.at, 1, "played", "take 3", "x")
    ]


def test_a_refused_action_changes_nothing_and_is_kept(store: TableStore, table: Table) -> None:
    with store.stream_hub.watch(table.code, "pb") as bo:
        answer = act.play_tap(store, table.code, tap(2, "take 1", "x"))
        assert not bo.wait(0)
    assert isinstance(answer, Refused) and answer.kept
    assert [objection.rule for objection in answer.ruling.objections] == ["turn.yours"]
    assert answer.table == table == store.latest(table.code)
    (past,) = store.ledger.refusals(table.code)
    assert (past.seat, past.action, past.rules, past.seq) == (2, "take 1", ("turn.yours",), 5)
    assert answer.beaten_by is None


def test_a_repeated_intent_gets_the_first_answer_and_counts_once(
    store: TableStore, table: Table
) -> None:
    first = act.play_tap(store, table.code, tap(1, "take 2", "x"))
    act.play_tap(store, table.code, tap(2, "take 1", "y"))
    again = act.play_tap(store, table.code, tap(1, "take 2", "x"))
    assert again.repeated and not first.repeated
    assert (again.doubts, again.entry_seq) == (first.doubts, first.entry_seq)
    assert [entry.seat for entry in again.others] == [2]
    assert again.table.state.heap == 17 and len(again.table.entries) == 2


def test_what_has_counted_is_not_called_refused_because_of_a_later_taking_back(
    store: TableStore, table: Table
) -> None:
    taken = act.play_tap(store, table.code, tap(1, "take 2"))
    first = act.play_tap(store, table.code, tap(2, "take 1", "x"))
    asked = corrections.take_back_entry(store, table.code, tap(1, ""), taken.entry_seq)
    proposals.agree_to_proposal(store, table.code, tap(3, ""), asked.proposal_seq)
    again = act.play_tap(store, table.code, tap(2, "take 1", "x"))
    assert isinstance(again, Played) and again.repeated and again.entry_seq == first.entry_seq


def test_a_repeated_intent_is_known_after_a_restart(stores: Halls, table: Table) -> None:
    first = act.play_tap(stores(), table.code, tap(1, "roll", "x"))
    again = act.play_tap(stores(), table.code, tap(1, "roll", "x"))
    assert isinstance(again, Played) and again.repeated and again.doubts == first.doubts
    assert again.table.state.rolled == first.table.state.rolled


def test_a_repeated_refusal_stays_refused_although_it_would_be_fine_now(
    store: TableStore, table: Table
) -> None:
    first = act.play_tap(store, table.code, tap(2, "take 1", "x"))
    act.play_tap(store, table.code, tap(1, "take 1", "y"))
    again = act.play_tap(store, table.code, tap(2, "take 1", "x"))
    assert again.repeated and again.ruling == first.ruling
    assert again.table.state.heap == 19
    assert len(store.ledger.refusals(table.code)) == 1
    fresh = act.play_tap(store, table.code, tap(2, "take 1", "z"))
    assert fresh.table.state.heap == 18


def test_nobody_learns_another_seats_action_by_repeating_its_intent(
    store: TableStore, table: Table
) -> None:
    act.play_tap(store, table.code, tap(1, "take 2", "x"))
    act.play_tap(store, table.code, tap(3, "take 2", "r"))
    for intent in ("x", "r"):
        with pytest.raises(NotAllowed):
            act.play_tap(store, table.code, tap(2, "take 1", intent))
    assert store.latest(table.code).seq == 6


def test_what_is_rolled_is_written_into_the_log(store: TableStore, table: Table) -> None:
    answer = act.play_tap(store, table.code, tap(1, "roll"))
    action = table.game.read(answer.table.entries[-1].action)
    assert isinstance(action, Roll) and len(action.faces) == 2
    assert answer.table.state.rolled == action.faces
    typed = act.play_tap(store, table.code, tap(1, "roll 6 5"))
    assert typed.table.entries[-1].action == "roll 6 5"
    assert refolded(store, table.code) == typed.table


def test_who_may_not_act_and_what_cannot_be_read(store: TableStore, table: Table) -> None:
    with pytest.raises(NotAllowed):
        act.play_tap(store, table.code, Tap("pb", 1, "take 1"))
    with pytest.raises(NotAllowed):
        act.play_tap(store, table.code, Tap("", 1, "take 1"))
    with pytest.raises(UnknownSeat):
        act.play_tap(store, table.code, Tap("pa", 4, "take 1"))
    with pytest.raises(UnknownTable):
        act.play_tap(store, "NONE", tap(1, "take 1"))
    with pytest.raises(UnreadableAction):
        act.play_tap(store, table.code, tap(1, "take everything"))
    assert store.latest(table.code) == table
    lobby = open_table(store, "tally", 1, "pa")
    sit_down_at_seat(store, lobby.code, 1, "pa")
    with pytest.raises(NotAllowed):
        act.play_tap(store, lobby.code, tap(1, "take 1"))


def test_the_answer_tells_what_others_did_meanwhile(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(2, "grab opal"))
    act.play_tap(store, table.code, tap(1, "grab ruby"))
    act.play_tap(store, table.code, tap(3, "peek"))
    answer = act.play_tap(store, table.code, tap(1, "take 1", seen=5))
    assert [entry.action for entry in answer.others] == ["grab opal", "peek"]
    answer = act.play_tap(store, table.code, tap(2, "take 1", seen=8))
    assert [entry.action for entry in answer.others] == ["take 1"]


def test_what_was_undone_meanwhile_is_no_news(store: TableStore, table: Table) -> None:
    played = act.play_tap(store, table.code, tap(2, "grab opal"))
    corrections.take_back_entry(store, table.code, tap(2, ""), played.entry_seq)
    assert store.latest(table.code).entry(played.entry_seq).undone
    answer = act.play_tap(store, table.code, tap(1, "take 1", seen=5))
    assert answer.others == ()


def test_the_second_is_told_what_came_first(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "peek"))
    first = act.play_tap(store, table.code, tap(2, "grab opal"))
    act.play_tap(store, table.code, tap(1, "grab ruby"))
    second = act.play_tap(store, table.code, tap(3, "grab opal", seen=5))
    assert isinstance(second, Refused)
    assert second.beaten_by is not None and second.beaten_by.seq == first.entry_seq
    late = act.play_tap(store, table.code, tap(3, "grab opal", seen=first.table.seq))
    assert isinstance(late, Refused) and late.beaten_by is None


def test_a_taking_back_can_be_what_came_first(store: TableStore, table: Table) -> None:
    taken = act.play_tap(store, table.code, tap(1, "take 1"))
    corrections.take_back_entry(store, table.code, tap(1, ""), taken.entry_seq)
    answer = act.play_tap(store, table.code, tap(2, "take 1", seen=taken.table.seq))
    assert isinstance(answer, Refused)
    assert answer.beaten_by is not None and answer.beaten_by.seq == taken.entry_seq
    assert answer.beaten_by.undone == taken.table.seq + 1
    informed = act.play_tap(store, table.code, tap(2, "take 1", seen=answer.table.seq))
    assert isinstance(informed, Refused)
    assert informed.beaten_by is None


def test_another_hall_on_the_same_file_is_never_ignored(stores: Halls, table: Table) -> None:
    here, there = stores(), stores()
    assert here.latest(table.code) == there.latest(table.code) == table
    act.play_tap(there, table.code, tap(1, "take 3"))
    assert here.latest(table.code).state.heap == 17
    assert act.play_tap(here, table.code, tap(2, "take 3")).table.state.heap == 14
    assert there.latest(table.code).state.heap == 14


def test_a_glance_finds_what_another_hall_has_written_as_soon_as_nobody_has_looked_lately(
    stores: Halls, table: Table
) -> None:
    here, there = stores(), stores()
    assert here.latest(table.code) == table
    act.play_tap(there, table.code, tap(1, "take 3"))
    assert here.latest_within(table.code, within=1000.0) == table
    assert here.latest_within(table.code, within=0.5).state.heap == 17
    assert here.latest_within(table.code, within=1000.0).state.heap == 17


def test_all_who_come_at_once_get_the_very_same_table(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart all phones of a table come at once, and each folds the log."""
    fresh, both = stores(), threading.Barrier(2, timeout=GENEROUS)
    read = fresh.ledger.events

    def at_once(*asked: Any, **more: Any) -> list[Event]:
        events = read(*asked, **more)
        both.wait()
        return events

    monkeypatch.setattr(fresh.ledger, "events", at_once)
    with ThreadPoolExecutor(2) as phones:
        one, other = phones.map(fresh.latest, [table.code] * 2)
    assert one is other is fresh.cached_table(table.code)


@pytest.mark.usefixtures("in_a_file")
def test_nobody_reads_a_log_again_until_another_process_has_written(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = stores(), stores()
    here.latest_within(table.code, within=0.0)
    read: list[str] = []
    events = here.ledger.events

    def counted(code: str, after: int = 0) -> list[Event]:
        read.append(code)
        return events(code, after)

    monkeypatch.setattr(here.ledger, "events", counted)
    act.play_tap(here, table.code, tap(1, "take 1"))
    assert here.latest_within(table.code, within=0.0).state.heap == 19
    assert read == [], "what this process has written itself is no news"
    act.play_tap(there, table.code, tap(2, "take 3"))
    assert here.latest_within(table.code, within=0.0).state.heap == 16
    assert read == [table.code]
    here.latest_within(table.code, within=0.0)
    assert read == [table.code]


def test_a_number_taken_in_the_last_moment_is_judged_again(
    stores: Halls, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process writes between the judging and the writing."""
    here, there = stores(), stores()
    append = here.ledger.append
    taken: list[int] = []

    def beaten(event: Event, *more: bool) -> None:
        if not taken:
            act.play_tap(there, table.code, tap(2, "grab opal"))
        try:
            append(event, *more)
        except EventNumberTaken:
            taken.append(event.seq)
            raise

    monkeypatch.setattr(here.ledger, "append", beaten)
    fine = act.play_tap(here, table.code, tap(1, "take 1"))
    assert taken == [6] and fine.entry_seq == 7
    assert [entry.action for entry in fine.others] == ["grab opal"]
    taken.clear()
    monkeypatch.setattr(here.ledger, "append", append)

    def beaten_to_it(event: Event, *more: bool) -> None:
        monkeypatch.setattr(here.ledger, "append", append)
        act.play_tap(there, table.code, tap(2, "grab ruby"))
        append(event, *more)

    monkeypatch.setattr(here.ledger, "append", beaten_to_it)
    late = act.play_tap(here, table.code, tap(3, "grab ruby", seen=7))
    assert isinstance(late, Refused)
    assert late.beaten_by is not None and late.beaten_by.seat == 2
    assert late.table.state.gems == ("opal", "ruby")


def at_once(*deeds: Callable[[], TapAnswer]) -> list[TapAnswer]:
    answers: dict[int, TapAnswer] = {}
    gate = threading.Barrier(len(deeds))

    def run(number: int, deed: Callable[[], TapAnswer]) -> None:
        gate.wait(GENEROUS)
        answers[number] = deed()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * GENEROUS)
    return [answers[number] for number in range(len(deeds))]


@pytest.mark.parametrize("apart", [False, True])
def test_two_taps_at_the_same_instant(stores: Halls, table: Table, apart: bool) -> None:
    """In one process and in two: both count if both are allowed, else the second is told."""
    here = stores()
    there = stores() if apart else here
    both = at_once(
        lambda: act.play_tap(here, table.code, tap(2, "grab opal", "a")),
        lambda: act.play_tap(there, table.code, tap(3, "grab ruby", "b")),
    )
    assert {answer.entry_seq for answer in both} == {6, 7}
    act.play_tap(here, table.code, tap(1, "take 1"))
    clash = at_once(
        lambda: act.play_tap(here, table.code, tap(2, "take 2", "c", 8)),
        lambda: act.play_tap(there, table.code, tap(2, "take 1", "d", 8)),
    )
    (winner,) = (answer for answer in clash if isinstance(answer, Played))
    (loser,) = (answer for answer in clash if isinstance(answer, Refused))
    assert winner.entry_seq == 9
    assert loser.beaten_by is not None and loser.beaten_by.seq == 9
    assert here.latest(table.code).state.heap in (17, 18)


@pytest.mark.parametrize("apart", [False, True])
def test_the_same_deed_twice_at_the_same_instant_is_refused_to_nobody(
    stores: Halls, table: Table, apart: bool
) -> None:
    """A double tap whose halves have each an intent of their own, as of two pages of a phone."""
    here = stores()
    there = stores() if apart else here
    both = at_once(
        lambda: act.play_tap(here, table.code, tap(1, "take 2", "c")),
        lambda: act.play_tap(there, table.code, tap(1, "take 2", "d")),
    )
    assert {type(answer) for answer in both} == {Played, Unchanged}
    assert here.latest(table.code).state.heap == 18
    (late,) = (answer for answer in both if isinstance(answer, Unchanged))
    assert late.word is None and not late.others, "there is nothing to tell"
    for intent in ("c", "d"):
        again = act.play_tap(there, table.code, tap(1, "take 2", intent))
        assert again.repeated, "whichever of the two is sent again"
    meant = act.play_tap(here, table.code, tap(1, "take 2", "e", seen=here.latest(table.code).seq))
    assert isinstance(meant, Refused), "who has seen it and taps again hears why not"


@pytest.mark.parametrize("apart", [False, True])
def test_one_intent_sent_many_times_at_once_counts_once(
    stores: Halls, table: Table, apart: bool
) -> None:
    here = stores()
    there = stores() if apart else here
    deeds = [
        lambda store=store: act.play_tap(store, table.code, tap(1, "peek", "x"))
        for store in (here, there)
    ]
    answers = at_once(*deeds, *deeds, *deeds)
    assert {answer.entry_seq for answer in answers} == {6}
    assert sum(not answer.repeated for answer in answers) == 1
    assert len({answer.doubts for answer in answers}) == 1
    assert here.latest(table.code).state.peeks == 1


def test_many_halls_and_threads_lose_nothing(stores: Halls, table: Table) -> None:
    both = (stores(), stores())
    deeds = [
        lambda store=both[number % 2], number=number: [
            act.play_tap(store, table.code, tap(number % 3 + 1, "peek", f"{number}-{i}"))
            for i in range(15)
        ][-1]
        for number in range(6)
    ]
    at_once(*deeds)
    first, second = (store.latest(table.code) for store in both)
    assert first.state == second.state and first.state.peeks == 90
    assert [entry.seq for entry in first.entries] == list(range(6, 96))
    assert len({entry.intent for entry in first.entries}) == 90
    assert replace(first, at=0.0).entries == refolded(both[0], table.code).entries  # type: ignore[union-attr]
