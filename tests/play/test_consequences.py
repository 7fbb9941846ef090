"""Corrections never end or decide a game silently: whoever makes one confirms it."""

from __future__ import annotations

from companion import play
from companion.play import Answer, Declined, Tap
from companion.tables import Table

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", sure: bool = False) -> Tap:
    return Tap(PHONES[seat], seat, text, sure=sure)


def said(answer: Answer) -> str:
    return answer.reason.source if isinstance(answer, Declined) else ""


def played(store: play.TableStore, table: Table, counts: list[int]) -> Table:
    """In turn, from the first seat on; nobody is asked for corrections."""
    play.set_consent(store, table.code, "0", "pa")
    for i, count in enumerate(counts):
        play.act(store, table.code, tap(i % 3 + 1, f"take {count}"))
    return store.latest(table.code)


def test_a_correction_that_ends_the_game_is_confirmed(store: play.TableStore, table: Table) -> None:
    then = played(store, table, [3, 3, 3, 3, 3, 2])
    asked = play.insert(store, table.code, tap(1, "take 3"), then.entries[-1].seq)
    assert said(asked) == "This correction ends the game." and asked.table.outcome is None
    assert isinstance(asked, Declined) and asked.anyway
    sure = play.insert(store, table.code, tap(1, "take 3", sure=True), then.entries[-1].seq)
    assert sure.table.outcome is not None


def test_so_is_one_that_reopens_it_or_changes_who_wins(
    store: play.TableStore, table: Table
) -> None:
    over = played(store, table, [3, 3, 3, 3, 3, 2, 3])
    assert over.outcome and over.outcome.winners == (1,)
    last = over.entries[-1].seq
    assert said(play.take_back(store, table.code, tap(1), last)) == (
        "This correction reopens the game."
    )
    tied = play.insert(store, table.code, tap(2, "take 3"), last)
    assert said(tied) == "This correction changes who wins."
    assert play.insert(store, table.code, tap(3, "take 1"), last).entry_seq, "6 of 9 wins nothing"


def test_the_last_word_to_a_proposal_is_confirmed_too(store: play.TableStore, table: Table) -> None:
    then = played(store, table, [3, 3, 3, 3, 3, 2])
    play.set_consent(store, table.code, "1", "pa")
    asked = play.insert(store, table.code, tap(1, "take 3"), then.entries[-1].seq)
    assert asked.proposal_seq, "asking ends nothing"
    agreed = play.agree(store, table.code, tap(2), asked.proposal_seq)
    assert said(agreed) == "This correction ends the game." and agreed.table.outcome is None
    sure = play.agree(store, table.code, tap(2, sure=True), asked.proposal_seq)
    assert sure.table.outcome is not None


def test_what_decides_nothing_is_done_at_once(store: play.TableStore, table: Table) -> None:
    then = played(store, table, [3, 3])
    assert play.insert(store, table.code, tap(1, "take 1"), then.entries[-1].seq).entry_seq
    assert play.take_back(store, table.code, tap(2), then.entries[-1].seq).entry_seq
