"""Taking back: at once, as a proposal, or not at all; agreeing and withdrawing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.play import NotAllowed, TableStore, act, corrections, lobby, proposals
from companion.play.answer import Corrected, Declined, Proposed, Tap, TapAnswer, Unchanged
from companion.referee.text import SeatName
from companion.tables import Table, table_from_events

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", intent: str = "", seen: int = 5) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen)


def reason(answer: TapAnswer) -> str:
    assert isinstance(answer, Declined)
    return answer.reason.source


def test_the_own_last_action_goes_at_once(store: TableStore, table: Table) -> None:
    first = act.play_tap(store, table.code, tap(1, "take 2"))
    act.play_tap(store, table.code, tap(3, "grab opal"))
    with store.stream_hub.watch(table.code, "pb") as bo:
        answer = corrections.take_back_entry(store, table.code, tap(1), first.entry_seq)
        assert bo.wait(0)
    assert isinstance(answer, Corrected) and answer.entry_seq == 6
    assert answer.table.state.heap == 20 and answer.table.seats_to_act == {1}
    assert answer.table.state.gems == ("opal",)
    assert answer.table.entry(6).undone == answer.table.seq
    assert [entry.action for entry in answer.others] == ["grab opal"]
    assert table_from_events(store.ledger.events(table.code), store.catalogue) == answer.table


def test_what_another_action_depends_on_becomes_a_proposal(store: TableStore, table: Table) -> None:
    first = act.play_tap(store, table.code, tap(1, "take 2"))
    act.play_tap(store, table.code, tap(2, "take 1"))
    asked = corrections.take_back_entry(store, table.code, tap(1, intent="t"), first.entry_seq)
    assert isinstance(asked, Proposed) and asked.proposal_seq == 8
    assert [entry.action for entry, _ in asked.misfits] == ["take 1"]
    assert asked.table.state.heap == 17
    again = corrections.take_back_entry(store, table.code, tap(1, intent="u"), first.entry_seq)
    assert (again.proposal_seq, again.repeated, again.table.seq) == (8, True, 8)
    agreed = proposals.agree_to_proposal(store, table.code, tap(3), 8)
    assert (agreed.entry_seq, agreed.table.open_proposals) == (6, ())
    assert agreed.table.entry(6).undone == 9
    assert [entry.action for entry, _ in agreed.misfits] == ["take 1"]
    # What no longer fits goes with it, by the same event.
    assert [entry.undone for entry in agreed.table.entries] == [9, 9]
    assert agreed.table.state.heap == 20


def test_what_showed_something_hidden_needs_a_word(store: TableStore, table: Table) -> None:
    peeked = act.play_tap(store, table.code, tap(1, "peek"))
    asked = corrections.take_back_entry(store, table.code, tap(1), peeked.entry_seq)
    assert asked.proposal_seq == 7 and asked.misfits == ()
    assert asked.table.state.peeks == 1
    assert "Someone else" in reason(proposals.agree_to_proposal(store, table.code, tap(1), 7))
    assert proposals.agree_to_proposal(store, table.code, tap(2), 7).table.state.peeks == 0
    assert "approved first" in reason(proposals.agree_to_proposal(store, table.code, tap(3), 7))


def test_what_is_not_the_own_last_action_needs_a_word(store: TableStore, table: Table) -> None:
    first = act.play_tap(store, table.code, tap(1, "grab opal"))
    second = act.play_tap(store, table.code, tap(1, "grab ruby"))
    for seat, seq in ((2, second.entry_seq), (1, first.entry_seq)):
        asked = corrections.take_back_entry(store, table.code, tap(seat), seq)
        assert asked.proposal_seq and asked.missing == 1
    assert asked.table.state.gems == ("opal", "ruby")
    assert len(asked.table.open_proposals) == 2
    for seq in (1, 99):
        assert "isn't in the log" in reason(
            corrections.take_back_entry(store, table.code, tap(1), seq)
        )
    proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    assert store.latest(table.code).state.gems == ("ruby",)


def test_two_phones_that_take_back_take_back_one_thing(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "take 2"))
    entry = act.play_tap(store, table.code, tap(1, "peek")).entry_seq
    first = corrections.take_back_entry(store, table.code, tap(1), entry)
    assert first.proposal_seq
    second = corrections.take_back_entry(store, table.code, tap(3), entry)
    assert second.entry_seq == entry and second.table.open_proposals == ()
    assert second.table.state.peeks == 0 and second.table.state.heap == 18
    third = corrections.take_back_entry(store, table.code, tap(2), entry)
    assert third.repeated and third.word is not None and "has already undone" in third.word.source
    assert third.table.seq == second.table.seq


def test_taking_back_twice_is_taking_back_once(store: TableStore, table: Table) -> None:
    first = act.play_tap(store, table.code, tap(1, "take 2"))
    done = corrections.take_back_entry(store, table.code, tap(1, intent="t"), first.entry_seq)
    for intent in ("t", "other"):
        again = corrections.take_back_entry(
            store, table.code, tap(1, intent=intent), first.entry_seq
        )
        assert again.repeated and isinstance(again, Corrected if intent == "t" else Unchanged)
        assert again.table.seq == done.table.seq


def test_a_repeated_word_gets_the_first_answer(store: TableStore, table: Table) -> None:
    peeked = act.play_tap(store, table.code, tap(1, "peek"))
    asked = corrections.take_back_entry(store, table.code, tap(1, intent="t"), peeked.entry_seq)
    proposals.agree_to_proposal(store, table.code, tap(2, intent="a"), asked.proposal_seq)
    again = proposals.agree_to_proposal(store, table.code, tap(2, intent="a"), asked.proposal_seq)
    assert isinstance(again, Corrected) and again.repeated and again.entry_seq == peeked.entry_seq
    first = corrections.take_back_entry(store, table.code, tap(1, intent="t"), peeked.entry_seq)
    assert first.repeated and first.proposal_seq == asked.proposal_seq
    with pytest.raises(NotAllowed):
        act.play_tap(store, table.code, tap(1, "take 1", "t"))
    with pytest.raises(NotAllowed):
        proposals.withdraw_proposal(store, table.code, tap(3, intent="a"), 7)


def test_a_proposal_can_be_withdrawn_or_refused(store: TableStore, table: Table) -> None:
    peeked = act.play_tap(store, table.code, tap(1, "peek"))
    for seat, said in ((1, "withdrew"), (3, "said no")):
        asked = corrections.take_back_entry(store, table.code, tap(1), peeked.entry_seq)
        gone = proposals.withdraw_proposal(store, table.code, tap(seat), asked.proposal_seq)
        assert isinstance(gone, Unchanged) and gone.table.open_proposals == ()
        late = proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
        assert said in reason(late) and dict(late.reason.values)["name"] == SeatName(seat)  # type: ignore[union-attr]
    assert store.latest(table.code).state.peeks == 1


def test_nobody_speaks_for_a_seat_that_is_not_theirs(store: TableStore, table: Table) -> None:
    peeked = act.play_tap(store, table.code, tap(1, "peek"))
    asked = corrections.take_back_entry(store, table.code, tap(1), peeked.entry_seq)
    deeds: list[Callable[..., TapAnswer]] = [
        proposals.agree_to_proposal,
        proposals.withdraw_proposal,
        corrections.take_back_entry,
    ]
    for deed in deeds:
        with pytest.raises(NotAllowed):
            deed(store, table.code, Tap("px", 2, ""), asked.proposal_seq)
    assert len(store.latest(table.code).open_proposals) == 1


def test_one_phone_agrees_with_itself_only_when_it_holds_all_seats(store: TableStore) -> None:
    table = lobby.open_table(store, "tally", 3, "pa")
    lobby.sit_down_at_seat(store, table.code, 1, "pa")
    lobby.sit_down_at_seat(store, table.code, 2, "pa")
    lobby.start_game(store, table.code, "pa")
    own = Tap("pa", 1, "peek")
    entry = act.play_tap(store, table.code, own).entry_seq
    asked = corrections.take_back_entry(store, table.code, own, entry)
    lobby.sit_down_at_seat(store, table.code, 3, "pc")
    other = Tap("pa", 2, "")
    assert "another phone" in reason(
        proposals.agree_to_proposal(store, table.code, other, asked.proposal_seq)
    )
    lobby.free_seat(store, table.code, 3, "pc")
    assert (
        proposals.agree_to_proposal(store, table.code, other, asked.proposal_seq).entry_seq == entry
    )


def test_alone_at_the_table_nobody_is_asked(store: TableStore) -> None:
    table = lobby.open_table(store, "tally", 1, "pa")
    lobby.sit_down_at_seat(store, table.code, 1, "pa")
    lobby.start_game(store, table.code, "pa")
    entry = act.play_tap(store, table.code, Tap("pa", 1, "peek")).entry_seq
    answer = corrections.take_back_entry(store, table.code, Tap("pa", 1, ""), entry)
    assert answer.entry_seq == entry and answer.table.state.peeks == 0
