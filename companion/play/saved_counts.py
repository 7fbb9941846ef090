"""Numbers that a hand sets on a phone: announced with the first step, saved after the last one.

None of them is ever lost: one that comes after the moment it belongs to is put to the table there.
"""

from __future__ import annotations

from contextlib import suppress

from companion.ledger import Unavailable
from companion.play.answer import Answer, Refused, Tap
from companion.play.corrections import insert
from companion.play.number_fixes import act
from companion.play.permissions import need_own_seat
from companion.play.store import TableStore, UnknownTable
from companion.referee.game import Game
from companion.referee.notation import Unreadable
from companion.tables import Table


def announce(store: TableStore, table: Table, tap: Tap, done: bool = False) -> None:
    """This phone sets a number now, the one that `tap` begins to say; or it was let go.

    Raises `UnknownSeat`, `NotAllowed`, `Unreadable`.
    """
    need_own_seat(table, tap.seat, tap.phone)
    what = _what(table.game, tap)
    if done:
        store.counting.end(table.code, tap.phone, what)
    else:
        store.counting.begin(table.code, tap.phone, tap.seat, what)


def save(store: TableStore, code: str, tap: Tap) -> Answer:
    """Plays the tap's number. Where the table has gone on since the hand began to set it
    (what was asked for is scored), it goes to the place that it was meant for, as a correction.

    Raises as `act` does.
    """
    try:
        answer = act(store, code, tap)
    finally:
        with suppress(Unreadable, UnknownTable, Unavailable):
            store.counting.end(code, tap.phone, _what(store.cached(code).game, tap))
    late = answer.beaten_by if isinstance(answer, Refused) else None
    if late is None or late.undone:
        return answer
    return insert(store, code, tap, _before(answer.table, late.seq))


def _what(game: Game, tap: Tap) -> str:
    """What the number is of: all that is said but the number, as the notation writes it. Other
    servers are told, so nothing goes out that is no action. Raises `Unreadable`.
    """
    return game.write(game.read(tap.text)).rpartition(" ")[0]


def _before(table: Table, entry_seq: int) -> int:
    """The entry before this one in the order of play, 0 if none."""
    seqs = [0, *(entry.seq for entry in table.entries)]
    return seqs[seqs.index(entry_seq) - 1]
