"""Two taps at once are answered, and written, as one after the other: in the one order or in the
other. Many pairs, drawn by lot, of taps, corrections, late numbers and taps sent twice.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from threading import Barrier
from typing import Any

import pytest

from companion import chance
from companion.play import NotAllowed, TableStore, UnknownSeat, act, numbers
from companion.play.answer import Tap
from companion.referee.notation import UnreadableAction
from companion.tables import ActionEntry, Event, Kind, Table
from tests.kit.logs import Line, events_of
from tests.kit.toy_game import TALLY, Grab

PHONES = ("pa", "pb", "pc")
#: With many of one word, so that both taps want the same thing often.
WORDS = (
    "grab ruby",
    "grab opal",
    "grab ruby",
    "take 1",
    "take 2",
    "take 3",
    "peek",
    "roll",
    "nope",
)
PAIRS = 60

Answers = tuple[Any, ...]


@pytest.fixture
def store(stores: Callable[..., TableStore]) -> TableStore:
    store = stores()
    store.catalogue = {"tally": TALLY}
    return store


@pytest.fixture(autouse=True)
def quick_switches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads take turns a thousand times as often as they do, and dice show the same."""
    monkeypatch.setattr(Grab, "corrects", lambda self, s: True)
    monkeypatch.setattr(chance, "draw_items", lambda wanted: wanted.pool[: wanted.count])
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.long
def test_two_taps_at_once_are_one_after_the_other(store: TableStore) -> None:
    lot, matters = random.Random(47), 0
    with ThreadPoolExecutor(2) as threads:
        for number in range(PAIRS):
            lines = begun(lot)
            taps = [tap(lot, len(lines)), tap(lot, len(lines))]
            if lot.random() < 0.15:
                # A line that broke: the phone sends it again.
                taps[1] = taps[0]
            ways = [lot.choice([act.play_tap, numbers.play_number_tap]) for _ in taps]
            calls = list(zip(ways, taps, strict=True))
            first, second = (
                in_turn(store, f"T{number}{order}", lines, calls, order) for order in (1, -1)
            )
            both = together(store, f"B{number}", lines, calls, threads)
            assert both in (first, second), taps
            matters += first != second
    assert matters > PAIRS / 4, "the order matters to too few of the pairs"


def begun(lot: random.Random) -> list[Line]:
    lines: list[Line] = [(0, "opened", "tally 3 pa")]
    lines += [(seat, Kind.TOOK_SEAT.value, phone) for seat, phone in enumerate(PHONES, start=1)]
    lines += [(0, "started", ""), (0, "consent", lot.choice(["0", "1", "1", "all"]))]
    return lines + [(1 + n % 3, "played", "take 1") for n in range(lot.randrange(5))]


def tap(lot: random.Random, seq: int) -> Tap:
    seat = lot.randint(1, 3)
    phone = PHONES[seat - 1] if lot.random() < 0.95 else "somebody"
    seen, intent = seq - lot.choice([0, 0, 1]), f"i{lot.random()}"
    return Tap(phone, seat, lot.choice(WORDS), intent, seen, sure=lot.random() < 0.2)


def opened(store: TableStore, code: str, lines: Sequence[Line]) -> Table:
    return store.create_table(*(replace(event, intent="") for event in events_of(lines, code)))


def in_turn(
    store: TableStore, code: str, lines: Sequence[Line], calls: Sequence[Any], order: int
) -> tuple[list[Answers], list[Answers]]:
    """The answers, in the order of the calls, and what was written."""
    table = opened(store, code, lines)
    answers = [answer(store, code, way, each) for way, each in calls[::order]]
    return answers[::order], written(store, table)


def together(
    store: TableStore,
    code: str,
    lines: Sequence[Line],
    calls: Sequence[Any],
    threads: ThreadPoolExecutor,
) -> tuple[list[Answers], list[Answers]]:
    table, both = opened(store, code, lines), Barrier(2)

    def answered(call: Any) -> Answers:
        both.wait()
        return answer(store, code, *call)

    return list(threads.map(answered, calls)), written(store, table)


def answer(store: TableStore, code: str, way: Any, each: Tap) -> Answers:
    """What an answer says, but for times; a table is its length."""
    try:
        answered = way(store, code, each)
    except (NotAllowed, UnknownSeat, UnreadableAction) as no:
        return type(no), str(no)
    return type(answered), *(_plain(getattr(answered, field.name)) for field in fields(answered))


def _plain(said: Any) -> Any:
    match said:
        case Table():
            return said.seq
        case ActionEntry():
            return said.seq, said.seat, said.action
        case tuple():
            return tuple(map(_plain, said))
    return said


def written(store: TableStore, before: Table) -> list[Answers]:
    events: list[Event] = store.ledger.events(before.code, before.seq)
    return [(each.seq, each.seat, each.kind, each.text, each.intent) for each in events]
