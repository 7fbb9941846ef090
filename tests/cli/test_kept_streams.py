"""Streams that nothing waits for: a ring or a beat begins them, and they end once."""

from __future__ import annotations

import errno
import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from contextvars import copy_context
from http.client import HTTPConnection
from math import inf
from pathlib import Path
from typing import Any

import gevent
import pytest
from gevent import socket as gevent_socket

from companion.cli import kept_streams
from companion.cli.kept_streams import KeptStream
from companion.live.bell import Bell
from companion.live.watcher import Watcher
from companion.web.live.open_stream import OpenStream
from tests.kit.ports import HOUSE
from tests.kit.served import GENEROUS, Served, until

CODE = "ABCD"


class Line:
    """Stands for a PhoneStream: says what it was woken by. `slow`: seconds that drawing takes."""

    def __init__(self, slow: float = 0.0, breaks: Exception | None = None) -> None:
        self.over, self.due, self.rests = False, inf, True
        self.at_once = self.most = self.times = 0
        self.much, self.woken = 1, lambda: None
        self._slow, self._breaks = slow, breaks

    def begin(self) -> bytes:
        return b"begun "

    def wake(self, rung: bool) -> bytes:
        self.at_once += 1
        self.times += 1
        self.woken()
        self.most = max(self.most, self.at_once)
        gevent.sleep(self._slow)
        self.at_once -= 1
        if self._breaks:
            raise self._breaks
        return (b"rung " if rung else b"beat ") * self.much


class Open:
    """A kept stream between two ends of one line."""

    def __init__(self, line: Line, heartbeat: float = 30.0, chunked: bool = False) -> None:
        self.bell = Bell(clock=lambda: 0.0)
        self.left = self.ended = 0
        self.ours, self.phone = gevent_socket.socketpair()
        watcher = self.bell.watch(CODE, "phone")
        request: Any = copy_context()
        drawn: Any = line
        self.stream = OpenStream(drawn, watcher, request, heartbeat, self._leave)
        KeptStream(self.stream, self.ours, ("here", 1), chunked, self._end)

    def _leave(self, watcher: Watcher) -> None:
        self.left += 1
        self.bell.leave(watcher)

    def _end(self) -> None:
        assert self.ours.fileno() == -1, "the line is closed by then"
        self.ended += 1

    def hears(self, words: bytes) -> None:
        with gevent.Timeout(GENEROUS):
            heard = b""
            while len(heard) < len(words):
                heard += self.phone.recv(len(words) - len(heard))
            assert heard == words

    def hangs_up(self) -> None:
        """Nothing more is said, and it is over for everybody."""
        with gevent.Timeout(GENEROUS):
            assert self.phone.recv(1) == b""
        assert (self.left, self.ended, self.bell.count) == (1, 1, 0)


@pytest.fixture
def opened() -> Iterator[Callable[..., Open]]:
    kept: list[Open] = []

    def make(line: Line, **how: Any) -> Open:
        kept.append(Open(line, **how))
        return kept[-1]

    yield make
    for each in kept:
        each.bell.close()
        gevent.sleep(0.05)
        each.phone.close()


def test_it_speaks_at_a_ring_and_at_a_beat(opened: Callable[..., Open]) -> None:
    stream = opened(Line())
    stream.bell.ring(CODE)
    stream.hears(b"rung ")
    stream.bell.ring(CODE)
    stream.hears(b"rung ")
    beating = opened(Line(), heartbeat=0.01)
    beating.hears(b"beat beat beat ")


def test_it_speaks_when_it_is_due_before_the_next_beat(opened: Callable[..., Open]) -> None:
    line = Line()
    line.due = 0.01
    opened(line).hears(b"beat beat ")


