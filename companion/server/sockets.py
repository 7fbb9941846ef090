"""Listening sockets, their address, and the system's options for connections."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from companion.networks import PhonesAddress, fixed_address, local_address

#: Connections that may wait to be accepted.
CONNECTION_BACKLOG = 1024


#: Milliseconds of unacknowledged sending after which a phone counts as lost.
UNACKNOWLEDGED_MILLISECONDS = 30_000

#: Keepalive for idle connections: seconds before the first probe, between probes, and probes.
KEEPALIVE_OPTIONS = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}

#: Maximum milliseconds between two retransmissions, instead of doubling each time. Linux 6.15 and
#: newer; `socket` has no name for it yet.
TCP_RTO_MAX_MS, MAX_RETRANSMISSION_MILLISECONDS = 44, 1_000

#: Seconds within which a companion on this machine must answer.
ANSWER_TIMEOUT_SECONDS = 2.0

#: Bytes that the system buffers for one phone; the rest waits here, for a limited time.
SEND_BUFFER_BYTES = 256 * 1024


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Exits the program with a message if the port is not available."""
    try:
        return create_listener(host, port)
    except OSError as trouble:
        why = running_here(host, port) or port_trouble(port, trouble)
        raise SystemExit(". ".join(why)) from trouble


def running_here(host: str, port: int) -> tuple[str, str] | None:
    """Returns that a companion answers there, and what to do; None if none does."""
    if not companion_answers(host, port):
        return None
    page = f"http://{_name_here(host)}:{port}/"
    return f"A companion runs here already: {page}", f"A second one: --port {port + 1}"


def companion_answers(host: str, port: int) -> bool:
    """Returns whether a companion of this machine answers at this port."""
    try:
        asked = build_opener(ProxyHandler({})).open(
            f"http://{_name_here(host)}:{port}/healthz", timeout=ANSWER_TIMEOUT_SECONDS
        )
        with asked as answer:
            return bool(answer.read(10) == b"ok\n")
    except (URLError, OSError, ValueError, HTTPException):
        return False


def _name_here(host: str) -> str:
    name = "127.0.0.1" if host in EVERY_ADDRESS else host
    return f"[{name}]" if ":" in name else name


#: Below it ports are the system's, which root alone may have on most.
FIRST_OWN_PORT = 1024


def port_trouble(port: int, failure: OSError) -> tuple[str, str]:
    """Returns why this port can't be had, and what to do."""
    if failure.errno == errno.EACCES and port < FIRST_OWN_PORT:
        allow = f"sudo sysctl net.ipv4.ip_unprivileged_port_start={port}"
        let = f", or on Linux let it be had: {allow}" if sys.platform != "win32" else ""
        found = f"ports below {FIRST_OWN_PORT} are the system's"
        return f"Can't listen on port {port}: {found}", f"Take --port 8000{let}"
    other = port + 1 if port < 65535 else 8000
    return f"Can't listen on port {port}: {failure.strerror or failure}", f"Try --port {other}"


def create_listener(host: str, port: int) -> socket.socket:
    """Returns a listening socket; on `::` it takes IPv4 too, where the system can. Raises
    `OSError`.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(
        (host, port), family=family, backlog=CONNECTION_BACKLOG, dualstack_ipv6=both
    )


#: What `--host` says where the server listens on every address.
EVERY_ADDRESS = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class Place:
    """Where it listens. `address`: what phones open, "" to find it."""

    host: str
    port: int
    address: str = ""


def server_address_for_phones(host: str, port: int, named: str = "") -> str:
    """Returns the address that phones in the house open. `named`: by which name or address, or
    the whole of it, where somebody says it.
    """
    if "://" in named:
        return named.rstrip("/")
    name = named or (local_address(ipv6=host == "::") if host in EVERY_ADDRESS else host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def find_phones_address(place: Place) -> PhonesAddress:
    """Returns the address that phones open, which follows the network unless somebody said it."""
    find = partial(server_address_for_phones, place.host, place.port, place.address)
    follows = place.host in EVERY_ADDRESS and not place.address
    return PhonesAddress(find) if follows else fixed_address(find())


def phones_can_bypass_proxies(host: str, proxies: int) -> bool:
    """Returns whether phones can bypass the proxies whose headers the server trusts. Then a phone
    can claim to be another, and limits by address are void.
    """
    if not proxies:
        return False
    try:
        return not ipaddress.ip_address(host or "0.0.0.0").is_loopback
    except ValueError:
        return host != "localhost"


def set_connection_options(listener: socket.socket) -> socket.socket:
    """Sets the options that every accepted connection inherits; returns the socket."""
    # Without NODELAY every small response waits some 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    for name, value in KEEPALIVE_OPTIONS.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLISECONDS
        )
    if sys.platform == "linux":
        with suppress(OSError):
            listener.setsockopt(socket.IPPROTO_TCP, TCP_RTO_MAX_MS, MAX_RETRANSMISSION_MILLISECONDS)
    return listener


def listen_for_nginx(file: Path) -> socket.socket:
    """Returns a Unix socket that listens for nginx."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows has one server: see cli/sharing.py")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(file))
    listener.listen(CONNECTION_BACKLOG)
    return listener
