"""Announces the server's name on the local network. Everything also works by address."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec

import gevent
from gevent import Greenlet

from companion.web.site import MdnsName

MDNS_MODULE = "companion.server.mdns"


def start_announcing(
    name: str, port: int, address: str, held: MdnsName, begun: Callable[[str], None]
) -> Greenlet | None:
    """Starts a greenlet that keeps `held` up to date. `address`: the only one the server listens
    on, "" for all. `begun` is called with every new name. Returns None if no name can be announced.
    """
    if not name or find_spec("zeroconf") is None:
        return None
    command = [
        sys.executable,
        "-m",
        MDNS_MODULE,
        name,
        str(port),
        *([address] if address else []),
    ]
    # It ends with its standard input, which ends with this process, however that ends. Ctrl-C is
    # for this process alone.
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )

    def listen() -> None:
        assert child.stdout is not None
        for line in child.stdout:
            host, at = line.split()
            held.set_host_and_address("" if host == "-" else host, "" if at == "-" else at)
            if held.host:
                begun(held.host)
        held.set_host_and_address("", "")

    return gevent.spawn(listen)
