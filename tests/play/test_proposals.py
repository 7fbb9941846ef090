"""What the table decides: rulings, how many have to agree, late and foreign words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play import (
    NotAllowed,
    TableStore,
    UnknownSeat,
    act,
    corrections,
    lobby,
    proposals,
)
from companion.play.answer import Corrected, Declined, Played, Refused, Tap, TapAnswer
from companion.referee.text import SeatName
from companion.tables import Event, SettleQuestion, Table, apply_event

PHONES = {1: "pa", 2: "pb", 3: "pc"}
KEY = "turn.peek-twice"


def tap(seat: int, text: str = "", intent: str = "", seen: int = 5) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen)


def reason(answer: TapAnswer) -> tuple[str, object]:
    assert isinstance(answer, Declined)
    return answer.reason.source, dict(answer.reason.values).get("name")


def test_a_doubt_is_settled_once_and_remembered(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "peek"))
    doubtful = act.play_tap(store, table.code, tap(2, "peek"))
    assert [doubt.question for doubt in doubtful.doubts] == [KEY]
    since = doubtful.entry_seq
    asked = proposals.settle_question(store, table.code, tap(2), KEY, "double", since)
    assert (asked.proposal_seq, asked.missing, asked.table.chosen_answers) == (8, 1, {})
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert done.wanted == SettleQuestion(KEY, "double", since) and done.table.chosen_answers == {
        KEY: "double"
    }
    assert done.table.state.peeks == 3, "the action that raised it counts by it too"
    later = act.play_tap(store, table.code, tap(3, "peek"))
    assert isinstance(later, Played) and later.doubts == ()
    assert later.precedents == (KEY,) and later.table.state.peeks == 5
    other = act.play_tap(store, table.code, tap(1, "take 1"))
    assert other.precedents == ()


def test_settling_against_what_was_done_tells_the_misfits(store: TableStore, table: Table) -> None:
    for seat in (1, 2):
        last = act.play_tap(store, table.code, tap(seat, "peek")).entry_seq
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "no", last)
    assert [(e.seq, r.objections[0].rule) for e, r in asked.misfits] == [(last, KEY)]
    proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    seen = store.latest(table.code).seq
    refused = act.play_tap(store, table.code, replace(tap(3, "peek"), seen=seen))
    assert isinstance(refused, Refused) and refused.ruling.objections[0].rule == KEY


def test_the_same_answer_from_another_phone_is_a_yes(store: TableStore, table: Table) -> None:
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    rival = proposals.settle_question(store, table.code, tap(2), KEY, "no")
    assert asked.proposal_seq != rival.proposal_seq
    again = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    assert again.repeated and again.proposal_seq == asked.proposal_seq
    done = proposals.settle_question(store, table.code, tap(3), KEY, "yes", 99)
    assert done.table.chosen_answers == {KEY: "yes"} and done.table.open_proposals == ()
    late = proposals.agree_to_proposal(store, table.code, tap(1), rival.proposal_seq)
    assert reason(late) == (
        "The table has already decided differently ({name} answered first).",
        SeatName(3),
    )
    known = proposals.settle_question(store, table.code, tap(2), KEY, "yes")
    assert known.repeated and known.word is not None and "already" in known.word.source


def test_a_decided_question_can_be_decided_anew_from_now_on(
    store: TableStore, table: Table
) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    first = act.play_tap(store, table.code, tap(1, "peek")).entry_seq
    proposals.settle_question(store, table.code, tap(1), KEY, "yes", first)
    anew = proposals.settle_question(store, table.code, tap(2), KEY, "double", first)
    assert anew.wanted == SettleQuestion(KEY, "double") and anew.table.state.peeks == 1


@pytest.mark.parametrize(
    ("key", "choice"), [("turn.heap", "yes"), ("x", "yes"), (KEY, "maybe"), (KEY, "")]
)
def test_no_such_question_or_answer(store: TableStore, table: Table, key: str, choice: str) -> None:
    with pytest.raises(NotAllowed):
        proposals.settle_question(store, table.code, tap(1), key, choice)
    assert store.latest(table.code).seq == table.seq


def test_with_nobody_asked_it_happens_at_once(store: TableStore, table: Table) -> None:
    assert proposals.set_consent(store, table.code, "0", "pa").consent == "0"
    act.play_tap(store, table.code, tap(1, "peek"))
    answer = corrections.allow_refused_action(store, table.code, tap(2, "take 3"))
    assert isinstance(answer, Corrected) and answer.entry_seq
    assert proposals.settle_question(
        store, table.code, tap(3), KEY, "yes"
    ).table.chosen_answers == {KEY: "yes"}
    own = next(e.seq for e in answer.table.entries if e.seat == 1)
    assert corrections.take_back_entry(store, table.code, tap(1), own).entry_seq == own


def test_even_then_nobody_takes_back_for_another_alone(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    entry = act.play_tap(store, table.code, tap(1, "peek")).entry_seq
    assert corrections.take_back_entry(store, table.code, tap(2), entry).proposal_seq


def test_all_means_every_other_phone(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "all", "pa")
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    assert asked.missing == 2
    second = proposals.agree_to_proposal(store, table.code, tap(2, intent="s"), asked.proposal_seq)
    assert (second.missing, second.table.chosen_answers) == (1, {})
    proposal = second.table.proposal_numbered(asked.proposal_seq)
    assert proposal is not None and proposal.agreed == (2,)
    for intent in ("s", "t"):
        again = proposals.agree_to_proposal(
            store, table.code, tap(2, intent=intent), asked.proposal_seq
        )
        assert again.repeated and again.missing == 1 and again.table.seq == second.table.seq
    last = proposals.agree_to_proposal(store, table.code, tap(3), asked.proposal_seq)
    assert last.table.chosen_answers == {KEY: "yes"}


def test_who_leaves_is_no_longer_waited_for(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "all", "pa")
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    lobby.free_seat(store, table.code, 3, "pc")
    assert proposals.agree_to_proposal(
        store, table.code, tap(2), asked.proposal_seq
    ).table.chosen_answers == {KEY: "yes"}
    lobby.free_seat(store, table.code, 2, "pb")
    assert proposals.settle_question(store, table.code, tap(1), KEY, "no").table.chosen_answers == {
        KEY: "no"
    }


def test_one_phone_with_two_seats_has_one_voice(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "all", "pa")
    lobby.free_seat(store, table.code, 3, "pc")
    lobby.sit_down_at_seat(store, table.code, 3, "pb")
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    assert asked.missing == 1
    own = proposals.settle_question(store, table.code, Tap("pb", 3, ""), KEY, "no")
    same = proposals.agree_to_proposal(store, table.code, Tap("pb", 2, ""), own.proposal_seq)
    assert reason(same)[0] == "Someone with another phone must approve."
    assert proposals.agree_to_proposal(
        store, table.code, Tap("pb", 3, ""), asked.proposal_seq
    ).table.chosen_answers


def test_only_the_host_says_how_many(store: TableStore, table: Table) -> None:
    for consent, phone in (("0", "pb"), ("two", "pa"), ("", "pa")):
        with pytest.raises(NotAllowed):
            proposals.set_consent(store, table.code, consent, phone)
    assert proposals.set_consent(store, table.code, "1", "pa").seq == table.seq, "it was so already"


def test_nobody_votes_without_a_seat_or_from_another_table(store: TableStore, table: Table) -> None:
    other = lobby.open_table(store, "tally", 2, "pz")
    lobby.sit_down_at_seat(store, other.code, 2, "pz")
    asked = proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    for phone in ("pz", "px", ""):
        with pytest.raises(NotAllowed):
            proposals.agree_to_proposal(store, table.code, Tap(phone, 2, ""), asked.proposal_seq)
    with pytest.raises(UnknownSeat):
        proposals.agree_to_proposal(store, table.code, Tap("px", 0, ""), asked.proposal_seq)
    missing = proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq + 50)
    assert reason(missing)[0] == "There's nothing to approve."
    assert store.latest(table.code).chosen_answers == {}


def test_before_the_start_there_is_nothing_to_settle(store: TableStore) -> None:
    table = lobby.open_table(store, "tally", 2, "pa")
    lobby.sit_down_at_seat(store, table.code, 1, "pa")
    with pytest.raises(NotAllowed):
        proposals.settle_question(store, table.code, tap(1), KEY, "yes")
    assert proposals.set_consent(store, table.code, "all", "pa").consent == "all"


def test_three_requests_of_a_seat_wait_and_no_more(store: TableStore, table: Table) -> None:
    asked = [
        proposals.set_own_rule(store, table.code, tap(1, intent=f"i{n}"), f"May I {n}?", "No")
        for n in range(5)
    ]
    assert [type(each).__name__ for each in asked] == ["Proposed"] * 3 + ["Declined"] * 2
    assert len(store.latest(table.code).open_proposals) == 3
    other = proposals.set_own_rule(store, table.code, tap(2), "And I?", "Yes")
    assert other.proposal_seq, "only the one seat"
    proposals.withdraw_proposal(store, table.code, tap(1), asked[0].proposal_seq)
    again = proposals.set_own_rule(store, table.code, tap(1), "Now?", "Yes")
    assert again.proposal_seq


def test_what_a_freed_seat_has_asked_waits_no_longer(store: TableStore, table: Table) -> None:
    mine = proposals.set_own_rule(store, table.code, tap(2), "May I?", "Yes")
    other = proposals.set_own_rule(store, table.code, tap(3), "May we?", "Yes")
    lobby.free_seat(store, table.code, 2, PHONES[1])
    assert [each.seq for each in store.latest(table.code).open_proposals] == [other.proposal_seq]
    late = proposals.agree_to_proposal(store, table.code, tap(1), mine.proposal_seq)
    assert isinstance(late, Declined)


def test_a_yes_of_before_still_counts_for_a_seat_that_had_left(
    store: TableStore, table: Table
) -> None:
    """Logs of 0.7 and before have some: they open for good, with what was decided."""
    mine = proposals.set_own_rule(store, table.code, tap(2), "May I?", "Yes")
    lobby.free_seat(store, table.code, 2, PHONES[1])
    now = store.latest(table.code)
    agreed = Event(table.code, now.seq + 1, now.at, 3, "agreed", str(mine.proposal_seq))
    later = apply_event(now, agreed, store.catalogue)
    assert [each.asks for each in later.own_rules] == ["May I?"]
