"""What a test needs beside Python: found by what it and its fixtures reach in this folder."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType

import pytest

from tests.kit.ledgers import POSTGRES

#: The marks that a test gets by itself.
NEEDS = ("browser", "postgres", "process")
#: What starts a process, as Python's audit hooks call it.
STARTS = frozenset({"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty"})


def needs(item: pytest.Item) -> Iterator[str]:
    """The marks of this test: browser, postgres, process (it starts one by `subprocess`)."""
    names = set(getattr(item, "fixturenames", ()))
    callspec = getattr(item, "callspec", None)
    if item.nodeid.startswith("tests/browser/"):
        yield "browser"
    if "postgres" in names or (callspec and POSTGRES in callspec.params.values()):
        yield "postgres"
    fixtures = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    code = [fixture.func for name in names for fixture in fixtures.get(name, ())]
    if any(starts_a_process(each) for each in (getattr(item, "obj", None), *code)):
        yield "process"


def starts_a_process(called: object) -> bool:
    """Whether this function or class of the tests, or one that it names, uses `subprocess`."""
    return any(subprocess in _named(each) for each in _reached(called))


@cache
def _reached(called: object) -> frozenset[object]:
    """It, and every function and class of the tests that it may come to."""
    reached, left = set[object](), [called]
    while left:
        each = left.pop()
        each = inspect.unwrap(each) if isinstance(each, FunctionType) else each
        if _is_ours(each) and each not in reached:
            reached.add(each)
            left.extend(_named(each))
    return frozenset(reached)


@cache
def _named(called: object) -> tuple[object, ...]:
    """What it names of its module: of a class, what its methods and its bases name."""
    if isinstance(called, type):
        members = [getattr(each, "fget", None) or each for each in vars(called).values()]
        return (*called.__bases__, *(each for each in members if isinstance(each, FunctionType)))
    if not isinstance(called, FunctionType):
        return ()
    return tuple(
        called.__globals__[name] for name in _names(called.__code__) if name in called.__globals__
    )


def _names(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _is_ours(called: object) -> bool:
    return isinstance(called, FunctionType | type) and called.__module__.startswith("tests.")


class NoProcess:
    """While it holds, whoever starts a process in this one is told so."""

    def __init__(self) -> None:
        self.holds = False
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _: object) -> None:
        if self.holds and event in STARTS:
            raise RuntimeError(f"{event}: a test that starts a process is no part of make check")
