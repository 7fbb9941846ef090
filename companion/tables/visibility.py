"""Openly: what of a table everybody may know, or one seat. Nothing secret passes here.

It leaves out and never adds: what it makes of a table is for showing and judging, not for keeping.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import Any, assert_never

from companion.tables.corrections import (
    Change,
    Correction,
    Insert,
    Overrule,
    OwnRule,
    Settle,
    TakeBack,
)
from companion.tables.entry import Entry
from companion.tables.rewind import before, replayed
from companion.tables.table import Proposal, Table


def public_action(table: Table, text: str) -> Any | None:
    """The action as everybody may know it; None where nothing of it may be said."""
    action = table.game.read(text)
    return action if table.outcome is not None else table.game.redact(action)


def public_text(table: Table, text: str) -> str:
    """The same as text; "" where nothing may be said."""
    action = public_action(table, text)
    return "" if action is None else table.game.write(action)


def public_correction(table: Table, wanted: Correction) -> Correction | None:
    """What was asked of the table, as everybody may know it."""
    match wanted:
        case TakeBack() | Settle() | OwnRule():
            return wanted
        case Overrule() | Insert() | Change():
            text = public_text(table, wanted.action)
            return replace(wanted, action=text) if text else None
        case _:
            assert_never(wanted)


def seen_by(table: Table, seat: int) -> Table:
    """The table as this seat knows it, 0: as everybody does. The others' actions are without their
    secrets; one of which nothing may be said stands there as undone.
    """
    if not table.started or table.outcome is not None:
        return table
    entries = tuple(
        entry if entry.seat == seat else _opened(table, entry) for entry in table.entries
    )
    changed = (i for i, entry in enumerate(entries) if entry is not table.entries[i])
    start = next(changed, None)
    return table if start is None else replayed(table, start, entries[start:])


def public_table(table: Table, public: Table | None = None) -> Table:
    """The table as every seat knows it: for a phone that plays a seat and may not see
    yet what it hides. Itself after the end, when nothing is hidden. `public`: what `seen_by`
    makes of it for everybody, where that is known.
    """
    if not table.started or table.outcome is not None:
        return table
    seen = public or seen_by(table, 0)
    # Of an action that may not be told at all, the words are still there: they go too.
    entries = tuple(entry for entry in seen.entries if public_text(table, entry.action))
    told = (_opened_proposal(table, seen, proposal) for proposal in table.proposals)
    proposals = tuple(proposal for proposal in told if proposal)
    return replace(seen, entries=entries, proposals=proposals, openly=True)


def _opened_proposal(table: Table, seen: Table, proposal: Proposal) -> Proposal | None:
    wanted = public_correction(table, proposal.wanted)
    return replace(proposal, wanted=wanted, before=before(seen, wanted)) if wanted else None


def seen_further(old: Table, seen: Table, table: Table, seat: int) -> Table | None:
    """`seen_by` of a table that was only played on since it was `old`, which this seat knew as
    `seen`: works out no more than the new actions. None where more than that has happened.
    """
    count = len(old.entries)
    # Whatever changes the order of play makes the entries from there on anew.
    if not old.started or len(table.entries) < count:
        return None
    if count and table.entries[count - 1] is not old.entries[-1]:
        return None
    if old.rulings != table.rulings or old.outcome is not None or table.outcome is not None:
        return None
    played = table.entries[count:]
    added = [entry if entry.seat == seat else _opened(table, entry) for entry in played]
    if seen is old and all(map(is_, added, played)):
        return table
    return replayed(replace(table, entries=seen.entries, state=seen.state), count, tuple(added))


def _opened(table: Table, entry: Entry) -> Entry:
    text = public_text(table, entry.action)
    if not text:
        return entry if entry.undone else replace(entry, undone=entry.seq)
    return entry if text == entry.action else replace(entry, action=text)
