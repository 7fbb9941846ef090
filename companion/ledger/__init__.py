"""Ledger: append and read the events of all tables. It never judges and never changes an event."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.tables import Event
from companion.tempo import Tempo


class SeqTaken(Exception):
    """Another writer has this number: read the tail and decide again."""


class Repeated(Exception):
    """This intent is in the log already; `first` is the event that it became."""

    def __init__(self, first: Event) -> None:
        super().__init__(first.intent)
        self.first = first


class RefusedBefore(Exception):
    """This intent was refused the first time; `past` is that refusal."""

    def __init__(self, past: PastRuling) -> None:
        super().__init__(past.intent)
        self.past = past


class Unavailable(Exception):
    """Nothing was written. `kind`: "full", "locked", "read-only", "gone" (deleted or replaced while
    in use), "unreachable" (the database's server), "damaged" or "broken".
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class TableGone(Exception):
    """The event before this one is not there: the table was deleted meanwhile."""


class DatabaseTooNew(Exception):
    """A newer version of this program has written the ledger; this one must not touch it."""


@dataclass(frozen=True)
class PastRuling:
    """A refused intent, for the day it is disputed. `seq`: the version that it was judged on.

    The reasons are not kept: the judge gives them again from the log. `rules` are the keys cited.
    """

    code: str
    seq: int
    at: float
    seat: int
    action: str
    rules: tuple[str, ...]
    intent: str = ""


@dataclass(frozen=True)
class Summary:
    """A table as the ledger knows it without reading its game.

    `opening` is the text of its first event; `opened` and `last` are unix seconds; `size` counts
    the characters of its events.
    """

    code: str
    opening: str
    opened: float
    last: float
    events: int
    size: int


@dataclass(frozen=True)
class Shelved:
    """A note beside the logs, as what a group typed in about its own box, kept for its later
    tables. `house`: a phone, a group, or a table (`of_table`), whose notes go with it; `value` "":
    no more than was typed in by mistake; `at`: unix seconds.
    """

    house: str
    game: str
    name: str
    value: str
    at: float


def of_table(code: str) -> str:
    """The house of what is noted about a table."""
    return f"table {code}"


class Ledger(Protocol):
    """Where events live. Every method may raise `Unavailable`."""

    #: The transactions that were written, how long each took, and how many rows.
    commits: Tempo

    @property
    def queue(self) -> int:
        """Rows that wait to be written."""

    def append(self, event: Event, unless_refused: bool = False) -> None:
        """Returns when the event is durable. `unless_refused`: not if its intent was refused
        before. Raises `SeqTaken`, `Repeated`, `RefusedBefore`, `TableGone`.
        """

    def append_all(self, events: Sequence[Event]) -> None:
        """Appends the whole log of a new table, or nothing of it. Raises `SeqTaken`."""

    def events(self, code: str, after: int = 0) -> list[Event]:
        """The table's events with a higher number than `after`, in order."""

    def event_with(self, code: str, intent: str) -> Event | None:
        """The event that this intent became."""

    def foreign(self) -> Hashable:
        """Another value once another process has written; None where only the events can tell."""

    def codes(self) -> list[str]:
        """The codes of all tables, in alphabetical order."""

    def codes_of(self, phone: str, most: int) -> list[str]:
        """The codes of tables where this phone ever took a seat, the one played last first."""

    def summaries(self) -> list[Summary]:
        """All tables, the one that was quiet longest first."""

    def delete(self, code: str) -> bool:
        """Deletes a table's events, rulings and notes; False where there was no such table."""

    def erase_names(self, code: str, seqs: Sequence[int]) -> None:
        """Empties the names in these events: the one thing in a log that is ever changed."""

    def snapshot(self, code: str) -> bytes | None:
        """What was kept of this table last; None once anything in its log was changed."""

    def keep_snapshot(self, code: str, seq: int, inside: bytes) -> bool:
        """Keeps it, if this is still the number of the table's newest event; whether it is."""

    def note_ruling(self, past: PastRuling) -> None:
        """Keeps a refusal; the same intent is kept once."""

    def rulings(self, code: str) -> list[PastRuling]:
        """The table's refused intents, oldest first."""

    def ruling_on(self, code: str, intent: str) -> PastRuling | None:
        """The refusal that this intent has met already."""

    def shelve(self, shelved: Sequence[Shelved]) -> None:
        """Keeps the newest value of each house, game and name."""

    def shelf(self, house: str, game: str) -> list[Shelved]:
        """What this house keeps about the game, the newest last."""

    def close(self) -> None:
        """Lets go of the storage; nothing may be asked afterwards."""


@runtime_checkable
class SharedLedger(Ledger, Protocol):
    """A ledger that several servers write at once, and over which they tell each other things.

    What is told is lines. Nothing depends on it that the log does not say as well: a message may
    be lost with the line it came by.
    """

    #: This server among the others.
    name: str

    #: Whether another server wants to hear of this table; asked when its change can be read.
    is_wanted: Callable[[str], bool]

    def tell(self, lines: Iterable[str]) -> None:
        """Tells the other servers; where the database is away, none hears it."""

    def listen(self, hear: Callable[[str, list[str]], None], begun: Callable[[], None]) -> None:
        """Hears what the others tell, their names with it, until the ledger is closed. `begun` is
        asked whenever the listening begins, or begins again: what was told before is lost.

        That a table's log has changed is told by the ledger itself where it `is_wanted`: `CHANGED`
        and the code.
        """

    def newest(self, codes: Sequence[str]) -> Mapping[str, int]:
        """The number of the newest event of each of these tables; 0 where there is none."""


#: What a line begins with that says whose log has changed.
CHANGED = "*"
