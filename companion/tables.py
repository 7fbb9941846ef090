"""Event, Table, evolve, fold: a table is the fold of its events.

Pure: it applies what the log says and never judges whether it may (the judge stands at the door,
in play). Only `without` asks the judge, to tell which later actions would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Outcome, Ruling

#: The colours on offer; a new table hands them out in this order.
COLOURS = ("magenta", "cyan", "violet", "amber", "green", "orange", "blue", "white")

#: Symbols belong to the seat's number, not to the person, so that colour is never needed to read.
SYMBOLS = ("triangle", "diamond", "moon", "cross", "star", "ring", "square", "heart")


@dataclass(frozen=True)
class Event:
    """One line of a table's log. `at`: unix seconds; `seat` 0: nobody; `intent` may be empty."""

    code: str
    seq: int
    at: float
    seat: int
    kind: str
    text: str
    intent: str = ""


@dataclass(frozen=True)
class Chair:
    """A seat at the table. `name` "" until somebody says it; `phone` "" while the seat is free."""

    number: int
    name: str = ""
    colour: str = ""
    phone: str = ""

    @property
    def symbol(self) -> str:
        return SYMBOLS[(self.number - 1) % len(SYMBOLS)]


@dataclass(frozen=True)
class Entry:
    """One action that was played, with the state before it; `undone`: seq of the taking back."""

    seq: int
    at: float
    seat: int
    action: str
    before: Any
    undone: int = 0
    intent: str = ""


@dataclass(frozen=True)
class Proposal:
    """An open wish to take back an entry, waiting for another seat's word."""

    seq: int
    at: float
    seat: int
    entry_seq: int


@dataclass(frozen=True)
class Table:
    """A table as it is after the event `seq`. `state` is None until the game has started."""

    code: str
    game: Game
    seq: int
    at: float
    host: str
    chairs: tuple[Chair, ...]
    options: tuple[tuple[str, str], ...] = ()
    locked: bool = False
    started: bool = False
    state: Any = None
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    proposals: tuple[Proposal, ...] = ()

    def seats_of(self, phone: str) -> tuple[int, ...]:
        """The numbers of the seats that this phone holds."""
        return tuple(chair.number for chair in self.chairs if phone and chair.phone == phone)

    def chair(self, number: int) -> Chair:
        """Raises `KeyError` where there is no such seat."""
        for chair in self.chairs:
            if chair.number == number:
                return chair
        raise KeyError(number)

    def entry(self, seq: int) -> Entry:
        """Raises `KeyError` where no action has this number."""
        for entry in reversed(self.entries):
            if entry.seq == seq:
                return entry
        raise KeyError(seq)

    def last_entry_of(self, seat: int) -> Entry | None:
        """The seat's newest action that still counts."""
        own = (entry for entry in reversed(self.entries) if entry.seat == seat)
        return next((entry for entry in own if not entry.undone), None)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state) if self.started else None

    @property
    def to_act(self) -> frozenset[int]:
        return self.game.to_act(self.state) if self.started else frozenset()


def evolve(table: Table | None, event: Event, catalogue: Mapping[str, Game] = CATALOGUE) -> Table:
    """The table after this event. Raises `KeyError` for a game or a kind that is unknown here."""
    if table is None:
        return _opened(event, catalogue)
    return replace(_CHANGES[event.kind](table, event), seq=event.seq, at=event.at)


def fold(events: Iterable[Event], catalogue: Mapping[str, Game] = CATALOGUE) -> Table | None:
    """The table that these events make; None where there are none."""
    table: Table | None = None
    for event in events:
        table = evolve(table, event, catalogue)
    return table


def without(table: Table, entry_seq: int) -> tuple[Table, tuple[tuple[Entry, Ruling], ...]]:
    """The table as if this action had never been played, and the actions that depend on it:
    those that were allowed and now have objections, each with the ruling it would get.
    """
    changed = _with_undone(table, entry_seq, table.seq + 1)
    pairs = zip(table.entries, changed.entries, strict=True)
    misfits = (
        _misfit(table.game, old, new)
        for old, new in pairs
        if new.seq > entry_seq and not new.undone
    )
    return changed, tuple(misfit for misfit in misfits if misfit)


def restored(table: Table, entry_seq: int) -> Table:
    """The table as if this action had not been taken back."""
    return _with_undone(table, entry_seq, 0)


