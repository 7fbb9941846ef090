"""A snapshot and the rest of the log are the table that the whole log makes; what does not fit
is nothing; what reads it runs nothing.
"""

from __future__ import annotations

import pickle
import zlib
from dataclasses import replace
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.tables import (
    Event,
    Kind,
    Table,
    apply_events,
    snapshot,
    table_from_events,
    table_seen_by,
)
from companion.tables.entry import ENTRIES_PER_KEPT_STATE
from tests.kit.logs import corrected_logs, events_of
from tests.kit.toy_game import CATALOGUE as TOYS

AS_IT_COMES = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=15)


def folded(events: list[Event]) -> Table:
    table = table_from_events(events)
    assert table is not None
    return table


def snapshot_of(events: list[Event]) -> bytes:
    inside = snapshot.write_snapshot(folded(events), events[-1])
    assert inside is not None
    return inside


@pytest.mark.parametrize("slug", CATALOGUE)
@given(data=st.data())
@AS_IT_COMES
def test_a_snapshot_and_the_rest_are_the_whole(slug: str, data: st.DataObject) -> None:
    events = data.draw(corrected_logs(slug))
    first = next(n for n, event in enumerate(events) if event.kind == Kind.PLAYED)
    cut = data.draw(st.integers(first + 1, len(events)))
    again = snapshot.read_snapshot(snapshot_of(events[:cut]))
    assert again is not None and again.newest == events[cut - 1]
    whole, table = folded(events), apply_events(again.table, events[cut:])
    assert table is not None and table == whole
    # Its past too, and what each seat knows of it.
    for one, other in zip(table.entries, whole.entries, strict=True):
        assert (one.state_before, one.seats_to_act, one.round) == (
            other.state_before,
            other.seats_to_act,
            other.round,
        )
    seat = data.draw(st.sampled_from([each.number for each in table.seats]))
    assert table_seen_by(table, seat) == table_seen_by(whole, seat)


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """A log that is long enough for checkpoints."""
    lines = [(0, "opened", "crafting 4 pa"), (1, "named", "Mira"), (0, "started", "")]
    lines += [
        (n % 4 + 1, "played", f"mend points {n % 50}") for n in range(5 * ENTRIES_PER_KEPT_STATE)
    ]
    return events_of(lines)


def test_it_holds_few_states_however_long_the_log(events: list[Event]) -> None:
    again = snapshot.read_snapshot(snapshot_of(events))
    assert again is not None
    held = [entry for entry in again.table.entries if entry.past.has_kept_state]
    assert len(held) <= snapshot.CHECKPOINT_COUNT + 1 + 16
    assert len(snapshot_of(events)) < 25 * len(events)


def test_other_code_and_other_rules_pass_it_over(events: list[Event]) -> None:
    inside, game = snapshot_of(events), CATALOGUE["crafting"]
    assert snapshot.read_snapshot(inside, {"crafting": game}) is not None
    assert (
        snapshot.read_snapshot(inside, {"crafting": replace(game, version="1-otherrules")}) is None
    )
    assert snapshot.read_snapshot(inside, {}) is None
    with patch.object(snapshot, "code_fingerprint", lambda game: "other code"):
        assert snapshot.read_snapshot(inside) is None


def test_made_by_hangs_on_the_files_that_fold() -> None:
    game = CATALOGUE["crafting"]
    now = snapshot.code_fingerprint(game)
    with patch.object(snapshot, "SNAPSHOT_FORMAT_VERSION", 2):
        assert snapshot.code_fingerprint.__wrapped__(game) != now
    assert snapshot.code_fingerprint(CATALOGUE["empires"]) != now
    assert snapshot.code_fingerprint.__wrapped__(replace(game, version="1-x")) != now


class _Harm:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return pytest.fail, ("what was read was run",)


def test_bytes_of_somebody_else_run_nothing(events: list[Event]) -> None:
    inside = snapshot_of(events)
    for harm in (
        b"",
        b"nothing",
        pickle.dumps(_Harm()),
        zlib.compress(pickle.dumps(_Harm())),
        zlib.compress(msgspec.msgpack.encode([1, 2, 3])),
        zlib.compress(b"\xdd\xff\xff\xff\xff"),
        inside[:-9],
        inside[: len(inside) // 2],
    ):
        assert snapshot.read_snapshot(harm) is None


@given(st.integers(0, 10_000), st.integers(0, 255))
@settings(deadline=None, max_examples=60)
def test_a_damaged_one_is_nothing_or_a_table(place: int, byte: int) -> None:
    """Whatever is read, reading it ends, and with nothing worse."""
    head = events_of([(0, "opened", "empires 2 pa"), (0, "started", ""), (1, "played", "pass")])
    table = folded(head)
    if not table.entries:
        return
    plain = bytearray(zlib.decompress(snapshot_of(head)))
    plain[place % len(plain)] = byte
    again = snapshot.read_snapshot(zlib.compress(bytes(plain)))
    assert again is None or isinstance(again.table, Table)


def test_a_table_that_cannot_be_had_back_is_not_kept(events: list[Event]) -> None:
    table = folded(events)
    # Not begun, without rules that are known, with a state of another type than the set-up's.
    assert snapshot.write_snapshot(folded(events[:2]), events[1]) is None
    lines = [(0, "opened", "tally 2 pa"), (0, "started", ""), (1, "played", "take 1")]
    toy = table_from_events(events_of(lines), TOYS)
    assert toy is not None and toy.entries
    assert toy.game.version or snapshot.write_snapshot(toy, events_of(lines)[-1]) is None
    assert snapshot.write_snapshot(replace(table, state={"any": "thing"}), events[-1]) is None
    assert snapshot.write_snapshot(replace(table, openly=True), events[-1]) is None
