"""Lines to phones under gevent: whose they are, how long they may be silent, and that a stream may
keep its own. Reads no request's meaning and decides nothing.

Imported only after the standard library was patched.
"""

from __future__ import annotations

import errno
import socket
from functools import partial
from http import HTTPStatus
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.cli.connections import Connections
from companion.cli.kept_streams import KeptStream
from companion.cli.vanished import has_vanished, note
from companion.web.live.open_stream import KEEPER, OpenStream

#: Seconds for which a connection may be quiet between two requests; proxies keep theirs for 90.
IDLE = 120.0

#: Seconds for the head of a request that has begun, and between two pieces of a form.
BEGUN = 8.0

#: Seconds after which an answer that the phone does not take is given up.
STALLED = 30.0

#: Bytes that are read of a line at once, and kept room for as long as it is open: a request's head.
HEAD = 2 * 1024


class Server(WSGIServer):  # type: ignore[misc]
    """The same, and it knows whose the open lines are."""

    #: No line is used again: whoever has one open asks another server next.
    is_stopping = False

    def __init__(self, *given: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.connections = connections
        #: Lines of streams that are open beyond the handling of their request.
        self.kept: set[socket.socket] = set()

    def stop(self, timeout: float | None = None) -> None:
        """Waits so long for answers under way and for the last words of streams."""
        super().stop(timeout)
        with gevent.Timeout(self.stop_timeout if timeout is None else timeout, False):
            while self.connections.are_at_work:
                gevent.sleep(0.01)

    def let_go(self, address: str, line: socket.socket) -> None:
        """The stream on this line has ended, and has closed it."""
        self.kept.discard(line)
        self.connections.let_go(address, line)

    def do_close(self, sock: socket.socket, *more: Any) -> None:
        if sock not in self.kept:
            super().do_close(sock, *more)


class Caller(WSGIHandler):  # type: ignore[misc]
    """One connection. The app may ask its socket whether the phone takes what it is sent."""

    rfile: Any
    socket: Any
    #: The stream that the answer begins, if it is one.
    _opened: OpenStream | None = None

    def __init__(self, line: Any, address: Any, server: Server) -> None:
        super().__init__(line, address, server)
        self.rfile.close()
        self.rfile = line.makefile("rb", HEAD)

    #: None is passed over: `handle_error` is told of all, and knows which are no mistake of ours.
    ignored_socket_errors = ()

    def handle(self) -> None:
        connections, address, line = self.server.connections, self._address, self.socket
        if not connections.take(address, line):
            return
        try:
            super().handle()
        except OSError as error:
            # While it was told that its request is none.
            if not has_vanished(error):
                raise
            note(self.client_address, error)
        finally:
            if line not in self.server.kept:
                connections.let_go(address, line)

    @property
    def _address(self) -> str:
        """Whose line it is; "" where nginx, before us, has them all."""
        return str(self.client_address[0]) if isinstance(self.client_address, tuple) else ""

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        if not has_vanished(v):
            super().handle_error(t, v, tb)
            return
        note(self.client_address, v)
        self.close_connection = True

    def _handle_client_error(self, ex: Exception) -> Any:
        # Half a request and no more; after a form's half only the line is ended.
        if not isinstance(ex, OSError):
            return super()._handle_client_error(ex)
        note(self.client_address, ex)
        return None

    def read_requestline(self) -> str:
        self.socket.settimeout(IDLE)
        if not self._has_spoken():
            return ""
        with gevent.Timeout(BEGUN, False):
            return str(super().read_requestline())
        return ""

    def _has_spoken(self) -> bool:
        """Waits for its phone; False where the line was ended meanwhile, to make room."""
        connections, address, line = self.server.connections, self._address, self.socket
        connections.falls_silent(address, line)
        try:
            return bool(self.rfile.peek(1))
        except OSError as error:
            if error.errno == errno.EBADF:
                return False
            raise
        finally:
            connections.speaks(address, line)

    def read_request(self, raw_requestline: str) -> bool:
        """False ends the connection, with a 400."""
        with gevent.Timeout(BEGUN, False):
            return bool(super().read_request(raw_requestline))
        return False

    def process_result(self) -> None:
        if self._opened is None or self.code != HTTPStatus.OK:
            super().process_result()
            return
        self.response_headers.append((b"Connection", b"close"))
        self._opened.say(self._opened.begin(), self.write)
        ended = partial(self.server.let_go, self._address, self.socket)
        self.server.kept.add(self.socket)
        chunked, who = self.response_use_chunked, self.client_address
        KeptStream(self._opened, self.socket, who, chunked, ended)

    def _keep(self, opened: OpenStream) -> None:
        self._opened = opened

    def handle_one_response(self) -> None:
        super().handle_one_response()
        self.environ.pop(KEEPER, None)
        if self._opened is not None and self._opened.is_kept:
            # From now on it is the stream's, which needs of its request no more than its head.
            self.environ.pop("wsgi.input", None)
            self.rfile.close()
            self.socket, self.close_connection = None, True
        # It holds the request, which holds it.
        self.environ.pop("werkzeug.request", None)
        self.close_connection = self.close_connection or self.server.is_stopping

    def log_request(self) -> None:
        """Nobody reads a line for every request, so none is written."""

    def get_environ(self) -> dict[str, Any]:
        self.socket.settimeout(BEGUN if self.command == "POST" else STALLED)
        self._opened, ours = None, {"companion.socket": self.socket}
        if self.command == "GET":
            ours[KEEPER] = self._keep
        return {**super().get_environ(), **ours}
