"""Setting up: one that was cut short anywhere is taken up again; what is missing is said plainly.

The Python here is a stand-in that notes what it is asked for and installs nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from tests.kit.places import ROOT

pytestmark = pytest.mark.process

#: `-m venv` makes it anew in the new folder, pip with it; BREAK names the step at which it fails.
PYTHON = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  *"import ensurepip"*) [ "$BREAK" != ensurepip ] ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" &&
    [ "$BREAK" != venv ] && touch "$3/pip" ;;
  *"import pip"*) [ -e "$(dirname "$0")/../pip" ] ;;
  "-m pip install"*) [ -e "$(dirname "$0")/../pip" ] && [ "$BREAK" != pip ] &&
    echo "#!$(pwd -P)/.venv/bin/python" > .venv/bin/companion &&
    chmod +x .venv/bin/companion ;;
esac
"""


class Checkout:
    """A folder with what sets the project up, and a Python that pretends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.calls = folder / "calls"
        self.python = folder / "python"
        self.folder.mkdir()
        shutil.copytree(ROOT / ".ci", self.folder / ".ci")
        for name in ("Makefile", "pyproject.toml", "constraints.txt", "serve.command"):
            shutil.copy(ROOT / name, self.folder)
        self.python.write_text(PYTHON, encoding="utf-8")
        self.python.chmod(0o755)

    def make(self, stamp: str = "serve", cut_at: str = "") -> subprocess.CompletedProcess[str]:
        told = {"PYTHON": str(self.python), "CALLS": str(self.calls), "BREAK": cut_at}
        self.calls.write_text("", encoding="utf-8")
        return subprocess.run(
            ["make", f".venv/{stamp}.stamp"],
            cwd=self.folder,
            env={**os.environ, **told},
            capture_output=True,
            text=True,
            check=False,
        )

    def double_click(self, **more: str) -> subprocess.CompletedProcess[str]:
        """What a Mac does with `serve.command`, from another folder."""
        given = {"PYTHON": str(self.python), "CALLS": str(self.calls), "BREAK": "", **more}
        return subprocess.run(
            [self.folder / "serve.command"],
            cwd=self.folder.parent,
            env={**os.environ, **given},
            input="\n",
            capture_output=True,
            text=True,
            check=False,
        )

    def count_calls(self, what: str) -> int:
        return self.calls.read_text(encoding="utf-8").count(what)

    def is_set_up(self) -> bool:
        """A further call has nothing to do."""
        done = self.make()
        return (
            done.returncode == 0
            and self.count_calls("-m venv") + self.count_calls("pip install") == 0
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def _half_made(at: Checkout) -> None:
    """What python3 leaves behind where python3-venv is not installed: a Python without pip."""
    (at.folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(at.python, at.folder / ".venv" / "bin" / "python")


def _no_python(at: Checkout) -> None:
    at.make()
    (at.folder / ".venv" / "bin" / "python").unlink()
    (at.folder / ".venv" / "bin" / "python").symlink_to("/nowhere/python")


def _no_pip(at: Checkout) -> None:
    at.make()
    (at.folder / ".venv" / "pip").unlink()


def _moved(at: Checkout) -> None:
    at.make()
    at.folder = at.folder.rename(at.folder.with_name("moved"))


def _stamp_lost(at: Checkout) -> None:
    at.make()
    (at.folder / ".venv" / "serve.stamp").unlink()


CUT_SHORT: dict[str, Callable[[Checkout], object]] = {
    "nothing there yet": lambda at: None,
    "an empty folder": lambda at: (at.folder / ".venv").mkdir(),
    "a Python without pip": _half_made,
    "while the environment was made": lambda at: at.make(cut_at="venv"),
    "while pip installed": lambda at: at.make(cut_at="pip"),
    "before it was noted as done": _stamp_lost,
    "its Python is gone": _no_python,
    "its pip is gone": _no_pip,
    "the folder was moved": _moved,
}


@pytest.mark.parametrize("how", CUT_SHORT)
def test_a_set_up_that_was_cut_short_is_taken_up_again(checkout: Checkout, how: str) -> None:
    CUT_SHORT[how](checkout)
    done = checkout.make()
    assert done.returncode == 0, done.stderr
    assert (
        checkout.count_calls("-m venv .venv") == 1 and checkout.count_calls("-m pip install") == 1
    )
    assert checkout.is_set_up()


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_new_requirements_are_installed_into_the_same_environment(
    checkout: Checkout, name: str
) -> None:
    checkout.make()
    assert "--constraint constraints.txt" in checkout.calls.read_text(encoding="utf-8")
    os.utime(checkout.folder / name)
    assert checkout.make().returncode == 0
    assert checkout.count_calls("-m venv") == 0 and checkout.count_calls("pip install") == 1
    assert checkout.is_set_up()


def test_the_tests_environment_serves_too(checkout: Checkout) -> None:
    assert checkout.make("test").returncode == 0 and checkout.count_calls(".[test]") == 1
    assert checkout.is_set_up()


def test_a_missing_venv_is_said_and_all_is_well_once_it_is_there(checkout: Checkout) -> None:
    done = checkout.make(cut_at="ensurepip")
    assert done.returncode != 0 and "apt-get install python3-venv" in done.stderr
    assert checkout.make().returncode == 0
    assert checkout.is_set_up()


def test_what_the_tests_need_is_said_all_at_once_to_who_may_not_install(tmp_path: Path) -> None:
    for name in ("bash", "dirname", "cat", "env"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    (tmp_path / "id").chmod(0o755)
    done = subprocess.run(
        [ROOT / ".ci" / "tools"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    line = next(line for line in done.stderr.splitlines() if line.startswith("Install them"))
    for package in ("chromium", "fontconfig", "fonts-dejavu-core", "fonts-liberation"):
        assert package in line.split()


#: What a Mac's bash, 3.2, doesn't know.
NEWER_BASH = r"declare -[Ag]|local -n|mapfile|readarray|coproc|&>>|\|&|\$\{[^}]*(,,|\^\^|@[A-Z])\}"


@pytest.mark.parametrize("script", [".ci/environment", "serve.command"])
def test_a_macs_bash_can_read_it(script: str) -> None:
    text = (ROOT / script).read_text(encoding="utf-8")
    assert not re.findall(NEWER_BASH, text)
    assert re.search(NEWER_BASH, "declare -A a; ${b,,}"), "it finds what it looks for"
    assert subprocess.run(["bash", "-n", ROOT / script], check=False).returncode == 0


def test_a_double_click_makes_the_environment_and_serves(checkout: Checkout) -> None:
    for made in (1, 0):
        checkout.calls.write_text("", encoding="utf-8")
        done = checkout.double_click()
        assert done.returncode == 0, done.stderr
        assert checkout.count_calls("-m venv .venv") == made
        assert checkout.count_calls("companion serve --open") == 1


def test_without_python_a_double_click_says_what_to_open(checkout: Checkout) -> None:
    done = checkout.double_click(PYTHON="/nowhere/python")
    assert done.returncode == 1 and "https://www.python.org/downloads/" in done.stdout
    assert "double-click serve.command again" in done.stdout


@pytest.mark.parametrize(("newest", "made"), [("3.11", 0), ("3.12", 1)])
def test_a_mac_needs_the_python_that_all_is_ready_to_install_for(
    checkout: Checkout, tmp_path: Path, newest: str, made: int
) -> None:
    """The newest that is there; Apple's own stub, which only asks for its tools, is not run."""
    programs = tmp_path / "programs"
    programs.mkdir()
    minor = newest.rpartition(".")[2]
    stand_in = PYTHON.replace(
        "case", f'case "$*" in *"(3, 12)"*) [ {minor} -ge 12 ]; exit ;; esac\ncase', 1
    )
    for name, text in (
        ("uname", "#!/bin/sh\necho Darwin\n"),
        ("open", "#!/bin/sh\n"),
        ("xcode-select", "#!/bin/sh\nexit 2\n"),
        (f"python{newest}", stand_in),
    ):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    for name in ("bash", "dirname", "grep", "rm", "cp", "mkdir", "touch", "env", "sh"):
        (programs / name).symlink_to(shutil.which(name) or name)
    checkout.calls.write_text("", encoding="utf-8")
    done = checkout.double_click(PYTHON="", PATH=str(programs))
    assert checkout.count_calls("-m venv .venv") == made, done.stderr
    assert ("Python 3.12 or newer" in done.stderr) == (not made)


