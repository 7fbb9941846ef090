"""`make check`, `make test`, `make test-all` run what they say; marks say what a test needs."""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module

import pytest

from tests.kit.choice import COLLECTED, left_out
from tests.kit.needs import NEEDS
from tests.kit.places import ROOT

STYLE = ("ruff check", "ruff format --check", "oxfmt --check", "mypy", "lint-imports")


def told_by(goal: str) -> str:
    """What make would do for this."""
    return subprocess.run(
        ["make", "-n", goal], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.replace("\\\n", " ")


def pytest_of(goal: str) -> list[str]:
    return [line for line in told_by(goal).splitlines() if "-m pytest" in line]


@pytest.mark.process
def test_check_is_style_and_the_quick_tests_without_a_lot() -> None:
    assert [word for word in STYLE if word not in told_by("check")] == []
    (line,) = pytest_of("check")
    assert "COMPANION_TEST_LEDGER=sqlite" in line and "COMPANION_TESTS=some" in line
    assert re.search(r"--randomly-seed \d+ ", line) and "tests/" not in line
    (chosen,) = re.findall(r'-m "not \((.*)\)"', line)
    assert chosen.split(" or ") == ["elsewhere", *NEEDS, "long", "longest"]


@pytest.mark.process
def test_test_is_style_and_the_same_tests_each_time() -> None:
    assert [word for word in STYLE if word not in told_by("test")] == []
    (line,) = pytest_of("test")
    assert "COMPANION_TESTS=test" in line and "COMPANION_TEST_LEDGER=sqlite" in line
    assert "--randomly-seed 1 " in line and " -m " not in line.partition("-m pytest")[2]


@pytest.mark.process
def test_all_is_test_and_everything_else() -> None:
    test, rest = pytest_of("test-all")
    assert [test] == pytest_of("test") and [rest] == pytest_of("test-rest")
    assert "COMPANION_TESTS=rest" in rest and "COMPANION_TEST_LEDGER=other" in rest
    assert " -m " not in rest.partition("-m pytest")[2] and "tests/" not in rest


def chosen(items: Sequence[pytest.Item], wish: str, seed: int = 1) -> set[pytest.Item]:
    return set(items) - left_out(items, wish, seed)


@pytest.mark.parametrize("seed", [1, 7, 1234])
def test_what_is_left_to_test_all_is_all_that_test_leaves_out(
    request: pytest.FixtureRequest, seed: int
) -> None:
    """Over the tests of this run before any was left out: each is in one of them, but for cases of
    which lots take one in n.
    """
    items = request.config.stash[COLLECTED]
    test, rest = chosen(items, "test"), chosen(items, "rest", seed)
    lost = set(items) - test - rest
    assert [item.nodeid for item in lost if not item.get_closest_marker("some")] == []
    assert chosen(items, "test", seed) == test
    assert chosen(items, "some", seed) <= test | rest


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_LEDGER", "sqlite") != "sqlite", reason="a lot may begin one"
)
def test_a_process_without_a_mark_is_refused() -> None:
    with pytest.raises(RuntimeError, match="is marked process"):
        import_module("subprocess").run(["true"])


@pytest.mark.process
@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_LEDGER", "sqlite") != "sqlite", reason="a lot may begin one"
)
def test_a_postgresql_without_a_mark_is_refused() -> None:
    with pytest.raises(RuntimeError, match="is marked postgres"):
        subprocess.run(["/usr/lib/postgresql/none/bin/initdb"], check=False)


def test_every_case_of_the_spine_is_there(request: pytest.FixtureRequest) -> None:
    cases = defaultdict[str, set[str]](set)
    named = defaultdict[str, set[str]](set)
    for item in request.config.stash[COLLECTED]:
        test, _, case = item.nodeid.partition("[")
        cases[test].add(case[:-1])
        if mark := item.get_closest_marker("spine"):
            named[test] |= set(mark.args)
    assert {test: lost for test in named if (lost := named[test] - cases[test])} == {}
