"""Connections that begin and stop: they are ended, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gevent
import pytest
from gevent import socket
from gevent.pywsgi import WSGIServer

from companion.cli.serving import Caller


class Hurried(Caller):
    patience = 0.2
    idle = 0.4


def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.mark.parametrize(
    "begun", [b"", b"GE", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nA: b\r\n"]
)
def test_a_connection_that_begins_and_stops_is_ended(begun: bytes) -> None:
    server = WSGIServer(("127.0.0.1", 0), app, log=None, error_log=None, handler_class=Hurried)
    server.start()
    try:
        stuck = socket.create_connection(("127.0.0.1", server.server_port))
        stuck.sendall(begun)
        other = socket.create_connection(("127.0.0.1", server.server_port))
        other.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        with gevent.Timeout(2):
            assert other.recv(4096).startswith(b"HTTP/1.1 200"), "nobody waits for the stuck one"
            left = b""
            while part := stuck.recv(4096):
                left += part
            assert left == b"" or left.startswith(b"HTTP/1.1 400")
        stuck.close()
        other.close()
    finally:
        server.stop()
