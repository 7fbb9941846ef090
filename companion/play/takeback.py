"""Taking back: at once where nothing depends on it, otherwise with another seat's word.

It never removes anything from the log: the entry stays, marked as undone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.ledger import Repeated
from companion.play.acting import Answer, Refusal, Tap, others_since, used_otherwise
from companion.play.hall import Hall, Wish, Written, need_own_seat, need_started
from companion.referee.text import Text
from companion.tables import Entry, Event, Proposal, Table, restored, without


def take_back(hall: Hall, code: str, tap: Tap, entry_seq: int) -> Answer:
    """Takes back the seat's own last action, or proposes to.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    return _settle(hall, code, tap, lambda table: _take_back(table, tap, entry_seq))


def agree(hall: Hall, code: str, tap: Tap, proposal_seq: int) -> Answer:
    """Another seat's word: the proposed taking back is done. Raises as `take_back` does."""
    return _settle(hall, code, tap, lambda table: _agree(table, tap, proposal_seq))


def withdraw(hall: Hall, code: str, tap: Tap, proposal_seq: int) -> Answer:
    """The proposal is gone: its owner thought better of it, or another seat says no."""
    return _settle(hall, code, tap, lambda table: _withdraw(table, tap, proposal_seq))


def _take_back(table: Table, tap: Tap, entry_seq: int) -> Wish | Answer:
    entry = next((entry for entry in table.entries if entry.seq == entry_seq), None)
    if entry is None or entry.seat != tap.seat:
        return _refused(table, Text("You can take back only what this seat has done."))
    if entry.undone:
        return _already_undone(table, tap, entry)
    if table.last_entry_of(tap.seat) != entry:
        return _refused(table, Text("Take back your last action first."))
    if _needs_a_word(table, entry):
        return _propose(table, tap, entry)
    return Wish(tap.seat, "took-back", str(entry_seq), tap.intent)


def _needs_a_word(table: Table, entry: Entry) -> bool:
    """Alone at the table there is nobody to ask."""
    if len(table.chairs) == 1:
        return False
    action = table.game.read(entry.action)
    return bool(without(table, entry.seq)[1]) or table.game.saw_hidden(entry.before, action)


def _propose(table: Table, tap: Tap, entry: Entry) -> Wish | Answer:
    for proposal in table.proposals:
        if proposal.entry_seq == entry.seq:
            misfits = without(table, entry.seq)[1]
            return Answer(table, repeated=True, proposal_seq=proposal.seq, misfits=misfits)
    return Wish(tap.seat, "proposed", str(entry.seq), tap.intent)


def _agree(table: Table, tap: Tap, proposal_seq: int) -> Wish | Answer:
    proposal = _find(table, proposal_seq)
    if proposal is None:
        return _gone(table)
    if tap.seat == proposal.seat:
        return _refused(table, Text("Another seat has to agree."))
    if _same_hand(table, tap.seat, proposal.seat):
        return _refused(table, Text("Somebody with another phone has to agree."))
    return Wish(tap.seat, "agreed", str(proposal_seq), tap.intent)


def _withdraw(table: Table, tap: Tap, proposal_seq: int) -> Wish | Answer:
    if _find(table, proposal_seq) is None:
        return _gone(table)
    return Wish(tap.seat, "withdrawn", str(proposal_seq), tap.intent)


def _same_hand(table: Table, seat: int, other: int) -> bool:
    """Whether one phone would agree with itself although other phones are at the table."""
    phones = {chair.phone for chair in table.chairs if chair.phone}
    return len(phones) > 1 and table.chair(seat).phone == table.chair(other).phone


def _find(table: Table, proposal_seq: int) -> Proposal | None:
    return next((open_ for open_ in table.proposals if open_.seq == proposal_seq), None)


def _refused(table: Table, reason: Text) -> Answer:
    return Answer(table, refusal=Refusal(reason))


def _gone(table: Table) -> Answer:
    return _refused(table, Text("This proposal is no longer open."))


def _already_undone(table: Table, tap: Tap, entry: Entry) -> Answer:
    """What is wished has happened: a repeated tap, not a mistake."""
    others = others_since(table, tap)
    return Answer(table, entry_seq=entry.seq, repeated=True, others=others)


def _settle(hall: Hall, code: str, tap: Tap, decide: Callable[[Table], Wish | Answer]) -> Answer:
    def checked(table: Table) -> Wish | Answer:
        need_own_seat(table, tap.seat, tap.phone)
        need_started(table)
        first = hall.ledger.event_with(code, tap.intent) if tap.intent else None
        if first:
            raise Repeated(first)
        return decide(table)

    try:
        result = hall.write(code, checked)
    except Repeated as again:
        return _answer(hall.look(code), tap, again.first, repeated=True)
    if isinstance(result, Written):
        return _answer(result.table, tap, result.event)
    return result


def _answer(table: Table, tap: Tap, event: Event, repeated: bool = False) -> Answer:
    """What this event has done, and what no longer fits because of it."""
    if event.seat != tap.seat or event.kind == "played":
        raise used_otherwise()
    answer = Answer(table, repeated=repeated, others=others_since(table, tap))
    if event.kind == "proposed":
        misfits = without(table, int(event.text))[1]
        return replace(answer, proposal_seq=event.seq, misfits=misfits)
    for entry in table.entries:
        if entry.undone == event.seq:
            misfits = without(restored(table, entry.seq), entry.seq)[1]
            return replace(answer, entry_seq=entry.seq, misfits=misfits)
    return answer
