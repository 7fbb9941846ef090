"""Phones that vanish in the middle of something: nobody reads a traceback about them."""

from __future__ import annotations

import errno
import os
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest

from companion.server.http import DisconnectWatch, is_disconnect
from tests.kit.ports import HOUSE
from tests.kit.served import GENEROUS, until

#: The same server with its lines at debug. A phone's every second answer meets this end of a line:
#: it is what a cut cable ends in, half a minute later than a test can wait.
SERVED = """
from gevent import monkey; monkey.patch_all()
from pathlib import Path
import errno, sys
from companion.cli import serving
from companion.server.sockets import Place
from companion.server import http
if sys.argv[2]:
    number = getattr(errno, sys.argv[2])
    def cut(self, data):
        raise OSError(number, "as if the cable was cut")
    http.RequestHandler._sendall = cut
serving.serve(Place("127.0.0.1", 0), Path(sys.argv[1]))
"""
AT_ONCE = struct.pack("ii", 1, 0)


class Server:
    """The companion with its log; `ends`: how every line of it ends, by the name of the error."""

    def __init__(self, folder: Path, ends: str = "") -> None:
        self.log = folder / "log"
        command = [sys.executable, "-c", SERVED, str(folder / "tables.sqlite"), ends]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
                env={**os.environ, "COMPANION_LOG": "debug"},
            )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)$", self.process.stdout.readline().strip())
        assert found, "it ended without a greeting"
        self.port = int(found[1])

    def lose(self, sent: str, wait: float = 0.0) -> None:
        """A phone sends this, takes one look, and is gone without a goodbye."""
        with socket.create_connection((HOUSE, self.port), GENEROUS) as phone:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            phone.sendall(sent.format(host=f"{HOUSE}:{self.port}").encode())
            time.sleep(wait)

    def lines(self, times: int) -> list[str]:
        """The lines about phones that vanished, once there are so many."""
        until(lambda: len(self._vanished()) >= times, f"not {times} lines")
        return self._vanished()

    def _vanished(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if "has vanished" in line]

    def stop(self) -> str:
        """Ends it; all that it has said."""
        self.process.terminate()
        self.process.wait(GENEROUS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.log.read_text()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop()


HEAD = "GET {path} HTTP/1.1\r\nHost: {{host}}\r\n"
FORM = (
    "POST /tables HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\ngame=craf"
)
PARTS = {
    "half a line": "GET /ru",
    "half a head": HEAD.format(path="/"),
    "a page": HEAD.format(path="/rules/crafting") + "\r\n",
    "nonsense": "\x00\x01 nothing\r\n\r\n",
    "half a form": FORM,
}


@pytest.mark.process
def test_whoever_vanishes_leaves_no_traceback(server: Server) -> None:
    for wait in (0.0, 0.02):
        for sent in PARTS.values():
            for _ in range(5):
                server.lose(sent, wait)
    # It goes on, for the others.
    with socket.create_connection((HOUSE, server.port), GENEROUS) as phone:
        phone.sendall(f"GET / HTTP/1.1\r\nHost: {HOUSE}\r\nConnection: close\r\n\r\n".encode())
        assert phone.recv(100).startswith(b"HTTP/1.1 200")
    said = server.stop()
    assert "Traceback" not in said, said


@pytest.mark.process
@pytest.mark.parametrize("end", ["ETIMEDOUT", "EHOSTUNREACH", "EPIPE", "ECONNRESET", "ENETDOWN"])
def test_one_line_at_debug_and_no_more(tmp_path: Path, end: str) -> None:
    server = Server(tmp_path, end)
    server.lose(PARTS["a page"], 0.2)
    (line,) = server.lines(1)
    assert line.startswith(f"DEBUG companion.phones: {HOUSE} has vanished: ")
    said = server.stop()
    told = [line for line in said.splitlines() if "companion.requests" not in line]
    assert "Traceback" not in said and len(told) == 1, said


@pytest.mark.parametrize(
    ("error", "vanished"),
    [
        (ConnectionResetError(errno.ECONNRESET, "x"), True),
        (TimeoutError("timed out"), True),
        (OSError(errno.ENOSPC, "the disk is full"), False),
        (ValueError("a mistake of ours"), False),
        (None, False),
    ],
)
def test_a_mistake_of_ours_is_still_one(error: BaseException | None, vanished: bool) -> None:
    assert is_disconnect(error) is vanished


@pytest.mark.parametrize("number", [errno.ECONNRESET, errno.EHOSTUNREACH, errno.ENETDOWN])
def test_a_watched_connection_has_ended_however_that_is_said(number: int) -> None:
    class Lost:
        """A connection of which only its error is still to be read."""

        def __init__(self, fileno: int) -> None:
            self._sock = self
            self.fileno = lambda: fileno

        def recv(self, size: int) -> bytes:
            raise OSError(number, "as if the cable was cut")

    ended: list[bool] = []
    near, far = socket.socketpair()
    with near, far:
        watch = DisconnectWatch(Lost(near.fileno()), lambda: ended.append(True))
        far.send(b"news")
        gevent.sleep(0.05)
        watch.stop()
    assert ended == [True]