def test_beats_of_many_come_together(
    opened: Callable[..., Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the processor wakes once for all; what is due soon is not kept waiting."""
    monkeypatch.setattr(kept_streams, "PATIENT", 0.05)
    monkeypatch.setattr(kept_streams, "TOGETHER", 0.25)
    loop, came = gevent.get_hub().loop, list[float]()
    lines = [Line() for _ in range(5)]
    for line in lines:
        line.woken = lambda: came.append(loop.now())
        opened(line, heartbeat=0.1)
        gevent.sleep(0.001)
    soon = Line()
    soon.due = 0.04
    begun = loop.now()
    stream = opened(soon)
    stream.hears(b"beat ")
    assert loop.now() - begun >= 0.04
    gevent.sleep(0.4)
    first = came[:5]
    assert len(set(first)) <= 2, "they came one by one"
    assert len(came) >= 5


def test_who_was_rung_before_it_was_kept_is_not_forgotten(opened: Callable[..., Open]) -> None:
    bell_first = Line()
    stream = opened(bell_first)
    stream.stream.watcher.called = None
    stream.bell.ring(CODE)
    KeptStream(stream.stream, stream.ours, ("here", 1), False, stream._end)
    stream.hears(b"rung ")


def test_rings_while_it_draws_are_heard_afterwards_and_at_once(
    opened: Callable[..., Open],
) -> None:
    line = Line(slow=0.02)
    stream = opened(line, heartbeat=30.0)
    for _ in range(8):
        stream.bell.ring(CODE)
        gevent.sleep(0.005)
    stream.hears(b"rung rung ")
    gevent.sleep(0.1)
    assert line.most == 1, "two drew at a time"
    assert 2 <= line.times < 8, "once for all that rang meanwhile"


def test_it_is_ended_by_the_bell_and_says_so(opened: Callable[..., Open]) -> None:
    stream = opened(Line(), chunked=True)
    stream.bell.ring(CODE)
    stream.hears(b"5\r\nrung \r\n")
    stream.bell.close()
    stream.hears(b"0\r\n\r\n")
    stream.hangs_up()


def test_it_ends_with_its_last_words_when_all_is_over(opened: Callable[..., Open]) -> None:
    line = Line()
    stream = opened(line)
    line.over = True
    stream.bell.ring(CODE)
    stream.hears(b"rung ")
    stream.hangs_up()


@pytest.mark.parametrize("wrong", [ValueError("a mistake"), OSError(errno.ENOSPC, "full")])
def test_a_mistake_ends_it_and_is_told(
    opened: Callable[..., Open], wrong: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = opened(Line(breaks=wrong))
    stream.bell.ring(CODE)
    stream.hangs_up()
    assert str(wrong) in capsys.readouterr().err


def test_a_phone_that_vanished_ends_it_without_a_word(
    opened: Callable[..., Open], capsys: pytest.CaptureFixture[str]
) -> None:
    stream = opened(Line())
    stream.phone.close()
    stream.bell.ring(CODE)
    gevent.sleep(0.05)
    assert (stream.left, stream.ended, stream.bell.count) == (1, 1, 0)
    assert capsys.readouterr().err == ""


def test_a_phone_that_takes_nothing_is_cut(opened: Callable[..., Open]) -> None:
    line = Line()
    line.much = 1_000_000
    stream = opened(line)
    stream.ours.settimeout(0.05)
    stream.bell.ring(CODE)
    gevent.sleep(0.3)
    assert (stream.left, stream.ended, stream.bell.count) == (1, 1, 0)


def test_while_it_waits_there_is_no_greenlet(opened: Callable[..., Open]) -> None:
    stream = opened(Line())
    stream.bell.ring(CODE)
    stream.hears(b"rung ")
    gevent.sleep(0.01)
    gc.collect()
    alive = [each for each in gc.get_objects() if isinstance(each, gevent.Greenlet) and each]
    assert alive == []


# -- the same, served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    companion = Served(tmp_path)
    yield companion
    companion.end(9)


def test_whoever_speaks_an_old_http_gets_it_without_chunks(served: Served) -> None:
    code = served.open_table()
    with socket.create_connection((HOUSE, served.port), GENEROUS) as phone:
        head = f"GET /t/{code}/stream?page=lobby HTTP/1.0\r\nHost: {HOUSE}\r\n"
        phone.sendall(f"{head}Cookie: {served.cookie}\r\n\r\n".encode())
        told = b""
        while told.count(b"event: hb\n") < 3:
            told += (more := phone.recv(65536))
            assert more, "it hung up"
    head, _, body = told.partition(b"\r\n\r\n")
    assert b"chunked" not in head and b"\r\n" not in body


def test_only_the_head_of_a_stream_is_no_stream(served: Served) -> None:
    code = served.open_table()
    with served.asked("HEAD", f"/t/{code}/stream?page=lobby") as answer:
        assert answer.status == 200 and answer.read() == b""
        until(lambda: "phone asleep" in served.page(f"/t/{code}"), "it passes for awake")


def streams(companion: Served, code: str, number: int, kept: ExitStack) -> bool:
    """Whether so many have opened."""
    for _ in range(number):
        with suppress(OSError):
            path = f"/t/{code}/stream?page=lobby"
            stream = kept.enter_context(companion.asked("GET", path))
            if stream.status == 200 and stream.readline().startswith(b"id: "):
                continue
        return False
    return True


def test_the_line_of_a_stream_counts_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONNECTIONS_EACH", "6")
    companion = Served(tmp_path)
    try:
        code = companion.open_table()
        with ExitStack() as kept:
            assert streams(companion, code, 6, kept)
            other = kept.enter_context(closing(HTTPConnection(HOUSE, companion.port)))
            with pytest.raises(OSError):
                other.request("GET", "/rules")
                other.getresponse()
        with ExitStack() as kept:
            again = lambda: streams(companion, code, 6, kept)  # noqa: E731
            until(lambda: again() or bool(kept.close()), "they count for ever")
    finally:
        companion.end(9)
