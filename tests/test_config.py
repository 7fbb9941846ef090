"""What the program is told from outside, and the secret that it makes for itself."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion import config
from companion.config import config_from_environment, secret_beside_database
from companion.networks import local_address
from tests.kit.places import CODE


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    database = tmp_path / "companion.sqlite"
    first = secret_beside_database(database)
    assert len(first) >= 40
    assert secret_beside_database(database) == first
    file = tmp_path / "companion.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["companion.secret"]


def test_two_databases_have_two_secrets(tmp_path: Path) -> None:
    assert secret_beside_database(tmp_path / "a.sqlite") != secret_beside_database(
        tmp_path / "b.sqlite"
    )


def test_a_secret_that_others_may_read_is_closed_again(tmp_path: Path) -> None:
    secret_beside_database(tmp_path / "a.sqlite")
    file = tmp_path / "a.secret"
    file.chmod(0o644)
    secret_beside_database(tmp_path / "a.sqlite")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.process
def test_processes_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from companion.config import secret_beside;"
        "print(secret_beside(pathlib.Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.sqlite")]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({each.communicate()[0] for each in started}) == 1


def test_what_is_passed_in_wins_over_the_environment(tmp_path: Path) -> None:
    told = {
        "COMPANION_DATABASE": str(tmp_path / "deep" / "a.sqlite"),
        "COMPANION_ORIGINS": "https://a.example/, https://b.example",
        "COMPANION_HEARTBEAT": "3",
        "COMPANION_QUIET": "20",
    }
    found = config_from_environment(told)
    assert found.database == tmp_path / "deep" / "a.sqlite"
    assert found.database.parent.is_dir()
    assert found.origins == ("https://a.example", "https://b.example")
    assert found.heartbeat == 3
    assert found.quiet == 20
    assert config_from_environment(told, database=tmp_path / "b.sqlite").database.name == "b.sqlite"


def test_caches_have_an_eighth_of_the_memory_or_what_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def room(machine: int, said: int = 0) -> int:
        monkeypatch.setattr(config, "machine_megabytes", lambda: machine)
        found = config.cache_room(said)
        assert found.memo_results >= 20
        return (found.view_bytes + found.html_bytes) // 750_000

    assert [room(128), room(512), room(1024), room(64_000)] == [32, 64, 128, 400]
    assert room(512, 20) == 20
    monkeypatch.undo()
    whole = config.machine_megabytes()
    limit = tmp_path / "memory.max"
    for written, expected in (("max", whole), ("100000000", 100), ("", whole)):
        limit.write_text(written)
        monkeypatch.setattr(config, "CGROUP_LIMIT_FILE", limit)
        assert config.machine_megabytes() == expected


def test_the_address_in_the_house_is_one_of_four_numbers() -> None:
    numbers = local_address().split(".")
    assert len(numbers) == 4 and all(0 <= int(number) <= 255 for number in numbers)


def test_nothing_but_the_settings_read_the_environment() -> None:
    readers = {
        file.relative_to(CODE).as_posix()
        for file in CODE.rglob("*.py")
        if re.search(r"\bos\.environ|\bgetenv", file.read_text(encoding="utf-8"))
    }
    assert readers == {"settings.py"}
    assert os.environ is not None
