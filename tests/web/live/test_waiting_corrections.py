"""What corrections cost while they wait: an action little more than without them, and one more of
them is pushed by itself.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.app import create_app
from companion.config import Config
from companion.play.store import NewEvent
from companion.tables import Kind, TakeBack, write_proposal
from tests.kit.filled_ledgers import game_at_random
from tests.web.live.test_guided_tables import Table

#: Actions before ten of them are to be undone, and those after it that are counted.
BEFORE, AFTER = 24, 8
WAITING = 10
#: Python functions called for an action while so many wait, by those without: measured 2.4. It was
#: 5.3 while each phone worked out what each would change, and all were drawn when one was another.
MOST = 3.0


def ask_for_undo(table: Table, entry: int) -> None:
    """Another seat asks the table to undo this action, if it is one."""
    store = table.phones[0].client.application.extensions["companion"].store
    found = store.latest(table.code).entries[entry]
    asked = NewEvent(found.seat, Kind.PROPOSED, write_proposal(TakeBack(found.seq)))
    store.change(table.code, partial(lambda event, _: event, asked))


def test_ten_waiting_corrections_cost_an_action_little(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=1e9))
    app.testing = True
    plain, asked = (Table(app, "crafting", led=False) for _ in range(2))
    moves = game_at_random("crafting", 0)[: BEFORE + AFTER]
    for number, (seat, action) in enumerate(moves):
        if number == BEFORE:
            for entry in range(BEFORE - WAITING, BEFORE):
                ask_for_undo(asked, entry)
                for each in asked.streams:
                    each.message()
        for table in (plain, asked):
            if number > BEFORE:
                with table.calls.counted():
                    table.plays(seat, action)
            else:
                table.plays(seat, action)
    assert asked.calls.made < MOST * plain.calls.made, asked.calls.made / plain.calls.made


def test_one_more_waiting_correction_is_pushed_by_itself(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=1e9))
    app.testing = True
    table = Table(app, "crafting", led=False)
    for seat, action in game_at_random("crafting", 0)[:BEFORE]:
        table.plays(seat, action)
    told = list[str]()
    for entry in range(BEFORE - WAITING, BEFORE):
        ask_for_undo(table, entry)
        told = [each.message() for each in table.streams]
    for each in told:
        assert each.count('name="proposal"') <= 2 and each.count("data-same") >= WAITING - 1
