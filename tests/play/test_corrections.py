"""Overruling, inserting, changing: with the words that the table asks for."""

from __future__ import annotations

import pytest

from companion.play import NotAllowed, TableStore, UnknownSeat, act, corrections, proposals
from companion.play.answer import Declined, Played, Tap, TapAnswer
from companion.referee.notation import UnreadableAction
from companion.referee.text import SeatName
from companion.tables import Overrule, Table, table_from_events

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", intent: str = "", seen: int = 5) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen)


def reason(answer: TapAnswer) -> str:
    assert isinstance(answer, Declined)
    return answer.reason.source


def test_a_refused_action_counts_when_another_seat_agrees(store: TableStore, table: Table) -> None:
    asked = corrections.allow_refused_action(store, table.code, tap(2, "take 3", "o"))
    assert asked.wanted == Overrule(2, "take 3") and asked.proposal_seq and asked.missing == 1
    assert asked.table.state.taken == (0, 0, 0)
    again = corrections.allow_refused_action(store, table.code, tap(2, "take 3", "o"))
    assert again.repeated and again.proposal_seq == asked.proposal_seq
    agreed = proposals.agree_to_proposal(store, table.code, tap(1, intent="a"), asked.proposal_seq)
    assert agreed.table.state.taken == (0, 3, 0)
    entry = agreed.table.entry(agreed.entry_seq)
    assert (entry.seat, entry.action, entry.mark) == (2, "take 3", "overruled")
    assert table_from_events(store.ledger.events(table.code), store.catalogue) == agreed.table
    repeated = proposals.agree_to_proposal(
        store, table.code, tap(1, intent="a"), asked.proposal_seq
    )
    assert repeated.repeated and repeated.entry_seq == agreed.entry_seq


def test_what_is_allowed_after_all_is_simply_played(store: TableStore, table: Table) -> None:
    answer = corrections.allow_refused_action(store, table.code, tap(1, "take 3", "o"))
    assert isinstance(answer, Played) and answer.table.entry(answer.entry_seq).mark == ""
    again = corrections.allow_refused_action(store, table.code, tap(1, "take 3", "o"))
    assert again.repeated and again.entry_seq == answer.entry_seq
    with pytest.raises(NotAllowed):
        corrections.take_back_entry(store, table.code, tap(1, intent="o"), answer.entry_seq)


def test_a_forgotten_action_goes_to_its_place(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "take 2"))
    second = act.play_tap(store, table.code, tap(2, "take 1"))
    asked = corrections.insert_forgotten_action(
        store, table.code, tap(3, "grab ruby"), second.entry_seq - 1
    )
    assert asked.misfits == ()
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert [e.action for e in done.table.entries] == ["take 2", "grab ruby", "take 1"]
    assert done.table.entry(done.entry_seq).mark == "inserted"
    first = corrections.insert_forgotten_action(store, table.code, tap(3, "grab opal"), 0)
    done = proposals.agree_to_proposal(store, table.code, tap(1), first.proposal_seq)
    assert done.table.entries[0].action == "grab opal"
    assert done.table.state.gems == ("opal", "ruby")


def test_an_inserted_action_tells_what_it_makes_impossible(store: TableStore, table: Table) -> None:
    taken = act.play_tap(store, table.code, tap(1, "grab opal"))
    asked = corrections.insert_forgotten_action(store, table.code, tap(2, "grab opal"), 0)
    assert [(e.seq, r.objections[0].rule) for e, r in asked.misfits] == [
        (taken.entry_seq, "turn.gem")
    ]
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert [e.seq for e, _ in done.misfits] == [taken.entry_seq]
    assert done.table.state.gems == ("opal", "opal"), "misfits are listed, not dropped"


