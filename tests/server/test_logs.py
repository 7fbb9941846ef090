"""The log on the terminal: however much nonsense comes, its lines stay few and short."""

from __future__ import annotations

import json
import logging

import pytest

from companion.server.logs import REQUEST_LOGGER_NAME, JsonFormatter, RateLimitFilter
from companion.web.reply import request_log


class Lines(logging.Handler):
    def __init__(self, at_most: RateLimitFilter) -> None:
        super().__init__()
        self.addFilter(at_most)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


def say(lines: Lines, name: str, words: str, *more: object) -> None:
    lines.handle(logging.LogRecord(name, logging.ERROR, "", 0, words, more, None))


def test_of_one_kind_so_many_lines_come_and_the_last_says_so() -> None:
    lines = Lines(RateLimitFilter(most=3))
    for number in range(500):
        say(lines, "companion.phones", "%s sent nonsense", number)
    say(lines, "companion.phones", "another %s", "thing")
    assert [line[:16] for line in lines.told[:2]] == ["0 sent nonsense", "1 sent nonsense"]
    assert lines.told[2].startswith("2 sent nonsense (more like it")
    assert lines.told[3:] == ["another thing"]


def test_after_a_while_it_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.server.logs.time.monotonic", lambda: now[0])
    lines = Lines(RateLimitFilter(most=2, seconds=60.0))
    for _ in range(5):
        say(lines, "a", "b")
    now[0] += 60
    say(lines, "a", "b")
    assert len(lines.told) == 3 and lines.told[-1] == "b"


def test_a_line_for_every_request_is_a_line_for_every_request() -> None:
    lines = Lines(RateLimitFilter(most=3))
    for _ in range(50):
        say(lines, REQUEST_LOGGER_NAME, "request")
    assert len(lines.told) == 50 and request_log.REQUEST_LOGGER.name == REQUEST_LOGGER_NAME


def test_json_of_a_line_that_says_that_more_are_left_out() -> None:
    record = logging.LogRecord("a", logging.WARNING, "", 0, "%d %s", (1, "b"), None)
    RateLimitFilter(most=1).filter(record)
    assert json.loads(JsonFormatter().format(record))["message"].startswith("1 b (more")
