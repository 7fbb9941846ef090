"""Snapshots: a table as bytes, so that the first read need not fold the whole log.

A snapshot is a cache. It is plain values, decoded into types that the code names, so reading it
runs no foreign code. It names the code that wrote it; any other code ignores it. It has a few of
the states before actions; the others are recomputed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from sys import intern
from typing import Any, get_type_hints

import msgspec

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.tables.corrections import read_proposal, write_proposal
from companion.tables.entry import (
    ENTRIES_PER_KEPT_STATE,
    KEPT_NEWEST_STATE_COUNT,
    ActionEntry,
    StateBeforeAction,
    shared_seats_and_round,
)
from companion.tables.event import Event
from companion.tables.rewind import answers_settled_after
from companion.tables.table import Proposal, Table

#: To be raised whenever the same code writes another form.
SNAPSHOT_FORMAT_VERSION = 1
#: Checkpoints included, besides the state from which the newest ones are recomputed.
CHECKPOINT_COUNT = 4
#: Maximum size to read, in bytes.
MAX_SNAPSHOT_BYTES = 32_000_000

#: An action as written: its fields, and the index of its turn and round in `turns`.
_Played = tuple[int, float, int, str, int, str, str, str, int]
#: A proposal as written: its correction as event text, its state as an index into `states`.
_Wished = tuple[int, float, int, str, int, tuple[int, ...], str, int, int]
_APART = ("game", "state", "entries", "proposals")


@dataclass(frozen=True)
class Snapshot:
    """A table, and the event that it ends with, which the log must contain unchanged."""

    table: Table
    newest: Event


def write_snapshot(
    table: Table, newest: Event, between: Callable[[], object] = lambda: None
) -> bytes | None:
    """Returns the table as bytes; None if reading them would not restore it exactly. `between`:
    called between two steps of the work.
    """
    if not table.entries or table.stuck or table.openly or not table.game.version:
        return None
    try:
        inside = zlib.compress(msgspec.msgpack.encode(_written(table, newest)), 1)
        between()
        again = read_snapshot(inside, {table.game.slug: table.game})
        between()
    except (ValueError, TypeError, OverflowError, LookupError):
        return None
    same = again is not None and again.newest == newest and _alike(again.table, table)
    return inside if same else None


def read_snapshot(inside: bytes, catalogue: Mapping[str, Game] = CATALOGUE) -> Snapshot | None:
    """Returns the snapshot; None if this code cannot read the bytes."""
    try:
        unzip = zlib.decompressobj()
        head = _HEAD.decode(unzip.decompress(inside, MAX_SNAPSHOT_BYTES))
        game = catalogue[head.game]
        if head.made_by != code_fingerprint(game):
            return None
        return Snapshot(_table(game, _reader(game).decode(head.body)), head.newest)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, zlib.error):
        return None


@lru_cache(maxsize=32)
def code_fingerprint(game: Game) -> str:
    """Returns a hash of the code that the game's snapshots depend on: ours, and the
    game's folder.
    """
    here = Path(__file__).parent
    seen = sha256(f"{SNAPSHOT_FORMAT_VERSION} {game.slug} {game.version}".encode())
    for folder in (here, here.parent / "referee", Path(getfile(game.setup)).parent):
        for file in sorted(folder.rglob("*.py")):
            seen.update(file.name.encode() + file.read_bytes())
    return seen.hexdigest()


class _Head(msgspec.Struct, array_like=True):
    made_by: str
    game: str
    newest: Event
    body: msgspec.Raw


_HEAD = msgspec.msgpack.Decoder(_Head)


@lru_cache(maxsize=1)
def _plain() -> type[msgspec.Struct]:
    """Returns a struct of the table's fields that are written as they are."""
    hints = get_type_hints(Table)
    plain = [(each.name, hints[each.name]) for each in fields(Table) if each.name not in _APART]
    return msgspec.defstruct("_Plain", plain)


@lru_cache(maxsize=32)
def _body_of(game: Game) -> type[msgspec.Struct]:
    """Returns a struct of everything else, with states of this game."""
    parts: list[tuple[str, Any]] = [
        ("plain", _plain()),
        ("turns", tuple[tuple[frozenset[int], int], ...]),
        ("played", tuple[_Played, ...]),
        ("wished", tuple[_Wished, ...]),
        ("states", list[type(game.setup(game.seats[0], {}))]),  # type: ignore[misc]
        ("held", dict[int, int]),
    ]
    return msgspec.defstruct("_Body", parts, array_like=True)


def make_readers(games: Iterable[Game]) -> None:
    """Makes what reads these games' snapshots, which no two threads may do at once.

    msgspec keeps what it learns of a dataclass on the class from when it begins. A decoder that is
    made of the same class meanwhile gets it half learned, and reads memory that isn't its own.
    """
    for game in games:
        if game.version:
            _reader(game)


