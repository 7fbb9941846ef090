"""Exact versions stand in constraints.txt: of all that is needed, and within what is allowed."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.places import ROOT
from tests.kit.wheels import SOURCE, listed
from tests.kit.wheels import needed as needed_on

LOCK = ROOT / "constraints.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked() -> dict[str, str]:
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pins = [re.fullmatch(r"([a-z0-9.-]+)==([\w.]+)", line) for line in lines if line[:1] != "#"]
    assert all(pins), "nothing but exact versions, and no address of anybody's"
    return {canonicalize_name(pin[1]): pin[2] for pin in pins if pin}


def needed() -> list[Requirement]:
    extras = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
    ours = map(Requirement, (*PROJECT["dependencies"], *extras))
    return [each for each in ours if each.name != PROJECT["name"]]


def test_what_is_locked_is_allowed_and_nothing_is_pinned_twice() -> None:
    pins = locked()
    for each in needed():
        assert each.specifier.contains(pins[canonicalize_name(each.name)]), each
        assert "==" not in str(each.specifier), f"{each} is a range"


def test_all_that_these_need_is_locked_too() -> None:
    pins, seen = locked(), set()
    wanted = [(each, frozenset(each.extras)) for each in needed()]
    while wanted:
        each, extras = wanted.pop()
        name = canonicalize_name(each.name)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found = distribution(each.name)
        except PackageNotFoundError:
            continue  # of another Python or system, or for `make test-browsers` alone
        if name == "pip":
            continue  # the environment's own
        assert pins.get(name) == found.version, f"{name} {found.version} is not what is locked"
        for line in found.requires or ():
            more = Requirement(line)
            if any(not more.marker or more.marker.evaluate({"extra": e}) for e in ("", *extras)):
                wanted.append((more, frozenset(more.extras)))
    assert len(seen) > 40


def test_platforms_find_a_file_that_installs_it() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line[:1] != "#"] == ["-c constraints.txt", ".[postgres]"]
    *words, start = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    served = r"web: .*companion serve --host 0\.0\.0\.0 --port \$\{PORT:-8000\}"
    assert re.fullmatch(served, start)
    assert all(line.startswith("#") for line in words) and "COMPANION_HOSTS" in " ".join(words)


def test_the_guide_says_what_small_computers_find_ready_to_install() -> None:
    pins, told = locked(), listed()
    assert {name: version for name, (version, _) in told.items()} == {
        name: pins[name] for name in told
    }, "python -m tests.kit.wheels"
    asked = {canonicalize_name(Requirement(each).name) for each in needed_on("aarch64")}
    assert asked <= set(told)
    assert SOURCE not in {each["aarch64"] for _, each in told.values()}, "a compiler for a Pi"


@pytest.mark.parametrize("machine", ["aarch64", "armv7l"])
def test_a_raspberry_pi_needs_no_sqlite_that_must_be_compiled(machine: str) -> None:
    here = {"sys_platform": "linux", "platform_machine": machine}
    wanted = list(map(Requirement, PROJECT["dependencies"]))
    names = [each.name for each in wanted if not each.marker or each.marker.evaluate(here)]
    assert "flask" in names and "pysqlite3" not in names


def test_nothing_older_than_what_was_tested_is_allowed() -> None:
    """A range's floor is what pip may choose elsewhere, faults that have been mended and all."""
    pins = locked()
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for each in (*needed(), *map(Requirement, build)):
        floors = [part.version for part in each.specifier if part.operator == ">="]
        assert floors == [pins[canonicalize_name(each.name)]], each
