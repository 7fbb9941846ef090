"""Event, Table, evolve, fold: a table is the fold of its events.

Pure: it applies what the log says and never judges whether it may (the judge stands at the door,
in play). Only `misfits` asks the judge, to tell which later actions would no longer fit.
"""

from companion.tables.again import (
    Misfits,
    before,
    considered,
    misfits,
    restored,
    without,
)
from companion.tables.chairs import COLOURS, SYMBOLS, Asked, Chair, Claim, Move, namings
from companion.tables.changes import Unfoldable, evolve, fold, go_on
from companion.tables.event import Event
from companion.tables.holding import ALONE, BY_HOST, NEW_KEY, TO_OBJECT, may_take_back
from companion.tables.openly import (
    open_action,
    open_text,
    open_wanted,
    openly,
    seen_by,
    seen_further,
)
from companion.tables.table import Entry, Proposal, Recount, Settled, Stuck, Table
from companion.tables.wanted import (
    Change,
    Insert,
    Overrule,
    Settle,
    TakeBack,
    Wanted,
    read_proposal,
    read_wanted,
    write_proposal,
    write_wanted,
)

__all__ = [
    "ALONE",
    "BY_HOST",
    "COLOURS",
    "NEW_KEY",
    "SYMBOLS",
    "TO_OBJECT",
    "Asked",
    "Chair",
    "Change",
    "Claim",
    "Entry",
    "Event",
    "Insert",
    "Misfits",
    "Move",
    "Overrule",
    "Proposal",
    "Recount",
    "Settle",
    "Settled",
    "Stuck",
    "Table",
    "TakeBack",
    "Unfoldable",
    "Wanted",
    "before",
    "considered",
    "evolve",
    "fold",
    "go_on",
    "may_take_back",
    "misfits",
    "namings",
    "open_action",
    "open_text",
    "open_wanted",
    "openly",
    "read_proposal",
    "read_wanted",
    "restored",
    "seen_by",
    "seen_further",
    "without",
    "write_proposal",
    "write_wanted",
]