@lru_cache(maxsize=32)
def _reader(game: Game) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(_body_of(game))


def _written(table: Table, newest: Event) -> _Head:
    turns: dict[tuple[frozenset[int], int], int] = {}
    played = [
        (e.seq, e.at, e.seat, e.action, e.undone, e.intent, e.mark, e.whole,
         turns.setdefault((e.seats_to_act, e.round), len(turns)))
        for e in table.entries
    ]  # fmt: skip
    states: list[Any] = []
    held = {
        place: _placed(states, table.entries[place].state_before) for place in _held(table.entries)
    }
    wished = [_wish(proposal, states) for proposal in table.proposals]
    values = {name: getattr(table, name) for name in _plain().__struct_fields__}
    body = _body_of(table.game)(_plain()(**values), tuple(turns), played, wished, states, held)
    raw = msgspec.Raw(msgspec.msgpack.encode(body))
    return _Head(code_fingerprint(table.game), table.game.slug, newest, raw)


def _held(entries: Sequence[ActionEntry]) -> Iterable[int]:
    """Returns the places of the states to write: the first, some checkpoints, the oldest of the
    newest.
    """
    apart = ENTRIES_PER_KEPT_STATE * max(
        1, -(-len(entries) // (ENTRIES_PER_KEPT_STATE * CHECKPOINT_COUNT))
    )
    return sorted({*range(0, len(entries), apart), max(0, len(entries) - KEPT_NEWEST_STATE_COUNT)})


def _placed(states: list[Any], state: Any) -> int:
    found = next((i for i, each in enumerate(states) if each is state), None)
    if found is None:
        states.append(state)
    return len(states) - 1 if found is None else found


def _wish(proposal: Proposal, states: list[Any]) -> _Wished:
    before = -1 if proposal.before is None else _placed(states, proposal.before)
    wanted = write_proposal(proposal.wanted)
    first = (proposal.seq, proposal.at, proposal.seat, wanted, before)
    return (*first, proposal.agreed, proposal.fate, proposal.closed, proposal.closer)


def _table(game: Game, body: Any) -> Table:
    bare = Table(game=game, **msgspec.structs.asdict(body.plain))
    proposals = tuple(_proposal(wish, body.states) for wish in body.wished)
    entries = _entries(bare, [shared_seats_and_round(*turn) for turn in body.turns], body.played)
    for place, number in body.held.items():
        entries[place].past.keep_state(body.states[number])
    state = _newest(bare, entries)
    return replace(bare, state=state, entries=tuple(entries), proposals=proposals)


def _proposal(wish: _Wished, states: Sequence[Any]) -> Proposal:
    seq, at, seat, wanted, before, agreed, fate, closed, closer = wish
    state = states[before] if before >= 0 else None
    return Proposal(seq, at, seat, read_proposal(wanted), state, agreed, fate, closed, closer)


def _entries(
    table: Table, turns: Sequence[tuple[frozenset[int], int]], played: Iterable[_Played]
) -> list[ActionEntry]:
    entries: list[ActionEntry] = []
    last: ActionEntry | None = None
    after: dict[int, list[tuple[str, str]]] = {}
    for ruling in table.rulings:
        after.setdefault(ruling.place, []).append((ruling.key, ruling.choice))
    for seq, at, seat, action, undone, intent, mark, whole, turn in played:
        answers = tuple(after.get(last.seq if last else 0, ())) if after else ()
        past = StateBeforeAction(table.game, last, answers, seats_and_round=turns[turn])
        last = ActionEntry(seq, at, seat, intern(action), past, undone, intent, mark, whole)
        entries.append(last)
    return entries


def _newest(table: Table, entries: Sequence[ActionEntry]) -> Any:
    """Returns the state after all entries, and keeps the states before the newest ones."""
    begins = max(0, len(entries) - KEPT_NEWEST_STATE_COUNT)
    state = entries[begins].state_before
    for entry in entries[begins + 1 :]:
        state = entry.past.computed_from_state_before(state)
        entry.past.keep_state(state)
    last = entries[-1]
    return StateBeforeAction(
        table.game, last, answers_settled_after(table, last)
    ).computed_from_state_before(state)


def _alike(one: Table, other: Table) -> bool:
    """Returns whether the tables are equal; only the states that both keep are compared."""
    if replace(one, entries=()) != replace(other, entries=()):
        return False
    pairs = zip(one.entries, other.entries, strict=True)
    return all(
        a.fields_without_past == b.fields_without_past
        and (a.seats_to_act, a.round) == (b.seats_to_act, b.round)
        for a, b in pairs
    ) and all(
        one.entries[at].state_before == other.entries[at].state_before for at in _held(one.entries)
    )
