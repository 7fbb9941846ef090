"""A finished game's page for everybody who has its link. Each seat's phone agrees to it or not.

The page is open while some seat agreed and none took it back. A seat that didn't agree is shown by
its colour, without its name.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.permissions import NotAllowed
from companion.play.shelf import NoteStore, notes_owner_of_table
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Table

_SHELF, _YES, _NO = "-public", "yes", "no"


def publication_consents(store: TableStore, table: Table) -> dict[int, bool]:
    """Returns each seat that agreed (True) or took it back (False). Raises `Unavailable`."""
    kept = NoteStore(store, notes_owner_of_table(table.code), _SHELF).read()
    given = ((seat, kept.get(str(seat.number), "")) for seat in table.seats)
    # Whoever has taken over a seat since hasn't agreed; a refusal holds for whoever has it.
    return {
        seat.number: said != _NO for seat, said in given if said in (_NO, f"{_YES} {seat.phone}")
    }


def is_public(store: TableStore, table: Table) -> bool:
    """Returns whether the page is open. Raises `Unavailable`."""
    said = publication_consents(store, table).values()
    return table.outcome is not None and bool(said) and all(said)


def set_publication_consent(store: TableStore, code: str, phone: str, *, agrees: bool) -> None:
    """Keeps whether the seats of this phone agree. Raises `NotAllowed`, `Unavailable`."""
    table = store.latest(code)
    own = table.seats_of(phone)
    if not own or table.outcome is None:
        raise NotAllowed(Text("Only someone who played can open a finished game to everyone."))
    notes = dict.fromkeys(map(str, own), f"{_YES} {phone}" if agrees else _NO)
    NoteStore(store, notes_owner_of_table(table.code), _SHELF).write(notes)


def without_hidden_names(store: TableStore, table: Table) -> Table:
    """Returns the table without phones, and without the names of seats that didn't agree."""
    agreed = publication_consents(store, table)
    seats = tuple(
        replace(seat, name=seat.name if agreed.get(seat.number) else "", phone="", owners=())
        for seat in table.seats
    )
    return replace(table, seats=seats, host="")
