"""A finished game in review: its end, the time everybody took, who led when."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.games import CATALOGUE as KEPT
from companion.referee.counts import IN_POINTS
from companion.referee.result_panels import Graph
from companion.referee.standard import panels_with_result
from companion.referee.text import Text, english_translator, untranslated
from companion.review import (
    BiggestGain,
    GameReview,
    LeadChange,
    biggest_gain,
    game_ending_entry,
    lead_changes,
    review_game,
    waiting_times,
)
from companion.tables import Event, Table, table_from_events
from companion.timing import MIN_BREAK_SECONDS
from tests.kit.kept_games import each_kept_game, last_state
from tests.kit.toy_game import CATALOGUE


def table_of(*lines: tuple[float, int, str, str]) -> Table:
    """A table for two, heap of 5, begun at 100; lines: when, seat, kind, text."""
    head = [(1.0, 0, "opened", "tally 2 pa"), (2.0, 0, "option", "heap 5")]
    events = [
        Event("K7QX", seq, at, seat, kind, text)
        for seq, (at, seat, kind, text) in enumerate(
            [*head, (100.0, 0, "started", ""), *lines], start=1
        )
    ]
    table = table_from_events(events, CATALOGUE)
    assert table is not None
    return table


def told_of(table: Table) -> GameReview:
    told = review_game(table)
    assert told is not None
    return told


def spent(table: Table) -> dict[int, float]:
    last = game_ending_entry(table)
    assert last is not None
    return {wait.seat: wait.seconds for wait in waiting_times(table, last)}


WHOLE = (
    (110.0, 1, "played", "take 2"),
    (140.0, 2, "played", "take 1"),
    (145.0, 1, "played", "take 2"),
)


def test_a_game_that_goes_on_has_no_chronicle() -> None:
    assert review_game(table_of(*WHOLE[:2])) is None
    assert game_ending_entry(table_of(*WHOLE[:2])) is None
    assert review_game(table_of()) is None


def test_the_end_is_the_action_that_ended_it_whatever_comes_later() -> None:
    told = told_of(table_of(*WHOLE, (500.0, 2, "played", "grab ruby")))
    assert (told.ended, told.lasted, told.ending) == (145.0, 45.0, 6)
    assert told.outcome.winners == (1,)


def test_an_end_that_was_taken_back_is_none() -> None:
    again = (*WHOLE, (150.0, 1, "took-back", "6"), (170.0, 1, "played", "take 2"))
    assert review_game(table_of(*again[:-1])) is None
    assert told_of(table_of(*again)).ended == 170.0


def test_time_belongs_to_whoever_the_table_waited_for() -> None:
    assert spent(table_of(*WHOLE)) == {1: 10.0 + 5.0, 2: 30.0}


def test_somebody_elses_action_takes_the_time_of_those_awaited() -> None:
    lines = (WHOLE[0], (130.0, 1, "played", "grab opal"), *WHOLE[1:])
    assert spent(table_of(*lines)) == {1: 10.0 + 5.0, 2: 20.0 + 10.0}


def test_a_break_is_nobodys_time() -> None:
    late = [(at + (MIN_BREAK_SECONDS + 1 if at > 110 else 0), *rest) for at, *rest in WHOLE]
    table = table_of(*late)  # type: ignore[arg-type]
    assert spent(table) == {1: 10.0 + 5.0, 2: 0.0}
    assert told_of(table).lasted == 45.0 + MIN_BREAK_SECONDS + 1


def test_what_was_inserted_later_took_no_time() -> None:
    lines = (*WHOLE[:2], (143.0, 2, "inserted", "4 2 grab ruby"), WHOLE[2])
    assert spent(table_of(*lines)) == {1: 10.0 + 5.0, 2: 30.0}


@given(st.lists(st.tuples(st.floats(0, 2000), st.sampled_from(["take 1", "peek"])), max_size=9))
def test_all_times_together_are_never_more_than_the_game(steps: list[tuple[float, str]]) -> None:
    at, turn, lines = 100.0, 1, []
    for gap, action in steps:
        at += gap
        lines.append((at, turn, "played", action))
        turn = turn % 2 + 1 if action != "peek" else turn
    table = table_of(*lines, (at + 1, turn, "played", "take 3"), (at + 2, turn, "played", "take 3"))
    told = told_of(table)
    assert sum(wait.seconds for wait in told.waits) <= told.lasted + 0.001
    assert all(wait.seconds >= 0 for wait in told.waits)


def graph(*series: tuple[int, ...]) -> Graph:
    labels = tuple(untranslated(str(place)) for place in range(max(map(len, series), default=0)))
    lines = tuple(enumerate(series, start=1))
    return Graph(id="graph", title=Text("Points"), series=lines, labels=labels)


def test_the_lead_changes_only_when_another_seat_is_alone_in_front() -> None:
    found = lead_changes(graph((0, 5, 5, 7, 20), (0, 0, 5, 9, 10), (0, 0, 0, 0, 20)))
    assert found == (LeadChange(1, 1, 0), LeadChange(3, 2, 1))
    assert [turn.sentence.source for turn in found] == [
        "{who} took the lead",
        "{who} took the lead from {other}",
    ]


def test_one_player_alone_leads_nobody() -> None:
    assert lead_changes(graph((0, 5, 9))) == ()
    assert lead_changes(graph()) == ()
    assert lead_changes(graph((0,), (0,))) == ()


def test_the_biggest_gain_is_the_earliest_of_the_largest_steps() -> None:
    assert biggest_gain(graph((0, 5, 12, 12), (0, 1, 8, 15)), IN_POINTS) == BiggestGain(
        2, 1, 7, True
    )
    assert biggest_gain(graph((0, 5, 12, 19), (0, 1, 4, 9)), IN_POINTS) == BiggestGain(2, 1, 7)
    assert biggest_gain(graph((0, 0), (0, -3)), IN_POINTS) is None
    assert biggest_gain(graph(), IN_POINTS) is None


@each_kept_game
def test_who_gained_the_most_gained_more_than_anyone(slug: str, file: Path) -> None:
    """Or is not said to have."""
    panels = panels_with_result(KEPT[slug], last_state(slug, file), 0)
    drawn = next((panel for panel in panels if isinstance(panel, Graph)), None)
    gain = biggest_gain(drawn, KEPT[slug].total) if drawn else None
    if drawn is None or gain is None:
        return
    steps = {seat: max(b - a for a, b in pairwise(totals)) for seat, totals in drawn.series}
    alone = [seat for seat, step in steps.items() if step == max(steps.values())] == [gain.seat]
    assert gain.points == max(steps.values())
    assert ("the most" in gain.sentence.source) == alone


def test_a_line_that_is_too_short_is_not_read_beyond_its_end() -> None:
    assert lead_changes(graph((0, 1, 2), (0, 2))) == (LeadChange(1, 2, 0),)


def test_what_is_gained_has_the_unit_of_the_game() -> None:
    said = english_translator(lambda seat: "Mira").say
    gains = {slug: BiggestGain(1, 1, 1, True, game.total) for slug, game in KEPT.items()}
    told = {slug: said(gain.sentence) for slug, gain in gains.items()}
    assert told["crafting"] == told["cosmogenesis"] == "Mira gained 1 point in one go"
    assert told["empires"] == "Mira gained 1 production in one go"
    assert said(KEPT["crafting"].total.changed(-2)) == "−2 points"
    assert said(KEPT["empires"].total.most_first) == "Most production first"
