"""Numbers that players set: played or proposed, announced and saved, and recounted by all. A number
that the app asks for is an answer and needs no consent; see `Game.corrects`.
"""

from __future__ import annotations

from contextlib import suppress

from companion.ledger import Unavailable
from companion.play.act import play_tap
from companion.play.answer import Refused, Tap, TapAnswer
from companion.play.corrections import insert_forgotten_action
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.store import NewEvent, TableStore, UnknownTable, table_change
from companion.referee.game import Game
from companion.referee.notation import UnreadableAction
from companion.tables import Kind, Table

# -- numbers set by stepping: announced with the first step, saved after the last one. One that
# arrives too late is proposed at the place where it belongs


def announce_number_input(store: TableStore, table: Table, tap: Tap, done: bool = False) -> None:
    """Announces that this phone is setting the number that `tap` begins with, or has stopped.

    Raises `UnknownSeat`, `NotAllowed`, `UnreadableAction`.
    """
    require_own_seat(table, tap.seat, tap.phone)
    what = _what(table.game, tap)
    if done:
        store.counting.announce_end(table.code, tap.phone, what)
    else:
        store.counting.announce_start(table.code, tap.phone, tap.seat, what)


def play_number_tap(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Plays the tap's number. If the table moved on while it was set (it has been scored), the
    number is inserted where it belongs, as a correction. Raises as `act` does.
    """
    try:
        answer = play_tap(store, code, tap)
    finally:
        with suppress(UnreadableAction, UnknownTable, Unavailable):
            store.counting.announce_end(code, tap.phone, _what(store.cached_table(code).game, tap))
    late = answer.beaten_by if isinstance(answer, Refused) else None
    if late is None or late.undone:
        return answer
    return insert_forgotten_action(store, code, tap, _before(answer.table, late.seq))


def _what(game: Game, tap: Tap) -> str:
    """Returns what the number counts: the action in notation without its last word. Other servers
    receive it, so only a readable action passes. Raises `UnreadableAction`.
    """
    return game.write(game.read(tap.text)).rpartition(" ")[0]


def _before(table: Table, entry_seq: int) -> int:
    """Returns the entry before this one in the order of play, 0 if none."""
    seqs = [0, *(entry.seq for entry in table.entries)]
    return seqs[seqs.index(entry_seq) - 1]


# -- recounts: each seat compares its numbers with its components; wrong ones are corrected first.
# A game starts one by itself before the result (`Game.check_due`)


@table_change
def ask_for_recount(table: Table, seat: int, phone: str) -> NewEvent | None:
    """Asks all seats to compare; one recount at a time.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    _require_seat_in_game(table, seat, phone)
    return None if table.recount else NewEvent(seat, Kind.RECOUNT, "")


@table_change
def confirm_numbers(table: Table, seat: int, phone: str) -> NewEvent | None:
    """Confirms that this seat's numbers are right; the last confirmation ends the recount. Raises
    as `ask_for_recount` does.
    """
    _require_seat_in_game(table, seat, phone)
    if table.recount is None or seat in table.recount.right:
        return None
    return NewEvent(seat, Kind.RIGHT if unconfirmed_seats(table) - {seat} else Kind.RECOUNTED, "")


@table_change
def end_recount(table: Table, seat: int, phone: str) -> NewEvent | None:
    """Goes on without the seats that have not confirmed. Raises as `ask_for_recount` does."""
    _require_seat_in_game(table, seat, phone)
    return NewEvent(seat, Kind.RECOUNT_ENDED, "") if table.recount else None


@table_change
def set_quiet(table: Table, seat: int, on: bool, phone: str) -> NewEvent | None:
    """Makes the app say less, or as much as it does by itself. Raises as `ask_for_recount` does."""
    _require_seat_in_game(table, seat, phone)
    return None if table.quiet == on else NewEvent(seat, Kind.QUIET, "1" if on else "0")


def unconfirmed_seats(table: Table) -> frozenset[int]:
    """Returns the seats with a phone that have not confirmed their numbers yet."""
    if table.recount is None:
        return frozenset()
    return frozenset(seat.number for seat in table.seats if seat.phone) - {*table.recount.right}


def _require_seat_in_game(table: Table, seat: int, phone: str) -> None:
    require_own_seat(table, seat, phone)
    require_game_started(table)
