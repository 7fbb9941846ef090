"""Import: a game from a file becomes a new table if every event of it is valid.

Everything is judged before anything is written; a refused file leaves no trace.
"""

from __future__ import annotations

import time

from companion import transcript
from companion.play.lobby import create_table_from_log, sit_down_at_seat
from companion.play.store import TableStore
from companion.tables import Table


def _let_others() -> None:
    """Yields to other requests: a long game takes seconds."""
    time.sleep(0)


def import_game(store: TableStore, text: str, phone: str) -> Table:
    """Creates a table from this transcript or JSON file; this phone hosts it and takes seat 1.

    Raises `BadGameFile` with the offending line, `Unavailable`.
    """
    record = transcript.read_game_file(text)
    lines = transcript.checked_events(record, store.catalogue, phone, store.clock(), _let_others)
    table = create_table_from_log(store, lines)
    return sit_down_at_seat(store, table.code, 1, phone)
