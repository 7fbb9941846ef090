"""All tables moved to PostgreSQL and back: everything arrives, or nothing; backups of either."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.keying import config_or_exit
from companion.config import BadSecretKey, ensure_secret
from companion.ledger import StoredNote, StoredRefusal
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation, parse_database_location
from companion.tables import Event, table_from_events
from tests.kit.places import TESTS
from tests.kit.postgres import Postgres
from tests.ledger.test_released import lasting_facts

RELEASED = sorted((TESTS / "ledger" / "released").glob("*.db"))


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def everything(place: DatabaseLocation) -> tuple[object, ...]:
    ledger = open_ledger(place)
    try:
        codes = ledger.table_codes()
        logs = {code: (ledger.events(code), ledger.refusals(code)) for code in codes}
        return logs, ledger.notes("pa", "tally"), ensure_secret(place)
    finally:
        ledger.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A few tables of every kind, and their key."""
    found = tmp_path / "house.sqlite"
    ensure_secret(found)
    ledger = open_ledger(found)
    for code in ("AAAA", "BBBB"):
        ledger.append(Event(code, 1, 10.25, 0, "opened", "crafting 2 pa", "i1", "rules-7"))
        ledger.append(Event(code, 2, 11.1, 1, "named", "Zoë 🪐 \\ \t 'quoted'"))
    ledger.store_refusal(
        StoredRefusal("AAAA", 2, 5.5, 2, "take 3", ("turn.yours", "turn.heap"), "a")
    )
    ledger.store_refusal(StoredRefusal("AAAA", 2, 5.5, 2, "take 3", ()))
    ledger.store_notes([StoredNote("pa", "tally", "tile", "2", 10.0)])
    ledger.close()
    return found


@pytest.mark.postgres
def test_all_of_it_goes_there_and_back(file: Path, postgres: Postgres, tmp_path: Path) -> None:
    address, again = postgres.new_database(), tmp_path / "again.sqlite"
    code, output = run("move", f"sqlite:{file}", address)
    assert code == 0 and "Checked by playing them again: 2 of 2 tables the same." in output
    assert "4 events" in output and "2 refusals" in output
    assert everything(parse_database_location(address)) == everything(file)
    assert run("move", address, f"sqlite:{again}")[0] == 0
    assert everything(again) == everything(file)


@pytest.mark.postgres
@pytest.mark.parametrize("released", RELEASED[-1:], ids=[file.stem for file in RELEASED[-1:]])
def test_real_tables_are_what_they_were(released: Path, postgres: Postgres, tmp_path: Path) -> None:
    file = Path(shutil.copy(released, tmp_path / "companion.sqlite"))
    secret = "s" * 40
    file.with_suffix(".secret").write_text(secret)
    address = postgres.new_database()
    assert run("move", file, address)[0] == 0
    ledger = open_ledger(parse_database_location(address))
    tables = {code: table_from_events(ledger.events(code)) for code in ledger.table_codes()}
    ledger.close()
    before = json.loads(released.with_suffix(".json").read_text(encoding="utf-8"))
    assert {code: lasting_facts(table) for code, table in tables.items() if table} == before
    assert run("check", "--database", address) == (0, f"Tables in good order: {len(before)}\n")


@pytest.mark.postgres
def test_nothing_is_put_among_other_tables(file: Path, postgres: Postgres) -> None:
    address = postgres.new_database()
    assert run("move", file, address)[0] == 0
    before = everything(parse_database_location(address))
    code, output = run("move", file, address)
    assert code == 1 and "Choose an empty database" in output
    assert everything(parse_database_location(address)) == before


@pytest.mark.postgres
def test_what_the_other_cannot_hold_is_said_and_nothing_is_moved(
    file: Path, postgres: Postgres
) -> None:
    address = postgres.new_database()
    ledger = open_ledger(file)
    ledger.append(Event("AAAA", 3, 12.0, 1, "played", "take\0 1"))
    ledger.close()
    code, output = run("move", file, address)
    assert code == 1 and "Traceback" not in output and output.strip()
    assert everything(parse_database_location(address))[0] == {}


