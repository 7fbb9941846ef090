"""Remembers which table the sentences of this request are about."""

from __future__ import annotations

from companion.tables import Table
from companion.web.site.site import own


def speak_of(table: Table | None) -> None:
    """From here on in this request, sentences are about this table."""
    here = own()
    if here.get("table") is table:
        return
    seats = table.seats if table else None
    if seats is None or here.get("seats") is not seats:
        here.looks = {}
    here.table, here.seats = table, seats
