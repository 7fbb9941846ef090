"""The log on the terminal: plain lines, or one JSON object a line for machines to read."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

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


def begin_log(level: str, as_json: bool) -> None:
    """`level`: the least important kind of line, "" for Python's own choice."""
    if as_json:
        to_terminal = logging.StreamHandler()
        to_terminal.setFormatter(JsonLines())
        logging.basicConfig(level=level or "INFO", handlers=[to_terminal])
    elif level:
        logging.basicConfig(level=level, format=PLAIN)
