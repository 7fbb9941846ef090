"""What of a table this phone may be shown: all that its seat knows, or no more than everybody does.

A phone that came to a seat without a yes of the one before plays it at once, on the table as
everybody knows it: what the seat hides is not in the value that is drawn, so it is in no byte.
"""

from __future__ import annotations

from dataclasses import replace

from companion import play
from companion.play import Answer, Refusal, Tap
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
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
    if not viewer or table.openly or not play.covered_for(site().store, table, viewer):
        return table
    return public_table(table, public(table))


def public(table: Table) -> Table:
    """The table as everybody knows it; worked out from how they knew it last, where it can be."""
    if table.openly:
        return table
    book, key = site().sketchbook, ("public", table.code)
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
    ruling = _open_ruling(table, answer.ruling)
    kept_back = answer.ruling is not None and ruling is None
    return replace(
        answer,
        table=table,
        ruling=ruling,
        refusal=Refusal(KEPT_BACK) if kept_back else answer.refusal,
        others=others,
        beaten_by=None,
        wanted=public_correction(table, answer.wanted) if answer.wanted else None,
        misfits=(),
    )


def _open_ruling(table: Table, ruling: Ruling | None) -> Ruling | None:
    """The judge's word by what everybody knows; None where that would let it pass."""
    if ruling is None or ruling.allowed:
        return replace(ruling, doubts=()) if ruling else None
    action = table.game.read(ruling.action)
    seen = judge(table.game, table.state, ruling.seat, action)
    return None if seen.allowed else seen
