"""What the line to a phone knows: bytes that it has not taken yet.

Only where the server hands us the socket itself; behind a proxy it is the proxy's, and says less.
"""

from __future__ import annotations

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
