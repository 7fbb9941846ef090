"""The one way in for a tap with an action, from top to bottom: it is judged on the newest table,
and what was decided is written on top of that table or decided anew.

Only the game's judge decides what counts. The event number that the phone had seen changes only the
wording of the answer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion import chance
from companion.ledger import RefusedIntent, RepeatedIntent, StoredRefusal, Unavailable
from companion.play.answer import Declined, Played, Refused, Tap, TapAnswer, Unchanged
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.proposals import (
    already_proposed_answer,
    answer_once,
    consenting_phones_needed,
    correct_or_propose,
    needed_confirmation,
    withdraw_proposal,
)
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
from companion.tables import (
    ActionEntry,
    InsertAction,
    Kind,
    Proposal,
    Table,
    corrected_number,
    has_same_digits,
)


@dataclass(frozen=True)
class _AsksOthers:
    """A decision: `action`, in the notation, is a correction that others have a say in. `table`: on
    which it was judged.
    """

    action: str
    table: Table


class _Overtaken(Exception):
    """Another server has changed the table since the correction was judged."""


def play_tap(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Answers a tap: refused, held back, unchanged, proposed or played; the same intent again gets
    its first answer.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `UnreadableAction`, `Unavailable`.
    """
    held = _while_others_count(store, code, tap)
    if held:
        return held
    # What is proposed is proposed on the table on which it was judged.
    with store.table_lock(code):
        while True:
            try:
                result = _write(store, code, tap)
            except RepeatedIntent as again:
                return answer_of_concurrent_tap(store, store.latest(code), tap, again.first)
            match result:
                case WrittenEvent():
                    return _answer_written(result, tap)
                case _AsksOthers():
                    with suppress(_Overtaken):
                        return _propose(store, code, tap, result)
                case _:
                    return result


def _while_others_count(store: TableStore, code: str, tap: Tap) -> TapAnswer | None:
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


def _write(
    store: TableStore, code: str, tap: Tap, *, unless_refused: bool = True
) -> WrittenEvent | _AsksOthers | TapAnswer:
    """Writes the tap's event. A tap refused before gets that refusal, or is judged anew."""
    try:
        result: WrittenEvent | _AsksOthers | TapAnswer = store.transact(
            code, lambda table: _decide(table, tap, unless_refused)
        )
    except RefusedIntent as again:
        before = repeated_refusal(store, store.latest(code), tap, again.past)
        return before or _write(store, code, tap, unless_refused=False)
    if not isinstance(result, Refused | Unchanged):
        return result
    # A repeated tap gets its first answer.
    first = answer_of_first_tap(store, result.table, tap)
    if first or isinstance(result, Unchanged):
        return first or result
    return refusal_unless_done(result.table, tap, _note(store, result, tap))


def _decide(table: Table, tap: Tap, unless_refused: bool) -> NewEvent | _AsksOthers | TapAnswer:
    """Judges the tap on this table. If another process wrote first, it is called again."""
    require_own_seat(table, tap.seat, tap.phone)
    require_game_started(table)
    game, state = table.game, table.state
    action = with_draws_added(game, state, game.read(tap.text))
    ruling = judge(game, state, tap.seat, action)
    if not ruling.allowed:
        return Refused(
            table=table,
            ruling=ruling,
            others=entries_of_others_since(table, tap),
            beaten_by=find_conflicting_entry(table, tap, action),
        )
    held = _hold_correction(table, tap, action) if game.corrects(state, action) else None
    return held or NewEvent(
        tap.seat, Kind.PLAYED, ruling.action, tap.intent, ruling, unless_refused
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
    return replace(answer, intent=tap.intent)


# -- a correction that others have a say in: it waits for their consent


def _hold_correction(
    table: Table, tap: Tap, action: Any
) -> Unchanged | Declined | _AsksOthers | None:
    """Returns what keeps an allowed correction from being played at once; None if nothing does."""
    if table.game.apply(table.state, tap.seat, action) == table.state:
        # A form that was saved as it was opened.
        return Unchanged(table=table, word=Text("That's how it is already"))
    written = table.game.write(action)
    if exchanged := _exchanged_digits(table, tap, written):
        return exchanged
    alone = all(seat.phone in ("", tap.phone) for seat in table.seats)
    if alone or not consenting_phones_needed(table, tap.seat):
        return needed_confirmation(table, tap, _insertion(table, tap.seat, written))
    return _AsksOthers(written, table)


def _exchanged_digits(table: Table, tap: Tap, written: str) -> Declined | None:
    """Returns the question whether a number is meant whose digits are those of the one before it,
    exchanged: it is typed so more often than it is so.
    """
    change = corrected_number(table.game, table.state, _insertion(table, tap.seat, written))
    if tap.sure or change is None or not has_same_digits(change):
        return None
    reason = Text(
        "From {before} to {after}: same digits, other order.",
        before=change.before,
        after=change.after,
    )
    return Declined(table=table, reason=reason, anyway=Text("It is {n}", n=change.after))


def _propose(store: TableStore, code: str, tap: Tap, asked: _AsksOthers) -> TapAnswer:
    """Proposes the correction instead of what this seat proposed for the same number before.

    Raises `_Overtaken`.
    """
    judged = asked.table.seq
    for older in _on_same_number(asked.table, tap.seat, asked.action):
        withdraw_proposal(store, code, replace(tap, intent=""), older.seq)
        judged += 1
    return answer_once(store, code, tap, lambda table: _proposal(table, tap, asked.action, judged))


def _proposal(table: Table, tap: Tap, action: str, judged: int) -> NewEvent | TapAnswer:
    """Decides on a table on which the action is judged: not newer than the version `judged`."""
    if table.seq > judged:
        raise _Overtaken
    same = next((proposal for proposal, wanted in _own(table, tap.seat) if wanted == action), None)
    if same:
        return already_proposed_answer(table, same, tap.seat)
    consent = consenting_phones_needed(table, tap.seat)
    return correct_or_propose(table, tap, _insertion(table, tap.seat, action), consent)


def _insertion(table: Table, seat: int, action: str) -> InsertAction:
    """Returns the correction at the current place, so that later gains and losses add to it."""
    last = table.entries[-1].seq if table.entries else 0
    return InsertAction(last, seat, action)


def _on_same_number(table: Table, seat: int, action: str) -> list[Proposal]:
    """Returns this seat's open proposals to set the same number to something else."""
    number = action.rpartition(" ")[0]
    return [
        proposal
        for proposal, wanted in _own(table, seat)
        if wanted.rpartition(" ")[0] == number and wanted != action
    ]


def _own(table: Table, seat: int) -> list[tuple[Proposal, str]]:
    """Returns this seat's open proposals to insert an action, each with the action."""
    own = (
        (proposal, proposal.wanted) for proposal in table.open_proposals if proposal.seat == seat
    )
    return [
        (proposal, wanted.action) for proposal, wanted in own if isinstance(wanted, InsertAction)
    ]
