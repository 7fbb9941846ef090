"""A forgotten action goes where the seat's own turn was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games import CATALOGUE
from companion.tables import Event, Table, apply_event
from companion.web.page.past_action import last_turns_of_seat, place_to_insert
from tests.games.test_every_correction import table_of
from tests.kit.strategies import play

#: Actions of a game from its beginning on: rounds end among them.
MOVES = 160


def tables_of(slug: str) -> Iterator[Table]:
    """A random game as it stands after each action."""
    table = table_of(slug, 1, 0)
    for seat, text in play(slug, 1).moves[:MOVES]:
        table = apply_event(table, Event("K7QX", table.seq + 1, table.at + 1, seat, "played", text))
        yield table


@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_was_forgotten_in_a_turn_is_done_in_that_turn(slug: str) -> None:
    """Whoever ended a round would otherwise get its end, where only the next step is left."""
    looked_at = 0
    for table in tables_of(slug):
        entries = {entry.seq: entry for entry in table.entries}
        everybody = frozenset(each.number for each in table.seats)
        follower = dict(zip(entries, list(entries.values())[1:], strict=False))
        for seat in everybody:
            for turn in last_turns_of_seat(table, seat)[:1]:
                if entries[turn.last].seats_to_act == everybody:
                    continue
                place = place_to_insert(table, seat, turn.last, in_turn=True)
                if not place.before and place.after in entries:
                    then = follower.get(place.after)
                    can = then.seats_to_act if then else table.seats_to_act
                    assert can != everybody, (table.seq, seat, place)
                looked_at += 1
    assert looked_at > MOVES
