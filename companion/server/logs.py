"""The log on the terminal: plain lines, or JSON lines for machines."""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from datetime import UTC, datetime

#: The logger of one line per request, if enabled: see `web/reply/request_log.py`.
REQUEST_LOGGER_NAME = "companion.requests"
PLAIN_FORMAT = "%(levelname)s %(name)s: %(message)s"


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object a line, with the request's values if there are any."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


class RateLimitFilter(logging.Filter):
    """Limits lines of the same kind to `most` per `seconds`, so that nonsense requests cannot fill
    the disk. The request log is not limited.
    """

    def __init__(self, most: int = 30, seconds: float = 60.0) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._until = 0.0
        self._seen: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == REQUEST_LOGGER_NAME:
            return True
        now = time.monotonic()
        if now >= self._until:
            self._until = now + self._seconds
            self._seen.clear()
        kind = (record.name, str(record.msg)[:200])
        self._seen[kind] += 1
        if self._seen[kind] == self._most:
            message = record.getMessage()
            record.msg, record.args = "%s (more like it are left out for a while)", (message,)
        return self._seen[kind] <= self._most


def configure_logging(level: str, as_json: bool) -> None:
    """Starts the log. `level`: the lowest level to log; "" for warnings, or with JSON for info,
    with every request.
    """
    to_terminal = logging.StreamHandler()
    to_terminal.setFormatter(JsonFormatter() if as_json else logging.Formatter(PLAIN_FORMAT))
    to_terminal.addFilter(RateLimitFilter())
    default = "INFO" if as_json else "WARNING"
    logging.basicConfig(level=level or default, handlers=[to_terminal])
