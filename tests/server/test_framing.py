"""Where a request begins and ends: what could be read in two ways is refused, on raw sockets."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.server.framing import (
    BadFraming,
    check_request_line,
    read_chunked_body,
    request_target,
)
from tests.kit.served import GENEROUS, SERVE

FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
GET = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
#: A form that our own page sends: answered with 303 where it is read whole.
POST = f"POST /language HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n{FORM}"
BODY = "language=es"
NEXT = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("framing")
    with (folder / "log").open("w") as log:
        command = [*SERVE, "--host", "127.0.0.1", "--port", "0"]
        served = subprocess.Popen(
            [*command, "--database", str(folder / "tables.sqlite")],
            stdout=subprocess.PIPE,
            stderr=log,
            encoding="utf-8",
            env={**os.environ, "COMPANION_LOOKS": "0", "COMPANION_WORK": "0"},
        )
        with served:
            assert served.stdout is not None
            found = re.search(r":(\d+)$", served.stdout.readline().strip())
            assert found, "it ended without a greeting"
            yield int(found[1])
            served.terminate()
    told = (folder / "log").read_text()
    assert "Traceback" not in told and len(told) < 5_000, "nonsense is no mistake of ours"


def statuses(port: int, sent: str) -> list[int]:
    """Of all answers that come until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=GENEROUS) as line:
        line.sendall(sent.encode("latin-1"))
        got = b""
        try:
            while more := line.recv(65536):
                got += more
        except ConnectionResetError:
            pass
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", got)]


