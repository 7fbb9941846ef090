"""How many other phones have to agree to a correction, and how many still do."""

from __future__ import annotations

from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import (
    Kind,
    Proposal,
    Table,
)

CONSENTS = ("0", "1", "all")


def set_consent(store: TableStore, code: str, consent: str, phone: str) -> Table:
    """How many other seats must agree from now on: "0", "1" or "all". The host says so."""

    def decide(table: Table) -> NewEvent | Table:
        if phone != table.host:
            raise NotAllowed(Text("Only the host can do that."))
        if consent not in CONSENTS:
            raise NotAllowed(Text("Choose no one, one player or everyone."))
        return table if table.consent == consent else NewEvent(0, Kind.CONSENT, consent)

    return store.change(code, decide)


def consent_needed(table: Table, seat: int) -> int:
    """How many phones besides this seat's have to agree. Nobody where nobody else is there."""
    others = [place for place in table.seats if place.phone and place.number != seat]
    if not others or table.consent == "0":
        return 0
    phones = {place.phone for place in others} - {table.seat_at(seat).phone}
    return max(1, len(phones)) if table.consent == "all" else 1


def consent_missing(table: Table, proposal: Proposal, seat: int = 0) -> int:
    """How many are still needed, should this seat agree as well."""
    said = {
        table.seat_at(number).phone for number in (*proposal.agreed, *((seat,) if seat else ()))
    }
    if any(place.phone not in ("", owner_of(table, proposal)) for place in table.seats):
        said.discard(owner_of(table, proposal))
    return max(0, consent_needed(table, proposal.seat) - len(said - {""}))


def owner_of(table: Table, proposal: Proposal) -> str:
    return table.seat_at(proposal.seat).phone
