"""Games of the hall, with taps at the same instant, and what must be true afterwards."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from companion.ledger import Ledger
from companion.ledger.opening import open_ledger
from companion.ledger.where import parse_database_location
from companion.tables import Table, table_from_events
from tests.kit.filled_ledgers import GAMES, PLAYS, Ledgers, game_at_random
from tests.kit.hall import HallPhone, wait_until_all_show

SEATS = 4
#: An app is made for it, one at a time: Python 3.11 parses in one thread only.
_SEATING = threading.Lock()


def new_tables(database: str, slug: str, tables: int, each: int) -> list[dict[str, Any]]:
    """New tables with four phones each, in the database, and what they will play."""
    with _SEATING, closing(Ledgers(parse_database_location(database))) as ledgers:
        return ledgers.tables(slug, tables, each)


def whole_games(database: str, slug: str, tables: int) -> list[dict[str, Any]]:
    """The same, with a game from its first action to its last."""
    with _SEATING, closing(Ledgers(parse_database_location(database))) as ledgers:
        games = (game_at_random(slug, number % PLAYS) for number in range(tables))
        return [ledgers.table(slug, [], game) for game in games]


@contextmanager
def phones_at(ports: Sequence[int], table: dict[str, Any], seed: int) -> Iterator[list[HallPhone]]:
    phones = [HallPhone(ports, table, seat, seed * 10 + seat) for seat in range(1, SEATS + 1)]
    try:
        wait_until_all_show(phones, first_seq(phones))
        yield phones
    finally:
        for phone in phones:
            phone.close()
        for phone in phones:
            phone.join()


def first_seq(phones: Sequence[HallPhone]) -> int:
    """What a table begins with: whoever of them was told first says it."""
    while not any(phone.seen for phone in phones):
        threading.Event().wait(0.02)
    return max(phone.seen for phone in phones)


def tap_at_once(phones: Sequence[HallPhone], taps: int, seed: int) -> None:
    """All four tap cells of the small game as fast as they can, some of them twice at once."""
    failures: list[BaseException] = []

    def play(phone: HallPhone) -> None:
        chance = random.Random(seed * 100 + phone.seat)
        try:
            for _ in range(taps):
                status = phone.tap(f"tap {chance.randint(1, 9)}", twice=chance.random() < 0.2)
                assert status == 200, f"seat {phone.seat} was told {status}"
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=play, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def play_through(phones: Sequence[HallPhone], moves: Sequence[tuple[int, str]], seed: int) -> None:
    """A game as it was recorded; some of its taps come to two servers at the same instant."""
    chance = random.Random(seed)
    for seat, action in moves:
        phone = phones[seat - 1]
        assert phone.tap(action, twice=chance.random() < 0.3) == 200, (seat, action)


def check(ledger: Ledger, phones: Sequence[HallPhone], panel: str = "") -> Table:
    """Nothing lost, doubled, silent or out of order, and every phone shows the same."""
    code = phones[0].code
    events = ledger.events(code)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    intents = Counter(event.intent for event in events if event.intent and event.kind == "played")
    kept = {intent for phone in phones for intent, status in phone.answers if status == 200}
    refused = {intent for phone in phones for intent, status in phone.answers if status == 422}
    assert kept - set(intents) == set(), "lost"
    assert [intent for intent, times in intents.items() if times > 1] == [], "doubled"
    assert refused & set(intents) == set(), "refused, and counts all the same"
    assert [fault for phone in phones for fault in phone.faults] == []
    wait_until_all_show(phones, len(events))
    for phone in phones:
        for seqs in phone.seqs:
            assert seqs == sorted(seqs), "out of order"
    if panel:
        shown = [phone.numbers[panel] for phone in phones]
        assert all(each == shown[0] for each in shown) and shown[0], "they show different things"
    table = table_from_events(events, GAMES)
    assert table is not None
    return table


@contextmanager
def ledger_of(database: str) -> Iterator[Ledger]:
    with closing(open_ledger(parse_database_location(database), 60.0)) as ledger:
        yield ledger


def in_threads(work: Sequence[Callable[[], None]]) -> None:
    """All of it at once; the first failure is everybody's. A run that is ended waits for none."""
    failures: list[BaseException] = []

    def run(each: Callable[[], None]) -> None:
        try:
            each()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(each,), daemon=True) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
