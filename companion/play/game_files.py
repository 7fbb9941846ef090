"""Import: a game from a file becomes a new table if every event of it is valid.

Everything is judged before anything is written; a refused file leaves no trace.
"""

from __future__ import annotations

from companion import transcript
from companion.play.lobby import create_table_from_log, sit_down_at_seat
from companion.play.store import TableStore
from companion.tables import Table
from companion.yielding import let_others


def import_game(store: TableStore, text: str, phone: str) -> Table:
    """Creates a table from this transcript or JSON file; this phone hosts it and takes seat 1.

    Raises `BadGameFile` with the offending line, `Unavailable`.
    """
    record = transcript.read_game_file(text)
    lines = transcript.checked_events(record, store.catalogue, phone, store.clock(), let_others)
    table = create_table_from_log(store, lines)
    return sit_down_at_seat(store, table.code, 1, phone)
