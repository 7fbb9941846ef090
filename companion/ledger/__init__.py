"""The ledger: append and read the events of all tables. It never judges or changes an event."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.histogram import DurationHistogram
from companion.tables import Event


class EventNumberTaken(Exception):
    """Another writer used this number: read the new events and decide again."""


class RepeatedIntent(Exception):
    """This intent is in the log already; `first` is its event."""

    def __init__(self, first: Event) -> None:
        super().__init__(first.intent)
        self.first = first


class RefusedIntent(Exception):
    """This intent was refused before; `past` is that refusal."""

    def __init__(self, past: StoredRefusal) -> None:
        super().__init__(past.intent)
        self.past = past


class Unavailable(Exception):
    """Nothing was written. `kind`: "full", "locked", "read-only", "gone" (deleted or replaced while
    in use), "unreachable" (the database server), "damaged" or "broken".
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class TableDeleted(Exception):
    """The event before this one is missing: the table was deleted meanwhile."""


class DatabaseTooNew(Exception):
    """A newer version of this program wrote the ledger; this one must not touch it."""


@dataclass(frozen=True)
class StoredRefusal:
    """A refused intent, kept in case of a dispute. `seq`: the version it was judged on. `rules`:
    the keys cited. The reasons are not stored: the judge derives them again from the log.
    """

    code: str
    seq: int
    at: float
    seat: int
    action: str
    rules: tuple[str, ...]
    intent: str = ""


@dataclass(frozen=True)
class TableSummary:
    """A table as the ledger knows it without folding its log. `opening`: the text of its first
    event. `opened`, `last`: Unix seconds. `size`: characters of its events.
    """

    code: str
    opening: str
    opened: float
    last: float
    events: int
    size: int


@dataclass(frozen=True)
class StoredNote:
    """A note beside the logs, such as what a group entered about its box, kept for later tables.

    `house`: a phone, a group or a table (`notes_owner_of_table`), whose notes are deleted with it.
    `value`: "" if it was entered by mistake. `at`: Unix seconds.
    """

    house: str
    game: str
    name: str
    value: str
    at: float


def notes_owner_of_table(code: str) -> str:
    """Returns the house of a table's notes."""
    return f"table {code}"


class Ledger(Protocol):
    """Stores events. Every method may raise `Unavailable`."""

    #: The transactions written: their durations and numbers of rows.
    commits: DurationHistogram

    @property
    def write_queue_length(self) -> int:
        """Returns the number of rows that wait to be written."""

    def append(self, event: Event, unless_refused: bool = False) -> None:
        """Returns when the event is durable. `unless_refused`: not if its intent was refused
        before. Raises `EventNumberTaken`, `RepeatedIntent`, `RefusedIntent`, `TableDeleted`.
        """

    def append_new_table(self, events: Sequence[Event]) -> None:
        """Appends the whole log of a new table, or nothing. Raises `EventNumberTaken`."""

    def events(self, code: str, after: int = 0) -> list[Event]:
        """Returns the table's events with a number above `after`, in order."""

    def event_by_intent(self, code: str, intent: str) -> Event | None:
        """Returns the event of this intent; None if there is none."""

    def external_change_marker(self) -> Hashable:
        """Returns a value that changes when another process writes; None if only the events can
        tell.
        """

    def table_codes(self) -> list[str]:
        """Returns the codes of all tables, in alphabetical order."""

    def table_codes_of_phone(self, phone: str, most: int) -> list[str]:
        """Returns the codes of tables where this phone ever took a seat, the one played
        last first.
        """

    def table_summaries(self) -> list[TableSummary]:
        """Returns all tables, the one quiet for longest first."""

    def delete(self, code: str) -> bool:
        """Deletes a table's events, rulings and notes; returns False if there was no such table."""

    def erase_names(self, code: str, seqs: Sequence[int]) -> None:
        """Empties the names in these events: the only change that a log ever gets."""

    def snapshot(self, code: str) -> bytes | None:
        """Returns the table's last snapshot; None once anything in its log was changed."""

    def store_snapshot(self, code: str, seq: int, inside: bytes) -> bool:
        """Stores the snapshot if `seq` is still the table's newest event; returns whether it is."""

    def store_refusal(self, past: StoredRefusal) -> None:
        """Stores a refusal; the same intent is stored once."""

    def refusals(self, code: str) -> list[StoredRefusal]:
        """Returns the table's refused intents, oldest first."""

    def refusal_of_intent(self, code: str, intent: str) -> StoredRefusal | None:
        """Returns the refusal of this intent; None if there is none."""

    def store_notes(self, shelved: Sequence[StoredNote]) -> None:
        """Stores the newest value of each house, game and name."""

    def notes(self, house: str, game: str) -> list[StoredNote]:
        """Returns this house's notes about the game, the newest last."""

    def close(self) -> None:
        """Closes the storage; no call may follow."""


@runtime_checkable
class SharedLedger(Ledger, Protocol):
    """A ledger that several servers write, and over which they exchange messages. A message is
    lines of text. It repeats what the log says too, so a lost one does no harm.
    """

    #: This server's name.
    name: str

    #: Returns whether another server watches this table; called once its change can be read.
    is_wanted: Callable[[str], bool]

    def send_peer_lines(self, lines: Iterable[str]) -> None:
        """Sends lines to the other servers; they are lost while the database is away."""

    def receive_peer_lines(
        self, hear: Callable[[str, list[str]], None], begun: Callable[[], None]
    ) -> None:
        """Receives the other servers' lines, with their names, until the ledger is closed.

        `begun` is called whenever listening begins or resumes; messages from before are lost. The
        ledger itself sends that a table's log has changed, if it `is_wanted`: `LOG_CHANGED_WORD`
        and the code.
        """

    def newest_event_numbers(self, codes: Sequence[str]) -> Mapping[str, int]:
        """Returns the number of the newest event of each of these tables; 0 if there is none."""


#: The first word of a line about a changed log.
LOG_CHANGED_WORD = "*"
