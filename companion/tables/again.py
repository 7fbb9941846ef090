"""Again: the order of play with something in it changed, everything from there on applied anew.

It applies and never refuses. Only `misfits` asks the judge, to tell what would no longer fit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from companion.tables.event import Event
from companion.tables.table import Entry, Settled, Table
from companion.tables.wanted import Change, Insert, Overrule, Settle, TakeBack, Wanted

Misfits = tuple[tuple[Entry, Ruling], ...]


def carried_out(table: Table, wanted: Wanted, event: Event) -> Table:
    """The table with what is wanted done by this event. What cannot be found changes nothing."""
    match wanted:
        case TakeBack(entry_seq):
            return _with_undone(table, entry_seq, event.seq)
        case Settle():
            return _settled(table, wanted, event)
        case Overrule(seat, action):
            return played(table, _entry(event, seat, action, _let_by(event)))
        case Insert(after, seat, action):
            start = _after(table, after)
            return _with_entry(table, start, _entry(event, seat, action, "inserted"))
        case Change(entry_seq, action):
            return _changed(table, entry_seq, action, event)


def considered(table: Table, wanted: Wanted) -> tuple[Table, Misfits]:
    """The table as if this were done, and the actions that would no longer fit: those that had
    no objections and now have, each with the ruling it would get.
    """
    event = Event(table.code, table.seq + 1, table.at, 0, "", "")
    changed = carried_out(table, wanted, event)
    return changed, misfits(table, changed)


def misfits(old: Table, new: Table) -> Misfits:
    """The actions that have objections in the new order of play and had none in the old one."""
    known = {entry.seq: entry for entry in old.entries}
    found = (_misfit(old, known.get(entry.seq), entry) for entry in new.entries)
    return tuple(misfit for misfit in found if misfit)


def without(table: Table, entry_seq: int) -> tuple[Table, Misfits]:
    """The table as if this action had never been played, and the actions that depend on it."""
    return considered(table, TakeBack(entry_seq))


def restored(table: Table, entry_seq: int) -> Table:
    """The table as if this action had not been taken back."""
    return _with_undone(table, entry_seq, 0)


def before(table: Table, wanted: Wanted) -> Any:
    """The state at the place in the order of play that it is about."""
    match wanted:
        case TakeBack(entry_seq) | Change(entry_seq, _):
            start = _place(table, entry_seq)
        case Insert(after, _, _):
            start = _after(table, after)
        case _:
            start = len(table.entries)
    return _state_at(table, start)


def played(table: Table, entry: Entry) -> Table:
    """One more action at the end."""
    entry = replace(entry, before=table.state)
    state = _applied(table, entry)
    return replace(table, state=state, entries=(*table.entries, entry))


def _entry(event: Event, seat: int, action: str, mark: str) -> Entry:
    return Entry(event.seq, event.at, seat, action, None, intent=event.intent, mark=mark)


def _let_by(event: Event) -> str:
    """Whose word let it count: the table's, or that of the older rules of a saved game."""
    return "overruled" if event.seat or event.kind != "overruled" else "older-rules"


def _applied(table: Table, entry: Entry) -> Any:
    return table.game.apply(entry.before, entry.seat, table.game.read(entry.action))


def _misfit(table: Table, old: Entry | None, new: Entry) -> tuple[Entry, Ruling] | None:
    if new.undone or (old and old.before == new.before):
        return None
    if old is None and new.mark in ("overruled", "older-rules"):
        return None
    action = table.game.read(new.action)
    ruling = judge(table.game, new.before, new.seat, action)
    if ruling.allowed:
        return None
    if old and not old.undone and not judge(table.game, old.before, old.seat, action).allowed:
        return None
    return new, ruling


def _with_undone(table: Table, entry_seq: int, undone: int) -> Table:
    start = _place(table, entry_seq)
    if start == len(table.entries):
        return table
    marked = replace(table.entries[start], undone=undone)
    return resumed(table, start, (marked, *table.entries[start + 1 :]))


def _changed(table: Table, entry_seq: int, action: str, event: Event) -> Table:
    start = _place(table, entry_seq)
    if start == len(table.entries):
        return table
    gone = replace(table.entries[start], undone=event.seq)
    instead = _entry(event, gone.seat, action, "changed")
    # What the table ruled after the old action comes after the new one too.
    rulings = tuple(
        replace(ruling, place=event.seq) if ruling.place == entry_seq else ruling
        for ruling in table.rulings
    )
    moved = replace(table, rulings=rulings)
    return resumed(moved, start, (gone, instead, *table.entries[start + 1 :]))


def _with_entry(table: Table, start: int, entry: Entry) -> Table:
    return resumed(table, start, (entry, *table.entries[start:]))


def _settled(table: Table, wanted: Settle, event: Event) -> Table:
    start = _place(table, wanted.since) if wanted.since else len(table.entries)
    place = table.entries[start - 1].seq if start else 0
    ruling = Settled(event.seq, event.at, event.seat, wanted.key, wanted.choice, place)
    state = table.game.settle(_state_at(table, start), wanted.key, wanted.choice)
    ruled = replace(table, rulings=(*table.rulings, ruling))
    return _from(ruled, start, table.entries[start:], state)


def resumed(table: Table, start: int, entries: tuple[Entry, ...]) -> Table:
    """The first `start` entries as they are, then these, applied anew."""
    return _from(table, start, entries, _state_at(table, start))


def _from(table: Table, start: int, entries: tuple[Entry, ...], state: Any) -> Table:
    """The first `start` entries as they are, then these, applied anew from this state on, each
    followed by the rulings that the table made after it.
    """
    done = list(table.entries[:start])
    for entry in entries:
        entry = replace(entry, before=state)
        done.append(entry)
        if not entry.undone:
            state = _applied(table, entry)
        for ruling in table.rulings:
            if ruling.place == entry.seq:
                state = table.game.settle(state, ruling.key, ruling.choice)
    return replace(table, state=state, entries=tuple(done))


def _state_at(table: Table, start: int) -> Any:
    """The state before the entry number `start` in the order of play."""
    return table.entries[start].before if start < len(table.entries) else table.state


def _place(table: Table, entry_seq: int) -> int:
    """Where in the order of play this entry stands; the end where there is none."""
    found = (i for i, entry in enumerate(table.entries) if entry.seq == entry_seq)
    return next(found, len(table.entries))


def _after(table: Table, entry_seq: int) -> int:
    return min(_place(table, entry_seq) + 1, len(table.entries)) if entry_seq else 0