def test_another_action_instead(store: TableStore, table: Table) -> None:
    taken = act.play_tap(store, table.code, tap(1, "take 2"))
    act.play_tap(store, table.code, tap(2, "take 1"))
    asked = corrections.replace_entry(store, table.code, tap(1, "take 3"), taken.entry_seq)
    done = proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    assert done.table.state.taken == (3, 1, 0)
    assert done.table.entry(taken.entry_seq).undone == done.table.seq
    assert done.table.entry(done.entry_seq).mark == "changed"
    late = corrections.replace_entry(store, table.code, tap(1, "take 1"), taken.entry_seq)
    assert late.repeated and late.word is not None
    assert dict(late.word.values)["name"] == SeatName(2)


def test_an_own_secret_instead_tells_its_player_what_no_longer_fits(
    store: TableStore, table: Table
) -> None:
    """Others read nothing of it: not even that something comes of it."""
    taken = act.play_tap(store, table.code, tap(1, "take 2"))
    later = act.play_tap(store, table.code, tap(2, "take 1"))
    asked = corrections.replace_entry(store, table.code, tap(1, "hide the 3"), taken.entry_seq)
    assert [entry.seq for entry, _ in asked.misfits] == [later.entry_seq]
    agreed = proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    assert agreed.misfits == ()


def test_what_is_put_in_is_refused_and_never_fitted(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "take 2"))
    asked = corrections.insert_forgotten_action(store, table.code, tap(2, "take 3"), 0)
    assert asked.refused and asked.refused.objections[0].rule == "turn.yours"
    done = proposals.agree_to_proposal(store, table.code, tap(1), asked.proposal_seq)
    assert done.refused and done.refused.objections[0].rule == "turn.yours"
    assert done.entry_seq not in [entry.seq for entry, _ in done.misfits]


@pytest.mark.parametrize(
    ("seat", "text", "offset", "words"),
    [
        (2, "take 3", 0, "can change that"),
        (1, "take 2", 0, "already done"),
        (1, "take 3", 40, "isn't in the log"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(
    store: TableStore, table: Table, seat: int, text: str, offset: int, words: str
) -> None:
    entry = act.play_tap(store, table.code, tap(1, "take 2")).entry_seq
    answer = corrections.replace_entry(store, table.code, tap(seat, text), entry + offset)
    assert words in reason(answer)
    assert store.latest(table.code).seq == entry


def test_an_insertion_after_nothing_is_refused(store: TableStore, table: Table) -> None:
    assert "isn't in the log" in reason(
        corrections.insert_forgotten_action(store, table.code, tap(1, "peek"), 77)
    )


def test_the_unreadable_is_unreadable_here_too(store: TableStore, table: Table) -> None:
    entry = act.play_tap(store, table.code, tap(1, "take 2")).entry_seq
    with pytest.raises(UnreadableAction):
        corrections.allow_refused_action(store, table.code, tap(1, "fly"))
    with pytest.raises(UnreadableAction):
        corrections.insert_forgotten_action(store, table.code, tap(1, "take 99"), entry)
    with pytest.raises(UnreadableAction):
        corrections.replace_entry(store, table.code, tap(1, ""), entry)
    assert store.latest(table.code).seq == entry


def test_dice_are_rolled_for_what_is_inserted(store: TableStore, table: Table) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    answer = corrections.insert_forgotten_action(store, table.code, tap(1, "roll"), 0)
    assert len(answer.table.state.rolled) == 2


def test_only_the_own_phone_corrects_for_a_seat(store: TableStore, table: Table) -> None:
    stranger = Tap("px", 2, "take 1")
    for deed in (
        lambda: corrections.allow_refused_action(store, table.code, stranger),
        lambda: corrections.insert_forgotten_action(store, table.code, stranger, 0),
        lambda: corrections.replace_entry(store, table.code, stranger, 6),
    ):
        with pytest.raises(NotAllowed):
            deed()
    with pytest.raises(UnknownSeat):
        corrections.allow_refused_action(store, table.code, Tap("px", 0, "take 1"))
