"""Events, tables and their fold: a table is the fold of its events.

Pure: it applies the log and never judges (that is done in play). Only `newly_refused_entries` asks
the judge, to find the later actions that would no longer fit.
"""

from companion.tables.changes import CountChange, CountChanges, count_changes, differing_counts
from companion.tables.corrections import (
    CORRECTION_KINDS,
    PROPOSAL_DECISION_KINDS,
    Correction,
    InsertAction,
    Overrule,
    OwnRule,
    ReplaceAction,
    SettleQuestion,
    TakeBack,
    make_own_rule,
    read_correction,
    read_proposal,
    write_correction,
    write_proposal,
)
from companion.tables.entry import ActionEntry, drop_recomputed_states
from companion.tables.event import Event, Kind
from companion.tables.evolve import UnreadableEvent, apply_event, apply_events, table_from_events
from companion.tables.holding import (
    FREED_BY_HOST_TEXT,
    FREED_BY_KEY_CHANGE_TEXT,
    SEAT_CLAIM_OBJECTION_SECONDS,
    SEAT_CLAIM_OBJECTION_SECONDS_ALONE,
    may_reclaim_seat,
)
from companion.tables.rewind import (
    CorrectionPreview,
    NewlyRefusedEntries,
    newly_refused_entries,
    preview_correction,
    state_before_correction,
    table_if_corrected,
    undo_with_what_hangs_on_it,
    with_entry_restored,
    without_entry,
)
from companion.tables.seats import (
    COLOURS,
    SYMBOLS,
    Seat,
    SeatClaim,
    SeatPhoneChange,
    SeatRequest,
    events_naming_player,
)
from companion.tables.table import Proposal, Recount, SettledQuestion, Table, UnreadableTail
from companion.tables.visibility import (
    public_action,
    public_correction,
    public_table,
    public_text,
    table_seen_by,
    table_seen_with_new_actions,
)

__all__ = [
    "COLOURS",
    "CORRECTION_KINDS",
    "FREED_BY_HOST_TEXT",
    "FREED_BY_KEY_CHANGE_TEXT",
    "PROPOSAL_DECISION_KINDS",
    "SEAT_CLAIM_OBJECTION_SECONDS",
    "SEAT_CLAIM_OBJECTION_SECONDS_ALONE",
    "SYMBOLS",
    "ActionEntry",
    "Correction",
    "CorrectionPreview",
    "CountChange",
    "CountChanges",
    "Event",
    "InsertAction",
    "Kind",
    "NewlyRefusedEntries",
    "Overrule",
    "OwnRule",
    "Proposal",
    "Recount",
    "ReplaceAction",
    "Seat",
    "SeatClaim",
    "SeatPhoneChange",
    "SeatRequest",
    "SettleQuestion",
    "SettledQuestion",
    "Table",
    "TakeBack",
    "UnreadableEvent",
    "UnreadableTail",
    "apply_event",
    "apply_events",
    "count_changes",
    "differing_counts",
    "drop_recomputed_states",
    "events_naming_player",
    "make_own_rule",
    "may_reclaim_seat",
    "newly_refused_entries",
    "preview_correction",
    "public_action",
    "public_correction",
    "public_table",
    "public_text",
    "read_correction",
    "read_proposal",
    "state_before_correction",
    "table_from_events",
    "table_if_corrected",
    "table_seen_by",
    "table_seen_with_new_actions",
    "undo_with_what_hangs_on_it",
    "with_entry_restored",
    "without_entry",
    "write_correction",
    "write_proposal",
]
