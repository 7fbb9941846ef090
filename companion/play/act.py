"""Plays one tap: judges it on the newest state, writes the event and returns the answer.

Only the game's judge decides what counts. The event number that the phone had seen changes only the
wording of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion import chance
from companion.ledger import RefusedIntent, RepeatedIntent, StoredRefusal, Unavailable
from companion.play.answer import Declined, Played, Refused, Tap, TapAnswer
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.repeats import (
    answer_of_concurrent_tap,
    answer_of_first_tap,
    entries_of_others_since,
    find_conflicting_entry,
    refusal_unless_done,
    repeated_refusal,
)
from companion.play.store import NewEvent, TableStore, WrittenEvent
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.text import SeatName, Text
from companion.tables import ActionEntry, Kind, Table

#: Called with the newest table before anything is written; raises to prevent the write.
TableCheck = Callable[[Table], None]


def play_tap(
    store: TableStore, code: str, tap: Tap, check: TableCheck = lambda _: None
) -> TapAnswer:
    """Plays the tap's action if it is allowed now; else returns and keeps the refusal.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `UnreadableAction`, `Unavailable`.
    """
    busy = _counting(store, code, tap)
    if busy:
        return busy
    try:
        result = _write(store, code, tap, check)
    except RepeatedIntent as again:
        return answer_of_concurrent_tap(store, store.latest(code), tap, again.first)
    if isinstance(result, TapAnswer):
        return result
    return _answer_written(result, tap)


def _counting(store: TableStore, code: str, tap: Tap) -> TapAnswer | None:
    """Returns a `Declined` if the tap counts numbers that other phones are still setting, else
    None.

    Waits up to `MAX_NUMBER_INPUT_WAIT_SECONDS` seconds for those phones first.
    """
    # The cached table is enough here: writing checks again whether the game has begun.
    table = store.cached_table(code)
    if tap.sure or not table.started or not table.game.awaits(table.game.read(tap.text)):
        return None
    seats = store.counting.wait_for_others(code, tap.phone)
    if not seats:
        return None
    reason = Text("{name} is still counting.", name=SeatName(seats[0]))
    return Declined(table=store.latest(code), reason=reason, anyway=Text("Don't wait"))


def _write(store: TableStore, code: str, tap: Tap, check: TableCheck) -> WrittenEvent | TapAnswer:
    """Writes the tap's event. A tap refused before gets that refusal, or is judged anew."""
    try:
        return _write_once(store, code, tap, partial(_decide, tap, check, True))
    except RefusedIntent as again:
        before = repeated_refusal(store, store.latest(code), tap, again.past)
        return before or _write_once(store, code, tap, partial(_decide, tap, check, False))


def _write_once(
    store: TableStore, code: str, tap: Tap, decide: Callable[[Table], NewEvent | Refused]
) -> WrittenEvent | TapAnswer:
    with store.table_lock(code):
        result = store.transact(code, decide)
        if isinstance(result, WrittenEvent):
            return result
        # A repeated tap gets its first answer.
        before = answer_of_first_tap(store, result.table, tap)
        return before or refusal_unless_done(result.table, tap, _note(store, result, tap))


def _decide(tap: Tap, check: TableCheck, unless_refused: bool, table: Table) -> NewEvent | Refused:
    check(table)
    require_own_seat(table, tap.seat, tap.phone)
    require_game_started(table)
    action = with_draws_added(table.game, table.state, table.game.read(tap.text))
    ruling = judge(table.game, table.state, tap.seat, action)
    if ruling.allowed:
        return NewEvent(tap.seat, Kind.PLAYED, ruling.action, tap.intent, ruling, unless_refused)
    return Refused(
        table=table,
        ruling=ruling,
        others=entries_of_others_since(table, tap),
        beaten_by=find_conflicting_entry(table, tap, action),
    )


def with_draws_added(game: Game, state: Any, action: Any) -> Any:
    """Returns the action with its rolls or draws added."""
    wanted = game.draw_for_action(state, action)
    if wanted is None:
        return action
    return game.read(" ".join((game.write(action), *chance.draw_items(wanted))))


def _answer_written(written: WrittenEvent, tap: Tap) -> TapAnswer:
    ruling = written.new.ruling
    return Played(
        table=written.table,
        entry_seq=written.event.seq,
        doubts=ruling.doubts if ruling else (),
        others=entries_of_others_since(written.table, tap),
        precedents=_precedents(written.table, written.table.entry(written.event.seq)),
    )


def _precedents(table: Table, entry: ActionEntry) -> tuple[str, ...]:
    """Returns the questions that this action would raise had the table not answered them."""
    action = table.game.read(entry.action)
    return tuple(
        key
        for key in table.chosen_answers
        for doubt in judge(
            table.game, table.game.settle(entry.state_before, key, ""), entry.seat, action
        ).doubts
        if doubt.question == key
    )


def _note(store: TableStore, answer: Refused, tap: Tap) -> Refused:
    """Records the refusal. If the ledger cannot write, the player still gets the reason."""
    ruling, table = answer.ruling, answer.table
    rules = tuple(objection.rule for objection in ruling.objections)
    at = store.clock()
    past = StoredRefusal(table.code, table.seq, at, tap.seat, ruling.action, rules, tap.intent)
    try:
        store.ledger.store_refusal(past)
    except Unavailable:
        return replace(answer, kept=False)
    return answer