@pytest.mark.postgres
def test_a_backup_of_a_server_is_a_file_that_goes_anywhere(
    file: Path, postgres: Postgres, tmp_path: Path
) -> None:
    address, other = postgres.new_database(), postgres.new_database()
    run("move", file, address)
    kept = tmp_path / "kept.sqlite"
    code, output = run("backup", "--database", address, kept)
    assert code == 0 and "4 events" in output
    assert everything(kept) == everything(file)
    assert run("backup", "--database", address, kept)[0] == 1
    assert run("restore", "--database", other, kept)[0] == 0
    assert everything(parse_database_location(other)) == everything(file)


@pytest.mark.postgres
def test_tables_are_listed_and_forgotten_on_a_server_too(file: Path, postgres: Postgres) -> None:
    address = postgres.new_database()
    run("move", file, address)
    code, output = run("tables", "--database", address)
    assert code == 0 and output.splitlines()[-1].startswith("2 tables, ")
    assert run("forget", "--database", address, "aaaa") == (0, "AAAA is deleted.\n")
    assert "BBBB" in run("tables", "--database", address)[1]
    assert run("forget", "--database", address, "--older-than", "1d")[0] == 0
    assert run("tables", "--database", address)[1].startswith("0 tables")


def test_no_database_is_said_plainly(tmp_path: Path) -> None:
    nowhere = f"postgresql://nobody@/nothing?host={tmp_path}"
    for command in (("tables",), ("check",), ("forget", "AAAA")):
        code, output = run(*command, "--database", nowhere)
        assert code == 1 and "can't be used" in output.replace("Can't use", "can't be used")
    assert run("move", tmp_path / "none.sqlite", nowhere)[0] == 1


def with_key(file: Path, key: str) -> Path:
    """A copy of its own."""
    copy = Path(shutil.copy(file, file.with_name(f"{key[0]}.sqlite")))
    copy.with_suffix(".secret").write_text(key)
    return copy


@pytest.mark.postgres
def test_a_backup_without_its_key_is_not_restored_and_with_it_is(
    file: Path, postgres: Postgres
) -> None:
    address, key = postgres.new_database(), file.with_suffix(".secret")
    kept = key.rename(key.with_suffix(".elsewhere"))
    for _ in range(2):
        code, output = run("restore", "--database", address, file)
        assert code == 1 and len(output.splitlines()) == 1
        assert f"{key}: missing" in output and "('" not in output
    assert not key.exists()
    assert everything(parse_database_location(address))[0] == {}
    kept.rename(key)
    assert run("restore", "--database", address, file)[0] == 0
    assert everything(parse_database_location(address)) == everything(file)


@pytest.mark.postgres
def test_one_that_was_killed_in_the_middle_is_repeated(
    file: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database()

    def killed(*_: object) -> None:
        raise SystemExit(9)

    with monkeypatch.context() as killing:
        killing.setattr("companion.ledger.postgres.moving._Server.insert_rows", killed)
        assert run("restore", "--database", address, file)[0] == 9
    assert run("restore", "--database", address, file)[0] == 0
    assert everything(parse_database_location(address)) == everything(file)


@pytest.mark.postgres
def test_where_there_are_tables_no_key_is_changed(file: Path, postgres: Postgres) -> None:
    address, other = postgres.new_database(), with_key(file, "o" * 40)
    assert run("move", file, address)[0] == 0
    code, output = run("move", other, address)
    assert code == 1 and "Choose an empty database" in output
    assert (
        ensure_secret(parse_database_location(address))
        == ensure_secret(file)
        != ensure_secret(other)
    )


@pytest.mark.postgres
def test_where_there_are_tables_no_key_is_made(
    file: Path, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, kept = postgres.new_database(), tmp_path / "kept.sqlite"
    assert run("move", file, address)[0] == 0
    postgres.ask("DELETE FROM keys", address)
    for _ in range(2):
        with pytest.raises(BadSecretKey):
            ensure_secret(parse_database_location(address))
        with pytest.raises(SystemExit, match="--new-key"):
            config_or_exit(parse_database_location(address), "")
    assert run("backup", "--database", address, kept)[0] == 1
    assert not kept.exists()
    # Servers that are all told their key keep none there.
    monkeypatch.setenv("COMPANION_SECRET", "t" * 40)
    assert run("backup", "--database", address, kept)[0] == 0
    assert ensure_secret(kept) == "t" * 40
