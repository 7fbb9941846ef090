"""Puts every fault of `faults.toml` back, one at a time, and shows that its net goes red.

`python -m tests.kit.put_back [--only 11 ...]`: on a copy of the checkout, never in place. Takes
minutes, so it is no part of `make test`; `tests/test_faults.py` looks that no entry has gone stale.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tests.kit.places import ROOT

FAULTS = Path(__file__).with_name("faults.toml")
#: What pytest says: nothing failed, some tests failed. Anything else is a mistake of ours.
GREEN, RED = 0, 1
PYTEST = (sys.executable, "-m", "pytest", "-x", "--no-header", "-p", "no:cacheprovider")
#: Errors of a fault that was written down wrongly: a test that ends with one proves nothing.
OURS = re.compile(
    r"^E +.*\b(Import|ModuleNotFound|Name|Reference|Syntax|TemplateSyntax|Undefined)Error\b", re.M
)
#: Letters of pytest's words that are printed.
LONGEST = 2000
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "artefacts", "build")


@dataclass(frozen=True)
class Change:
    """A text of a file, and the one that stands there with the fault."""

    file: str
    find: str
    put: str


@dataclass(frozen=True)
class Fault:
    """One fault of one point, and the tests of which each must go red with it."""

    point: str
    what: str
    changes: tuple[Change, ...]
    nets: tuple[str, ...]


class Stale(Exception):
    """A fault no longer fits the code: a text stands in its file not exactly once."""


@dataclass(frozen=True)
class LeftOut:
    """A point that is not put back, and why."""

    point: str
    why: str


def faults() -> tuple[Fault, ...]:
    """All that are put back, in the order of the file."""
    return tuple(
        Fault(
            each["point"],
            each["what"],
            tuple(Change(**change) for change in each["changes"]),
            tuple(each["nets"]),
        )
        for each in _read()["fault"]
    )


def left_out() -> tuple[LeftOut, ...]:
    """All that are not."""
    return tuple(LeftOut(**each) for each in _read().get("left", ()))


def _read() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(FAULTS.read_text(encoding="utf-8"))


def texts_with(fault: Fault, root: Path) -> dict[Path, str]:
    """The files of this checkout as they read with the fault. Raises `Stale`."""
    texts: dict[Path, str] = {}
    for change in fault.changes:
        file = root / change.file
        text = texts.get(file) or file.read_text(encoding="utf-8")
        if text.count(change.find) != 1:
            told = f"{change.file} has {text.count(change.find)} of: {change.find}"
            raise Stale(f"{fault.point}: {told}")
        texts[file] = text.replace(change.find, change.put)
    return texts


def is_there(net: str) -> bool:
    """Whether there is such a test, by its file and its name; not whether it has this parameter."""
    path, _, name = net.partition("::")
    file = ROOT / path
    test = name.partition("[")[0]
    return file.is_file() and (not test or f"\ndef {test}(" in file.read_text(encoding="utf-8"))


def is_red(code: int, words: str) -> bool:
    """Whether a test has failed, by pytest's exit code and words, and none was left untried."""
    told = [line.split() for line in words.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    failed = {test for word, test, *_ in told if word == "FAILED"}
    # Whoever has failed may leave something behind that its fixtures complain of.
    tried = {test for _, test, *_ in told} == failed
    return code == RED and bool(failed) and tried and not OURS.search(words)


class Copy:
    """A copy of the checkout, in which faults come and go."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._newest = time.time()

    def test(self, nets: Iterable[str]) -> tuple[int, str]:
        """What pytest says of these tests: its exit code and its words."""
        done = subprocess.run(
            [*PYTEST, *nets],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def with_fault(self, fault: Fault) -> tuple[bool, str]:
        """Whether each of its nets goes red, and what pytest said of one that does not."""
        with_it = texts_with(fault, self.root)
        before = {file: file.read_text(encoding="utf-8") for file in with_it}
        self._write(with_it)
        try:
            for net in fault.nets:
                code, words = self.test([net])
                if not is_red(code, words):
                    return False, words[-LONGEST:]
            return True, ""
        finally:
            self._write(before)

    def _write(self, texts: dict[Path, str]) -> None:
        """A later second each time: Python knows by it that a compiled file is old."""
        for file, text in texts.items():
            self._newest += 2
            file.write_text(text, encoding="utf-8")
            os.utime(file, (self._newest, self._newest))


def put_back(chosen: Iterable[Fault], copy: Copy) -> Iterator[tuple[Fault, str, float, str]]:
    """Of each fault: "red" where its nets go red, "GREEN" where not, the seconds, and the words."""
    for fault in chosen:
        began = time.monotonic()
        red, words = copy.with_fault(fault)
        yield fault, "red" if red else "GREEN", time.monotonic() - began, words


def show(rows: Iterable[tuple[Fault, str, float, str]]) -> int:
    """Prints the table as it comes; how many stayed green."""
    green = 0
    click.echo("| point | fault | net | | seconds |\n|---|---|---|---|---|")
    for fault, colour, seconds, words in rows:
        nets = ", ".join(net.removeprefix("tests/") for net in fault.nets)
        click.echo(f"| {fault.point} | {fault.what} | {nets} | {colour} | {seconds:.0f} |")
        if colour == "GREEN":
            green += 1
            click.echo(words, err=True)
    return green


@click.command()
@click.option("--only", multiple=True, help="Points, as 11 or 11b; all by default.")
@click.option("--sure", is_flag=True, help="The nets are known to be green without any fault.")
def main(only: tuple[str, ...], sure: bool) -> None:
    """Put each fault back and print whether its net goes red."""
    chosen = [each for each in faults() if not only or each.point in only]
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copy = Copy(Path(shutil.copytree(ROOT, Path(folder) / "checkout", ignore=LEFT_OUT)))
        for fault in chosen:
            texts_with(fault, copy.root)
        if not sure:
            code, words = copy.test(sorted({net for each in chosen for net in each.nets}))
            if code != GREEN:
                raise click.ClickException(f"Without any fault:\n{words[-LONGEST:]}")
        green = show(put_back(chosen, copy))
    for each in left_out():
        if not only or each.point in only:
            click.echo(f"| {each.point} | {each.why} | | not put back | |")
    sys.exit(1 if green else 0)


if __name__ == "__main__":
    main()
