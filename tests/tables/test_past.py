"""The state before an entry is the same whether it was held or made again; few are held."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.tables import Event, Table, entry, table_from_events, table_seen_by
from companion.tables.entry import (
    ENTRIES_PER_KEPT_STATE,
    KEPT_NEWEST_STATE_COUNT,
    StateBeforeAction,
)
from tests.kit.logs import corrected_logs, events_of

AS_IT_COMES = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=12)


def folded(events: list[Event], newest: int, stride: int) -> Table:
    with (
        patch.object(entry, "KEPT_NEWEST_STATE_COUNT", newest),
        patch.object(entry, "ENTRIES_PER_KEPT_STATE", stride),
    ):
        table = table_from_events(events)
    assert table is not None
    return table


@pytest.mark.parametrize("slug", CATALOGUE)
@given(data=st.data())
@AS_IT_COMES
def test_what_was_let_go_is_made_again_as_it_was(slug: str, data: st.DataObject) -> None:
    events = data.draw(corrected_logs(slug))
    all_held, few = folded(events, 10_000, 1), folded(events, 2, 7)
    assert few.state == all_held.state
    for one, other in zip(reversed(few.entries), reversed(all_held.entries), strict=True):
        assert one.state_before == other.state_before
        assert (one.seats_to_act, one.round) == (other.seats_to_act, other.round)
    assert few == all_held
    seat = data.draw(st.sampled_from([each.number for each in few.seats]))
    assert table_seen_by(few, seat) == table_seen_by(all_held, seat)


@pytest.fixture(scope="module")
def long() -> Table:
    """Four hundred things done at a table."""
    lines = [(0, "opened", "crafting 4 pa"), (0, "started", "")]
    lines += [(n % 4 + 1, "played", f"mend points {n % 50}") for n in range(400)]
    table = table_from_events(events_of(lines))
    assert table is not None and table.stuck is None
    return table


def test_few_states_are_held(long: Table) -> None:
    held = sum(each.past.has_kept_state for each in long.entries)
    assert held <= KEPT_NEWEST_STATE_COUNT + len(long.entries) / ENTRIES_PER_KEPT_STATE + 1


def test_a_whole_log_is_told_backwards_by_making_each_state_once(long: Table) -> None:
    made: list[StateBeforeAction] = []
    after = StateBeforeAction.computed_from_state_before

    def counted(past: StateBeforeAction, state: Any) -> Any:
        made.append(past)
        return after(past, state)

    with patch.object(StateBeforeAction, "computed_from_state_before", counted):
        states = [each.state_before for each in reversed(long.entries)]
        assert len(made) == len(set(made)) <= len(states)
        # A look at the clock or at the rounds makes none again.
        made.clear()
        assert {each.round for each in long.entries} and {
            each.seats_to_act for each in long.entries
        }
        assert not made


def test_what_many_tables_have_played_is_in_memory_once(long: Table) -> None:
    lines = [(0, "opened", "crafting 4 pa"), (0, "started", "")]
    other = table_from_events(events_of([*lines, (1, "played", "mend points " + str(7))], "Q2WE"))
    assert other is not None
    assert any(other.entries[0].action is each.action for each in long.entries)