def _misfit(game: Game, old: Entry, new: Entry) -> tuple[Entry, Ruling] | None:
    action = game.read(old.action)
    ruling = judge(game, new.before, new.seat, action)
    if ruling.allowed or not judge(game, old.before, old.seat, action).allowed:
        return None
    return new, ruling


def _with_undone(table: Table, entry_seq: int, undone: int) -> Table:
    """Marks the entry and applies everything from it on again; what came before stays."""
    start = next(i for i, entry in enumerate(table.entries) if entry.seq == entry_seq)
    state = table.entries[start].before
    entries = list(table.entries[:start])
    for entry in table.entries[start:]:
        mark = undone if entry.seq == entry_seq else entry.undone
        entries.append(replace(entry, before=state, undone=mark))
        if not mark:
            state = table.game.apply(state, entry.seat, table.game.read(entry.action))
    return replace(table, state=state, entries=tuple(entries))


def _opened(event: Event, catalogue: Mapping[str, Game]) -> Table:
    slug, seats, host = event.text.split(" ")
    game = catalogue[slug]
    return Table(
        code=event.code,
        game=game,
        seq=event.seq,
        at=event.at,
        host=host,
        chairs=_resized((), int(seats)),
        options=tuple((option.key, option.default) for option in game.options),
    )


def _resized(chairs: tuple[Chair, ...], seats: int) -> tuple[Chair, ...]:
    chairs = chairs[:seats]
    for number in range(len(chairs) + 1, seats + 1):
        used = {chair.colour for chair in chairs}
        free = next((colour for colour in COLOURS if colour not in used), COLOURS[-1])
        chairs += (Chair(number, colour=free),)
    return chairs


def _with_chair(table: Table, number: int, **changes: str) -> Table:
    chairs = (
        replace(chair, **changes) if chair.number == number else chair  # type: ignore[arg-type]
        for chair in table.chairs
    )
    return replace(table, chairs=tuple(chairs))


def _ordered(table: Table, event: Event) -> Table:
    chairs = (
        replace(table.chair(int(old)), number=new)
        for new, old in enumerate(event.text.split(), start=1)
    )
    return replace(table, chairs=tuple(chairs))


def _option(table: Table, event: Event) -> Table:
    key, _, value = event.text.partition(" ")
    return replace(table, options=tuple({**dict(table.options), key: value}.items()))


def _started(table: Table, event: Event) -> Table:
    state = table.game.setup(len(table.chairs), dict(table.options))
    return replace(table, started=True, state=state)


def _played(table: Table, event: Event) -> Table:
    entry = Entry(event.seq, event.at, event.seat, event.text, table.state, intent=event.intent)
    state = table.game.apply(table.state, event.seat, table.game.read(event.text))
    return replace(table, state=state, entries=(*table.entries, entry))


def _took_back(table: Table, entry_seq: int, by: int) -> Table:
    if table.entry(entry_seq).undone:
        return table
    kept = tuple(open_ for open_ in table.proposals if open_.entry_seq != entry_seq)
    return replace(_with_undone(table, entry_seq, by), proposals=kept)


def _proposed(table: Table, event: Event) -> Table:
    proposal = Proposal(event.seq, event.at, event.seat, int(event.text))
    return replace(table, proposals=(*table.proposals, proposal))


def _agreed(table: Table, event: Event) -> Table:
    for proposal in table.proposals:
        if proposal.seq == int(event.text):
            return _took_back(table, proposal.entry_seq, event.seq)
    return table


def _withdrawn(table: Table, event: Event) -> Table:
    kept = tuple(open_ for open_ in table.proposals if open_.seq != int(event.text))
    return replace(table, proposals=kept)


_CHANGES: dict[str, Callable[[Table, Event], Table]] = {
    "named": lambda table, event: _with_chair(table, event.seat, name=event.text),
    "coloured": lambda table, event: _with_chair(table, event.seat, colour=event.text),
    "took-seat": lambda table, event: _with_chair(table, event.seat, phone=event.text),
    "freed": lambda table, event: _with_chair(table, event.seat, phone=""),
    "ordered": _ordered,
    "resized": lambda table, event: replace(table, chairs=_resized(table.chairs, int(event.text))),
    "option": _option,
    "locked": lambda table, event: replace(table, locked=True),
    "unlocked": lambda table, event: replace(table, locked=False),
    "started": _started,
    "played": _played,
    "took-back": lambda table, event: _took_back(table, int(event.text), event.seq),
    "proposed": _proposed,
    "agreed": _agreed,
    "withdrawn": _withdrawn,
}
