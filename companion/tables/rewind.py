"""Changes the order of play, and applies all entries anew from the change on. It applies and never
refuses. Only `newly_refused_entries` asks the judge, to find what no longer fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from sys import intern
from typing import Any, TypeVar, assert_never

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from companion.tables.corrections import (
    Correction,
    InsertAction,
    Overrule,
    OwnRule,
    ReplaceAction,
    SeparateLastPart,
    SettleQuestion,
    TakeBack,
)
from companion.tables.entry import (
    EMPTY_PAST,
    ActionEntry,
    SettledAnswers,
    StateBeforeAction,
    drop_old_states,
)
from companion.tables.event import Event
from companion.tables.table import SettledQuestion, Table
from companion.yielding import let_others

NewlyRefusedEntries = tuple[tuple[ActionEntry, Ruling], ...]

#: The event of a correction that is only considered: no log gets as long.
CONSIDERED_EVENT_SEQ = 1_000_000_000

#: Entries that are replayed or judged before other requests have their turn.
ENTRIES_IN_A_ROW = 16

_Item = TypeVar("_Item")


def with_correction(table: Table, wanted: Correction, event: Event) -> Table:
    """Returns the table with this correction, made by `event`. Unknown entries change nothing."""
    match wanted:
        case TakeBack(entry_seq, others):
            return _with_undone(table, {entry_seq, *others}, event.seq)
        case SettleQuestion():
            return _settled(table, wanted, event)
        case Overrule(seat, action):
            return with_action_appended(
                table, entry_from_event(event, seat, action, _let_by(event))
            )
        case InsertAction(after, seat, action):
            start = _after(table, after)
            return _with_entry(table, start, entry_from_event(event, seat, action, "inserted"))
        case ReplaceAction(entry_seq, action):
            return _changed(table, entry_seq, action, event)
        case SeparateLastPart(entry_seq):
            return _separated(table, entry_seq, event)
        case OwnRule(asks, says):
            own = (each for each in table.own_rules if each.asks.casefold() != asks.casefold())
            return replace(table, own_rules=(*own, wanted) if says else tuple(own))
        case _:
            assert_never(wanted)


def table_if_corrected(table: Table, wanted: Correction) -> Table:
    """Returns the table as if this were done."""
    return with_correction(
        table, wanted, Event(table.code, CONSIDERED_EVENT_SEQ, table.at, 0, "", "")
    )


@dataclass(frozen=True)
class CorrectionPreview:
    """What a correction would do: the table as it is, `changed` by it, and the actions that would
    newly be refused, each with the ruling that it would get. `alone`: an undo without what it takes
    along, for it takes along most of those. `refused`: the ruling on the action that it puts in,
    which never fitted, if that is refused there.
    """

    wanted: Correction
    table: Table
    changed: Table
    alone: Table
    misfits: NewlyRefusedEntries
    refused: Ruling | None = None

    def continued(self, table: Table) -> CorrectionPreview:
        """Returns the preview at this later table. If that has only new actions, they alone are
        applied and judged.
        """
        added = None if _is_at_the_end(self.wanted) else entries_added(self.table, table)
        if added is None:
            return preview_correction(table, self.wanted)
        changed = _with_more(self.changed, added)
        alone = changed if self.alone is self.changed else _with_more(self.alone, added)
        pairs = zip(added, alone.entries[len(alone.entries) - len(added) :], strict=True)
        found = tuple(misfit for old, new in pairs if (misfit := _misfit(table, old, new)))
        return replace(
            self, table=table, changed=changed, alone=alone, misfits=self.misfits + found
        )


def preview_correction(table: Table, wanted: Correction) -> CorrectionPreview:
    """Returns what this correction would do."""
    changed = alone = table_if_corrected(table, wanted)
    if isinstance(wanted, TakeBack) and wanted.others:
        alone = table_if_corrected(table, TakeBack(wanted.entry_seq))
    found = () if _is_at_the_end(wanted) else newly_refused_entries(table, alone)
    misfits = tuple(each for each in found if each[0].seq != CONSIDERED_EVENT_SEQ)
    own = (ruling for entry, ruling in found if entry.seq == CONSIDERED_EVENT_SEQ)
    return CorrectionPreview(wanted, table, changed, alone, misfits, next(own, None))


def _with_more(table: Table, added: tuple[ActionEntry, ...]) -> Table:
    return with_entries_replayed(table, len(table.entries), added)


def _is_at_the_end(wanted: Correction) -> bool:
    """Returns whether it comes after the newest action, whichever that is when it is done."""
    match wanted:
        case Overrule() | OwnRule():
            return True
        case SettleQuestion():
            return not wanted.since
        case TakeBack() | InsertAction() | ReplaceAction() | SeparateLastPart():
            return False
        case _:
            assert_never(wanted)


def entries_added(old: Table, table: Table) -> tuple[ActionEntry, ...] | None:
    """Returns the actions by which `table` continues `old`; None if anything else happened that
    its states depend on.
    """
    count = len(old.entries)
    if not old.started or old.began != table.began or len(table.entries) < count:
        return None
    # A change of the order of play replaces all entries from there on.
    if count and table.entries[count - 1] is not old.entries[-1]:
        return None
    return table.entries[count:] if old.rulings == table.rulings else None


def undo_with_what_hangs_on_it(table: Table, entry_seqs: tuple[int, ...]) -> TakeBack:
    """Returns the undo of these entries, the first of which it is named after, with all that no
    longer fits: actions that would newly be refused, and everything after one whose turn it no
    longer is.
    """
    game, gone = table.game, set(entry_seqs)
    start = min(_place(table, seq) for seq in entry_seqs)
    state = _state_at(table, start)
    others = list(entry_seqs[1:])
    for at, entry in enumerate(_with_pauses(table.entries[start:]), start):
        if not entry.undone and entry.seq not in gone:
            if _is_newly_refused(game, entry, state):
                if entry.seat not in game.seats_to_act(state):
                    rest = table.entries[at:]
                    others += [e.seq for e in rest if not e.undone and e.seq not in gone]
                    break
                others.append(entry.seq)
            else:
                state = _applied(game, entry, state)
        for key, choice in answers_settled_after(table, entry):
            state = game.settle(state, key, choice)
    return TakeBack(entry_seqs[0], tuple(others))


def _is_newly_refused(game: Game, entry: ActionEntry, state: Any) -> bool:
    """Returns whether the action, which its own state allowed, is refused in this one."""
    if entry.state_before == state:
        return False
    action = game.read(entry.action)
    return (
        not judge(game, state, entry.seat, action).allowed
        and judge(game, entry.state_before, entry.seat, action).allowed
    )


def newly_refused_entries(old: Table, new: Table) -> NewlyRefusedEntries:
    """Returns the actions refused in the new order of play but not in the old, with rulings."""
    known = {entry.seq: entry for entry in old.entries}
    changed = [entry for entry in new.entries if known.get(entry.seq) is not entry]
    found = (_misfit(old, known.get(entry.seq), entry) for entry in _with_pauses(changed))
    return tuple(misfit for misfit in found if misfit)


def without_entry(table: Table, entry_seq: int) -> CorrectionPreview:
    """Returns the table as if this action had never been played, and the actions relying on it."""
    return preview_correction(table, TakeBack(entry_seq))


def with_entry_restored(table: Table, entry_seq: int) -> Table:
    """Returns the table as if this action had not been taken back."""
    return _with_undone(table, {entry_seq}, 0)


def state_before_correction(table: Table, wanted: Correction) -> Any:
    """Returns the state at the place in the order of play that the correction concerns."""
    match wanted:
        case TakeBack(entry_seq, _) | ReplaceAction(entry_seq, _) | SeparateLastPart(entry_seq):
            start = _place(table, entry_seq)
        case InsertAction(after, _, _):
            start = _after(table, after)
        case SettleQuestion() | Overrule() | OwnRule():
            start = len(table.entries)
        case _:
            assert_never(wanted)
    return _state_at(table, start)


def with_action_appended(table: Table, entry: ActionEntry) -> Table:
    """Returns the table with one more action at the end."""
    last = table.entries[-1] if table.entries else None
    past = StateBeforeAction(table.game, last, answers_settled_after(table, last), table.state)
    entries = (*table.entries, replace(entry, past=past))
    state = _applied(table.game, entry, table.state)
    drop_old_states(entries)
    return replace(table, state=state, entries=entries)


def entry_from_event(event: Event, seat: int, action: str, mark: str = "") -> ActionEntry:
    """Returns the action of an event, without a place yet."""
    # Equal action texts of many tables share one string.
    return ActionEntry(event.seq, event.at, seat, intern(action), EMPTY_PAST, 0, event.intent, mark)


def _let_by(event: Event) -> str:
    """Returns what let it count: "overruled" by the table, or the "older-rules" of a saved game."""
    return "overruled" if event.seat or event.kind != "overruled" else "older-rules"


def _applied(game: Game, entry: ActionEntry, state: Any) -> Any:
    return game.apply(state, entry.seat, game.read(entry.action))


def answers_settled_after(table: Table, last: ActionEntry | None) -> SettledAnswers:
    """Returns what the table settled after this entry and before the next."""
    place = last.seq if last else 0
    return tuple((each.key, each.choice) for each in table.rulings if each.place == place)


def _misfit(
    table: Table, old: ActionEntry | None, new: ActionEntry
) -> tuple[ActionEntry, Ruling] | None:
    if new.undone or (old and old.state_before == new.state_before):
        return None
    if old is None and new.mark in ("overruled", "older-rules"):
        return None
    action = table.game.read(new.action)
    ruling = judge(table.game, new.state_before, new.seat, action)
    if ruling.allowed:
        return None
    if old and not old.undone and not judge(table.game, old.state_before, old.seat, action).allowed:
        return None
    return new, ruling


def _with_undone(table: Table, entry_seqs: Set[int], undone: int) -> Table:
    """Marks these entries by the event that undid them; 0: as not undone. Of several, those that
    were undone before stay so.
    """
    start = min(_place(table, seq) for seq in entry_seqs)
    if start == len(table.entries):
        return table
    marked = tuple(
        replace(entry, undone=undone)
        if entry.seq in entry_seqs and not (entry.undone and undone and len(entry_seqs) > 1)
        else entry
        for entry in table.entries[start:]
    )
    return with_entries_replayed(table, start, marked)


def separable_part(table: Table, entry_seq: int) -> str:
    """Returns what this entry did last, in notation, if it can be separated: it counts, and the
    rules allow that part after the rest of it, with the same seats to act then; "" if not.
    """
    entry, game = table.find_entry(entry_seq), table.game
    if entry is None or entry.undone:
        return ""
    action = game.read(entry.action)
    parts = game.parts(action)
    if parts is None:
        return ""
    middle = game.apply(entry.state_before, entry.seat, parts[0])
    if not judge(game, middle, entry.seat, parts[1]).allowed:
        return ""
    ends = [
        game.apply(state, entry.seat, done)
        for state, done in ((middle, parts[1]), (entry.state_before, action))
    ]
    same = game.seats_to_act(ends[0]) == game.seats_to_act(ends[1])
    return game.write(parts[1]) if same else ""


def _changed(table: Table, entry_seq: int, action: str, event: Event) -> Table:
    start = _place(table, entry_seq)
    if start == len(table.entries):
        return table
    gone = replace(table.entries[start], undone=event.seq)
    instead = entry_from_event(event, gone.seat, action, "changed")
    return _with_two(table, start, gone, instead)


def _separated(table: Table, entry_seq: int, event: Event) -> Table:
    start = _place(table, entry_seq)
    if start == len(table.entries):
        return table
    entry = table.entries[start]
    parts = table.game.parts(table.game.read(entry.action))
    if entry.undone or parts is None:
        return table
    first, last = (intern(table.game.write(part)) for part in parts)
    return _with_two(
        table,
        start,
        replace(entry, action=first, whole=entry.whole or entry.action),
        replace(entry, seq=event.seq, action=last, mark="separated", whole=""),
    )


def _with_two(table: Table, start: int, first: ActionEntry, second: ActionEntry) -> Table:
    """Returns the table with these two in place of the first one. Answers given after it follow the
    second.
    """
    rulings = tuple(
        replace(ruling, place=second.seq) if ruling.place == first.seq else ruling
        for ruling in table.rulings
    )
    moved = replace(table, rulings=rulings)
    return with_entries_replayed(moved, start, (first, second, *table.entries[start + 1 :]))


def _with_entry(table: Table, start: int, entry: ActionEntry) -> Table:
    return with_entries_replayed(table, start, (entry, *table.entries[start:]))


def _settled(table: Table, wanted: SettleQuestion, event: Event) -> Table:
    start = _place(table, wanted.since) if wanted.since else len(table.entries)
    place = table.entries[start - 1].seq if start else 0
    ruling = SettledQuestion(event.seq, event.at, event.seat, wanted.key, wanted.choice, place)
    state = table.game.settle(_state_at(table, start), wanted.key, wanted.choice)
    ruled = replace(table, rulings=(*table.rulings, ruling))
    return _from(ruled, start, table.entries[start:], state)


def with_entries_replayed(table: Table, start: int, entries: tuple[ActionEntry, ...]) -> Table:
    """Keeps the first `start` entries, then applies these anew."""
    return _from(table, start, entries, _state_at(table, start))


def _from(table: Table, start: int, entries: tuple[ActionEntry, ...], state: Any) -> Table:
    """Keeps the first `start` entries, then applies these anew from this state on, each followed by
    the answers that the table gave after it.
    """
    done, game = list(table.entries[:start]), table.game
    last = done[-1] if done else None
    answers = answers_settled_after(table, last)
    for entry in _with_pauses(entries):
        last = replace(entry, past=StateBeforeAction(game, last, answers, state))
        done.append(last)
        if not entry.undone:
            state = _applied(game, entry, state)
        answers = answers_settled_after(table, last)
        for key, choice in answers:
            state = game.settle(state, key, choice)
    drop_old_states(done, added=len(entries))
    return replace(table, state=state, entries=tuple(done))


def _state_at(table: Table, start: int) -> Any:
    """Returns the state before entry number `start` in the order of play."""
    return table.entries[start].state_before if start < len(table.entries) else table.state


def _place(table: Table, entry_seq: int) -> int:
    """Returns the place of this entry in the order of play; the end if there is none."""
    place = table.place_of(entry_seq)
    return len(table.entries) if place is None else place


def _after(table: Table, entry_seq: int) -> int:
    return min(_place(table, entry_seq) + 1, len(table.entries)) if entry_seq else 0


def _with_pauses(items: Sequence[_Item]) -> Iterator[_Item]:
    """Yields the items; where there are many, other requests have their turn in between."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % ENTRIES_IN_A_ROW == 0:
            let_others()
