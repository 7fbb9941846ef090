"""What of a table this phone may be shown: all that its seat knows, or no more than everybody does.

A phone that came to a seat without a yes of the one before plays it at once, on the table as
everybody knows it: what the seat hides is not in the value that is drawn, so it is in no byte.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play import seats
from companion.play.answer import (
    Answer,
    Corrected,
    Declined,
    Nothing,
    Played,
    Proposed,
    Refused,
    Tap,
)
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import Table, public_correction, public_table, seen_by, seen_further
from companion.web.request.phone import viewer_at
from companion.web.site.site import site

KEPT_BACK = Text("That can't be done. Why not stays hidden until the old phone has had its minute.")


def as_seen(table: Table) -> Table:
    """The table as the phone that asks may see it."""
    if all(seat.claim is None for seat in table.seats):
        return table
    return shown_to(table, viewer_at(table))


def shown_to(table: Table, viewer: int) -> Table:
    """The same for the phone that plays this seat."""
    if not viewer or table.openly or not seats.covered_for(site().store, table, viewer):
        return table
    return public_table(table, public(table))


def public(table: Table) -> Table:
    """The table as everybody knows it; worked out from how they knew it last, where it can be."""
    if table.openly:
        return table
    book, key = site().sketchbook, (table.code, "public")
    known: tuple[Table, Table] | None = book.find(key)
    seen = seen_further(*known, table, 0) if known else None
    seen = seen or seen_by(table, 0)
    book.put(key, (table, seen))
    return seen


def answer_seen(answer: Answer, tap: Tap) -> Answer:
    """What came of a tap, without what the seat hides where that is still covered."""
    table = shown_to(answer.table, tap.seat)
    if table is answer.table:
        return answer
    known = {entry.seq: entry for entry in table.entries}
    others = tuple(known[entry.seq] for entry in answer.others if entry.seq in known)
    answer = replace(answer, table=table, others=others)
    match answer:
        case Played():
            return replace(answer, doubts=())
        case Refused():
            return _refused_openly(answer)
        case Proposed() | Corrected():
            wanted = public_correction(table, answer.wanted)
            hidden = Nothing(table=table, repeated=answer.repeated, others=others)
            return replace(answer, wanted=wanted, misfits=()) if wanted else hidden
        case Declined() | Nothing():
            return answer


def _refused_openly(answer: Refused) -> Refused | Declined:
    """The judge's word by what everybody knows, where that would not let the action pass."""
    table, ruling = answer.table, answer.ruling
    seen = judge(table.game, table.state, ruling.seat, table.game.read(ruling.action))
    if seen.allowed:
        return Declined(table=table, reason=KEPT_BACK, repeated=answer.repeated)
    return replace(answer, ruling=seen, beaten_by=None)
