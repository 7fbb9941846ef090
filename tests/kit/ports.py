"""Ports for servers that are told by number where to listen."""

from __future__ import annotations

import socket
import sys

HOUSE = "127.0.0.1"
_kept: list[socket.socket] = []


def free_port(host: str = HOUSE) -> int:
    """A port that nobody has, and that nobody gets but who is told its number.

    It stays bound here for as long as this process lives: else it might be dealt to whoever opens
    a line or asks for any port before the server listens, or while that one starts again. Linux
    lets a server listen beside a socket that does not; elsewhere it must be let go.
    """
    chosen = socket.socket()
    chosen.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    chosen.bind((host, 0))
    port = int(chosen.getsockname()[1])
    if sys.platform == "linux":
        _kept.append(chosen)
    else:
        chosen.close()
    return port
