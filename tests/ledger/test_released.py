"""A database of every released schema opens today, and its tables are what they were.

`released/schema-N.db` was written by the version that had N as its newest schema and is never made
anew; beside it stands what that version said of each table. Add one with every new schema;
`released/README.md` says how.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.ledger.sqlite import SqliteLedger
from companion.tables import Table, table_from_events

RELEASED = sorted((Path(__file__).parent / "released").glob("*.db"))


def lasting_facts(table: Table) -> dict[str, Any]:
    """What must stay the same about a table, whatever the program learns meanwhile."""
    return {
        "game": table.game.slug,
        "seq": table.seq,
        "names": [seat.name for seat in table.seats],
        "open": len(table.open_proposals),
        "sketch": table.game.state_summary(table.state) if table.started else "",
        "winners": list(table.outcome.winners) if table.outcome else [],
    }


@pytest.mark.parametrize("released", RELEASED, ids=[file.stem for file in RELEASED])
def test_every_table_of_a_released_database_is_what_it_was(released: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(released, tmp_path / "companion.sqlite"))
    before = json.loads(released.with_suffix(".json").read_text(encoding="utf-8"))
    ledger = SqliteLedger(file)
    tables = {code: table_from_events(ledger.events(code)) for code in ledger.table_codes()}
    refusals = {code: ledger.refusals(code) for code in tables}
    ledger.close()
    assert {code: lasting_facts(table) for code, table in tables.items() if table} == before
    assert sum(len(past) for past in refusals.values()) > 0


def test_there_is_one() -> None:
    assert RELEASED
