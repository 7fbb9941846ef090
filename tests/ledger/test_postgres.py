"""What only the ledger in PostgreSQL does: one transaction for all that wait, nobody held up by
somebody else's lock, a server that goes and comes back, servers that start at the same moment."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from companion.config import config_from_environment
from companion.ledger import DatabaseTooNew, EventNumberTaken, TableDeleted, Unavailable
from companion.ledger.opening import open_ledger
from companion.ledger.postgres.keys import database_secret_key, replace_database_key
from companion.ledger.postgres.ledger import PostgresLedger
from companion.ledger.where import PostgresAddress, parse_database_location
from companion.tables import Event
from tests.kit.postgres import Postgres, running
from tests.kit.relay import relaying
from tests.kit.served import GENEROUS, until


def event(seq: int, code: str = "K7QX", text: str = "take 1", seat: int = 1) -> Event:
    return Event(code, seq, 1000.25 + seq, seat, "played", text, f"{code}-{seq}")


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def ledger(address: str) -> Iterator[PostgresLedger]:
    with closing(PostgresLedger(address)) as opened:
        yield opened


@pytest.fixture(scope="module")
def mortal() -> Iterator[Postgres]:
    """A server that tests may kill."""
    with running() as server:
        yield server


def together(ledger: PostgresLedger, events: list[Event]) -> dict[int, str]:
    """All of them wait before the first is written; what became of each, by its place."""
    results: dict[int, str] = {}

    def append(number: int) -> None:
        try:
            ledger.append(events[number])
            results[number] = "kept"
        except (ValueError, EventNumberTaken, TableDeleted, Unavailable) as refusal:
            results[number] = type(refusal).__name__

    threads = [threading.Thread(target=append, args=(each,)) for each in range(len(events))]
    with ledger._turn:
        for thread in threads:
            before = len(ledger._waiting)
            thread.start()
            # What cannot be kept whatever the database says to it never joins the queue.
            while len(ledger._waiting) == before and thread.is_alive():
                thread.join(0.001)
    for thread in threads:
        thread.join(60)
    return results


def transactions(address: str) -> int:
    with psycopg.connect(address) as line:
        found = line.execute("SELECT count(DISTINCT xmin::text) FROM events").fetchone()
    assert found
    return int(found[0])


@pytest.mark.postgres
def test_all_that_wait_are_written_in_one_transaction(ledger: PostgresLedger, address: str) -> None:
    told = together(ledger, [event(1, f"T{number:02}") for number in range(12)])
    assert set(told.values()) == {"kept"}
    assert len(ledger.table_codes()) == 12
    assert transactions(address) == 1


@pytest.mark.postgres
def test_what_cannot_be_kept_harms_nobody_else(ledger: PostgresLedger) -> None:
    """Neither a text that is none nor a number that no column holds; found here, or only there."""
    bad = [event(1, "M2M2", "\ud800"), event(1, "M3M3", "a\0b"), event(1, "M4M4", seat=2**70)]
    good = [event(1), event(1, "L2L2"), event(5, "L2L2"), event(1, "N2N2")]
    told = together(ledger, [*good[:2], *bad, *good[2:]])
    assert [told[place] for place in (0, 1, 6)] == ["kept"] * 3
    assert all("Error" in told[place] for place in (2, 3, 4)) and told[5] == "TableDeleted"
    assert ledger.table_codes() == ["K7QX", "L2L2", "N2N2"]
    assert ledger.events("L2L2") == good[1:2]


@contextmanager
def locked(address: str, code: str) -> Iterator[None]:
    """Another server has stopped in the middle of writing this table."""
    with psycopg.connect(address) as line:
        line.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [code])
        yield


@pytest.mark.postgres
def test_a_table_that_is_held_holds_up_no_other(address: str) -> None:
    # The database is there: however long its lines take to open, they are waited for.
    with closing(PostgresLedger(address, timeout=GENEROUS)) as ledger:
        ledger.append(event(1))
        with locked(address, "K7QX"):
            told = together(ledger, [event(2), event(1, "M2M2"), event(1, "N2N2")])
        assert told == {0: "Unavailable", 1: "kept", 2: "kept"}
        ledger.append(event(2))
        assert ledger.events("K7QX") == [event(1), event(2)]


def wait_for_more(kept: list[int], thread: threading.Thread) -> None:
    """Until the thread has kept some more events."""
    before = len(kept)
    while len(kept) < before + 20:
        thread.join(0.01)
        assert thread.is_alive()


@pytest.mark.postgres
def test_a_server_that_is_killed_and_comes_back_has_all_and_is_waited_for(
    mortal: Postgres,
) -> None:
    kept: list[int] = []
    stop = threading.Event()
    with closing(PostgresLedger(mortal.new_database(), timeout=60)) as ledger:

        def tap() -> None:
            while not stop.is_set():
                ledger.append(event(len(kept) + 1))
                kept.append(len(kept) + 1)

        thread = threading.Thread(target=tap)
        thread.start()
        try:
            wait_for_more(kept, thread)
            mortal.kill()
            mortal.start()
            wait_for_more(kept, thread)
        finally:
            stop.set()
            thread.join(GENEROUS)
        assert [each.seq for each in ledger.events("K7QX")] == kept


@pytest.mark.postgres
def test_one_that_stays_away_is_told_and_not_waited_for_by_everybody(mortal: Postgres) -> None:
    with closing(PostgresLedger(mortal.new_database(), timeout=0.5)) as ledger:
        ledger.append(event(1))
        mortal.kill()
        for ask in (lambda: ledger.append(event(2)), lambda: ledger.events("K7QX")):
            with pytest.raises(Unavailable) as failure:
                ask()
            assert failure.value.kind == "unreachable"
        mortal.start()
        # It is there again; how soon a line to it is open is another matter.
        ledger._pool._timeout = GENEROUS
        ledger.append(event(2))
        assert ledger.events("K7QX") == [event(1), event(2)]


class Broken:
    """A line that breaks once, after what was sent through it has been done."""

    def __init__(self, ledger: PostgresLedger) -> None:
        self._commit: Callable[..., list[Exception | None]] = ledger._commit_on_own_connection
        self.times = 0

    def __call__(self, rows: list[object]) -> list[Exception | None]:
        done = self._commit(rows)
        self.times += 1
        if self.times == 1:
            for row in rows:
                row.sent_again = True  # type: ignore[attr-defined]
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return done


@pytest.mark.postgres
def test_what_was_written_as_its_line_broke_counts_once(ledger: PostgresLedger) -> None:
    ledger._commit_on_own_connection = broken = Broken(ledger)  # type: ignore[method-assign]
    ledger.append(event(1))
    assert broken.times == 2
    assert ledger.events("K7QX") == [event(1)]
    with pytest.raises(EventNumberTaken):
        ledger.append(Event("K7QX", 1, 1.0, 1, "played", "take 2"))


def test_nobody_is_there(tmp_path: Path) -> None:
    nowhere = PostgresAddress(f"postgresql://nobody@/nothing?host={tmp_path}")
    with pytest.raises(Unavailable) as failure:
        open_ledger(nowhere, timeout=0.1)
    assert failure.value.kind == "unreachable"


@pytest.mark.postgres
def test_a_newer_ledger_is_not_touched(address: str) -> None:
    PostgresLedger(address).close()
    with psycopg.connect(address) as line:
        line.execute("INSERT INTO companion_migrations (name) VALUES ('999-from-the-future')")
    with pytest.raises(DatabaseTooNew):
        PostgresLedger(address)


@pytest.mark.postgres
def test_a_migration_that_fails_leaves_the_database_as_it_was(address: str) -> None:
    with psycopg.connect(address) as line:
        line.execute("CREATE TABLE rulings (something text)")
    with pytest.raises(Unavailable):
        PostgresLedger(address)
    with psycopg.connect(address) as line:
        assert line.execute("SELECT to_regclass('events')").fetchone() == (None,)


OPEN = """
import sys
from companion.ledger.postgres.ledger import PostgresLedger
print('here', flush=True)
sys.stdin.readline()
PostgresLedger(sys.argv[1], 60).close()
"""


@pytest.mark.postgres
def test_several_servers_may_start_on_one_empty_database(
    address: str, ledger_of: Callable[[str], PostgresLedger]
) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(3)
    ]
    for child in children:
        assert child.stdin is not None and child.stdout is not None
        assert child.stdout.readline() == b"here\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"go\n")
        child.stdin.flush()
    for child in children:
        child.communicate(timeout=60)
    assert [child.returncode for child in children] == [0, 0, 0]
    ledger_of(address).append(event(1))


@pytest.fixture
def ledger_of() -> Iterator[Callable[[str], PostgresLedger]]:
    opened: list[PostgresLedger] = []

    def open_one(address: str) -> PostgresLedger:
        opened.append(PostgresLedger(address))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.mark.postgres
def test_all_servers_sign_with_the_same_key(address: str) -> None:
    first = config_from_environment({"COMPANION_DATABASE": address})
    again = config_from_environment({}, database=parse_database_location(address))
    assert first.secret == again.secret and len(first.secret) >= 32
    replace_database_key(address, "x" * 40)
    assert database_secret_key(address, "never used") == "x" * 40
    told = config_from_environment({"COMPANION_DATABASE": address, "COMPANION_SECRET": "s" * 32})
    assert told.secret == "s" * 32


def test_a_password_is_in_no_word_of_ours() -> None:
    told = PostgresAddress("postgresql://me:hunter2@db1,db2:5433/cosmos?sslmode=require")
    assert str(told) == "postgresql://db1,db2:5433/cosmos" and "hunter2" not in repr(told)


@pytest.mark.postgres
def test_a_server_that_is_cut_off_in_the_middle_of_writing_leaves_nothing_locked(
    postgres: Postgres, address: str
) -> None:
    """The others go on at the same table; what was on its way counts as a whole, or not at all."""
    port = str(postgres.port)
    with closing(PostgresLedger(address, GENEROUS)) as other:
        with relaying(postgres.port) as relay:
            cut_off = PostgresLedger(address.replace(port, str(relay.port)), timeout=0.5)
            cut_off.append(event(1))
            relay.last_chunk(event(2).intent.encode())
            writing = threading.Thread(target=together, args=(cut_off, [event(2)]))
            writing.start()
            assert relay.passed.wait(30)
            until(lambda: len(other.events("K7QX")) == 2, "it was not written as a whole")
            other.append(event(3))
        writing.join()
        cut_off.close()


@pytest.mark.postgres
def test_a_line_whose_other_end_has_vanished_does_not_stay(ledger: PostgresLedger) -> None:
    found = ledger._writing_connection().execute("SHOW tcp_keepalives_idle").fetchone()
    assert found == ("5",)
