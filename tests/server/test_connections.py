"""Many lines of one address: whoever says nothing makes room, and nobody else notices."""

from __future__ import annotations

import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.server.connections import Connections
from tests.kit.ports import HOUSE
from tests.kit.served import GENEROUS, Served


def lines(count: int, kept: ExitStack) -> list[socket.socket]:
    return [kept.enter_context(socket.socket()) for _ in range(count)]


def test_the_one_that_was_silent_longest_makes_room() -> None:
    with ExitStack() as kept:
        one, two, three, four = lines(4, kept)
        here = Connections(2)
        assert here.register("a", one) and here.register("a", two)
        assert not here.register("a", three), "both are at work"
        here.mark_idle("a", two)
        assert here.register("a", three)
        assert not here.register("a", four), "the other one is still at work"
        here.mark_active("a", one)
        here.mark_idle("a", three)
        assert here.register("a", four)


def test_every_address_counts_for_itself_and_nginx_for_nobody() -> None:
    with ExitStack() as kept:
        some = lines(6, kept)
        here = Connections(1)
        assert here.register("a", some[0]) and here.register("b", some[1])
        assert not here.register("a", some[2])
        here.release("a", some[0])
        assert here.register("a", some[2])
        assert all(here.register("", line) for line in some)
        assert all(Connections(0).register("a", line) for line in some)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    companion = Served(tmp_path)
    yield companion
    if companion.process.returncode is None:
        companion.end(signal.SIGTERM)


@pytest.mark.process
def test_400_silent_lines_keep_nobody_out(served: Served) -> None:
    code = served.open_table()
    with ExitStack() as kept:
        stream = kept.enter_context(served.request("GET", f"/t/{code}/stream?page=lobby"))
        assert stream.readline().startswith(b"id: ")
        silent = [
            kept.enter_context(socket.create_connection((HOUSE, served.port), GENEROUS))
            for _ in range(400)
        ]
        for _ in range(20):
            assert code in served.page(f"/t/{code}")
        ended = sum(is_ended(line) for line in silent)
        assert ended >= 400 - 128
        served.post(f"/t/{code}/rename", "seat=1&name=Zoe")
        told = stream.readline()
        while b"Zoe" not in told:
            told = stream.readline()
            assert told, "a stream is no silent line"


def is_ended(line: socket.socket) -> bool:
    line.settimeout(0.01)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


@pytest.mark.process
def test_the_soft_limit_on_files_is_raised() -> None:
    asks = (
        "import resource; from companion.server.connections import increase_file_limit;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard)); increase_file_limit();"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert int(told.stdout) == (65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536))
