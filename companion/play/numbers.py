"""Numbers that players set: played or proposed, announced and saved, and recounted by all. A number
that the app asks for is an answer and needs no consent; see `Game.corrects`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from companion.ledger import Unavailable
from companion.play.act import play_tap
from companion.play.answer import Refused, Tap, TapAnswer, Unchanged
from companion.play.corrections import insert_forgotten_action
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.proposals import (
    already_proposed_answer,
    answer_once,
    consenting_phones_needed,
    correct_or_propose,
    needed_confirmation,
    withdraw_proposal,
)
from companion.play.repeats import answer_of_first_tap
from companion.play.store import NewEvent, TableStore, UnknownTable, table_change
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import UnreadableAction
from companion.referee.text import Text
from companion.tables import InsertAction, Kind, Proposal, Table


def play_tap_or_propose(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Plays the tap's action if it is allowed; a correction that needs consent is proposed first.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `UnreadableAction`, `Unavailable`.
    """
    # The cached table is enough: writing checks the ledger anyway.
    if not _is_correction(store.cached_table(code), tap):
        with suppress(_Overtaken):
            return play_tap(store, code, tap, partial(_need_no_consent, tap))
    table = store.latest(code)
    if not _is_correction(table, tap):
        return play_tap(store, code, tap)
    if _is_so(table, tap):
        word = Text("That's how it is already")
        return answer_of_first_tap(store, table, tap) or Unchanged(table=table, word=word)
    if _asks_nobody(table, tap):
        return needed_confirmation(table, tap, _insertion(table, tap)) or play_tap(store, code, tap)
    for older in _on_same_number(table, tap):
        withdraw_proposal(store, code, replace(tap, intent=""), older.seq)
    return answer_once(store, code, tap, lambda table: _propose(table, tap))


def _is_correction(table: Table, tap: Tap) -> bool:
    """Returns whether the action is allowed and corrects what others have a say in."""
    if not table.started or tap.seat not in table.seats_of(tap.phone):
        return False
    game, action = table.game, table.game.read(tap.text)
    if not game.corrects(table.state, action):
        return False
    return judge(game, table.state, tap.seat, action).allowed


def _is_so(table: Table, tap: Tap) -> bool:
    """Returns whether the correction would change nothing: a form saved as it was opened."""
    game = table.game
    changed: bool = game.apply(table.state, tap.seat, game.read(tap.text)) != table.state
    return not changed


class _Overtaken(Exception):
    """Another process wrote first, and the action would be a correction now."""


def _need_no_consent(tap: Tap, table: Table) -> None:
    if _is_correction(table, tap):
        raise _Overtaken


def _asks_nobody(table: Table, tap: Tap) -> bool:
    alone = all(seat.phone in ("", tap.phone) for seat in table.seats)
    return alone or not consenting_phones_needed(table, tap.seat)


def _insertion(table: Table, tap: Tap) -> InsertAction:
    """Returns the correction at the current place, so that later gains and losses add to it."""
    last = table.entries[-1].seq if table.entries else 0
    return InsertAction(last, tap.seat, table.game.write(table.game.read(tap.text)))


def _propose(table: Table, tap: Tap) -> NewEvent | TapAnswer:
    wanted = _insertion(table, tap)
    same = next((wish for wish, action in _own(table, tap) if action == wanted.action), None)
    if same:
        return already_proposed_answer(table, same, tap.seat)
    return correct_or_propose(table, tap, wanted, consenting_phones_needed(table, tap.seat))


def _on_same_number(table: Table, tap: Tap) -> list[Proposal]:
    """Returns this seat's open proposals to set the same number to something else."""
    written = table.game.write(table.game.read(tap.text))
    number = written.rpartition(" ")[0]
    return [
        wish
        for wish, action in _own(table, tap)
        if action.rpartition(" ")[0] == number and action != written
    ]


def _own(table: Table, tap: Tap) -> list[tuple[Proposal, str]]:
    """Returns this seat's open proposals to insert an action, each with the action."""
    own = ((wish, wish.wanted) for wish in table.open_proposals if wish.seat == tap.seat)
    return [(wish, wanted.action) for wish, wanted in own if isinstance(wanted, InsertAction)]


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
        answer = play_tap_or_propose(store, code, tap)
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


# -- recounts: each seat compares its numbers with its components; wrong ones are corrected first


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
    """Ends the recount before all seats have confirmed. Raises as `ask_for_recount` does."""
    _require_seat_in_game(table, seat, phone)
    return NewEvent(seat, Kind.RECOUNT_ENDED, "") if table.recount else None


def unconfirmed_seats(table: Table) -> frozenset[int]:
    """Returns the seats with a phone that have not confirmed their numbers yet."""
    if table.recount is None:
        return frozenset()
    return frozenset(seat.number for seat in table.seats if seat.phone) - {*table.recount.right}


def _require_seat_in_game(table: Table, seat: int, phone: str) -> None:
    require_own_seat(table, seat, phone)
    require_game_started(table)
