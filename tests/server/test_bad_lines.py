"""Bad lines to a served companion: half a request, half a form, a phone that takes nothing."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

HOUSE = "127.0.0.1"
#: The same server, only less patient, so that nobody waits for the test; it says whom it gives up.
IMPATIENT = """
from gevent import monkey; monkey.patch_all()
from pathlib import Path
import sys
from companion.cli import serving
from companion.server.sockets import Place
from companion.server import http, sockets
http.MAX_REQUEST_HEAD_SECONDS, http.STALLED_RESPONSE_SECONDS = 0.5, 0.5
sockets.SEND_BUFFER_BYTES = 2048
http.log_disconnect = lambda caller, error: print("given up", error, flush=True)
serving.serve(Place("127.0.0.1", 0), Path(sys.argv[1]))
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", IMPATIENT, str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as served:
        yield served
        served.kill()


@pytest.fixture
def port(served: subprocess.Popen[str]) -> int:
    assert served.stdout is not None
    found = re.search(r":(\d+)$", served.stdout.readline().strip())
    assert found, "it ended without a greeting"
    return int(found[1])


def answer_to(
    port: int, sent: str, room: int = 0, waits: Callable[[], None] = lambda: None
) -> bytes:
    """What comes back until the server ends the connection; fails where it never does. `waits`:
    returns when something is taken of it.
    """
    with socket.socket() as line:
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.settimeout(60)
        line.connect((HOUSE, port))
        line.sendall(sent.encode())
        waits()
        got = b""
        try:
            while more := line.recv(65536):
                got += more
        except ConnectionResetError:
            pass
        return got


@pytest.mark.parametrize("half", ["GE", "GET / HTTP/1.1\r\nHo", "GET / HTTP/1.1\r\nHost: a\r\n"])
def test_half_a_request_is_ended(port: int, half: str) -> None:
    assert answer_to(port, half).partition(b"\r\n")[0] in (b"", b"HTTP/1.1 400 Bad Request")


def test_half_a_form_is_ended(port: int) -> None:
    head = f"POST /tables HTTP/1.1\r\nHost: {HOUSE}:{port}\r\nOrigin: http://{HOUSE}:{port}\r\n"
    kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n"
    answer = answer_to(port, head + kind + "game=crafting&se")
    assert b" 400 " in answer.partition(b"\r\n")[0]


def test_a_phone_that_takes_nothing_is_cut(served: subprocess.Popen[str], port: int) -> None:
    def given_up() -> None:
        assert served.stdout is not None
        while not (line := served.stdout.readline()).startswith("given up"):
            assert line, "it has ended"

    ask = f"GET /static/js/vendor/htmx.min.js HTTP/1.1\r\nHost: {HOUSE}:{port}\r\n\r\n"
    whole = answer_to(port, ask + ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
    cut = answer_to(port, ask, room=2048, waits=given_up)
    assert b"Content-Length" in cut and len(cut) < len(whole) / 4


def test_an_oversized_form_is_refused_before_it_is_sent(port: int) -> None:
    head = f"POST /tables HTTP/1.1\r\nHost: {HOUSE}:{port}\r\nOrigin: http://{HOUSE}:{port}\r\n"
    kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000000\r\n\r\n"
    answer = answer_to(port, head + kind)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert b"That file is too big" in answer
