"""Open streams of a served companion: who hangs up is noticed then, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.kit.ports import HOUSE
from tests.kit.processes import files, threads
from tests.kit.served import Served, until
from tests.kit.streams import Stream

pytestmark = pytest.mark.process

Serve, Watch = Callable[..., Served], Callable[..., Stream]

#: Seconds: no beat comes while a test runs, so none can be what notices anything.
NEVER = 3600.0


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    with ExitStack() as ends:

        def begin(heartbeat: float = NEVER, **settings: str) -> Served:
            for name, value in settings.items():
                monkeypatch.setenv(f"COMPANION_{name}", value)
            companion = Served(tmp_path, heartbeat=heartbeat)
            ends.callback(companion.end, 9)
            return companion

        yield begin


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all tests that need no other settings; its beats never come."""
    served = Served(tmp_path_factory.mktemp("served"), heartbeat=NEVER)
    yield served
    served.end(9)


@pytest.fixture
def watch() -> Iterator[Watch]:
    with ExitStack() as ends:

        def begin(companion: Served, code: str, cookie: str = "", **more: str) -> Stream:
            stream = Stream(companion.port, code, cookie, **more)
            ends.callback(stream.leave)
            return stream

        yield begin


def measured(companion: Served, name: str = "companion_streams") -> int:
    lines = companion.page("/metrics").splitlines()
    return int(float(next(line for line in lines if line.startswith(f"{name} ")).split()[1]))


def test_a_phone_that_hangs_up_sleeps_at_once(companion: Served, watch: Watch) -> None:
    """Long before anything would be sent to it."""
    code = companion.open_table()
    stream = watch(companion, code, companion.cookie)
    stream.hear(b"event: hb")
    assert "phone asleep" not in companion.page(f"/t/{code}")
    stream.leave()
    until(lambda: "phone asleep" in companion.page(f"/t/{code}"), "nobody noticed")


@pytest.mark.parametrize(("tables", "phones"), [(1, 60), (40, 200)])
def test_phones_that_leave_together_leave_nothing_behind(
    serve: Serve, watch: Watch, tables: int, phones: int
) -> None:
    companion = serve(STREAMS_EACH="0", CONNECTIONS_EACH="0")
    codes = [companion.open_table() for _ in range(tables)]
    # What is opened or begun once, at the first stream, stays.
    first = watch(companion, codes[0])
    first.hear(b"event: hb")
    first.leave()
    until(lambda: measured(companion) == 0, "it is counted still")
    before = files(companion.process.pid), threads(companion.process.pid)
    streams = [watch(companion, codes[each % tables]) for each in range(phones)]
    for stream in streams:
        stream.hear(b"event: hb")
    # The first stream's line may have been closed a moment after it was counted.
    assert measured(companion) == phones
    assert files(companion.process.pid) >= before[0] - 1 + phones
    for stream in streams:
        stream.leave()
    until(lambda: measured(companion) == 0, "some are counted still")
    until(lambda: files(companion.process.pid) <= before[0] + 1, "some lines are open still")
    assert threads(companion.process.pid) <= before[1]


def test_a_passer_by_who_comes_again_and_again_puts_no_beat_off(serve: Serve, watch: Watch) -> None:
    companion = serve(heartbeat=0.5)
    code = companion.open_table()
    stream = watch(companion, code, companion.cookie)
    stream.hear(b"event: hb")
    stream.line.settimeout(0.1)
    for _ in range(200):
        passing = watch(companion, code)
        passing.hear(b"event: hb")
        passing.leave()
        with suppress(TimeoutError):
            stream.hear(b"event: hb", 4)
            break
    else:
        pytest.fail("it was put off 200 times")


def test_a_phone_may_open_its_pages_again_and_again(companion: Served, watch: Watch) -> None:
    code = companion.open_table()
    pages = [watch(companion, code, companion.cookie) for _ in range(5)]
    for _ in range(20):
        pages[0].leave()
        pages = [*pages[1:], watch(companion, code, companion.cookie)]
        assert b"HTTP/1.1 200" in pages[-1].hear(b"\r\n\r\n"), "left pages are counted"


def test_what_a_phone_says_on_a_streams_line_is_thrown_away(
    companion: Served, watch: Watch
) -> None:
    code = companion.open_table()
    stream = watch(companion, code, companion.cookie)
    stream.hear(b"event: hb")
    stream.line.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n" * 10)
    companion.post(f"/t/{code}/rename", "seat=1&name=Zoe")
    told = stream.hear(b"Zoe")
    assert told.count(b"HTTP/1.1") == 1 and b"Connection: close" in told
    stream.leave()
    until(lambda: measured(companion) == 0, "nobody noticed any more that it left")


def test_a_phone_that_talks_without_end_is_cut(companion: Served, watch: Watch) -> None:
    stream = watch(companion, companion.open_table(), companion.cookie)
    stream.hear(b"event: hb")
    with pytest.raises(ConnectionError):
        for _ in range(10_000):
            stream.line.sendall(b"x" * 65536)
    until(lambda: measured(companion) == 0, "it is counted still")


def test_whoever_speaks_an_old_http_gets_it_without_chunks(serve: Serve, watch: Watch) -> None:
    companion = serve(heartbeat=0.2)
    stream = watch(companion, companion.open_table(), companion.cookie, version="1.0")
    head, _, body = stream.hear(b"event: hb\n", 3).partition(b"\r\n\r\n")
    assert b"chunked" not in head and b"\r\n" not in body


def test_only_the_head_of_a_stream_is_no_stream(companion: Served) -> None:
    code = companion.open_table()
    with companion.request("HEAD", f"/t/{code}/stream?page=lobby") as answer:
        assert answer.status == 200 and answer.read() == b""
        until(lambda: measured(companion) == 0, "it passes for awake")


def test_the_line_of_a_stream_counts_until_it_ends(serve: Serve, watch: Watch) -> None:
    companion = serve(CONNECTIONS_EACH="6")
    code = companion.open_table()
    streams: list[Stream] = []

    def open_six() -> bool:
        """Whether so many have opened."""
        for _ in range(6):
            streams.append(watch(companion, code))
            try:
                streams[-1].hear(b"event: hb")
            except (AssertionError, OSError):
                return False
        return True

    def leave() -> None:
        while streams:
            streams.pop().leave()

    assert open_six()
    with closing(HTTPConnection(HOUSE, companion.port)) as other, pytest.raises(OSError):
        other.request("GET", "/rules")
        other.getresponse()
    leave()
    until(lambda: open_six() or bool(leave()), "they count for ever")
    leave()
