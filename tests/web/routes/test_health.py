"""What whoever runs a server asks it: whether it lives, whether it is ready, what it does."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from companion import chance
from companion.ledger import Unavailable
from companion.server.logs import JsonFormatter
from companion.web.site import Site
from tests.kit.phones import Phone


def measured(phone: Phone) -> dict[str, float]:
    answer = phone.get("/metrics")
    assert answer.status_code == 200 and answer.content_type.startswith("text/plain")
    return {
        sample.name + "".join(sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_it_lives_and_is_ready_under_any_name(app: Flask) -> None:
    phone = Phone(app)
    for path, told in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = phone.get(path, headers={"Host": "10-0-0-7.pods.example"})
        assert (answer.status_code, answer.text) == (200, told)


def test_it_is_not_ready_without_its_log_and_lives(
    app: Flask, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("unreachable", "nobody there: secret detail")

    monkeypatch.setattr(here.store.ledger, "events", away)
    answer = Phone(app).get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the log: unreachable\n")
    assert Phone(app).get("/healthz").status_code == 200


def test_it_is_not_ready_while_it_stops(app: Flask, here: Site) -> None:
    here.stream_hub.close()
    assert Phone(app).get("/readyz").status_code == 503
    assert measured(Phone(app))["companion_draining"] == 1


def test_taps_streams_commits_and_folds_are_counted_without_names_or_codes(app: Flask) -> None:
    ana, ben = Phone(app), Phone(app)
    code = ana.open_table(name="Philippa")
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    before = measured(ana)
    stream = ana.watch(code)
    ana.tap(code, "take 2", seat=1)
    ana.tap(code, "take 2", seat=1)
    after = measured(ana)
    stream.close()
    more = {name: value - before.get(name, 0) for name, value in after.items()}
    assert more["companion_taps_totalkept"] + more["companion_taps_totalrefused"] == 2
    assert more["companion_taps_totalkept"] >= 1 and more["companion_streams"] == 1
    assert more["companion_request_seconds_counttap"] == 2
    assert more["companion_commit_seconds_count"] >= 2 and more["companion_rows_total"] >= 2
    assert after["companion_queue"] == 0 and after["companion_tables"] == 1
    told = ana.get("/metrics").text
    assert code not in told and "Philippa" not in told


@pytest.fixture(autouse=True)
def code_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of figures alone would stand somewhere among the seconds that are counted, by chance."""
    monkeypatch.setattr(chance, "new_table_code", lambda length=4: "KXQZKXQZ"[:length])


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What is logged of requests, as JSON."""
    told: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(self.format(record))

    log, kept = logging.getLogger("companion.requests"), Kept()
    kept.setFormatter(JsonFormatter())
    level = log.level
    log.addHandler(kept)
    log.setLevel(logging.INFO)
    yield told
    log.removeHandler(kept)
    log.setLevel(level)


def test_a_request_has_one_line_of_json_with_its_number_and_no_code(
    app: Flask, lines: list[str]
) -> None:
    phone = Phone(app)
    code = phone.open_table()
    answer = phone.get(f"/t/{code}", headers={"X-Request-Id": "from-a-proxy.7"})
    assert answer.headers["X-Request-Id"] == "from-a-proxy.7"
    told = [json.loads(line) for line in lines]
    assert all("\n" not in line and code not in line for line in lines)
    assert (
        told[-1].items()
        >= {
            "request": "from-a-proxy.7",
            "method": "GET",
            "route": "/t/<code>",
            "status": 200,
            "level": "INFO",
        }.items()
    )
    odd = phone.get("/healthz", headers={"X-Request-Id": 'no "name"'})
    assert odd.headers["X-Request-Id"] == json.loads(lines[-1])["request"] != 'no "name"'


def test_a_mistake_is_one_line_too() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "oops", None, None)
        record.exc_info = (ValueError, error, error.__traceback__)
    line = JsonFormatter().format(record)
    assert "\n" not in line and "two\nlines" in json.loads(line)["trace"]


def test_without_a_wish_for_it_no_request_is_logged_or_numbered(app: Flask) -> None:
    assert "X-Request-Id" not in Phone(app).get("/healthz").headers
