"""The bar's undo is for the own turn; what reaches behind others takes along what no longer fits,
by one event, and is told beforehand.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.play import TableStore, act, corrections, proposals, spoken
from companion.play.answer import Corrected, Declined, Played, Proposed, Tap
from companion.referee.judge import judge
from companion.referee.text import english_translator
from companion.tables import (
    Event,
    Table,
    TakeBack,
    apply_event,
    table_seen_by,
    undo_with_what_hangs_on_it,
    write_correction,
)
from tests.games.test_every_correction import brought, table_of
from tests.kit.strategies import play

PHONES = {1: "pa", 2: "pb", 3: "pc"}


def tap(seat: int, text: str = "", intent: str = "", sure: bool = False) -> Tap:
    return Tap(PHONES[seat], seat, text, intent, sure=sure)


def taken(store: TableStore, table: Table, seats: list[int]) -> Table:
    for seat in seats:
        answer = act.play_tap(store, table.code, tap(seat, "take 1"))
        assert isinstance(answer, Played)
    return store.latest(table.code)


def test_the_bar_offers_the_own_turn_alone(store: TableStore, table: Table) -> None:
    """Until another acts; never at the start of the next turn."""
    then = taken(store, table, [1])
    assert [each.seat for each in spoken.entries_of_own_turn(then, 1)] == [1]
    for others in ([2], [3]):
        then = taken(store, table, others)
        assert spoken.entries_of_own_turn(then, 1) == []


def test_what_reaches_behind_others_says_so_and_takes_all_along(
    store: TableStore, table: Table
) -> None:
    proposals.set_consent(store, table.code, "0", "pa")
    then = taken(store, table, [1, 2, 3, 1, 2])
    first = then.entries[0].seq
    asked = corrections.take_back_entry(store, table.code, tap(1), first)
    assert isinstance(asked, Declined) and asked.anyway
    assert "everything since" in english_translator().say(asked.reason)
    assert not any(entry.undone for entry in store.latest(table.code).entries)
    done = corrections.take_back_entry(store, table.code, tap(1, sure=True), first)
    assert isinstance(done, Corrected)
    assert {entry.undone for entry in done.table.entries} == {done.table.seq}
    assert done.table.state == table.state


def test_with_consent_it_is_one_proposal(store: TableStore, table: Table) -> None:
    then = taken(store, table, [1, 2, 3])
    asked = corrections.take_back_entry(store, table.code, tap(1), then.entries[0].seq)
    assert isinstance(asked, Proposed)
    proposals.agree_to_proposal(store, table.code, tap(2), asked.proposal_seq)
    after = store.latest(table.code)
    assert all(entry.undone for entry in after.entries) and not after.open_proposals


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_no_longer_fits_is_left(slug: str, seed: int) -> None:
    """What an undo leaves of a random game is judged as it was, and its file opens."""
    moves = len(play(slug, seed).moves)
    for place in (moves // 3, moves // 2, moves - 2):
        table = table_of(slug, seed, moves - 1)
        wanted = undo_with_what_hangs_on_it(table, (table.entries[place].seq,))
        kind, text = write_correction(wanted)
        after = apply_event(table, Event("K7QX", table.seq + 1, table.at, 1, kind, text))
        for entry in after.entries:
            if not entry.undone:
                action = table.game.read(entry.action)
                was = table.entry(entry.seq)
                fitted = judge(table.game, was.state_before, was.seat, action).allowed
                fits = judge(table.game, entry.state_before, entry.seat, action).allowed
                assert fits or not fitted, entry.action
        again = brought(transcript.write_game_json(after))
        assert again.state == table_seen_by(after, 0).state


def test_an_undo_after_which_it_is_nobodys_turn_is_told_too() -> None:
    table = table_of("empires", 0, 12)
    first, *others = (entry.seq for entry in table.entries[-3:])
    nobody = replace(table, started=False)
    said = corrections.undo_damage_words(table, TakeBack(first, tuple(others)), nobody)
    told = english_translator().say(said)
    assert "turn" not in told and "action" in told


def test_an_undo_after_which_it_is_everyones_turn_names_nobody() -> None:
    table = table_of("crafting", 0, 12)
    first, *others = (entry.seq for entry in table.entries[-3:])
    everyone = replace(table, state=replace(table.state, stage="draw"))
    assert everyone.seats_to_act == {place.number for place in table.seats}
    said = corrections.undo_damage_words(table, TakeBack(first, tuple(others)), everyone)
    told = english_translator().say(said)
    assert "turn" not in told and "action" in told
