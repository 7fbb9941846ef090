"""What everyone, or one seat, may know of a table. Nothing secret passes. It only removes; the
resulting tables are for showing and judging, not for storing.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import Any, assert_never

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
from companion.tables.entry import ActionEntry
from companion.tables.rewind import entries_added, state_before_correction, with_entries_replayed
from companion.tables.table import Proposal, Table


def public_action(table: Table, text: str) -> Any | None:
    """Returns the public part of the action; None if nothing of it is public."""
    action = table.game.read(text)
    return action if table.outcome is not None else table.game.redact(action)


def public_text(table: Table, text: str) -> str:
    """Returns the public part of the action as text; "" if nothing of it is public."""
    action = public_action(table, text)
    return "" if action is None else table.game.write(action)


def public_correction(table: Table, wanted: Correction) -> Correction | None:
    """Returns the public part of a correction; None if nothing of it is public."""
    match wanted:
        case TakeBack() | SettleQuestion() | SeparateLastPart() | OwnRule():
            return wanted
        case Overrule() | InsertAction() | ReplaceAction():
            text = public_text(table, wanted.action)
            return replace(wanted, action=text) if text else None
        case _:
            assert_never(wanted)


def correction_seen_by(table: Table, wanted: Correction, seat: int) -> Correction | None:
    """Returns the correction as this seat knows it: whole if its action is the seat's own."""
    match wanted:
        case Overrule(acts, _) | InsertAction(_, acts, _):
            own = acts == seat
        case ReplaceAction(entry_seq, _):
            entry = table.find_entry(entry_seq)
            own = entry is not None and entry.seat == seat
        case TakeBack() | SettleQuestion() | SeparateLastPart() | OwnRule():
            own = False
        case _:
            assert_never(wanted)
    return wanted if own else public_correction(table, wanted)


def table_seen_by(table: Table, seat: int) -> Table:
    """Returns the table as this seat knows it; 0: as everyone does. Other seats' actions lose their
    secrets; one without any public part appears as undone.
    """
    if not table.started or table.outcome is not None:
        return table
    entries = tuple(
        entry if entry.seat == seat else _public_entry(table, entry) for entry in table.entries
    )
    changed = (i for i, entry in enumerate(entries) if entry is not table.entries[i])
    start = next(changed, None)
    return table if start is None else with_entries_replayed(table, start, entries[start:])


def public_table(table: Table, public: Table | None = None) -> Table:
    """Returns the table with nothing but what all seats know.

    For a phone that plays a seat but may not see its secrets yet. After the end it is the table
    itself. `public`: what `table_seen_by(table, 0)` returns, if known.
    """
    if not table.started or table.outcome is not None:
        return table
    seen = public or table_seen_by(table, 0)
    # An action without any public part still has its words: it is removed.
    entries = tuple(entry for entry in seen.entries if public_text(table, entry.action))
    shown = (_public_proposal(table, seen, proposal) for proposal in table.proposals)
    proposals = tuple(proposal for proposal in shown if proposal)
    return replace(seen, entries=entries, proposals=proposals, openly=True)


def _public_proposal(table: Table, seen: Table, proposal: Proposal) -> Proposal | None:
    wanted = public_correction(table, proposal.wanted)
    return (
        replace(proposal, wanted=wanted, before=state_before_correction(seen, wanted))
        if wanted
        else None
    )


def table_seen_with_new_actions(old: Table, seen: Table, table: Table, seat: int) -> Table | None:
    """Returns `table_seen_by` for a table that continues `old`, which this seat knew as `seen`.

    Works out only the new actions. None if anything else than new actions has happened.
    """
    played = entries_added(old, table)
    if played is None or old.outcome is not None or table.outcome is not None:
        return None
    added = [entry if entry.seat == seat else _public_entry(table, entry) for entry in played]
    if seen is old and all(map(is_, added, played)):
        return table
    return with_entries_replayed(
        replace(table, entries=seen.entries, state=seen.state), len(old.entries), tuple(added)
    )


def _public_entry(table: Table, entry: ActionEntry) -> ActionEntry:
    text = public_text(table, entry.action)
    if not text:
        return entry if entry.undone else replace(entry, undone=entry.seq)
    if text == entry.action and not entry.whole:
        return entry
    return replace(entry, action=text, whole="")