BROKEN = {
    "no version": ("GET /healthz\r\n\r\n", 400),
    "a strange version": ("GET /healthz HTTP/x.y\r\n\r\n", 400),
    "another version": ("GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n", 505),
    "four words": ("GET /healthz now HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a line that ends early": ("GET /healthz HTTP/1.1\nHost: localhost\r\n\r\n", 400),
    "no host": ("GET /healthz HTTP/1.1\r\n\r\n", 400),
    "two hosts": (GET + "Host: evil.example\r\n\r\n", 400),
    "a host that is none": ("GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    "a host too long": (f"GET /healthz HTTP/1.1\r\nHost: {'a' * 300}\r\n\r\n", 400),
    "a host with a user": ("GET /healthz HTTP/1.1\r\nHost: me@localhost\r\n\r\n", 400),
    "a target that is none": ("GET healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a field without a colon": (GET + "nonsense\r\nX-A: 1\r\n\r\n", 400),
    "a blank before the colon": (GET + "X-A : 1\r\n\r\n", 400),
    "a field without a name": (GET + ": 1\r\n\r\n", 400),
    "a folded field": (GET + "X-A: 1\r\n 2\r\n\r\n", 400),
    "a field that ends early": (GET + "X-A: 1\nX-B: 2\r\n\r\n", 400),
    "a bare return": (GET + "X-A: 1\rX-B: 2\r\n\r\n", 400),
    "a zero byte": (GET + "X-A: \0\r\n\r\n", 400),
    "a field without end": (GET + f"X-A: {'a' * 66_000}\r\n\r\n", 431),
    "fields without end": (GET + "X-A: 1\r\n" * 101 + "\r\n", 431),
    "length and chunks": (
        POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    "chunks in HTTP/1.0": (
        POST.replace("1.1", "1.0") + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    "two lengths": (POST + "Content-Length: 11\r\nContent-Length: 5\r\n\r\n" + BODY, 400),
    "the same length twice": (POST + "Content-Length: 11\r\nContent-Length: 11\r\n\r\n", 400),
    "a list of lengths": (POST + "Content-Length: 11, 11\r\n\r\n" + BODY, 400),
    "a length of 1_1": (POST + "Content-Length: 1_1\r\n\r\n" + BODY, 400),
    "a length of +11": (POST + "Content-Length: +11\r\n\r\n" + BODY, 400),
    "a length of -1": (POST + "Content-Length: -1\r\n\r\n" + BODY, 400),
    "a length of 0xb": (POST + "Content-Length: 0xb\r\n\r\n" + BODY, 400),
    "a length of nothing": (POST + "Content-Length:\r\n\r\n" + BODY, 400),
    "an unknown coding": (POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    "a coding before chunks": (POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    "codings on two lines": (
        POST + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        501,
    ),
    "chunked twice": (POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400),
    "no coding at all": (POST + "Transfer-Encoding:\r\n\r\n0\r\n\r\n", 400),
    "a size that is none": (POST + "Transfer-Encoding: chunked\r\n\r\n0xb\r\n" + BODY, 400),
    "an empty size": (POST + "Transfer-Encoding: chunked\r\n\r\n\r\n" + BODY, 400),
    "a size of +b": (POST + "Transfer-Encoding: chunked\r\n\r\n+b\r\n" + BODY, 400),
    "a chunk too short": (
        POST + f"Transfer-Encoding: chunked\r\n\r\na\r\n{BODY}\r\n0\r\n\r\n",
        400,
    ),
    "a broken body that nobody reads": (
        POST.replace("same-origin", "cross-site")
        + f"Transfer-Encoding: chunked\r\n\r\n+b\r\n{BODY}\r\n0\r\n\r\n",
        403,
    ),
    "a size that ends early": (
        POST + f"Transfer-Encoding: chunked\r\n\r\nb;x\ny\r\n{BODY}\r\n0\r\n\r\n",
        400,
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("what", BROKEN)
def test_what_could_be_read_in_two_ways_is_refused_and_ends_the_line(port: int, what: str) -> None:
    sent, status = BROKEN[what]
    assert statuses(port, sent + NEXT) == [status], "what follows is no request of anybody"


WHOLE = {
    "nothing more": (GET + "\r\n", 200),
    "an empty line before": ("\r\n" + GET + "\r\n", 200),
    "the whole address": ("GET http://localhost/healthz HTTP/1.1\r\nHost: a.b\r\n\r\n", 200),
    "blanks around a value": (GET + "X-A: \t 1 \t\r\n\r\n", 200),
    "cookies of many programs": (GET + f"Cookie: a={'b' * 9000}; c=d\r\n\r\n", 200),
    "letters of no alphabet": (GET + "X-A: caf\xe9\r\n\r\n", 200),
    "a length": (POST + "Content-Length: 11\r\n\r\n" + BODY, 303),
    "chunks": (
        POST
        + "Transfer-Encoding: Chunked\r\n\r\n4;x=y\r\nlang\r\n7\r\nuage=es\r\n0\r\nA: b\r\n\r\n",
        303,
    ),
    "an upgrade that is not taken": (
        POST + f"Upgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n{BODY}\r\n0\r\n\r\n",
        303,
    ),
    "what the app does not read": (
        "POST /nowhere" + POST[14:] + "Content-Length: 3\r\n\r\nabc",
        404,
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("what", WHOLE)
def test_what_is_told_plainly_is_read_and_so_is_the_next(port: int, what: str) -> None:
    sent, status = WHOLE[what]
    assert statuses(port, sent + NEXT) == [status, 200]


@pytest.mark.process
def test_who_sends_too_many_cookies_reads_what_to_do(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=GENEROUS) as line:
        line.sendall((GET + f"Cookie: a={'b' * 66_000}\r\n\r\n").encode())
        got = b""
        with suppress(ConnectionResetError):
            while more := line.recv(65536):
                got += more
    assert b" 431 " in got and b"Delete the cookies of this address" in got


@pytest.mark.process
def test_the_host_in_the_target_counts(port: int) -> None:
    asked = "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert statuses(port, asked) == [421]


@pytest.mark.process
def test_after_half_a_form_nothing_more_is_read(port: int) -> None:
    half = POST + "Content-Length: 900\r\n\r\nlanguage=es"
    with socket.create_connection(("127.0.0.1", port), timeout=GENEROUS) as line:
        line.sendall(half.encode())
        line.shutdown(socket.SHUT_WR)
        got = b""
        while more := line.recv(65536):
            got += more
    assert got.count(b"HTTP/1.1 ") == 1 and b" 400 " in got.partition(b"\r\n")[0]


def test_a_body_in_chunks_has_an_end(tmp_path: Path) -> None:
    file = tmp_path / "endless"
    file.write_bytes(b"fffff\r\n" + b"x" * 0xFFFFF + b"\r\n" + b"2\r\nxx\r\n0\r\n\r\n")
    with file.open("rb") as line, pytest.raises(BadFraming) as refused:
        read_chunked_body(line)
    assert refused.value.status == 413


def test_a_target_is_a_path_or_a_whole_address() -> None:
    assert request_target("/a?b") == ("/a?b", None) and request_target("*") == ("*", None)
    assert request_target("http://a.b:81?c") == ("/?c", "a.b:81")
    for wrong in ("a", "http:///a", "http://me@b/", "a.b:443"):
        with pytest.raises(BadFraming):
            request_target(wrong)
    check_request_line(b"GET /\xc3\xa9 HTTP/1.1\r\n")
