"""The clock: whose time runs, pauses, breaks, a clock that was set back, and a restart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import CATALOGUE as GAMES
from companion.review import review_game
from companion.tables import Event, Table, table_from_events
from companion.timing import MIN_BREAK_SECONDS, is_game_paused, seat_clock_times
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.toy_game import CATALOGUE

Line = tuple[float, int, str, str]


def table_of(*lines: Line, code: str = "K7QX") -> Table:
    """A table for two, heap of 5, begun at 100; lines: when, seat, kind, text."""
    head: list[Line] = [(1.0, 0, "opened", "tally 2 pa"), (2.0, 0, "option", "heap 5")]
    every = [*head, (100.0, 0, "started", ""), *lines]
    table = table_from_events(
        (Event(code, seq, *line) for seq, line in enumerate(every, 1)), CATALOGUE
    )
    assert table is not None and table.stuck is None
    return table


def test_each_seat_is_charged_for_its_own_turns() -> None:
    told = seat_clock_times(
        table_of((110.0, 1, "played", "take 1"), (140.0, 2, "played", "take 1"))
    )
    assert (told.spent, told.turn, told.round) == ({1: 10.0, 2: 30.0}, {1: 0.0}, 40.0)
    assert (told.since, told.paused) == (140.0, False)


def test_a_turn_of_several_actions_is_one_turn() -> None:
    told = seat_clock_times(
        table_of((110.0, 1, "played", "roll 1 2"), (125.0, 1, "played", "grab opal"))
    )
    assert told.turn == {1: 25.0} and told.since == 125.0


def test_a_pause_is_nobodys_time() -> None:
    paused = table_of((110.0, 2, "paused", ""))
    assert is_game_paused(paused) and seat_clock_times(paused).paused
    assert (seat_clock_times(paused).spent, seat_clock_times(paused).turn) == (
        {1: 10.0, 2: 0.0},
        {1: 10.0},
    )
    going = table_of(
        (110.0, 2, "paused", ""), (700.0, 1, "resumed", ""), (705.0, 1, "played", "take 5")
    )
    assert not is_game_paused(going) and seat_clock_times(going).spent == {1: 15.0, 2: 0.0}
    told = review_game(going)
    assert told is not None
    assert (told.lasted, told.breaks, told.played_seconds) == (605.0, 590.0, 15.0)
    assert [wait.seconds for wait in told.waits] == [15.0, 0.0]


def test_whoever_acts_has_ended_the_pause() -> None:
    table = table_of((110.0, 2, "paused", ""), (700.0, 1, "played", "take 1"))
    assert not is_game_paused(table) and not seat_clock_times(table).paused
    assert seat_clock_times(table).spent == {1: 10.0, 2: 0.0}


def test_a_break_that_nobody_announced_is_nobodys_time_either() -> None:
    last = 100.0 + MIN_BREAK_SECONDS + 1
    table = table_of((last, 1, "played", "take 5"))
    told = review_game(table)
    assert told is not None and seat_clock_times(table).spent == {1: 0.0, 2: 0.0}
    assert (told.lasted, told.breaks) == (MIN_BREAK_SECONDS + 1, MIN_BREAK_SECONDS + 1)


def test_a_game_that_begins_again_begins_its_pauses_again() -> None:
    table = table_of(
        (110.0, 2, "paused", ""), (120.0, 0, "reopened", ""), (130.0, 0, "started", "")
    )
    assert not is_game_paused(table) and seat_clock_times(table).since == 130.0


@given(st.lists(st.tuples(st.floats(0, 1e6), st.sampled_from(["take", "pause", "resume"]))))
def test_clocks_never_go_back_whatever_the_time_of_day_does(
    steps: list[tuple[float, str]],
) -> None:
    lines: list[Line] = []
    before = seat_clock_times(table_of())
    for at, what in steps:
        kind = {"take": "played", "pause": "paused", "resume": "resumed"}[what]
        turn = min(table_of(*lines).seats_to_act, default=0)
        lines.append((at, turn, kind, "roll 1 1" if what == "take" else ""))
        after = seat_clock_times(table_of(*lines))
        assert all(after.spent[seat] >= before.spent[seat] for seat in (1, 2))
        gained = sum(after.spent.values()) - sum(before.spent.values())
        assert gained <= MIN_BREAK_SECONDS + 0.001
        before = after


@pytest.mark.parametrize("back", [3600.0, 50 * 365 * 86400.0])
def test_a_clock_that_was_set_back_adds_nothing_and_goes_on_from_there(back: float) -> None:
    told = seat_clock_times(
        table_of(
            (110.0, 1, "played", "take 1"),
            (120.0 - back, 2, "played", "take 1"),
            (127.0 - back, 1, "played", "take 1"),
        )
    )
    assert told.spent == {1: 17.0, 2: 0.0}


@pytest.mark.parametrize("slug", GAMES)
def test_the_set_up_is_nobodys_time(slug: str) -> None:
    """The first action of a kept game comes after half an hour of set-up, each other after 10 s."""
    kept = transcript_of(kept_games(slug)[0])
    seats, chosen = kept.seats, kept.options
    lines = [(1.0, 0, "opened", f"{slug} {seats} pa")]
    lines += [(2.0, 0, "option", f"{key} {value}") for key, value in chosen]
    lines += [(3.0, 0, "started", "")]
    begun = None
    for n, move in enumerate(kept.moves):
        lines.append((900.0 + 10 * n, move.seat, "played", move.action))
        events = (Event("K7QX", seq, *line) for seq, line in enumerate(lines, 1))
        begun = table_from_events(events, GAMES)
        assert begun is not None and begun.stuck is None
        if begun.game.current_round(begun.state):
            break
        assert sum(seat_clock_times(begun).spent.values()) == 0.0
    assert begun is not None and begun.game.current_round(begun.state) == 1
    assert sum(seat_clock_times(begun).spent.values()) == 0.0
