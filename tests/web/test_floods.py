"""More than hands can do: taps without end from one phone, more pages than a phone needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.play import permissions
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.request import pace
from tests.kit.phones import Phone, targets
from tests.kit.steady import clocked
from tests.kit.toy_game import HEAP
from tests.web.test_secrets import PARTS


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limited(config: Config, clock: Clock) -> Iterator[Flask]:
    app = create_app(replace(config, taps=2.0), games={"heap": HEAP}, **clocked(clock))
    app.testing = True
    yield app
    app.extensions["companion"].close()


def at_a_table(app: Flask) -> tuple[str, Phone, Phone]:
    ana, ben = Phone(app), Phone(app)
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    return code, ana, ben


def test_a_flood_is_limited_and_told_so(limited: Flask, clock: Clock) -> None:
    code, ana, ben = at_a_table(limited)
    clock.now += 60
    answers = [ana.tap(code, "wave", seat=1, intent=f"i{n}") for n in range(10)]
    assert [answer.status_code for answer in answers].count(429) == 4
    late = answers[-1]
    assert targets(late.text) == ["toast"] and "this tap didn&#39;t count" in late.text
    assert late.headers["Retry-After"] == "1"
    store = limited.extensions["companion"].store
    assert len(store.latest(code).entries) == sum(each.status_code == 200 for each in answers)
    assert ben.tap(code, "wave", seat=2, intent="b").status_code != 429, "only the one phone"
    clock.now += 1
    assert ana.tap(code, "wave", seat=1, intent="i9").status_code != 429


def test_passers_by_share_one_limit(limited: Flask, clock: Clock) -> None:
    code, *_ = at_a_table(limited)
    clock.now += 60
    statuses = [Phone(limited).tap(code, "wave", seat=1).status_code for _ in range(10)]
    assert statuses == [422] * 6 + [429] * 4


def test_without_scripts_it_is_told_on_the_page(limited: Flask, clock: Clock) -> None:
    code, ana, _ = at_a_table(limited)
    clock.now += 60
    for n in range(7):
        answer = ana.post(f"/t/{code}/act", action="wave", seat=1, intent=f"i{n}")
    assert answer.status_code == 303
    assert "this tap didn&#39;t count" in ana.get(answer.location).text


def test_a_phone_has_room_for_some_pages_and_not_for_any_number(limited: Flask) -> None:
    code, ana, ben = at_a_table(limited)
    streams = [ana.watch(code) for _ in range(24)]
    assert all(stream.message() for stream in streams)
    assert ana.client.get(f"/t/{code}/stream?page=table").status_code == 503
    other = ben.watch(code)
    assert other.message()
    for stream in (*streams, other):
        stream.close()


def looking(config: Config, clock: Clock, **limits: float) -> Flask:
    limited = replace(config, **(limits or {"looks": 4.0}))  # type: ignore[arg-type]
    app = create_app(limited, games={"heap": HEAP}, **clocked(clock))
    app.testing = True
    return app


def test_a_flood_of_pages_is_limited_and_costs_nobody_else(config: Config, clock: Clock) -> None:
    app = looking(config, clock)
    code, ana, ben = at_a_table(app)
    clock.now += 60
    told = [ana.get(f"/t/{code}/history") for _ in range(8)]
    assert [answer.status_code for answer in told].count(429) == 4
    assert told[-1].headers["Retry-After"] == "1" and "Too many pages" in told[-1].text
    assert ben.get(f"/t/{code}").status_code == 200
    strangers = [Phone(app).get(f"/t/{code}/at/3").status_code for _ in range(8)]
    assert strangers.count(429) == 4, "whoever has no seat shares the limit of the address"
    assert ana.tap(code, "wave", seat=1).status_code != 429, "taps have their own"
    clock.now += 20
    assert ana.get(f"/t/{code}").status_code == 200
    app.extensions["companion"].close()


def test_what_pages_take_of_the_processor_is_limited_for_each_sender(
    config: Config, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = looking(config, clock, work=0.25)
    code, ana, ben = at_a_table(app)
    clock.now += 60
    taken = iter(range(1000))
    monkeypatch.setattr(pace, "own_seconds", lambda: float(next(taken)))
    told = [ana.get(f"/t/{code}/history").status_code for _ in range(8)]
    assert told == [200] * 6 + [429] * 2, "a second each, six at once"
    assert ana.tap(code, "wave", seat=1).status_code != 429, "taps have their own"
    assert ben.get(f"/t/{code}").status_code == 200
    assert Phone(app).get(f"/t/{code}").status_code == 200, "nor the address of both"
    clock.now += 4
    assert ana.get(f"/t/{code}").status_code == 200, "a quarter of a second a second"
    app.extensions["companion"].close()


def test_an_open_stream_is_not_charged_for_what_others_do(
    config: Config, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = looking(config, clock, work=0.25)
    code, ana, ben = at_a_table(app)
    stream = ana.watch(code)
    assert stream.message()
    taken = iter(range(0, 100_000, 100))
    monkeypatch.setattr(pace, "own_seconds", lambda: float(next(taken)))
    ben.tap(code, "wave", seat=2)
    stream.close()
    assert ana.get(f"/t/{code}").status_code == 200
    app.extensions["companion"].close()


def test_one_address_has_so_many_streams(config: Config) -> None:
    app = create_app(replace(config, streams_each=2), games={"heap": HEAP})
    app.testing = True
    code, ana, ben = at_a_table(app)
    open_ones = [ana.watch(code), ben.watch(code)]
    assert Phone(app).get(f"/t/{code}/stream").status_code == 503
    elsewhere = Phone(app).get(f"/t/{code}/stream", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert elsewhere.status_code == 200
    elsewhere.close()
    open_ones.pop().close()
    again = Phone(app).watch(code)
    for stream in (again, *open_ones):
        stream.close()
    app.extensions["companion"].close()


def test_no_table_takes_events_without_end(
    limited: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, _ = at_a_table(limited)
    clock.now += 60
    seq = limited.extensions["companion"].store.latest(code).seq
    monkeypatch.setattr(permissions, "MAX_TABLE_EVENTS", seq)
    answer = ana.tap(code, "wave", seat=1)
    assert answer.status_code == 422 and "too long" in answer.text


def test_every_address_counts_somewhere(config: Config, clock: Clock) -> None:
    app = looking(config, clock)
    site, ana = app.extensions["companion"], Phone(app)
    seen = 0
    for rule in app.url_map.iter_rules():
        if "code" in rule.arguments or rule.endpoint in VERSIONED_ENDPOINTS | {"health.healthz"}:
            continue
        values = {part: PARTS["kind"][0] if part == "kind" else "heap" for part in rule.arguments}
        path = app.url_map.bind("localhost").build(rule.endpoint, values)
        for method in {"GET", "POST"} & (rule.methods or set()):
            site.looks.spend("127.0.0.1", 1000)
            ask = ana.get if method == "GET" else ana.post
            assert ask(path).status_code == 429, (method, path)
            seen += 1
    assert seen > 20
    site.looks.spend("127.0.0.1", 1000)
    assert ana.get("/nowhere").status_code == 429
    assert ana.get("/healthz").status_code == 200, "whoever watches over it is answered"
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert ana.get("/", environ_base=elsewhere).status_code == 200, "only the one address"
    site.close()


def test_a_search_costs_more_than_a_page(config: Config, clock: Clock) -> None:
    app = looking(config, clock)
    asking = {"HX-Request": "true"}
    for path, headers, passed in (
        ("/rules?q=pebble", {}, 4),
        ("/rules/heap", {}, 4),
        ("/rules/heap?q=pebble", {}, 2),
        ("/rules/heap?q=pebble", asking, 4),
        ("/rules/heap", asking, 20),
        ("/rules", {}, 20),
    ):
        clock.now += 60
        told = [Phone(app).get(path, headers=headers).status_code for _ in range(22)]
        assert told.count(200) == passed, (path, headers)
    app.extensions["companion"].close()


def test_at_a_table_the_rules_are_counted_by_phone(config: Config, clock: Clock) -> None:
    app = looking(config, clock)
    code, ana, ben = at_a_table(app)
    clock.now += 60
    stranger = Phone(app)
    while stranger.get(f"/rules/heap?at={code}&q=pebble").status_code == 200:
        pass
    assert ana.get(f"/rules/heap?at={code}").status_code == 200
    while ana.get(f"/rules/heap?at={code}&q=pebble").status_code == 200:
        pass
    assert ben.get(f"/rules/heap?at={code}&q=pebble").status_code == 200
    app.extensions["companion"].close()


def test_whoever_guesses_codes_in_the_rules_opens_no_table(
    config: Config, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = looking(config, clock)
    code, ana, _ = at_a_table(app)
    clock.now += 60
    store, looked = app.extensions["companion"].store, list[str]()
    monkeypatch.setattr(store, "latest", lambda asked: looked.append(asked))
    guesser = Phone(app)
    assert guesser.get("/").status_code == 200
    for guess in (code, "ZZZZ"):
        assert guesser.get(f"/rules/heap?at={guess}").status_code == 200
    assert looked == []
    monkeypatch.undo()
    assert f"/t/{code}" in ana.get(f"/rules/heap?at={code}").text
    assert f"/t/{code}" not in guesser.get(f"/rules/heap?at={code}").text
    app.extensions["companion"].close()
