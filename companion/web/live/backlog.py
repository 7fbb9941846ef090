"""What the line to a phone knows: bytes that it has not taken yet, and whether it is still there.

Only where the server hands us the socket itself; behind a proxy it is the proxy's, and says less.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Callable, Mapping
from typing import Any


def _line(environ: Mapping[str, Any]) -> Any:
    """The socket to this phone; None where the server does not hand it over."""
    return environ.get("companion.socket") or environ.get("gunicorn.socket")


def unread(environ: Mapping[str, Any]) -> Callable[[], int]:
    """Asks how many bytes were sent to this phone that it has not confirmed; 0 if unknown."""
    line = _line(environ)
    if sys.platform == "win32" or not hasattr(line, "fileno"):
        return lambda: 0
    # Not at the top of the module: no such question can be asked on Windows.
    from fcntl import ioctl
    from termios import TIOCOUTQ

    def count() -> int:
        try:
            answer = ioctl(line.fileno(), TIOCOUTQ, struct.pack("i", 0))
        except (OSError, ValueError):
            return 0  # the connection is closed
        return int(struct.unpack("i", answer)[0])

    return count


#: What Linux says first of a line whose other end is there.
_ESTABLISHED = 1


def gone(environ: Mapping[str, Any]) -> Callable[[], bool]:
    """Asks whether this phone's end of the line is closed, which the server else notices when it
    sends something; never, if unknown.
    """
    line = _line(environ)
    if not hasattr(socket, "TCP_INFO") or not hasattr(line, "getsockopt"):
        return lambda: False

    def asked() -> bool:
        try:
            told: bytes = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
        except OSError:
            return True
        return told[0] != _ESTABLISHED

    return asked
