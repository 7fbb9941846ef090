"""Sockets: where the server listens, its address, and what the system does for each connection."""

from __future__ import annotations

import ipaddress
import socket
import sys
from contextlib import suppress
from pathlib import Path

from companion.config import local_address
from companion.referee.text import Text, english

#: Connections that may wait to be taken.
WAITING = 1024


#: A phone that vanished is noticed after this many milliseconds of unanswered sending.
VANISHED = 30_000

#: One that vanished while nothing was sent is asked after this many seconds, so often, this often.
QUIET = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}

#: Linux 6.15 and newer: what a phone has not got is sent again every n milliseconds at least,
#: not after twice as long each time. `socket` has no name for it yet.
SENT_AGAIN, SENT_AGAIN_MOST = 44, 1_000

#: Bytes that may be on their way to one phone; the rest waits here, and that only so long.
BACKLOG = 256 * 1024


def listen(host: str, port: int) -> socket.socket:
    """Listens there. Ends the program with a plain word where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as trouble:
        told = Text(
            "Can't listen on port {port}: {why}. Try --port {other}",
            port=port,
            why=trouble.strerror or "",
            other=port + 1,
        )
        raise SystemExit(english().say(told)) from trouble


def address_of(host: str, port: int) -> str:
    """The address that phones in the house open."""
    name = local_address() if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def is_reached_past_proxies(host: str, proxies: int) -> bool:
    """Whether phones can reach us directly although we believe what proxies say about them: then
    any of them can say that it is another one, and limits and addresses count for nothing.
    """
    if not proxies:
        return False
    try:
        return not ipaddress.ip_address(host or "0.0.0.0").is_loopback
    except ValueError:
        return host != "localhost"


def with_connection_options(listener: socket.socket) -> socket.socket:
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


def behind_nginx(file: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(file))
    listener.listen(WAITING)
    return listener
