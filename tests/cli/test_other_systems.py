"""What another system or disk lacks: the companion starts there, plays, copies and is examined."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import address
from companion.cli.address import print_address
from tests.kit.places import ROOT
from tests.kit.ports import free_port

pytestmark = pytest.mark.process

SYSTEMS = ROOT / "tests" / "kit" / "systems"
ROUND = runpy.run_path(str(ROOT / ".ci" / "round.py"))
#: Quick tests that between them write, lock, copy, replace and delete files, and serve: some 12
#: seconds of a processor.
CHOICE = (
    "tests/ledger",
    "tests/play/test_act.py",
    "tests/play/test_lobby.py",
    "tests/web/routes/test_lobby.py",
)
each_system = pytest.mark.parametrize("system", ["windows", "stick"])


@pytest.fixture
def companion(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command, on this system."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SYSTEMS / system), str(ROOT)]))
    # What the run of the tests is told is no setting of a house.
    for name in [each for each in os.environ if each.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
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
    said = run(companion, "doctor", "--port", str(free_port()), "--database", tables)
    well = {line[7:].partition(":")[0] for line in said.splitlines() if line.startswith("well")}
    assert {"database", "SQLite", "rights", "key", "disk", "port", "proxy"} <= well, said
    # The network and the time zone are this machine's.
    wrong = {line[7:].partition(":")[0] for line in said.splitlines() if line.startswith("wrong")}
    assert wrong <= {"names", "tunnel", "time zone"}, said


@pytest.mark.parametrize(("awaited", "words"), [(True, "in no network"), (False, "your proxy's")])
def test_without_a_network_it_says_what_to_join(
    awaited: bool,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it was told to serve this machine alone, a proxy stands before it."""
    monkeypatch.setattr(address, "own_ipv6_addresses", list)
    print_address("http://127.0.0.1:8000", network_awaited=awaited)
    said = capsys.readouterr().out
    assert words in said and ("proxy" in said) is not awaited


@pytest.mark.parametrize("system", ["windows"])
@pytest.mark.parametrize(
    "asked",
    [
        "import fcntl",
        "import os; os.geteuid()",
        "import os; os.open('.', 0)",
        "import socket; socket.AF_UNIX",
        "import signal; signal.SIGHUP",
        "import os; os.replace('new', 'held')",
        "from pathlib import Path; Path('new').replace('held')",
        "from pathlib import Path; Path('held').unlink()",
        "from pathlib import Path; Path('12:30').write_text('')",
        "from pathlib import Path; Path('aux.txt').write_text('')",
    ],
)
def test_the_stand_in_refuses_what_windows_does(
    companion: Path, tmp_path: Path, asked: str
) -> None:
    """Of the companion's own code alone."""
    held = "import io; held = io.FileIO('held', 'w'); io.FileIO('new', 'w').close()\n"
    for name, expected in (("companion.made_up", 1), ("a_library", 0)):
        call = f"exec(compile({asked!r}, 'made up', 'exec'), {{'__name__': {name!r}}})"
        done = subprocess.run(
            [sys.executable, "-c", held + call], cwd=tmp_path, capture_output=True, check=False
        )
        assert done.returncode == expected, (name, done.stderr)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("system", ["windows"])
def test_quick_tests_of_every_layer_hold_there(companion: Path) -> None:
    kept = {name: each for name, each in os.environ.items() if not name.startswith("PYTEST_")}
    wish = {"COMPANION_TESTS": "some", "COMPANION_TEST_LEDGER": "sqlite"}
    command = [sys.executable, "-m", "pytest", "--randomly-seed", "1", "-p", "no:cacheprovider"]
    command += ["-m", "not (elsewhere or browser or postgres or process or long)", *CHOICE]
    done = subprocess.run(
        command, cwd=ROOT, env=kept | wish, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize("system", ["windows"])
@pytest.mark.parametrize("letters", ["cp1252", "cp850", "gbk", "utf-8"])
def test_a_console_of_few_letters_shows_what_it_can(
    companion: Path, tmp_path: Path, letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is named after somebody whose letters it lacks; it may lack the code's blocks."""
    home = tmp_path / "Łucja 🎲"
    home.mkdir()
    monkeypatch.setenv("PYTHONIOENCODING", letters)
    place = ("--database", str(home / "tables.sqlite"), "--port", str(free_port("0.0.0.0")))
    serving = subprocess.Popen([companion, "serve", *place], stdout=-1, stderr=-1)
    said = b""
    while b"Ctrl-C" not in said:
        line = serving.stdout.readline()
        assert line, serving.communicate()
        said += line
    serving.terminate()
    told = serving.communicate(timeout=60)[1]
    assert b"Traceback" not in told and serving.returncode == 0
    shown = said.decode(letters)
    assert ("Łucja" if letters == "utf-8" else "ucja") in shown
    drawn = letters in ("cp850", "utf-8")
    assert ("\u2580" in shown, "can't draw the QR code" in shown) == (drawn, not drawn)
    for command in (["doctor", *place], ["tables", *place[:2]]):
        done = subprocess.run([companion, *command], capture_output=True)
        assert b"Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize("system", ["windows"])
def test_several_servers_are_for_another_system(companion: Path, tmp_path: Path) -> None:
    said = run(companion, "serve", "--cores", "2", "--database", str(tmp_path / "tables.sqlite"))
    assert "On Windows there is one server: leave out --cores." in said
