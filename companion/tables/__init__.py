"""Events, tables and their fold: a table is the fold of its events.

Pure: it applies the log and never judges (that is done in play). Only `newly_refused` asks the
judge, to find the later actions that would no longer fit.
"""

from companion.tables.corrections import (
    CORRECTING,
    DECIDING,
    Change,
    Correction,
    Insert,
    Overrule,
    OwnRule,
    Settle,
    TakeBack,
    own_rule,
    read_correction,
    read_proposal,
    write_correction,
    write_proposal,
)
from companion.tables.entry import Entry
from companion.tables.event import Event, Kind
from companion.tables.evolve import Unfoldable, evolve, fold, fold_onto
from companion.tables.holding import ALONE, BY_HOST, NEW_KEY, TO_OBJECT, may_take_back
from companion.tables.rewind import (
    Misfits,
    before,
    newly_refused,
    restored,
    tried_correction,
    without,
)
from companion.tables.seats import COLOURS, SYMBOLS, Asked, Claim, Seat, SeatMove, naming_events
from companion.tables.table import Proposal, Recount, Settled, Stuck, Table
from companion.tables.visibility import (
    public_action,
    public_correction,
    public_table,
    public_text,
    seen_by,
    seen_further,
)

__all__ = [
    "ALONE",
    "BY_HOST",
    "COLOURS",
    "CORRECTING",
    "DECIDING",
    "NEW_KEY",
    "SYMBOLS",
    "TO_OBJECT",
    "Asked",
    "Change",
    "Claim",
    "Correction",
    "Entry",
    "Event",
    "Insert",
    "Kind",
    "Misfits",
    "Overrule",
    "OwnRule",
    "Proposal",
    "Recount",
    "Seat",
    "SeatMove",
    "Settle",
    "Settled",
    "Stuck",
    "Table",
    "TakeBack",
    "Unfoldable",
    "before",
    "evolve",
    "fold",
    "fold_onto",
    "may_take_back",
    "naming_events",
    "newly_refused",
    "own_rule",
    "public_action",
    "public_correction",
    "public_table",
    "public_text",
    "read_correction",
    "read_proposal",
    "restored",
    "seen_by",
    "seen_further",
    "tried_correction",
    "without",
    "write_correction",
    "write_proposal",
]
