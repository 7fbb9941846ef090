"""Numbers that people set: played or put to the table, announced and saved, and compared by all.

What the app asks people to enter is an answer and needs nobody's word; see `Game.corrects`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from companion.ledger import Unavailable
from companion.play.act import play_tap
from companion.play.answer import Answer, Refused, Tap, Unchanged
from companion.play.corrections import insert
from companion.play.permissions import need_own_seat, need_started
from companion.play.proposals import (
    ask,
    confirmation_needed,
    consent_needed,
    put_to_table,
    still_waiting,
    withdraw,
)
from companion.play.repeats import first_answer
from companion.play.store import NewEvent, TableStore, UnknownTable
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import Unreadable
from companion.referee.text import Text
from companion.tables import Insert, Kind, Proposal, Table


def act(store: TableStore, code: str, tap: Tap) -> Answer:
    """Plays the tap's action if it is allowed now. A correction is played when those have agreed
    whom the table wants to be asked; until then it is a proposal.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unreadable`, `Unavailable`.
    """
    # No look into the ledger where that is not needed: the writing looks anyway.
    if not _is_correction(store.cached(code), tap):
        with suppress(_Overtaken):
            return play_tap(store, code, tap, partial(_need_no_consent, tap))
    table = store.latest(code)
    if not _is_correction(table, tap):
        return play_tap(store, code, tap)
    if _is_so(table, tap):
        word = Text("That's how it is already")
        return first_answer(store, table, tap) or Unchanged(table=table, word=word)
    if _asks_nobody(table, tap):
        return confirmation_needed(table, tap, _insertion(table, tap)) or play_tap(store, code, tap)
    for older in _on_same_number(table, tap):
        withdraw(store, code, replace(tap, intent=""), older.seq)
    return put_to_table(store, code, tap, lambda table: _propose(table, tap))


def _is_correction(table: Table, tap: Tap) -> bool:
    """Whether it is allowed, and sets right what others have a say in."""
    if not table.started or tap.seat not in table.seats_of(tap.phone):
        return False
    game, action = table.game, table.game.read(tap.text)
    if not game.corrects(table.state, action):
        return False
    return judge(game, table.state, tap.seat, action).allowed


def _is_so(table: Table, tap: Tap) -> bool:
    """Whether the correction would change nothing: a sheet was saved as it was opened."""
    game = table.game
    changed: bool = game.apply(table.state, tap.seat, game.read(tap.text)) != table.state
    return not changed


class _Overtaken(Exception):
    """Another process has written first, and what was an answer would be a correction now."""


def _need_no_consent(tap: Tap, table: Table) -> None:
    if _is_correction(table, tap):
        raise _Overtaken


def _asks_nobody(table: Table, tap: Tap) -> bool:
    alone = all(seat.phone in ("", tap.phone) for seat in table.seats)
    return alone or not consent_needed(table, tap.seat)


def _insertion(table: Table, tap: Tap) -> Insert:
    """At the place in the game where it is now: what is won or lost meanwhile comes on top."""
    last = table.entries[-1].seq if table.entries else 0
    return Insert(last, tap.seat, table.game.write(table.game.read(tap.text)))


def _propose(table: Table, tap: Tap) -> NewEvent | Answer:
    wanted = _insertion(table, tap)
    same = next((wish for wish, action in _own(table, tap) if action == wanted.action), None)
    if same:
        return still_waiting(table, same, tap.seat)
    return ask(table, tap, wanted, consent_needed(table, tap.seat))


def _on_same_number(table: Table, tap: Tap) -> list[Proposal]:
    """This seat's open proposals to set the same number to something else."""
    written = table.game.write(table.game.read(tap.text))
    number = written.rpartition(" ")[0]
    return [
        wish
        for wish, action in _own(table, tap)
        if action.rpartition(" ")[0] == number and action != written
    ]


def _own(table: Table, tap: Tap) -> list[tuple[Proposal, str]]:
    """This seat's open proposals to put an action into the game, each with the action."""
    own = ((wish, wish.wanted) for wish in table.open_proposals if wish.seat == tap.seat)
    return [(wish, wanted.action) for wish, wanted in own if isinstance(wanted, Insert)]


# -- numbers that a hand sets: announced with the first step, saved after the last one.
# One that comes after the moment it belongs to is put to the table there


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


# -- recounts: each compares its numbers with the components; wrong ones are set right first


def recount(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Asks everybody to look; one recount at a time. Raises `UnknownTable`, `UnknownSeat`,
    `NotAllowed`, `Unavailable`."""
    return _write(store, code, seat, phone, lambda table: None if table.recount else Kind.RECOUNT)


def confirm(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """This seat's numbers are right; with the last seat's word the recount is over."""

    def kind(table: Table) -> Kind | None:
        if table.recount is None or seat in table.recount.right:
            return None
        return Kind.RIGHT if missing(table) - {seat} else Kind.RECOUNTED

    return _write(store, code, seat, phone, kind)


def end_recount(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Enough of it, though not everybody has looked."""
    return _write(
        store, code, seat, phone, lambda table: Kind.RECOUNT_ENDED if table.recount else None
    )


def missing(table: Table) -> frozenset[int]:
    """The seats that have a phone and have not said yet that their numbers are right."""
    if table.recount is None:
        return frozenset()
    return frozenset(seat.number for seat in table.seats if seat.phone) - {*table.recount.right}


def _write(
    store: TableStore, code: str, seat: int, phone: str, kind: Callable[[Table], Kind | None]
) -> Table:
    def decide(table: Table) -> NewEvent | Table:
        need_own_seat(table, seat, phone)
        need_started(table)
        wanted = kind(table)
        return NewEvent(seat, wanted, "") if wanted else table

    return store.change(code, decide)
