"""What is done after the end of the own turn takes nothing from the turn of the next player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State
from companion.tables import Event, InsertAction, Overrule, Table, table_from_events
from companion.tables.rewind import with_correction
from tests.games.cosmogenesis.positions import opened
from tests.kit.scenarios import judge_line

GIVEN = (
    "1 tile planetary-7 4,gives=extra+advance+asteroid",
    "1 tile exotic-3 0,gives=extra+advance+asteroid,uses=2",
    "1 set 1 rock-3 wet life 0",
    "1 set 2 rock-3",
    "1 set 3 gas-red-1",
    "1 mend asteroids 5",
    "1 mend comets 2",
    "1 hold exotic-3",
    "1 hold exotic-4",
    "1 tile exotic-4 0,gives=comet/asteroid,uses=2",
)
SEVEN = ("extra-moon 2", "extra-collide 2", "extra-comet", "extra-comet 3", "life 2", "expand")
ALL = (*SEVEN, "smash 3", "reveal planetary-7 1", "use exotic-3", "use exotic-9", "gain comet")


def system_of(state: State, seat: int) -> Any:
    return replace(state.system(seat), used=())


def table_of(*lines: str) -> Table:
    told = [(0, "opened", "cosmogenesis 2 pa"), (0, "started", "")]
    moves = (line.partition(" ") for line in ("1 begin 1", *lines))
    told += [(int(seat), "played", text) for seat, _, text in moves]
    events = (Event("K7QX", seq, 5.0 + seq, *line) for seq, line in enumerate(told, start=1))
    table = table_from_events(events)
    assert table is not None
    return table


def done(table: Table, wanted: InsertAction | Overrule) -> Table:
    return with_correction(table, wanted, Event("K7QX", table.seq + 1, 99.0, 1, "", ""))


@pytest.mark.parametrize("late", ALL)
@pytest.mark.parametrize(
    "next_one", [(), ("2 discard i",)], ids=["at once", "in their second step"]
)
def test_what_the_table_lets_count_is_not_taken_from_the_next_player(
    late: str, next_one: tuple[str, ...]
) -> None:
    held = ("1 hold exotic-9",) if late == "use exotic-9" else ()
    lines = (*GIVEN, *held, "1 discard i", "1 end", *next_one)
    before = table_of(*lines)
    ruling = judge_line(GAME, before.state, f"1 {late}")
    assert [no.rule for no in ruling.objections] == ["turn.order"]
    assert ruling.objections[0].forgotten
    after = done(before, Overrule(1, late))
    assert after.state.turn == before.state.turn, "nothing is used up, nothing waits there"
    assert system_of(after.state, 2) == system_of(before.state, 2)
    if late != "use exotic-9":
        assert system_of(after.state, 1) != system_of(before.state, 1), "it counts"


@pytest.mark.parametrize("late", ALL)
def test_put_where_it_was_forgotten_it_is_as_if_done_in_time(late: str) -> None:
    first = ("1 use exotic-4",) if late.startswith("gain") else ()
    held = ("1 hold exotic-9",) if late == "use exotic-9" else ()
    begun = (*GIVEN, *held, "1 discard i", *first)
    ended = table_of(*begun, "1 end", "2 discard ii")
    place = next(
        entry for entry in reversed(ended.entries) if entry.action != "end" and entry.seat == 1
    )
    late_one = done(ended, InsertAction(place.seq, 1, late))
    in_time = table_of(*begun, f"1 {late}", "1 end", "2 discard ii")
    assert late_one.state == in_time.state


def test_a_late_reward_leaves_the_next_player_theirs() -> None:
    lines = (*GIVEN, "2 hold exotic-4", "1 discard i", "1 end", "2 discard i", "2 use exotic-4")
    before = table_of(*lines)
    assert before.state.turn.gains == (("comet", "asteroid"),)
    after = done(before, Overrule(1, "gain comet"))
    assert after.state.turn == before.state.turn
    assert after.state.system(1).comets == before.state.system(1).comets + 1


def test_after_the_last_turn_of_a_round_it_can_be_forgotten_too() -> None:
    state = opened(2, {}, "1 begin 1", "1 set 1 rock-2", "turns")
    for late in ("1 extra-moon 1", "1 gain asteroid"):
        (objection,) = judge_line(GAME, state, late).objections
        assert objection.rule == "turn.steps" and objection.forgotten
    assert not judge_line(GAME, state, "1 discard i").objections[0].forgotten
