"""How many other phones have to agree to a correction, and how many still do."""

from __future__ import annotations

from companion.play.permissions import NotAllowed
from companion.play.store import NewEvent, TableStore, Written
from companion.referee.text import Text
from companion.tables import (
    Proposal,
    Table,
)

CONSENTS = ("0", "1", "all")


def set_consent(hall: TableStore, code: str, consent: str, phone: str) -> Table:
    """How many other seats must agree from now on: "0", "1" or "all". The host says so."""

    def decide(table: Table) -> NewEvent | Table:
        if phone != table.host:
            raise NotAllowed(Text("Only the host can do that."))
        if consent not in CONSENTS:
            raise NotAllowed(Text("Choose no one, one player or everyone."))
        return table if table.consent == consent else NewEvent(0, "consent", consent)

    result = hall.write(code, decide)
    return result.table if isinstance(result, Written) else result


def consent_needed(table: Table, seat: int) -> int:
    """How many phones besides this seat's have to agree. Nobody where nobody else is there."""
    others = [chair for chair in table.chairs if chair.phone and chair.number != seat]
    if not others or table.consent == "0":
        return 0
    phones = {chair.phone for chair in others} - {table.chair(seat).phone}
    return max(1, len(phones)) if table.consent == "all" else 1


def consent_missing(table: Table, proposal: Proposal, seat: int = 0) -> int:
    """How many are still needed, should this seat agree as well."""
    said = {table.chair(number).phone for number in (*proposal.agreed, *((seat,) if seat else ()))}
    if any(chair.phone not in ("", owner_of(table, proposal)) for chair in table.chairs):
        said.discard(owner_of(table, proposal))
    return max(0, consent_needed(table, proposal.seat) - len(said - {""}))


def owner_of(table: Table, proposal: Proposal) -> str:
    return table.chair(proposal.seat).phone
