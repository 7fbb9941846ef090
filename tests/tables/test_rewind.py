"""The order of play changed: as if it had always been so. Properties over games of the tally."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.judge import legal_actions
from companion.tables import (
    Correction,
    InsertAction,
    ReplaceAction,
    SettleQuestion,
    Table,
    TakeBack,
    apply_event,
    preview_correction,
    table_from_events,
    table_seen_by,
    without_entry,
)
from tests.kit.toy_game import CATALOGUE
from tests.tables.test_evolve import log

START = [(0, "opened", "tally 3 pa"), (0, "started", "")]
KEY = "turn.peek-twice"
Line = tuple[int, str, str]


def table_of(lines: list[Line]) -> Table:
    table = table_from_events(log(*lines), CATALOGUE)
    assert table is not None
    return table


def _game(picks: list[int]) -> list[Line]:
    """A game of allowed actions, with a ruling now and then."""
    lines = list(START)
    for pick in picks:
        table = table_of(lines)
        choices = [
            (seat.number, "played", table.game.write(action))
            for seat in table.seats
            for action in legal_actions(table.game, table.state, seat.number)
        ]
        rulings = [(1, "settled", f"{KEY} {choice}") for choice in ("no", "yes", "double")]
        lines.append([*choices, *rulings][pick % (len(choices) + 3)])
    return lines


def games() -> st.SearchStrategy[list[Line]]:
    return st.builds(_game, st.lists(st.integers(0, 5000), min_size=1, max_size=14))


def plays(table: Table) -> list[tuple[int, str, int]]:
    return [(e.seat, e.action, bool(e.undone)) for e in table.entries]


@given(games(), st.data())
def test_an_action_inserted_is_as_if_played_there(lines: list[Line], data: st.DataObject) -> None:
    table = table_of(lines)
    places = [(0, 1), *((seq, seq) for seq in (e.seq for e in table.entries))]
    after, line = data.draw(st.sampled_from(places))
    late = apply_event(table, log(*lines, (2, "inserted", f"{after} 2 peek"))[-1], CATALOGUE)
    # Rulings made right after that place still come before what was forgotten.
    while line < len(lines) and (line < 2 or lines[line][1] == "settled"):
        line += 1
    in_time = table_of([*lines[:line], (2, "played", "peek"), *lines[line:]])
    assert late.state == in_time.state
    assert plays(late) == plays(in_time)
    assert next(e.mark for e in late.entries if e.seq == late.seq) == "inserted"


@given(games(), st.data())
def test_what_is_changed_is_as_if_done_so(lines: list[Line], data: st.DataObject) -> None:
    played = [i for i, line in enumerate(lines) if line[1] == "played"]
    if not played:
        return
    at = data.draw(st.sampled_from(played))
    changed = table_of([*lines, (lines[at][0], "changed", f"{at + 1} peek")])
    so = table_of([*lines[:at], (lines[at][0], "played", "peek"), *lines[at + 1 :]])
    assert changed.state == so.state
    assert changed.entry(at + 1).undone == changed.seq == len(lines) + 1


@given(games(), st.data())
def test_a_ruling_holds_from_the_action_that_raised_it(
    lines: list[Line], data: st.DataObject
) -> None:
    played = [i for i, line in enumerate(lines) if line[1] == "played"]
    if not played:
        return
    at = data.draw(st.sampled_from(played))
    before = [line for line in lines if line[1] != "settled"]
    at -= sum(line[1] == "settled" for line in lines[:at])
    late = table_of([*before, (2, "settled", f"{KEY} double {at + 1}")])
    in_time = table_of([*before[:at], (2, "settled", f"{KEY} double"), *before[at:]])
    assert late.state == in_time.state
    assert late.chosen_answers == {KEY: "double"}


@given(games(), st.data())
def test_taking_back_what_nothing_depends_on_is_never_having_played_it(
    lines: list[Line], data: st.DataObject
) -> None:
    table = table_of(lines)
    free = [e for e in table.entries if not without_entry(table, e.seq).misfits]
    if not free:
        return
    gone = data.draw(st.sampled_from(free))
    never = table_of([*lines[: gone.seq - 1], *lines[gone.seq :]])
    back = table_of([*lines, (gone.seat, "took-back", str(gone.seq))])
    assert back.state == never.state and back.outcome == never.outcome
    assert [e.action for e in back.entries if not e.undone] == [e.action for e in never.entries]


@given(games(), st.data())
def test_what_is_considered_is_what_happens(lines: list[Line], data: st.DataObject) -> None:
    table = table_of(lines)
    if not table.entries:
        return
    entry = data.draw(st.sampled_from(table.entries))
    wanted, line = data.draw(
        st.sampled_from(
            [
                (TakeBack(entry.seq), (entry.seat, "took-back", f"{entry.seq}")),
                (
                    ReplaceAction(entry.seq, "grab opal"),
                    (entry.seat, "changed", f"{entry.seq} grab opal"),
                ),
                (InsertAction(entry.seq, 3, "peek"), (3, "inserted", f"{entry.seq} 3 peek")),
                (SettleQuestion(KEY, "no", entry.seq), (1, "settled", f"{KEY} no {entry.seq}")),
            ]
        )
    )
    changed = preview_correction(table, wanted).changed
    done = table_of([*lines, line])
    assert changed.state == done.state and plays(changed) == plays(done)
    assert table == table_of(lines), "the table before is as it was"


@given(games())
def test_a_game_without_secrets_looks_the_same_to_everybody(lines: list[Line]) -> None:
    table = table_of(lines)
    assert all(table_seen_by(table, seat) == table for seat in range(4))


def test_misfits_tell_what_speaks_against_them_now() -> None:
    lines = [*START, (1, "played", "peek"), (2, "played", "peek")]
    misfits = preview_correction(table_of(lines), SettleQuestion(KEY, "no", 3)).misfits
    told = [(entry.seq, ruling.objections[0].rule) for entry, ruling in misfits]
    assert told == [(4, KEY)]


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        (InsertAction(4, 3, "take 1"), "turn.yours"),
        (ReplaceAction(4, "take 3"), "turn.yours"),
        (InsertAction(4, 1, "peek"), ""),
    ],
)
def test_what_is_put_in_never_fitted_before(wanted: Correction, rule: str) -> None:
    """So it is not among what no longer fits: its own refusal is told."""
    lines = [*START, (1, "played", "peek"), (2, "played", "peek")]
    preview = preview_correction(table_of(lines), wanted)
    assert preview.misfits == ()
    refused = preview.refused
    assert (refused.objections[0].rule if refused else "") == rule


def test_what_is_overruled_counts_and_is_marked() -> None:
    table = table_of([*START, (2, "overruled", "2 take 3")])
    assert table.state.taken == (0, 3, 0)
    assert [(e.seat, e.action, e.mark) for e in table.entries] == [(2, "take 3", "overruled")]


def test_a_ruling_leaves_the_past_alone() -> None:
    lines = [*START, (1, "played", "peek"), (2, "played", "peek"), (1, "settled", f"{KEY} double")]
    table = table_of([*lines, (3, "played", "peek")])
    assert table.state.peeks == 1 + 1 + 2
    assert table_of([*lines, (3, "played", "peek"), (1, "took-back", "3")]).state.peeks == 1 + 2
    assert table_of([*lines, (3, "played", "peek"), (1, "took-back", "6")]).state.peeks == 2


def test_proposals_about_the_same_thing_are_overtaken() -> None:
    lines = [*START, (1, "played", "peek"), (2, "played", "peek")]
    lines += [(1, "proposed", "took-back 3"), (3, "proposed", "changed 3 grab opal")]
    lines += [(2, "proposed", f"settled {KEY} no"), (1, "proposed", f"settled {KEY} yes")]
    table = table_of([*lines, (2, "agreed", "5"), (3, "agreed", "8")])
    assert table.open_proposals == ()
    assert [(w.fate, w.closer) for w in table.proposals] == [
        ("done", 2),
        ("overtaken", 2),
        ("overtaken", 3),
        ("done", 3),
    ]
    assert table.chosen_answers == {KEY: "yes"} and table.state.peeks == 1


def test_logs_of_the_first_version_still_mean_the_same() -> None:
    lines = [*START, (1, "played", "peek"), (1, "proposed", "3"), (2, "played", "grab opal")]
    assert table_of([*lines, (2, "agreed", "4")]).entry(3).undone == 6
    assert table_of([*lines, (2, "agreed", "4"), (3, "agreed", "4")]).state.peeks == 0
    assert table_of([*lines, (1, "withdrawn", "4"), (2, "agreed", "4")]).state.peeks == 1
