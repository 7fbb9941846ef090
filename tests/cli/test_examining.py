"""companion doctor: each thing that is wrong is said with what mends it, and nothing is changed."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections import namedtuple
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database

from companion.cli import address, examining, main
from companion.config import secret_beside_database
from companion.ledger import Unavailable, opening
from companion.ledger.daily import Backups
from companion.ledger.postgres.ledger import PostgresLedger
from companion.ledger.sqlite import SqliteLedger
from companion.networks import TUNNEL, OwnAddress
from companion.server import sockets
from companion.tables import Event
from tests.kit.ledgers import Databases

RELEASED = Path(__file__).parents[1] / "ledger" / "released"
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house in good order, in a network, with much room."""
    # What the run of the tests is told is no setting of a house.
    for name in [each for each in os.environ if each.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
    file = tmp_path / "companion.sqlite"
    secret_beside_database(file)
    ledger = SqliteLedger(file)
    ledger.append(Event("AAAA", 1, time.time() - 60, 0, "opened", "crafting 2 pa"))
    ledger.close()
    monkeypatch.setattr(examining, "local_address", lambda ipv6: "192.168.1.7")
    monkeypatch.setattr(examining, "own_addresses", lambda: (OwnAddress("192.168.1.7", "wlan0"),))
    monkeypatch.setattr(examining, "own_ipv6_addresses", list)
    monkeypatch.setattr(examining, "CONTAINER_MARKS", ())
    monkeypatch.setattr(examining.shutil, "disk_usage", lambda _: Usage(9, 0, 10**10))
    return file


@pytest.fixture
def port() -> int:
    with socket.create_server(("0.0.0.0", 0)) as free:
        return int(free.getsockname()[1])


def run_doctor(database: Path, port: int, *more: str, **env: str) -> Result:
    told = ["doctor", "--database", str(database), "--port", str(port), *more]
    return CliRunner().invoke(main, told, env=dict(env), catch_exceptions=False)


def wrong(result: Result) -> list[str]:
    return [line[7:] for line in result.output.splitlines() if line.startswith("wrong")]


def test_a_house_in_good_order(database: Path, port: int) -> None:
    result = run_doctor(database, port)
    assert (result.exit_code, wrong(result)) == (0, [])
    looked_at = {line[7:].partition(":")[0] for line in result.output.splitlines()[:-1]}
    assert looked_at == {
        *("settings", "database", "SQLite", "rights", "key", "clock", "time zone", "disk"),
        *("backups", "port", "names", "proxy"),
    }


@pytest.mark.parametrize("schema", [1, 2, 4, 5])
def test_an_older_database_is_told_and_left_as_it_is(
    database: Path, port: int, schema: int
) -> None:
    shutil.copy(RELEASED / f"schema-{schema}.db", database)
    database.chmod(0o600)
    before = database.read_bytes()
    result = run_doctor(database, port)
    assert wrong(result) == [] and database.read_bytes() == before
    assert ("the next start brings it up to date" in result.output) is (schema < 5)


def test_what_is_wrong_with_files_and_key_is_told(database: Path, port: int) -> None:
    key = database.with_suffix(".secret")
    key.chmod(0o640)
    assert wrong(run_doctor(database, port)) == [f"rights: others can read {key}"]
    assert f"chmod 600 {key}" in run_doctor(database, port).output
    key.unlink()
    assert wrong(run_doctor(database, port)) == [f"key: {key} isn't there"]
    assert not key.exists(), "it makes none"
    database.write_bytes(b"no database" * 100)
    assert any(line.startswith("database: ") for line in wrong(run_doctor(database, port)))


def test_a_newer_database_is_told(database: Path, port: int) -> None:
    db = Database(database)
    names = next(name for name in db.table_names() if "migrations" in name)
    row = {**next(iter(db[names].rows)), "id": 99, "name": "99-of-tomorrow"}  # type: ignore[union-attr]
    db[names].insert(row)  # type: ignore[union-attr]
    db.close()
    result = run_doctor(database, port)
    assert wrong(result) == [f"database: a newer version wrote {database}"]
    assert "Update the companion." in result.output


def test_a_clock_behind_the_newest_event_and_a_full_disk(
    database: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(examining.time, "time", lambda: now - 86_400)
    monkeypatch.setattr(examining.shutil, "disk_usage", lambda _: Usage(9, 9, 5_000_000))
    kinds = [line.partition(":")[0] for line in wrong(run_doctor(database, port))]
    assert kinds == ["clock", "disk"]


def test_backups_that_are_late_or_broken(database: Path, port: int) -> None:
    backups = Backups(database, 7, lambda: time.time() - 3 * 86_400)
    made = backups.make_copy()
    assert [line[:16] for line in wrong(run_doctor(database, port))] == ["backups: the new"]
    now = Backups(database, 7, time.time).make_copy()
    assert wrong(run_doctor(database, port)) == []
    now.write_bytes(now.read_bytes()[:-4096])
    assert [line.startswith(f"backups: {now}") for line in wrong(run_doctor(database, port))] == [
        True
    ]
    assert made.exists()


def test_a_sqlite_that_is_too_old_is_told(
    database: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (opening, examining):
        monkeypatch.setattr(module, "SQLITE_VERSION", "3.36.0")
    assert wrong(run_doctor(database, port)) == ["SQLite: 3.36.0"]
    with pytest.raises(Unavailable, match=r"is too old: 3\.37 or newer is needed"):
        opening.open_ledger(database)


def test_a_backup_from_the_future_is_told(database: Path, port: int) -> None:
    ahead = Backups(database, 7, lambda: time.time() + 40 * 86_400).make_copy()
    Backups(database, 7, time.time).make_copy()
    assert wrong(run_doctor(database, port)) == [f"backups: {ahead} is from the future"]


def test_linux_inside_windows_is_told_where_to_start_it(
    database: Path, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = tmp_path / "osrelease"
    monkeypatch.setattr(address, "SYSTEM_RELEASE", kernel)
    kernel.write_text("6.6.87.2-microsoft-standard-WSL2\n", encoding="utf-8")
    assert any("inside Windows" in each for each in wrong(run_doctor(database, port)))
    kernel.write_text("6.1.0-35-amd64\n", encoding="utf-8")
    assert wrong(run_doctor(database, port)) == []


def test_a_container_tells_whose_address_phones_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(address, "SYSTEM_RELEASE", tmp_path / "none")
    for mark, told in ((tmp_path, True), (tmp_path / "none", False)):
        monkeypatch.setattr(address, "CONTAINER_MARKS", (mark,))
        address.print_other_addresses("0.0.0.0", "http://172.17.0.2:8000", "")
        assert ("the machine around it" in capsys.readouterr().out) is told


def test_a_port_that_something_else_has(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = int(taken.getsockname()[1])
        monkeypatch.setattr(sockets, "ANSWER_TIMEOUT_SECONDS", 0.1)
        result = run_doctor(database, port)
    assert [line.partition(":")[0] for line in wrong(result)] == ["port"]
    assert f"--port {port + 1}" in result.output


@pytest.mark.postgres
def test_a_postgresql_database_that_is_empty_in_use_newer_and_away(
    database: Path, port: int, databases: Databases
) -> None:
    address = databases.take()
    # Another test may have used it: a new one has nothing in it.
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")

    def examined() -> tuple[list[str], str]:
        command = ["doctor", "--database", address, "--port", str(port)]
        result = CliRunner().invoke(main, command, catch_exceptions=False)
        line = next(line for line in result.output.splitlines() if "database: " in line)
        assert "Traceback" not in result.output
        assert "pg_dump --format=custom" in result.output
        return wrong(result), line

    lines, line = examined()
    assert lines == [] and "the next start brings it up to date" in line
    PostgresLedger(address).close()
    lines, line = examined()
    assert lines == [] and line.endswith(" answers")
    with psycopg.connect(address) as connection:
        connection.execute("INSERT INTO companion_migrations (name) VALUES ('99-of-tomorrow')")
    assert any("newer version wrote" in each for each in examined()[0])
    with psycopg.connect(address) as connection:
        connection.execute("DELETE FROM companion_migrations WHERE name = '99-of-tomorrow'")
    databases.give_back(address)
    address = "postgresql://companion@127.0.0.1:1/companion"
    lines, _ = examined()
    assert [each.partition(":")[0] for each in lines] == ["database"]


def test_settings_names_and_proxy(
    database: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    env: dict[str, Any] = {"COMPANION_PACE": "fast", "COMPANION_PORT": "1"}
    told = wrong(run_doctor(database, port, **env))
    assert len(told) == 2 and all(line.startswith("settings: COMPANION_P") for line in told)
    told = wrong(run_doctor(database, port, COMPANION_PROXIES="1"))
    assert [line.partition(":")[0] for line in told] == ["names", "proxy"]
    behind = {"COMPANION_PROXIES": "1", "COMPANION_HOSTS": "cosmos.example.org"}
    assert wrong(run_doctor(database, port, "--host", "127.0.0.1", **behind)) == []
    monkeypatch.setattr(examining, "local_address", lambda ipv6: "127.0.0.1")
    assert wrong(run_doctor(database, port)) == ["names: this machine is in no network"]


def test_a_tunnel_is_told_beside_the_address_of_the_house(
    database: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A VPN leaves phones of the house outside without a word: whoever looks finds it here."""
    both = (OwnAddress("192.168.1.7", "wlan0"), OwnAddress("10.8.0.6", "tun0", TUNNEL, True))
    monkeypatch.setattr(examining, "own_addresses", lambda: both)
    told = run_doctor(database, port)
    assert wrong(told) == ["tunnel: a tunnel (VPN) is on: tun0 with 10.8.0.6"]
    assert "phones in the house open 192.168.1.7" in told.output


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Berlin", ""),
        ("Nowhere/Town", "time zone: TZ=Nowhere/Town is none that this system knows"),
        ("", "time zone: none is told, so it's UTC"),
    ],
)
def test_the_time_zone_is_told(
    database: Path, port: int, zone: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container has UTC: its evenings would end on another day."""
    monkeypatch.setenv("TZ", zone or "UTC")
    time.tzset()
    monkeypatch.setattr(examining, "CONTAINER_MARKS", (database,))
    try:
        found = wrong(run_doctor(database, port, TZ=zone))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (found == []) if not told else found[0].startswith(told)


def test_a_proxy_is_told_to_need_a_name_of_its_own(database: Path, port: int) -> None:
    env = {"COMPANION_PROXIES": "1", "COMPANION_HOSTS": "cosmos.example.org"}
    told = run_doctor(database, port, "--host", "127.0.0.1", **env).output
    assert "below a path (/cosmos/) it can't be" in told
