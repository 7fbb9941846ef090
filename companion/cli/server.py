"""Serving: the server under gevent. Starts, says where it is, stops in time; decides nothing else.

Imported only after the standard library was patched.
"""

from __future__ import annotations

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
from gevent.threadpool import ThreadPool

from companion.app import create_app
from companion.cli.address import SAY, WAITING, address_of, announce, listen, reached_past_proxies
from companion.cli.callers import Caller, Server
from companion.cli.connections import Connections, raise_files
from companion.cli.keying import TOO_NEW, cannot_be_used, configured
from companion.cli.log_lines import begin_log
from companion.cli.memory import collect_in_small_steps, tidy_now_and_then
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

#: Bytes that may be on their way to one phone; the rest waits here, and that only so long.
BACKLOG = 256 * 1024


#: What is done when phones can come: with the site, its address, and whether they get past a proxy.
Begun = Callable[[Site, str, bool], None]


def serve(
    host: str,
    port: int,
    database: Where | None,
    games: Mapping[str, Game] = CATALOGUE,
    begun: Begun | None = None,
) -> None:
    """Serves until it is told to stop (SIGTERM or Ctrl-C)."""
    listener = _talkative(listen(host, port))
    address = address_of(host, listener.getsockname()[1])
    config = configured(database, address)
    app = _companion(config, games)
    # Of a proxy of ours all lines are; it counts its callers itself.
    connections = Connections(0 if config.proxies else config.connections_each)
    past, site = reached_past_proxies(host, config.proxies), app.extensions["companion"]

    def greet() -> None:
        if begun:
            begun(site, address, past)
        else:
            announce(address, past, database=config.database)

    _serve(listener, app, connections, begun=greet)


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


def _serve(
    listener: socket.socket,
    app: Flask,
    connections: Connections,
    begun: Callable[[], None] = lambda: None,
) -> None:
    raise_files()
    logs: dict[str, Any] = {"log": None, "error_log": sys.stderr}
    server = Server(listener, app, handler_class=Caller, connections=connections, **logs)
    # What is told to stop before it listens would begin after it has ended.
    server.start()
    _stop_on_signal(server, app.extensions["companion"])
    begun()
    collect_in_small_steps()
    tidy_now_and_then(app.extensions["companion"])
    server.serve_forever(stop_timeout=STOPPING)
    app.extensions["companion"].close()


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


def _stop_on_signal(server: Server, site: Site) -> None:
    def stop() -> None:
        # The streams end, and their phones open them again, elsewhere where there is an elsewhere.
        server.is_stopping = True
        site.bell.close()
        # From a greenlet of its own: a signal's callback may not wait.
        gevent.spawn(server.stop, STOPPING)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stop)
