"""Meanwhile: what phones do while something befalls the servers, and how they fare."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence

from companion.ledger import Ledger, SharedLedger
from tests.kit.hall import HallPhone
from tests.kit.hall_games import check, in_threads, ledger_of, new_tables, phones_at, tap_at_once
from tests.kit.served import until

#: Tables of four phones, and taps of each phone until it is looked whether all show the same.
TABLES, TAPS = 2, 3


class Meanwhile:
    """`follows`: seconds, the longest that it took until all four phones of a table showed the
    newest version, once it was in the log and none of them tapped.
    """

    def __init__(self, database: str, ports: Sequence[int]) -> None:
        self.follows = 0.0
        self._over = threading.Event()
        self._rounds = Counter[int]()
        self._phones: dict[int, Sequence[HallPhone]] = {}
        self._database, self._ports = database, ports
        self._tables = new_tables(database, "small", TABLES, 0)

    def during(self, happen: Callable[[], None]) -> None:
        """All phones tap until it has happened; then everything is looked at."""

        def happen_at_last() -> None:
            try:
                happen()
            finally:
                self._over.set()

        in_threads([happen_at_last, *(self._at(each) for each in range(TABLES))])

    def flows(self) -> bool:
        """Returns when every table has done one round more, begun after now; False where one has
        given up.
        """
        wanted = {table: self._rounds[table] + 2 for table in range(TABLES)}
        until(
            lambda: self._over.is_set() or all(self._rounds[t] >= n for t, n in wanted.items()),
            "taps came through no more",
        )
        return not self._over.is_set()

    def _at(self, table: int) -> Callable[[], None]:
        """The work of the four phones of this table."""

        def play() -> None:
            try:
                self._play(table)
            finally:
                self._over.set()

        return play

    def _play(self, table: int) -> None:
        seats = self._tables[table]
        with phones_at(self._ports, seats, table) as phones, ledger_of(self._database) as ledger:
            self._phones[table] = phones
            while not self._rounds[table] or not self._over.is_set():
                tap_at_once(phones, TAPS, self._rounds[table])
                self._follow(ledger, phones)
                self._rounds[table] += 1
            check(ledger, phones, "panel-cells")

    def _follow(self, ledger: Ledger, phones: Sequence[HallPhone]) -> None:
        assert isinstance(ledger, SharedLedger)
        newest = ledger.newest_event_numbers([phones[0].code])[phones[0].code]
        begun = time.monotonic()
        until(
            lambda: all(phone.seen >= newest for phone in phones),
            f"not all phones came to {newest}",
        )
        self.follows = max(self.follows, time.monotonic() - begun)

    @property
    def taps(self) -> int:
        """That were answered."""
        return sum(len(phone.answers) for phone in self._all())

    def _all(self) -> list[HallPhone]:
        return [phone for each in list(self._phones.values()) for phone in each]

    def __str__(self) -> str:
        phones = self._all()
        again = sum(phone.sent_again for phone in phones)
        longest = max((phone.longest for phone in phones), default=0.0)
        errors = sum((phone.errors for phone in phones), Counter[int]())
        said = " and ".join(f"{times} of {status}" for status, times in sorted(errors.items()))
        given_up = sum(len(phone.faults) for phone in phones)
        told = f"{again}, {longest:.1f} s, {self.follows:.1f} s"
        return f"{told}; {said or 'none'}, {given_up}"
