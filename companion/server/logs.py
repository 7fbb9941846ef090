"""The log on the terminal: plain lines, or one JSON object a line for machines to read."""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from datetime import UTC, datetime

#: Who says one line a request, where that is wished: see `web/reply/request_log.py`.
REQUESTS = "companion.requests"
PLAIN = "%(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One object a line: when, how bad, who says it, what; and what a request has to tell."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class AtMost(logging.Filter):
    """Of lines that say the same of other requests or phones, so many in so many seconds: whoever
    sends nonsense all night fills no disk. Lines that were asked for, one a request, all pass.
    """

    def __init__(self, most: int = 30, seconds: float = 60.0) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._until = 0.0
        self._seen: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == REQUESTS:
            return True
        now = time.monotonic()
        if now >= self._until:
            self._until = now + self._seconds
            self._seen.clear()
        kind = (record.name, str(record.msg)[:200])
        self._seen[kind] += 1
        if self._seen[kind] == self._most:
            told = record.getMessage()
            record.msg, record.args = "%s (more like it are left out for a while)", (told,)
        return self._seen[kind] <= self._most


def begin_log(level: str, as_json: bool) -> None:
    """`level`: the least important kind of line, "" for warnings, or with JSON every request."""
    to_terminal = logging.StreamHandler()
    to_terminal.setFormatter(JsonLines() if as_json else logging.Formatter(PLAIN))
    to_terminal.addFilter(AtMost())
    default = "INFO" if as_json else "WARNING"
    logging.basicConfig(level=level or default, handlers=[to_terminal])
