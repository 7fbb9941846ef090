"""Import: a game out of a file becomes a new table, if every event of it may be.

It judges everything before it writes anything; a file that is refused leaves no trace.
"""

from __future__ import annotations

import time

from companion import transcript
from companion.play.lobby import create_from_log, sit
from companion.play.store import TableStore
from companion.tables import Table


def _let_others() -> None:
    """A long game takes seconds: other requests have a turn in between."""
    time.sleep(0)


def bring(store: TableStore, text: str, phone: str) -> Table:
    """The game of this file, transcript or JSON, at a new table; this phone is its host and sits
    on the first seat. Raises `Illegible` with the line that cannot be, `Unavailable`.
    """
    record = transcript.read_any(text)
    lines = transcript.judged(record, store.catalogue, phone, store.clock(), _let_others)
    table = create_from_log(store, lines)
    return sit(store, table.code, 1, phone)
