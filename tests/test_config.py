"""What the program is told from outside, and the secret that it makes for itself."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

from companion.config import config_from_environment, local_address, secret_beside_database
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
    config = config_from_environment(told)
    assert config.database == tmp_path / "deep" / "a.sqlite"
    assert config.database.parent.is_dir()
    assert config.origins == ("https://a.example", "https://b.example")
    assert config.heartbeat == 3
    assert config.quiet == 20
    assert config_from_environment(told, database=tmp_path / "b.sqlite").database.name == "b.sqlite"


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
