"""Serving: the server under gevent. Starts, says where it is, stops in time; decides nothing else.

Imported only after the standard library was patched.
"""

from __future__ import annotations

import errno
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import gevent
from flask import Flask
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.threadpool import ThreadPool

from companion.app import create_app
from companion.cli.address import SAY, WAITING, address_of, announce, listen, reached_past_proxies
from companion.cli.connections import Connections, raise_files
from companion.cli.keying import TOO_NEW, cannot_be_used, configured
from companion.cli.log_lines import begin_log
from companion.cli.memory import collect_in_small_steps, tidy_now_and_then
from companion.cli.vanished import has_vanished, note
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger import DatabaseTooNew, Unavailable
from companion.ledger.where import Where
from companion.referee.game import Game
from companion.web.site.site import Site

#: How long a stop waits for requests under way. Streams end at once, woken by the bell.
STOPPING = 2.0

#: A phone that vanished is noticed after this many milliseconds of unanswered sending.
VANISHED = 30_000

#: One that vanished while nothing was sent is asked after this many seconds, so often, this often.
QUIET = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}

#: Linux 6.15 and newer: what a phone has not got is sent again every so many milliseconds at least,
#: not after twice as long each time. `socket` has no name for it yet.
SENT_AGAIN, SENT_AGAIN_MOST = 44, 1_000

#: Seconds for which a connection may be quiet between two requests; proxies keep theirs for 90.
IDLE = 120.0

#: Seconds for the head of a request that has begun, and between two pieces of a form.
BEGUN = 8.0

#: Seconds after which an answer that the phone does not take is given up.
STALLED = 30.0

#: Bytes that are read of a line at once, and kept room for as long as it is open: a request's head.
HEAD = 2 * 1024

#: Bytes that may be on their way to one phone; the rest waits here, and that only so long.
BACKLOG = 256 * 1024


#: What is done when phones can come: with the site, its address, and whether they get past a proxy.
Begun = Callable[[Site, str, bool], None]


def _greet(_: Site, address: str, past: bool) -> None:
    announce(address, past)


def serve(
    host: str,
    port: int,
    database: Where | None,
    games: Mapping[str, Game] = CATALOGUE,
    begun: Begun = _greet,
) -> None:
    """Serves until it is told to stop (SIGTERM or Ctrl-C)."""
    listener = _talkative(listen(host, port))
    address = address_of(host, listener.getsockname()[1])
    config = configured(database, address)
    app = _companion(config, games)
    # Of a proxy of ours all lines are; it counts its callers itself.
    connections = Connections(0 if config.proxies else config.connections_each)
    past, site = reached_past_proxies(host, config.proxies), app.extensions["companion"]
    _serve(listener, app, connections, begun=lambda: begun(site, address, past))


def serve_a_part(
    file: Path, address: str, database: Where | None, games: Mapping[str, Game] = CATALOGUE
) -> None:
    """The same for some of the tables of this address; nginx asks through this socket."""
    config = configured(database, address)
    app = _companion(replace(config, proxies=config.proxies + 1), games)
    # Only now: whoever waits for the socket believes that all is well.
    _serve(_behind_nginx(file), app, Connections(0))


def _companion(config: Config, games: Mapping[str, Game]) -> Flask:
    begin_log(config.log, config.json_log)
    # Whoever asked the ledger is told; the thread that found out need not say it too.
    gevent.get_hub().NOT_ERROR += (Unavailable, DatabaseTooNew)
    writing, reading = ThreadPool(1).apply, ThreadPool(1).apply
    try:
        return create_app(config, games=games, writing=writing, reading=reading)
    except Unavailable as failure:
        raise SystemExit(SAY(cannot_be_used(failure))) from failure
    except DatabaseTooNew as failure:
        raise SystemExit(SAY(TOO_NEW)) from failure


class Server(WSGIServer):  # type: ignore[misc]
    """The same, and it knows whose the open lines are."""

    connections: Connections
    #: No line is used again: whoever has one open asks another server next.
    is_stopping = False


def _serve(
    listener: socket.socket,
    app: Flask,
    connections: Connections,
    begun: Callable[[], None] = lambda: None,
) -> None:
    raise_files()
    server = Server(listener, app, log=None, error_log=sys.stderr, handler_class=Caller)
    server.connections = connections
    # What is told to stop before it listens would begin after it has ended.
    server.start()
    _stop_on_signal(server, app.extensions["companion"])
    begun()
    collect_in_small_steps()
    tidy_now_and_then(app.extensions["companion"])
    server.serve_forever(stop_timeout=STOPPING)
    app.extensions["companion"].close()


class Caller(WSGIHandler):  # type: ignore[misc]
    """One connection. The app may ask its socket whether the phone takes what it is sent."""

    rfile: Any

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

    def handle_one_response(self) -> None:
        super().handle_one_response()
        # It holds the request, which holds it.
        self.environ.pop("werkzeug.request", None)
        self.close_connection = self.close_connection or self.server.is_stopping

    def log_request(self) -> None:
        """Nobody reads a line for every request, so none is written."""

    def get_environ(self) -> dict[str, Any]:
        self.socket.settimeout(BEGUN if self.command == "POST" else STALLED)
        return {**super().get_environ(), "companion.socket": self.socket}


def _talkative(listener: socket.socket) -> socket.socket:
    """The same, with what every connection that it accepts inherits."""
    # Without NODELAY every small answer waits some 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BACKLOG)
    for name, value in QUIET.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
    if sys.platform == "linux":
        with suppress(OSError):
            listener.setsockopt(socket.IPPROTO_TCP, SENT_AGAIN, SENT_AGAIN_MOST)
    return listener


def _behind_nginx(file: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(file))
    listener.listen(WAITING)
    return listener


def _stop_on_signal(server: WSGIServer, site: Site) -> None:
    def stop() -> None:
        # The streams end, and their phones open them again, elsewhere where there is an elsewhere.
        server.is_stopping = True
        site.bell.close()
        # From a greenlet of its own: a signal's callback may not wait.
        gevent.spawn(server.stop, STOPPING)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stop)
