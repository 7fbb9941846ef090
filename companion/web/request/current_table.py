"""Remembers which table the sentences of this request are about."""

from __future__ import annotations

from companion.tables import Table
from companion.web.site.site import own


def speak_of(table: Table | None) -> None:
    """From here on in this request, sentences are about this table."""
    here = own()
    known: Table | None = here.get("table")
    if known is not table:
        if known is None or table is None or known.seats is not table.seats:
            here.looks = {}
        here.table = table
