"""Corrections never end or decide a game silently: whoever makes one confirms it."""

from __future__ import annotations

from companion.play import TableStore, act, corrections, proposals
from companion.play.answer import Declined, Tap, TapAnswer
from companion.tables import Table

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", sure: bool = False) -> Tap:
    return Tap(PHONES[seat], seat, text, sure=sure)


def said(answer: TapAnswer) -> str:
    return answer.reason.source if isinstance(answer, Declined) else ""


def played(store: TableStore, table: Table, counts: list[int]) -> Table:
    """In turn, from the first seat on; nobody is asked for corrections."""
    proposals.set_consent(store, table.code, "0", "pa")
    for i, count in enumerate(counts):
        act.play_tap(store, table.code, tap(i % 3 + 1, f"take {count}"))
    return store.latest(table.code)


def test_a_correction_that_ends_the_game_is_confirmed(store: TableStore, table: Table) -> None:
    then = played(store, table, [3, 3, 3, 3, 3, 2])
    asked = corrections.insert_forgotten_action(
        store, table.code, tap(1, "take 3"), then.entries[-1].seq
    )
    assert said(asked) == "This correction ends the game." and asked.table.outcome is None
    assert isinstance(asked, Declined) and asked.anyway
    sure = corrections.insert_forgotten_action(
        store, table.code, tap(1, "take 3", sure=True), then.entries[-1].seq
    )
    assert sure.table.outcome is not None


def test_so_is_one_that_reopens_it_or_changes_who_wins(store: TableStore, table: Table) -> None:
    over = played(store, table, [3, 3, 3, 3, 3, 2, 3])
    assert over.outcome and over.outcome.winners == (1,)
    last = over.entries[-1].seq
    assert said(corrections.take_back_entry(store, table.code, tap(1), last)) == (
        "This correction reopens the game."
    )
    tied = corrections.insert_forgotten_action(store, table.code, tap(2, "take 3"), last)
    assert said(tied) == "This correction changes who wins."
    assert corrections.insert_forgotten_action(
        store, table.code, tap(3, "take 1"), last
    ).entry_seq, "6 of 9 wins nothing"


def test_the_last_word_to_a_proposal_is_confirmed_too(store: TableStore, table: Table) -> None:
    then = played(store, table, [3, 3, 3, 3, 3, 2])
    proposals.set_consent(store, table.code, "1", "pa")
    asked = corrections.insert_forgotten_action(
        store, table.code, tap(1, "take 3"), then.entries[-1].seq
    )
    assert asked.proposal_seq, "asking ends nothing"
    agreed = proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    assert said(agreed) == "This correction ends the game." and agreed.table.outcome is None
    sure = proposals.agree_to_proposal(store, table.code, tap(2, sure=True), asked.proposal_seq)
    assert sure.table.outcome is not None


def test_what_decides_nothing_is_done_at_once(store: TableStore, table: Table) -> None:
    then = played(store, table, [3, 3])
    assert corrections.insert_forgotten_action(
        store, table.code, tap(1, "take 1"), then.entries[-1].seq
    ).entry_seq
    assert corrections.take_back_entry(store, table.code, tap(2), then.entries[-1].seq).entry_seq
