"""The newest errors of this server, for its host. They contain nothing of a table or a person.

The arguments of a log record may be a table's code or a player's words, so only its format string,
the route and the place in the program are kept.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

#: How many are kept.
MAX_KEPT_ERRORS = 20
#: What a line's own words leave open, and who of those that log writes lines with such gaps.
_GAP, _OURS = re.compile(r"%[.*\d]*[a-z]"), re.compile(r"companion(\.|$)")


@dataclass(frozen=True)
class RecentError:
    """One line: when, what, on which route ("" for none), and where in the program."""

    at: float
    words: str
    route: str
    place: str


class RecentErrorsHandler(logging.Handler):
    """Listens to the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.newest: deque[RecentError] = deque(maxlen=MAX_KEPT_ERRORS)

    def emit(self, record: logging.LogRecord) -> None:
        words = _GAP.sub("…", str(record.msg)) if _OURS.match(record.name) else record.name
        route = str(getattr(record, "fields", {}).get("route", ""))
        self.newest.appendleft(RecentError(record.created, words, route, _place(record)))


def _place(record: logging.LogRecord) -> str:
    """The kind of error and the line that raised it; never what it says."""
    kind, _, trace = record.exc_info or (None, None, None)
    if kind is None:
        return ""
    last = extract_tb(trace)[-1:]
    return " ".join([kind.__name__, *(f"{Path(at.filename).name}:{at.lineno}" for at in last)])
