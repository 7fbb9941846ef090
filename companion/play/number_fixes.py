"""Plays a tap, or asks the table first where it sets a number right that others rely on.

What the app asks people to enter is an answer and needs nobody's word; see `Game.corrects`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from companion.play import acting
from companion.play.answer import Answer, Nothing, Tap
from companion.play.consent import consent_needed
from companion.play.consequences import needs_sure
from companion.play.new_event import NewEvent
from companion.play.proposals import ask, put_to_table, waiting, withdraw
from companion.play.repeats import first_answer
from companion.play.store import TableStore
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import Insert, Proposal, Table


def act(store: TableStore, code: str, tap: Tap) -> Answer:
    """Plays the tap's action if it is allowed now. A correction is played when those have agreed
    whom the table wants to be asked; until then it is a proposal.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unreadable`, `Unavailable`.
    """
    # No look into the ledger where that is not needed: the writing looks anyway.
    if not _is_correction(store.cached(code), tap):
        with suppress(_Overtaken):
            return acting.act(store, code, tap, partial(_need_no_consent, tap))
    table = store.latest(code)
    if not _is_correction(table, tap):
        return acting.act(store, code, tap)
    if _is_so(table, tap):
        word = Text("That's how it is already")
        return first_answer(store, table, tap) or Nothing(table=table, word=word)
    if _asks_nobody(table, tap):
        return needs_sure(table, tap, _insertion(table, tap)) or acting.act(store, code, tap)
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
        return waiting(table, same, tap.seat)
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
