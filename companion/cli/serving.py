"""Serving: the server under gevent. Starts, says where it is, stops in time; decides nothing else.

Imported only after the standard library was patched.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.threadpool import ThreadPool
from qrcode.main import QRCode

from companion.app import create_app
from companion.config import address_in_the_house, from_environment
from companion.games import CATALOGUE
from companion.ledger import Newer, Unavailable
from companion.referee.game import Game
from companion.referee.text import Text, english
from companion.web.site import Site

#: How long a stop waits for requests under way. Streams end at once, woken by the bell.
STOPPING = 2.0
#: A phone that vanished is noticed after this many milliseconds of unanswered sending.
VANISHED = 30_000
#: One that vanished while nothing was sent is asked after this many seconds, so often, this often.
QUIET = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
#: Seconds for which a connection may be quiet between two requests; proxies keep theirs for 90.
IDLE = 120.0
#: Seconds for the head of a request that has begun, and between two pieces of a form.
BEGUN = 8.0
#: Seconds after which an answer that the phone does not take is given up.
STALLED = 30.0
#: Bytes that may be on their way to one phone; the rest waits here, and that only so long.
BACKLOG = 256 * 1024
SAY = english().say


def serve(
    host: str, port: int, database: Path | None, games: Mapping[str, Game] = CATALOGUE
) -> None:
    """Serves until it is told to stop (SIGTERM or Ctrl-C)."""
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    config = from_environment(database=database, address=address)
    try:
        writing, reading = ThreadPool(1).apply, ThreadPool(1).apply
        app = create_app(config, games=games, writing=writing, reading=reading)
    except Unavailable as failure:
        told = Text("The database cannot be used: {detail}", detail=failure.detail)
        raise SystemExit(SAY(told)) from failure
    except Newer as failure:
        told = Text("A newer version of the companion has used this database. Update first.")
        raise SystemExit(SAY(told)) from failure
    server = WSGIServer(listener, app, log=None, error_log=sys.stderr, handler_class=Caller)
    # What is told to stop before it listens would begin after it has ended.
    server.start()
    _stop_on_signal(server, app.extensions["companion"])
    _announce(address)
    _collect_seldom()
    server.serve_forever(stop_timeout=STOPPING)
    app.extensions["companion"].hall.ledger.close()


class Caller(WSGIHandler):  # type: ignore[misc]
    """One connection. The app may ask its socket whether the phone takes what it is sent."""

    #: A phone that took nothing for too long has gone; that is no mistake of ours.
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, "timed out")

    def read_requestline(self) -> str:
        self.socket.settimeout(IDLE)
        self.rfile.peek(1)
        with gevent.Timeout(BEGUN, False):
            return str(super().read_requestline())
        return ""

    def read_request(self, raw_requestline: str) -> bool:
        """False ends the connection, with a 400."""
        with gevent.Timeout(BEGUN, False):
            return bool(super().read_request(raw_requestline))
        return False

    def log_request(self) -> None:
        """Nobody reads a line for every request, so none is written."""

    def get_environ(self) -> dict[str, Any]:
        self.socket.settimeout(BEGUN if self.command == "POST" else STALLED)
        return {**super().get_environ(), "companion.socket": self.socket}


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as trouble:
        told = Text(
            "Cannot listen on port {port}: {why}. Another one: --port {other}",
            port=port,
            why=trouble.strerror or "",
            other=port + 1,
        )
        raise SystemExit(SAY(told)) from trouble
    # Accepted connections inherit these. Without NODELAY every small answer waits some 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BACKLOG)
    for name, value in QUIET.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
    return listener


def _address(host: str, port: int) -> str:
    name = address_in_the_house() if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _collect_seldom() -> None:
    """States and pages hold no circles: looking for some after every few taps costs a seventh."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _announce(address: str) -> None:
    click.echo(SAY(Text("Phones in the house find the companion at {address}", address=address)))
    code = QRCode(border=2)
    code.add_data(address)
    try:
        code.print_ascii(out=sys.stdout, invert=sys.stdout.isatty())
    except UnicodeEncodeError:
        click.echo(SAY(Text("(this terminal cannot show the QR code)")))
    click.echo(SAY(Text("Ctrl-C stops it; nothing is lost")))


def _stop_on_signal(server: WSGIServer, site: Site) -> None:
    def stop() -> None:
        site.bell.close()
        # From a greenlet of its own: a signal's callback may not wait.
        gevent.spawn(server.stop, STOPPING)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stop)
