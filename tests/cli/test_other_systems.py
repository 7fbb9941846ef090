"""What another system or disk lacks: the companion starts there, plays, copies and is examined."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.address import print_address
from tests.kit.places import ROOT

pytestmark = pytest.mark.process

SYSTEMS = ROOT / "tests" / "kit" / "systems"
ROUND = runpy.run_path(str(ROOT / ".ci" / "round.py"))
each_system = pytest.mark.parametrize("system", ["windows", "stick"])


@pytest.fixture
def companion(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command, on this system."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SYSTEMS / system), str(ROOT)]))
    command = tmp_path / "companion"
    call = "from companion.cli import main; main()"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{call}" "$@"\n')
    command.chmod(0o755)
    return command


def run(companion: Path, *given: str) -> str:
    done = subprocess.run([companion, *given], capture_output=True, text=True, cwd=companion.parent)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


@each_system
def test_a_round_of_each_game_is_played_copied_and_put_back(
    companion: Path, tmp_path: Path
) -> None:
    with ROUND["served"](companion, tmp_path) as house:
        for path, end in ROUND["PLAYED"].items():
            ROUND["play"](house, path.partition("/")[0], ROUND["round_of"](path, end))
    tables = str(tmp_path / "tables.sqlite")
    before = run(companion, "tables", "--database", tables)
    assert all(title in before for title in ("Crafting the Cosmos", "Empires", "Cosmogenesis"))
    run(companion, "backup", "--database", tables, str(tmp_path / "copy.sqlite"))
    run(
        companion,
        "restore",
        "--database",
        str(tmp_path / "new.sqlite"),
        str(tmp_path / "copy.sqlite"),
    )
    assert run(companion, "tables", "--database", str(tmp_path / "new.sqlite")) == before
    assert "trouble" not in run(companion, "check", "--database", tables).casefold()
    assert run(companion, "doctor", "--database", tables)


@pytest.mark.parametrize(("awaited", "words"), [(True, "in no network"), (False, "your proxy's")])
def test_without_a_network_it_says_what_to_join(
    awaited: bool, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it was told to serve this machine alone, a proxy stands before it."""
    print_address("http://127.0.0.1:8000", network_awaited=awaited)
    said = capsys.readouterr().out
    assert words in said and ("proxy" in said) is not awaited


@pytest.mark.parametrize("system", ["windows"])
def test_several_servers_are_for_another_system(companion: Path, tmp_path: Path) -> None:
    said = run(companion, "serve", "--cores", "2", "--database", str(tmp_path / "tables.sqlite"))
    assert "On Windows there is one server: leave out --cores." in said
