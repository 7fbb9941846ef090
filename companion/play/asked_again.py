"""A forgotten action is added, and the tap that was refused without it is asked again by itself.

The refusal names itself by its intent, which the addition carries along, so that whoever approves
the addition later, on any server, asks again. The judge decides anew: nothing is overruled here.
"""

from __future__ import annotations

from dataclasses import replace

from companion.ledger import StoredRefusal
from companion.play.act import play_tap
from companion.play.answer import Corrected, Played, Tap, TapAnswer
from companion.play.corrections import insert_forgotten_action
from companion.play.store import TableStore
from companion.referee.judge import judge
from companion.tables import InsertAction, Table

#: Between an addition's own intent and that of the refused tap; no phone's intent has it.
AGAIN_MARK = "~"

#: Characters of an addition's own intent that are kept before the mark.
OWN_INTENT_CHARACTERS = 24


def add_forgotten_action(
    store: TableStore, code: str, tap: Tap, after: int, before_part: str, refused: str
) -> TapAnswer:
    """Adds the tap's forgotten action, see `insert_forgotten_action`, then asks the tap that was
    refused, named by its intent, again. One that belongs now and is allowed is simply played.
    Returns the last answer.
    """
    intent = f"{tap.intent[:OWN_INTENT_CHARACTERS]}{AGAIN_MARK}{refused}"
    marked = replace(tap, intent=intent)
    if _is_allowed_now(store.latest(code), tap, after, before_part):
        added = play_tap(store, code, marked)
    else:
        added = insert_forgotten_action(store, code, marked, after, before_part)
    return ask_again(store, code, intent, added) or added


def ask_again_once_approved(
    store: TableStore, code: str, proposal_seq: int, answer: TapAnswer
) -> None:
    """Asks a refused tap again if this approval added what was forgotten before it."""
    if isinstance(answer, Corrected) and isinstance(answer.wanted, InsertAction):
        proposed = store.ledger.events(code, proposal_seq - 1)[:1]
        for event in proposed:
            ask_again(store, code, event.intent, answer)


def ask_again(store: TableStore, code: str, intent: str, added: TapAnswer) -> TapAnswer | None:
    """Asks the tap again that the intent of an addition names, if that is done; returns its answer,
    None if there is none. A seat that has done something else since has gone on without it.
    """
    refused = intent.partition(AGAIN_MARK)[2]
    past = store.ledger.refusal_of_intent(code, refused) if refused else None
    if past is None or not isinstance(added, Played | Corrected):
        return None
    seat = added.table.seat_at(past.seat)
    if not seat.phone or _has_gone_on(added.table, past, added.entry_seq):
        return None
    again = f"{refused}{AGAIN_MARK}"
    return play_tap(store, code, Tap(seat.phone, past.seat, past.action, again, added.table.seq))


def _is_allowed_now(table: Table, tap: Tap, after: int, before_part: str) -> bool:
    newest = next(table.newest_entries(), None)
    if before_part or newest is None or newest.seq != after:
        return False
    return judge(table.game, table.state, tap.seat, table.game.read(tap.text)).allowed


def _has_gone_on(table: Table, past: StoredRefusal, added: int) -> bool:
    """Returns whether the seat has done anything since the refusal but what was added."""
    return any(
        entry.seat == past.seat and not entry.undone and entry.seq != added
        for entry in table.entries_since(past.seq)
    )
