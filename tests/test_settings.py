"""What the program is told from outside: each setting once, with its range; nonsense ends it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import fields

from companion.cli import main
from companion.settings import (
    VARIABLE_PREFIX,
    InvalidSettings,
    Settings,
    list_settings,
    platform_hosts,
    read_settings,
    unknown_settings,
)
from tests.kit.places import ROOT
from tests.kit.ports import free_port
from tests.kit.served import SERVE

WRONG = {
    "HEARTBEAT": ("abc", "nan", "-1", "0", "inf", "", "1_0", "1e9", "10s"),
    "STREAMS": ("-5", "0", "1.5", "+3", "many"),
    "STREAMS_EACH": ("-1", "x"),
    "CONNECTIONS_EACH": ("-1", "+3"),
    "PROXIES": ("yes", "-1", "11", "1.5"),
    "LOG": ("LOUD", "10"),
    "LOG_FORMAT": ("xml", ""),
    "PACE": ("", "-0.1", "61", "fast"),
    "QUIET": ("nan", "0", "-300"),
    "NAME": ("Cosmos House", "-a", "a.b", "a" * 41),
    "BACKUPS": ("-1", "daily", "1.5"),
    "TAPS": ("-1", "lots"),
    "LOOKS": ("-1", "infinity"),
    "DATABASE": ("mysql://x", "", "http://h/db", "sqlite:", "/"),
    "HOSTS": ("http://cosmos.house", "a..b", "a/b", "*.example.org"),
    "ORIGINS": ("cosmos.example.org", "ftp://x", "https://"),
    "RELEASE": ("r" * 65,),
}
RIGHT = {
    "HEARTBEAT": {"3": 3.0, " 0.2 ": 0.2},
    "LOG": {"DEBUG": "debug", "": ""},
    "LOG_FORMAT": {"JSON": "json"},
    "TAPS": {"0": 0.0},
    "HOSTS": {"": (), "a.b, .c.d  e": ("a.b", ".c.d", "e")},
    "ORIGINS": {"https://a.b/ http://c:81": ("https://a.b/", "http://c:81")},
    "DATABASE": {"a.sqlite": "a.sqlite", "postgres://h/db": "postgres://h/db"},
}


@pytest.mark.parametrize(("name", "given"), [(n, g) for n, all_ in WRONG.items() for g in all_])
def test_what_cannot_be_is_told_with_its_name_and_what_may_be(name: str, given: str) -> None:
    with pytest.raises(InvalidSettings) as bad:
        read_settings(
            {VARIABLE_PREFIX + name: given, "COMPANION_PROXIES": "1"}
            | {VARIABLE_PREFIX + name: given}
        )
    [wrong] = bad.value.wrong
    assert (
        wrong.name == VARIABLE_PREFIX + name
        and wrong.given == given[:80]
        and len(wrong.allowed) > 5
    )


@pytest.mark.parametrize("name", RIGHT)
def test_what_can_be_is_read(name: str) -> None:
    for given, meant in RIGHT[name].items():
        assert getattr(read_settings({VARIABLE_PREFIX + name: given}), name.lower()) == meant


def test_all_that_is_wrong_is_told_at_once_and_no_password() -> None:
    told = {"DATABASE": "mysql://me:password@host/x", "PACE": "x", "SECRET": "password" * 9}
    with pytest.raises(InvalidSettings) as bad:
        read_settings({VARIABLE_PREFIX + name: value for name, value in told.items()})
    assert [each.name for each in bad.value.wrong] == ["COMPANION_DATABASE", "COMPANION_PACE"]
    assert "password" not in str(bad.value.wrong)


def test_every_setting_has_words_a_range_and_a_line_in_the_papers() -> None:
    papers = (ROOT / "docs" / "HALL.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(COMPANION_\w+)` \| (\S*)", papers, re.MULTILINE)
    assert [name for name, _ in told] == [
        VARIABLE_PREFIX + each.name.upper() for each in fields(Settings)
    ]
    for name, value, allowed, words, was_told in list_settings({}):
        assert words and allowed and not was_told
        in_papers = dict(told)[name]
        assert not value or value == in_papers, f"{name} is {value} without"
    assert unknown_settings({"COMPANION_HEARTBEET": "1", "COMPANION_TAPS": "1"}) == [
        "COMPANION_HEARTBEET"
    ]


def test_the_settings_are_printed_without_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(VARIABLE_PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COMPANION_SECRET", "s" * 40)
    monkeypatch.setenv("COMPANION_DATABASE", "postgresql://me:password@host/tables")
    monkeypatch.setenv("COMPANION_TAPS", "3")
    told = CliRunner().invoke(main, ["settings"]).output
    assert "COMPANION_TAPS=3  (set)\n" in told and "COMPANION_PACE=2.5\n" in told
    assert "postgresql://host/tables" in told and "(told)" in told
    assert "password" not in told and "ssss" not in told
    assert "from 0 to 60 (seconds)" in told


@pytest.mark.process
@pytest.mark.parametrize("cores", [(), ("--cores", "2")])
def test_a_wrong_setting_ends_the_start_in_one_line(tmp_path: Path, cores: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [*SERVE, "--port", str(free_port()), *cores],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "COMPANION_HEARTBEAT": "nan", "HOME": str(tmp_path)},
    )
    assert ended.returncode == 1 and ended.stdout == ""
    told = "COMPANION_HEARTBEAT='nan' can't be: a number from 0.05 to 3600 (seconds)."
    assert ended.stderr.splitlines() == [told]
    assert [*tmp_path.rglob("*.sqlite")] == []


@pytest.mark.parametrize("command", ["tables", "check", "backup", "settings"])
def test_so_it_is_with_every_command(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE", "mysql://x")
    more = ["kept.sqlite"] if command == "backup" else []
    ended = CliRunner().invoke(main, [command, *more])
    assert ended.exit_code == 1 and "COMPANION_DATABASE='mysql://x' can't be" in str(
        ended.exception
    )


def test_another_kind_of_database_is_refused_on_the_command_line() -> None:
    ended = CliRunner().invoke(main, ["tables", "--database", "mysql://x"])
    assert ended.exit_code == 2 and "postgresql://..." in ended.output


def test_a_platform_says_under_which_name_it_is_reached() -> None:
    told = {
        "RENDER_EXTERNAL_HOSTNAME": "cosmos.onrender.com",
        "FLY_APP_NAME": "cosmos",
        "RAILWAY_PUBLIC_DOMAIN": "",
        "HEROKU_APP_DEFAULT_DOMAIN_NAME": "cosmos-1a2b.herokuapp.com",
        "KOYEB_PUBLIC_DOMAIN": "com",
        "WEBSITE_HOSTNAME": "a/b.azurewebsites.net",
    }
    assert sorted(platform_hosts(told)) == [
        *("cosmos-1a2b.herokuapp.com", "cosmos.fly.dev", "cosmos.onrender.com")
    ]


@pytest.mark.process
def test_the_version_is_told() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main()", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    version = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version and told.stdout == f"companion {version[1]}\n"