def test_the_windows_script_says_what_is_so() -> None:
    """No Windows is here: its lines end as Windows wants them, and what it calls is there."""
    sent = (ROOT / "serve.cmd").read_bytes()
    assert sent.count(b"\r\n") == sent.count(b"\n") and sent.isascii()
    text = sent.decode()
    assert "https://www.python.org/downloads/windows/" in text
    assert 'tick "Add python.exe to PATH"' in text and "double-click serve.cmd again" in text
    called = re.findall(r"companion\.exe (\w+) ([-\w]+)", text)
    assert called and all(option in options_of(command) for command, option in called)
    assert all((ROOT / name).exists() for name in re.findall(r"--constraint (\S+)", text))
    for label in re.findall(r"goto (\w+)", text):
        assert f"\r\n:{label}\r\n" in text
    # Without the internet it starts again: what pip installs for is compared with what it was then.
    looked, installed, serves = (text.index(each) for each in ("fc /b", "pip install", ":serve"))
    compared = re.findall(r"fc /b (\S+) \.venv\\made\\\1 ", text)
    assert looked < text.index("goto serve") < text.index("\r\n:install") < installed < serves
    assert compared == ["pyproject.toml", "constraints.txt", "CHANGELOG.md"]
    assert re.findall(r"copy /y (\S+) \.venv\\made", text[installed:serves]) == compared
    # Python 3.11 reads the path of an editable one in the letters of its language alone.
    assert "--editable" not in text[text.index("-m pip install") :].partition("||")[0]
    # Explorer opens what is in an archive alone, beside nothing.
    assert text.index("if not exist pyproject.toml goto packed") < text.index("-m venv")
    assert "Extract All" in text.partition("\r\n:packed\r\n")[2]
    check = re.findall(r'set "CHECK=(.+)"', text)[0]
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
    small = f"import sys; sys.maxsize = 2**31 - 1; {check}"
    assert subprocess.run([sys.executable, "-c", small], check=False).returncode == 1
    found = re.findall(r"3\.\d\d", text.partition("in (")[2].partition(")")[0])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = [each[-4:] for each in project["classifiers"] if each[-4:-2] == "3."]
    assert sorted(found) == sorted(supported), "each Python that it is tested with"


def options_of(command: str) -> set[str]:
    return {option for each in main.commands[command].params for option in each.opts}
