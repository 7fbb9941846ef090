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
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from gevent import socket as gevent_socket
from gevent.event import Event

from companion.cli import kept_streams
from companion.cli.kept_streams import KeptStream
from companion.live.bell import Bell
from companion.live.watcher import Watcher
from companion.web.live.open_stream import OpenStream
from tests.kit.ports import HOUSE
from tests.kit.served import GENEROUS, Served, until

CODE = "ABCD"


class Line:
    """Stands for a PhoneStream: says what it was woken by. `drawn`: what drawing waits for."""

    def __init__(self, drawn: Event | None = None, breaks: Exception | None = None) -> None:
        self.over, self.due, self.rests = False, inf, True
        self.at_once = self.most = self.times = 0
        self.much, self.woken = 1, lambda: None
        self._drawn, self._breaks = drawn, breaks

    def begin(self) -> bytes:
        return b"begun "

    def wake(self, rung: bool) -> bytes:
        self.at_once += 1
        self.times += 1
        self.woken()
        self.most = max(self.most, self.at_once)
        if self._drawn:
            self._drawn.wait(GENEROUS)
        self.at_once -= 1
        if self._breaks:
            raise self._breaks
        return (b"rung " if rung else b"beat ") * self.much


class Open:
    """A kept stream between two ends of one line."""

    def __init__(self, line: Line, heartbeat: float = 3600.0, chunked: bool = False) -> None:
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
        self.is_over()

    def is_over(self) -> None:
        with gevent.Timeout(GENEROUS):
            while not self.ended:
                gevent.sleep(0.01)
        assert (self.left, self.ended, self.bell.count) == (1, 1, 0)


class Alarm:
    """A timer of the loop below."""

    def __init__(self, loop: Loop, at: float) -> None:
        self.at, self._loop = at, loop

    def start(self, callback: Callable[[], None], update: bool) -> None:
        self.callback = callback
        self._loop.alarms.append(self)

    def close(self) -> None:
        if self in self._loop.alarms:
            self._loop.alarms.remove(self)


class Loop:
    """Stands for gevent's: its time passes when it is told to, however slow the machine is."""

    def __init__(self) -> None:
        self.at, self.alarms = 100.05, list[Alarm]()

    def now(self) -> float:
        return self.at

    def timer(self, pause: float) -> Alarm:
        return Alarm(self, self.at + pause)

    def go_on(self, seconds: float) -> None:
        end = self.at + seconds
        while self.alarms and (first := min(self.alarms, key=lambda alarm: alarm.at)).at <= end:
            self.at = first.at
            first.callback()
            gevent.sleep(0)  # what it has begun
        self.at = end


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
    loop, came = Loop(), list[tuple[str, float]]()
    monkeypatch.setattr(gevent, "get_hub", lambda: SimpleNamespace(loop=loop))

    def begin(name: str, due: float = inf) -> None:
        line = Line()
        line.due, line.woken = due, lambda: came.append((name, loop.now()))
        opened(line, heartbeat=10.0)

    for number in range(5):
        begin(f"patient {number}")
        loop.at += 0.01
    begin("soon", due=0.04)
    loop.go_on(0.05)
    assert came == [("soon", pytest.approx(100.14))]
    came.clear()
    loop.go_on(10.2)
    beats = [at for name, at in came if name != "soon"]
    assert len(beats) == 5 and set(beats) == {110.25}, "they came one by one"


def test_a_beat_that_waits_for_others_comes(
    opened: Callable[..., Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_streams, "PATIENT", 0.01)
    opened(Line(), heartbeat=0.02).hears(b"beat beat ")


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
    drawn = Event()
    line = Line(drawn)
    stream = opened(line)
    for _ in range(8):
        stream.bell.ring(CODE)
        gevent.sleep(0.005)
    drawn.set()
    stream.hears(b"rung rung ")
    gevent.sleep(0.1)
    assert line.most == 1, "two drew at a time"
    assert line.times == 2, "once for all that rang meanwhile"


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
    stream.is_over()
    assert capsys.readouterr().err == ""


def test_a_phone_that_takes_nothing_is_cut(opened: Callable[..., Open]) -> None:
    line = Line()
    line.much = 1_000_000
    stream = opened(line)
    stream.ours.settimeout(0.05)
    stream.bell.ring(CODE)
    stream.is_over()


def test_while_it_waits_there_is_no_greenlet(opened: Callable[..., Open]) -> None:
    before = greenlets()
    stream = opened(Line())
    stream.bell.ring(CODE)
    stream.hears(b"rung ")
    gevent.sleep(0.01)
    assert greenlets() <= before


def greenlets() -> set[gevent.Greenlet]:
    gc.collect()
    return {each for each in gc.get_objects() if isinstance(each, gevent.Greenlet) and each}


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
