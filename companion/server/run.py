"""The server's life cycle: create the app, listen, stop in time on a signal. Import it only after
the standard library was patched.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any

import gevent
from flask import Flask
from gevent.event import Event
from gevent.threadpool import ThreadPool

from companion.app import create_app
from companion.config import Config
from companion.ledger import DatabaseTooNew, Unavailable
from companion.ledger.daily import BackupFailed
from companion.processor_time import count_by_greenlet
from companion.referee.game import Game
from companion.server.backups import back_up_daily
from companion.server.connections import Connections, increase_file_limit
from companion.server.http import RequestHandler, Server
from companion.server.logs import configure_logging
from companion.server.memory import start_evicting_idle_tables, tune_garbage_collection
from companion.web.site import Site

#: Seconds that a stop waits for running requests. Streams end at once, woken by the hub.
MAX_STOP_SECONDS = 2.0


def make_app(config: Config, games: Mapping[str, Game]) -> Flask:
    """Returns the app, with its log and the ledger's threads.

    Raises `Unavailable`, `DatabaseTooNew`.
    """
    configure_logging(config.log, config.json_log)
    # The ledger's caller handles these; the thread pool must not log them too.
    gevent.get_hub().NOT_ERROR += (Unavailable, DatabaseTooNew, BackupFailed)
    writing, reading = ThreadPool(1).apply, ThreadPool(1).apply
    app = create_app(config, games=games, writing=writing, reading=reading)
    site: Site = app.extensions["companion"]
    logging.getLogger().addHandler(site.troubles)
    if site.backups:
        site.backups.copying = ThreadPool(1).apply
    return app


def serve_until_signal(
    listener: socket.socket,
    app: Flask,
    connections_each: int,
    begun: Callable[[], None] = lambda: None,
) -> None:
    """Serves until SIGTERM or Ctrl-C. `connections_each`: maximum per address, 0 for no limit.
    `begun`: called when the server accepts connections.
    """
    connections = Connections(connections_each)
    increase_file_limit()
    logs: dict[str, Any] = {"log": None, "error_log": sys.stderr}
    server = Server(listener, app, handler_class=RequestHandler, connections=connections, **logs)
    server.start()
    site: Site = app.extensions["companion"]
    told_to_stop = _stop_on_signal(server, site)
    begun()
    tune_garbage_collection()
    count_by_greenlet()
    start_evicting_idle_tables(site)
    if site.backups and site.backups.days:
        back_up_daily(site.backups)
    # gevent's own `serve_forever` would start again what was stopped during the greeting.
    told_to_stop.wait()
    server.stop(MAX_STOP_SECONDS)
    site.close()


def _stop_on_signal(server: Server, site: Site) -> Event:
    """Returns what is set by SIGTERM or Ctrl-C."""
    told_to_stop = Event()

    def stop() -> None:
        # The streams end, and their phones reopen them, on another server if there is one.
        server.is_stopping = True
        site.stream_hub.close()
        told_to_stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stop)
    return told_to_stop
