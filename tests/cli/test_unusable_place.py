"""A folder, a port, a home that can't be had: words and a remedy, and `doctor` says the same."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.place import place_trouble
from companion.server.sockets import port_trouble
from tests.kit.places import ROOT

STRANGER = 65_534
SERVE = "from companion.cli import main; main()"


@pytest.fixture
def seen_by_all() -> Iterator[Path]:
    """pytest's own folders are root's alone, and each run of pytest sees to that anew."""
    with TemporaryDirectory(prefix="companion-test-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def as_stranger(*asked: str, home: Path | None = None, system: str = "") -> str:
    """What the companion says to a user who owns nothing here, or on another `system`."""
    if os.geteuid() != 0:
        pytest.skip("only root becomes somebody else")
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    env |= {"HOME": str(home)} if home else {}
    if system:
        env["PYTHONPATH"] = f"{ROOT / 'tests' / 'kit' / 'systems' / system}{os.pathsep}{ROOT}"
    done = subprocess.run(
        [sys.executable, "-c", SERVE, *asked],
        cwd="/",
        env=env,
        user=STRANGER,
        group=STRANGER,
        extra_groups=[],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode
    return done.stdout + done.stderr


@pytest.mark.process
@pytest.mark.parametrize("deeper", ["", "made/later"])
def test_another_users_folder_is_said_with_a_remedy(seen_by_all: Path, deeper: str) -> None:
    theirs = seen_by_all / "theirs"
    theirs.mkdir(mode=0o755)
    given = ("--database", str(theirs / deeper / "tables.sqlite"))
    mend = f"install -d -o $USER {theirs / deeper}" if deeper else f"chown -R $USER {theirs}"
    for command in ("serve", "doctor"):
        said = as_stranger(command, *given)
        assert f"{theirs} can't be written" in said and "--database FILE" in said and mend in said


@pytest.mark.process
def test_on_windows_only_trying_tells_and_nobody_is_told_of_sudo(seen_by_all: Path) -> None:
    (seen_by_all / "theirs").mkdir(mode=0o755)
    for command in ("serve", "doctor"):
        said = as_stranger(
            command, "--database", str(seen_by_all / "theirs" / "x.sqlite"), system="windows"
        )
        assert "theirs can't be written" in said and "--database FILE" in said
        assert "sudo chown" not in said
    assert [*(seen_by_all / "theirs").iterdir()] == []


@pytest.mark.process
@pytest.mark.parametrize("deeper", ["", "in/it"])
def test_a_folder_that_only_its_owner_sees_is_said(seen_by_all: Path, deeper: str) -> None:
    theirs = seen_by_all / "private"
    (theirs / "in" / "it").mkdir(parents=True)
    theirs.chmod(0o700)
    for command in ("serve", "doctor"):
        said = as_stranger(command, "--database", str(theirs / deeper / "tables.sqlite"))
        assert f"{theirs} can't be written" in said and "--database FILE" in said


@pytest.mark.process
def test_a_file_that_root_made_is_said(seen_by_all: Path) -> None:
    shared = seen_by_all / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    file = shared / "tables.sqlite"
    file.touch(mode=0o600)
    said = as_stranger("serve", "--port", "0", "--database", str(file))
    assert f"{file} can't be written" in said and f"chown $USER {file}" in said


@pytest.mark.process
def test_without_a_home_the_option_is_named() -> None:
    said = as_stranger("serve", "--port", "0", home=Path("/nowhere/at/all"))
    assert "can't be written" in said and "--database" in said
    assert "$USER /\n" not in said, "nobody takes the whole disk"


def test_a_home_that_nobody_knows_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for unknown in (Path("~/.local/share/x.sqlite"), tmp_path / "~" / "x.sqlite"):
        trouble = place_trouble(unknown)
        assert trouble and "no home folder" in str(trouble) and "--database FILE" in str(trouble)
    assert place_trouble(tmp_path / "home~" / "x.sqlite") is None


def test_a_file_where_a_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for given in (tmp_path / "file" / "x.sqlite", tmp_path / "file" / "deep" / "x.sqlite"):
        said = CliRunner().invoke(main, ["doctor", "--database", str(given)]).output
        assert f"{tmp_path / 'file'} is no folder" in said


def test_a_port_of_the_system_says_which_to_take() -> None:
    refused = OSError(errno.EACCES, "Permission denied")
    found, mend = port_trouble(80, refused)
    assert "port 80" in found and "--port 8000" in mend
    assert "ip_unprivileged_port_start=80" in mend
    assert port_trouble(8000, refused)[1] == "Try --port 8001"
    taken = OSError(errno.EADDRINUSE, "Address already in use")
    assert port_trouble(80, taken)[1] == "Try --port 81"
    assert port_trouble(65_535, taken)[1] == "Try --port 8000"


@pytest.mark.process
def test_measurements_without_their_parts_say_what_to_install() -> None:
    call = "import sys; sys.modules['psycopg'] = None\n" + SERVE
    done = subprocess.run(
        [sys.executable, "-c", call, "bench", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr and done.returncode == 1
    assert "need psycopg" in done.stderr and "pip install" in done.stderr
