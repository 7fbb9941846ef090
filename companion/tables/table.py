"""Table: what a table is after an event: entries, rulings, open proposals. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, assert_never

from companion.referee.game import Game
from companion.referee.ruling import Outcome
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
from companion.tables.event import Event
from companion.tables.seats import Seat, SeatMove


@dataclass(frozen=True)
class Proposal:
    """What a seat asks the table for, and who has said yes; `before`: the state at its place.

    `fate`: "" while it is open, then "done", "refused", "withdrawn" or "overtaken", by the event
    `closed` of the seat `closer`.
    """

    seq: int
    at: float
    seat: int
    wanted: Correction
    before: Any = field(default=None, repr=False)
    agreed: tuple[int, ...] = ()
    fate: str = ""
    closed: int = 0
    closer: int = 0

    @property
    def entry_seq(self) -> int:
        """The entry that it is about; 0 where it is about none."""
        match self.wanted:
            case TakeBack(entry_seq) | Change(entry_seq, _):
                return entry_seq
            case Settle() | Overrule() | Insert() | OwnRule():
                return 0
            case _:
                assert_never(self.wanted)


@dataclass(frozen=True)
class Settled:
    """The table's answer to a question; in the order of play it comes after the entry `place`."""

    seq: int
    at: float
    seat: int
    key: str
    choice: str
    place: int


@dataclass(frozen=True)
class Recount:
    """Every seat compares the numbers with the components; `right`: the seats that have done so."""

    seq: int
    seat: int
    right: tuple[int, ...] = ()


@dataclass(frozen=True)
class Stuck:
    """The first event that cannot be folded: nothing of it or after it is known here. `rules`: the
    version by which it was judged; `newer`: that is newer than the rules here.
    """

    seq: int
    at: float
    kind: str
    rules: str = ""
    newer: bool = False


@dataclass(frozen=True)
class Table:
    """A table as it is after the event `seq`. `state` is None until the game has started.

    `entries` are in the order of play. `proposals` are all that were ever made. `group_events` are
    events that are no actions but belong into the log that people read. `consent`: how many
    other seats must agree when the table sets something right, "0", "1" or "all". `began`: unix
    seconds of the start. `onward`: the code of the table that plays on with the same people.
    `unveiled`: the event that cut the telling of the result short, 0 if none. `stuck`: why the
    log goes on and the table does not; it can be looked at, and nothing else. `moves`: how seats
    went from phone to phone since the start. `openly`: this is the table without what any seat
    hides, as `openly` makes it. `ticks`: the lines of checklists that are done. `taught`:
    the phones explain each step when it first comes; None: never asked.
    `led`: what of the led round ended with a tap, and whether it is paused or ended, as `Kind.LED`
    says it. `tour`: the tour's card that all look at. `clock`: see `Kind.CLOCK`, None: never
    chosen; `pauses`: when it stood still and ran again. `own_rules`: what counts here where no
    rule says anything, the newest last.
    """

    code: str
    game: Game
    seq: int
    at: float
    host: str
    seats: tuple[Seat, ...]
    options: tuple[tuple[str, str], ...] = ()
    locked: bool = False
    started: bool = False
    state: Any = None
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    proposals: tuple[Proposal, ...] = ()
    rulings: tuple[Settled, ...] = ()
    group_events: tuple[Event, ...] = field(default=(), repr=False)
    consent: str = "1"
    recount: Recount | None = None
    began: float = 0.0
    onward: str = ""
    unveiled: int = 0
    stuck: Stuck | None = None
    moves: tuple[SeatMove, ...] = field(default=(), repr=False)
    openly: bool = False
    ticks: frozenset[str] = frozenset()
    taught: bool | None = None
    led: frozenset[str] = frozenset()
    tour: int = 0
    clock: str | None = None
    pauses: tuple[Event, ...] = field(default=(), repr=False)
    own_rules: tuple[OwnRule, ...] = ()

    def seats_of(self, phone: str) -> tuple[int, ...]:
        """The numbers of the seats that this phone holds."""
        return tuple(seat.number for seat in self.seats if phone and seat.phone == phone)

    def seat_at(self, number: int) -> Seat:
        """Raises `KeyError` where there is no such seat."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def find_entry(self, seq: int) -> Entry | None:
        """The action with this number; None where there is none."""
        return next((entry for entry in reversed(self.entries) if entry.seq == seq), None)

    def entry(self, seq: int) -> Entry:
        """The same. Raises `KeyError` where no action has this number."""
        found = self.find_entry(seq)
        if found is None:
            raise KeyError(seq)
        return found

    def entries_since(self, seq: int) -> tuple[Entry, ...]:
        """The actions that came with a later event than this, in the order of play."""
        if any(event.seq > seq for event in self.group_events[-1:]):
            # What was put in later may stand anywhere.
            return tuple(entry for entry in self.entries if entry.seq > seq)
        newest = takewhile(lambda entry: entry.seq > seq, reversed(self.entries))
        return tuple(newest)[::-1]

    def last_entry_of(self, seat: int) -> Entry | None:
        """The seat's newest action that still counts."""
        own = (entry for entry in reversed(self.entries) if entry.seat == seat)
        return next((entry for entry in own if not entry.undone), None)

    def proposal(self, seq: int) -> Proposal | None:
        """The proposal with this number, open or not."""
        return next((proposal for proposal in self.proposals if proposal.seq == seq), None)

    @cached_property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """Those that wait for an answer."""
        return tuple(proposal for proposal in self.proposals if not proposal.fate)

    @cached_property
    def decided(self) -> dict[str, str]:
        """Every question that this table has answered, at set-up or since, with its choice."""
        book = self.game.rulebook
        asked = {question.key for question in (*book.questions, *book.retired)}
        chosen = {key: value for key, value in self.options if key in asked and value}
        return {**chosen, **{ruling.key: ruling.choice for ruling in self.rulings}}

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state) if self.started else None

    @cached_property
    def to_act(self) -> frozenset[int]:
        return self.game.to_act(self.state) if self.started else frozenset()
