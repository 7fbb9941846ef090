"""Our server around any app, in the test's own process, and a phone's end of a line to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gevent import socket

from companion.server.connections import Connections
from companion.server.http import RequestHandler, Server

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


def served(app: Callable[..., Any]) -> Server:
    """Has begun, at a port of its own."""
    house = ("127.0.0.1", 0)
    server = Server(house, app, log=None, handler_class=RequestHandler, connections=Connections(0))
    server.start()
    return server


def hear_out(line: socket.socket) -> bytes:
    """The end of an answer whose last word is "done"."""
    while not (told := line.recv(4096)).endswith(b"done"):
        assert told, "it hung up"
    return bytes(told)
