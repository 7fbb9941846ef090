"""Tells a phone that vanished (cable cut, battery empty), or sent what is no request, from a
mistake of ours: it is no news, and gets one line at debug. It reads no request, sends nothing.
"""

from __future__ import annotations

import errno
import logging
from typing import Any

LOG = logging.getLogger("companion.phones")
#: What a connection ends with when nobody is at its other end any more.
LOST = frozenset(
    {
        errno.EPIPE,
        errno.ECONNRESET,
        errno.ECONNABORTED,
        errno.ENOTCONN,
        errno.ESHUTDOWN,
        errno.ETIMEDOUT,
        errno.EHOSTUNREACH,
        errno.EHOSTDOWN,
        errno.ENETUNREACH,
        errno.ENETDOWN,
        errno.ENETRESET,
    }
)


def has_vanished(error: BaseException | None) -> bool:
    """Whether this says that the phone is no longer there. A wait that ended says it too."""
    return isinstance(error, OSError) and (error.errno in LOST or isinstance(error, TimeoutError))


def note(caller: Any, error: BaseException | None) -> None:
    """One line, for whoever wonders; only at debug."""
    address = caller[0] if isinstance(caller, tuple) and caller else caller
    LOG.debug("%s has vanished: %s", address or "a phone", error)


def note_nonsense(caller: Any, error: BaseException) -> None:
    """The same of what is no request: never its text, which may be anything."""
    address = caller[0] if isinstance(caller, tuple) and caller else caller
    LOG.debug("%s sent what is no request: %s", address or "somebody", error)
