"""Whether this phone explains each step: its own choice for a table, otherwise the table's."""

from __future__ import annotations

from flask import session

from companion.tables import Table

#: Tables for which a phone's choice is remembered, so that the cookie stays small.
REMEMBERED = 8


def is_taught(table: Table) -> bool:
    """Whether this phone wants to be taught here."""
    return bool(_chosen().get(table.code, table.taught))


def be_taught(table: Table, on: bool) -> None:
    """This phone's own choice, from now on."""
    others = {code: was for code, was in _chosen().items() if code != table.code}
    session["taught"] = {**dict(list(others.items())[1 - REMEMBERED :]), table.code: int(on)}
    session.permanent = True


def _chosen() -> dict[str, int]:
    kept = session.get("taught")
    return kept if isinstance(kept, dict) else {}
