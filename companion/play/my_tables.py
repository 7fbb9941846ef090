"""My tables: those at which a phone has a seat, for its first page. It changes nothing."""

from __future__ import annotations

from companion.play.store import TableStore, UnknownTable
from companion.tables import Table


def tables_of(store: TableStore, phone: str, most: int) -> list[Table]:
    """The tables where this phone holds a seat now, the one played last first. Raises
    `Unavailable`.
    """
    found = []
    for code in store.ledger.codes_of(phone, most):
        try:
            # Nothing is at stake: as it is remembered, where somebody has looked lately.
            table = store.latest_within(code, within=5.0)
        except UnknownTable:
            continue
        if table.seats_of(phone):
            found.append(table)
    return found
