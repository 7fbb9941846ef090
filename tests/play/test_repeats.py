"""The same intent again, the same deed again, one intent that says two things. On both ledgers."""

from __future__ import annotations

import secrets

import pytest

from companion import yielding
from companion.games import CATALOGUE
from companion.play import (
    NotAllowed,
    TableStore,
    act,
    answer,
    corrections,
    lobby,
    proposals,
    repeats,
)
from companion.play.answer import Corrected, Played, Refused, Tap, Unchanged
from companion.tables import Table
from tests.kit.ledgers import BOTH

PHONES = {1: "pa", 2: "pb", 3: "pc"}


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def tap(seat: int, text: str, intent: str = "", seen: int = 5) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, seen)


def test_what_anybody_may_do_for_all_is_refused_to_nobody(store: TableStore, table: Table) -> None:
    """Two phones begin the same thing: the second is told who was first, and of no rule."""
    asked = proposals.settle_question(store, table.code, tap(1, ""), "turn.peek-twice", "no", 0)
    proposals.agree_to_proposal(store, table.code, tap(2, ""), asked.proposal_seq)
    seen = store.latest(table.code).seq
    first = act.play_tap(store, table.code, tap(1, "peek", seen=seen))
    second = act.play_tap(store, table.code, tap(3, "peek", "x", seen=seen))
    assert isinstance(second, Unchanged) and second.word is None
    assert [entry.seq for entry in second.others] == [first.entry_seq], "who began is told"
    assert isinstance(act.play_tap(store, table.code, tap(3, "peek", "x", seen=seen)), Unchanged)
    act.play_tap(store, table.code, tap(2, "grab opal", seen=seen))
    third = act.play_tap(store, table.code, tap(3, "grab opal", seen=seen))
    assert isinstance(third, Refused), "whose it is makes a difference"


@pytest.mark.parametrize("slug", ["empires", "cosmogenesis"])
def test_who_names_another_first_player_in_the_same_moment_is_told_who_began(
    store: TableStore, slug: str
) -> None:
    store.catalogue = CATALOGUE
    code = lobby.open_table(store, slug, 2, PHONES[1]).code
    for seat in (1, 2):
        lobby.sit_down_at_seat(store, code, seat, PHONES[seat])
    seen = lobby.start_game(store, code, PHONES[1]).seq
    first = act.play_tap(store, code, tap(1, "begin 1", seen=seen))
    for _ in range(2):
        second = act.play_tap(store, code, tap(2, "begin 2", "x", seen=seen))
        assert isinstance(second, Unchanged) and second.word is None
        assert [entry.seq for entry in second.others] == [first.entry_seq]
    own = act.play_tap(store, code, tap(1, "begin 2", "y", seen=seen))
    assert isinstance(own, Refused), "who began knows it"
    assert store.latest(code).state.first == 1


def test_one_intent_with_two_actions_is_an_error(store: TableStore, table: Table) -> None:
    act.play_tap(store, table.code, tap(1, "take 2", "x"))
    for other in ("take 1", "take 3", "peek"):
        with pytest.raises(NotAllowed, match="mixed up"):
            act.play_tap(store, table.code, tap(1, other, "x"))
    assert act.play_tap(store, table.code, tap(1, "TAKE  2", "x")).repeated
    act.play_tap(store, table.code, tap(1, "take 1", "y"))
    with pytest.raises(NotAllowed, match="mixed up"):
        act.play_tap(store, table.code, tap(1, "take 2", "y"))
    assert isinstance(act.play_tap(store, table.code, tap(1, "take 1", "y")), Refused)
    assert store.latest(table.code).state.heap == 18


def test_what_was_rolled_for_an_intent_is_still_its_own(store: TableStore, table: Table) -> None:
    first = act.play_tap(store, table.code, tap(1, "roll", "x"))
    again = act.play_tap(store, table.code, tap(1, "roll", "x"))
    assert isinstance(again, Played) and again.repeated and again.entry_seq == first.entry_seq
    with pytest.raises(NotAllowed, match="mixed up"):
        act.play_tap(store, table.code, tap(1, "peek", "x"))


def test_one_intent_with_two_corrections_is_an_error(
    store: TableStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Or by chance the 1 1 below is what was rolled.
    monkeypatch.setattr(secrets, "choice", max)
    store.change(table.code, lambda now: now)
    for text in ("peek", "roll"):
        act.play_tap(store, table.code, tap(1, text))
    for consent in ("0", "1"):
        proposals.set_consent(store, table.code, consent, "pa")
        intent = f"consent {consent}"
        again = [
            corrections.insert_forgotten_action(store, table.code, tap(1, "roll", intent), 6)
            for _ in range(3)
        ]
        assert [each.repeated for each in again] == [False, True, True], "whatever was rolled"
        assert {type(each) for each in again} == {type(again[0])}
        for text, after in (("peek", 6), ("roll", 0), ("roll 1 1", 6)):
            with pytest.raises(NotAllowed, match="mixed up"):
                corrections.insert_forgotten_action(store, table.code, tap(1, text, intent), after)
        with pytest.raises(NotAllowed, match="mixed up"):
            corrections.take_back_entry(store, table.code, tap(1, "", intent), 6)
        with pytest.raises(NotAllowed, match="mixed up"):
            act.play_tap(store, table.code, tap(1, "peek", intent))
    answered = corrections.take_back_entry(store, table.code, tap(1, "", "back"), 7)
    assert isinstance(answered, Corrected | answer.Proposed)
    with pytest.raises(NotAllowed, match="mixed up"):
        corrections.take_back_entry(store, table.code, tap(1, "", "back"), 6)


def test_a_tap_that_comes_again_at_a_long_table_lets_others_have_their_turn(
    store: TableStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is folded anew for it: a fifth of a second at 3,000 actions, were that in one go."""
    turns = list[int]()
    monkeypatch.setattr(yielding, "let_others", lambda: turns.append(1))
    monkeypatch.setattr(repeats, "EVENTS_IN_A_ROW", 1, raising=False)

    act.play_tap(store, table.code, tap(1, "take 2"))

    def refused() -> object:
        return act.play_tap(store, table.code, tap(1, "take 1", "x"))

    def asked() -> object:
        return proposals.settle_question(
            store, table.code, tap(1, "", "y"), "turn.peek-twice", "no", 0
        )

    for again in (refused, asked):
        again()
        turns.clear()
        again()
        assert len(turns) >= table.seq, again.__name__
