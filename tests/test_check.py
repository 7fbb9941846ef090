"""`make check` runs what it says, and the marks by which it chooses come by themselves."""

from __future__ import annotations

import os
import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from tests.kit.needs import NEEDS, starts_a_process
from tests.kit.places import ROOT
from tests.kit.served import Served, until

STYLE = ("ruff check", "ruff format --check", "oxfmt --check", "mypy", "lint-imports")


def _there() -> str:
    return subprocess.run(["true"], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def there() -> str:
    return _there()


def marks(request: pytest.FixtureRequest) -> set[str]:
    return {mark.name for mark in request.node.iter_markers()} & set(NEEDS)


def test_check_is_style_and_the_quick_tests_without_a_lot() -> None:
    told = subprocess.run(
        ["make", "-n", "check"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.replace("\\\n", " ")
    assert [word for word in STYLE if word not in told] == []
    (line,) = (line for line in told.splitlines() if "-m pytest" in line)
    assert "COMPANION_TEST_LEDGER=sqlite" in line and "COMPANION_TESTS=some" in line
    assert re.search(r"--randomly-seed \d+ ", line) and "tests/" not in line
    (left_out,) = re.findall(r'-m "not \((.*)\)"', line)
    assert left_out.split(" or ") == ["elsewhere", *NEEDS, "long"]


def test_test_leaves_nothing_out() -> None:
    told = subprocess.run(
        ["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert [word for word in STYLE if word not in told] == []
    (line,) = (line for line in told.splitlines() if "-m pytest" in line)
    assert " -m " not in line.partition("-m pytest")[2]


def test_who_starts_a_process_is_found_however_far_away() -> None:
    assert starts_a_process(Served) and starts_a_process(lambda: _there())
    assert not starts_a_process(until) and not starts_a_process(Path)


def test_the_mark_comes_by_the_test(request: pytest.FixtureRequest) -> None:
    assert _there() == "" and marks(request) == {"process"}


def test_the_mark_comes_by_a_fixture(request: pytest.FixtureRequest, there: str) -> None:
    assert there == "" and marks(request) == {"process"}


@pytest.mark.parametrize("kind", ["PostgreSQL", "SQLite"])
def test_the_mark_comes_by_a_parameter(request: pytest.FixtureRequest, kind: str) -> None:
    assert marks(request) == ({"postgres"} if kind == "PostgreSQL" else set())


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_LEDGER", "sqlite") != "sqlite", reason="a lot may begin one"
)
def test_a_process_without_a_mark_is_refused(request: pytest.FixtureRequest) -> None:
    assert marks(request) == set()
    with pytest.raises(RuntimeError, match="no part of make check"):
        import_module("subprocess").run(["true"])
