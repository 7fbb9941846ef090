"""Several servers with one PostgreSQL: what happens at one, the phones of the others hear."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.app import create_app
from companion.cluster import presence
from companion.cluster.presence import (
    CAME_WORD,
    GREETING_WORD,
    SERVER_TIMEOUT_SECONDS,
    RemotePhones,
)
from companion.config import Config
from companion.ledger import LOG_CHANGED_WORD
from companion.ledger.where import parse_database_location
from companion.play import process_caches
from tests.kit.phones import Phone, Stream
from tests.kit.postgres import Postgres
from tests.kit.served import until
from tests.kit.two_servers import GAMES, heard_at, meet, peers_of, store_of


def first_message_with(stream: Stream, word: str) -> str:
    """The first message with this word in it."""
    for _ in range(20):
        message = stream.message()
        if word in message:
            return message
    raise AssertionError(f"never told {word}")


@pytest.mark.postgres
def test_what_is_done_at_one_server_the_phones_of_the_other_see(
    phones: tuple[Phone, Phone],
) -> None:
    ana, ben = phones
    code = ana.open_table()
    stream = ben.watch(code, page="lobby")
    stream.message()
    assert ana.post(f"/t/{code}/rename", seat=1, name="Zoe").status_code == 303
    assert "Zoe" in first_message_with(stream, "Zoe")
    assert ben.post(f"/t/{code}/sit", seat=2, name="Ben").status_code == 303
    assert "Ben" in ana.get(f"/t/{code}").text
    stream.close()


@pytest.mark.postgres
def test_who_is_awake_is_known_at_every_server(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone]
) -> None:
    ana = phones[0]
    code = ana.open_table()
    there = store_of(apps[1]).stream_hub
    stream = ana.watch(code, page="lobby")
    until(lambda: any(each.awake for each in there.presence_by_phone(code).values()), "never told")
    (phone,) = there.presence_by_phone(code)
    assert there.seconds_since_last_request(code, phone) == 0.0
    stream.message()
    stream.close()
    until(lambda: not there.presence_by_phone(code)[phone].awake, "never told that it sleeps")


@pytest.mark.postgres
def test_a_server_that_stops_or_falls_silent_has_no_phones(apps: tuple[Flask, Flask]) -> None:
    here, there = (store_of(app).stream_hub for app in apps)
    here.watch("K7QX", "phone")
    until(lambda: "phone" in there.presence_by_phone("K7QX"), "never told")
    peers_of(apps[0]).close()
    until(lambda: not there.presence_by_phone("K7QX")["phone"].awake, "never told that it stops")


@pytest.mark.postgres
def test_who_begins_later_hears_of_everybody(postgres: Postgres) -> None:
    config = Config(parse_database_location(postgres.new_database()), "not so secret", heartbeat=60)
    first = create_app(config, games=GAMES)
    store_of(first).stream_hub.watch("K7QX", "phone")
    second = create_app(config, games=GAMES)
    until(lambda: "phone" in store_of(second).stream_hub.presence_by_phone("K7QX"), "never told")
    for app in (first, second):
        app.extensions["companion"].close()


@pytest.mark.postgres
def test_a_number_that_is_being_set_at_one_server_is_waited_for_at_the_other(
    apps: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is not let go by itself, neither before anybody looks nor in place of what is told.
    monkeypatch.setattr(process_caches, "NUMBER_INPUT_ANNOUNCEMENT_SECONDS", 1e6)
    here, there = (store_of(app).counting for app in apps)
    here.announce_start("K7QX", "pa", 2, "count 5")
    until(lambda: there.other_seats("K7QX", "pb") == (2,), "never told")
    here.announce_end("K7QX", "pa", "count 5")
    until(lambda: there.other_seats("K7QX", "pb") == (), "never told that it is set")


@pytest.mark.postgres
def test_what_was_missed_is_caught_up_from_the_log(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone], postgres: Postgres
) -> None:
    """The line by which the second server hears is cut, and cut again before it hears a word."""
    ana, ben = phones
    code = ana.open_table()
    stream = ben.watch(code, page="lobby")
    stream.message()
    listening = "query LIKE 'LISTEN%' OR query LIKE 'SELECT 1%'"
    cut = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {listening}"
    assert int(postgres.ask(cut)) >= 2
    assert ana.post(f"/t/{code}/rename", seat=1, name="Zoe").status_code == 303
    assert "Zoe" in first_message_with(stream, "Zoe")
    stream.close()


@pytest.mark.postgres
def test_a_server_without_a_phone_of_a_table_is_told_nothing_of_it(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone]
) -> None:
    ana, ben = phones
    code, other = ana.open_table(), ana.open_table()
    stream = ben.watch(other, page="lobby")
    stream.message()
    until(lambda: peers_of(apps[0]).remote.has_stream(other, awake(apps[1], other)), "never told")
    changes = heard_at(apps[1], LOG_CHANGED_WORD)
    for name in ("Zoe", "Mia"):
        assert ana.post(f"/t/{code}/rename", seat=1, name=name).status_code == 303
    assert ana.post(f"/t/{other}/rename", seat=1, name="Zoe").status_code == 303
    assert "Zoe" in first_message_with(stream, "Zoe")
    assert {each for (each,) in changes} == {other}
    stream.close()


def awake(app: Flask, code: str) -> str:
    """The phone that watches this table here."""
    return next(iter(store_of(app).stream_hub.awake_phones_by_table()[code]))


@pytest.mark.postgres
def test_a_phone_that_came_unheard_of_is_told_what_it_missed(
    apps: tuple[Flask, Flask], phones: tuple[Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has looked at the table, then something happens, and only then its server tells of it."""
    ana, ben = phones
    code = ana.open_table()
    there = peers_of(apps[1]).remote
    with monkeypatch.context() as patch:
        patch.setattr(there, "queue_line", lambda *_: None)
        stream = ben.watch(code, page="lobby")
        stream.message()
        assert ana.post(f"/t/{code}/rename", seat=1, name="Zoe").status_code == 303
    there.queue_line(CAME_WORD, code, awake(apps[1], code), 10.0)
    assert "Zoe" in first_message_with(stream, "Zoe")
    stream.close()


@pytest.mark.postgres
def test_a_server_that_stood_still_asks_the_others_anew(postgres: Postgres) -> None:
    config, ticks = (
        Config(parse_database_location(postgres.new_database()), "not so secret", heartbeat=60),
        [1000.0],
    )
    first = create_app(config, games=GAMES)
    second = create_app(config, games=GAMES, ticks=lambda: ticks[0])
    greetings = heard_at(first, GREETING_WORD)
    # The second one has begun to look at its clock by the time that the first hears from it.
    meet(first, second)
    before = len(greetings)
    ticks[0] += SERVER_TIMEOUT_SECONDS + 1
    until(lambda: len(greetings) > before, "never asked")
    for app in (first, second):
        app.extensions["companion"].close()


@pytest.mark.postgres
def test_a_deleted_table_is_gone_everywhere(phones: tuple[Phone, Phone]) -> None:
    ana, ben = phones
    code = ana.open_table()
    stream = ben.watch(code, page="lobby")
    stream.message()
    assert ana.post(f"/t/{code}/delete").status_code == 303
    assert "event: gone" in first_message_with(stream, "gone")
    assert ben.get(f"/t/{code}").status_code == 404


class Steps:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Steps:
    return Steps()


@pytest.fixture
def others(clock: Callable[[], float]) -> RemotePhones:
    return RemotePhones(clock, clock)


def test_a_phone_that_moves_on_is_awake_whoever_tells_first(others: RemotePhones) -> None:
    others.note_remote_stream("one", "K7QX", "pa", 10.0)
    others.note_remote_stream("two", "K7QX", "pa", 20.0)
    others.note_remote_phone_left("one", "K7QX", "pa", 21.0)
    assert others.has_stream("K7QX", "pa")
    others.note_remote_phone_left("two", "K7QX", "pa", 22.0)
    assert not others.has_stream("K7QX", "pa")


def test_a_table_is_wanted_as_long_as_a_stream_of_it_is_open_elsewhere(
    others: RemotePhones,
) -> None:
    """A phone with two pages open, at two servers, closes one of them."""
    assert not others.needs_table_changes("K7QX")
    assert others.note_remote_stream("one", "K7QX", "pa", 10.0), "what was withheld is told now"
    assert not others.note_remote_stream("two", "K7QX", "pa", 20.0)
    others.note_remote_phone_left("two", "K7QX", "pa", 21.0)
    assert others.needs_table_changes("K7QX") and not others.needs_table_changes("M2M2")
    others.mark_server_phones_asleep("one")
    assert not others.needs_table_changes("K7QX")


def test_with_more_tables_than_are_remembered_each_is_wanted(
    others: RemotePhones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "MAX_QUEUED_LINES", 2)
    for code in ("K7QX", "L2L2"):
        others.note_remote_stream("one", code, "pa", 10.0)
    assert not others.needs_table_changes("M2M2")
    others.note_remote_stream("one", "M2M2", "pa", 10.0)
    assert others.needs_table_changes("M2M2") and others.needs_table_changes("N2N2")


def test_of_what_waits_to_be_told_only_the_newest_is(others: RemotePhones) -> None:
    others.queue_line("+", "K7QX", "pa", 1.5)
    others.queue_line("-", "K7QX", "pa", 2.5)
    others.queue_line("n", "K7QX", "pa", "2 count 5")
    others.queue_line("e", "K7QX", "pa", "count 5")
    assert others.take_queued_lines() == [
        "- K7QX pa 2.5",
        "n K7QX pa 2 count 5",
        "e K7QX pa count 5",
    ]
    assert others.take_queued_lines() == []


def test_that_a_phone_was_heard_of_is_told_seldom(others: RemotePhones, clock: Steps) -> None:
    others.on_phone_sent_request("K7QX", "pa")
    others.on_phone_sent_request("K7QX", "pa")
    assert len(others.take_queued_lines()) == 1
    others.on_phone_sent_request("K7QX", "pa")
    assert others.take_queued_lines() == []
    clock.now += 60
    others.on_phone_sent_request("K7QX", "pa")
    assert len(others.take_queued_lines()) == 1


def test_a_silent_server_is_noticed(others: RemotePhones, clock: Steps) -> None:
    others.note_server_alive("one")
    others.note_remote_stream("one", "K7QX", "pa", 10.0)
    assert others.silent_servers() == []
    clock.now += SERVER_TIMEOUT_SECONDS + 1
    assert others.silent_servers() == ["one"]
    assert others.mark_server_phones_asleep("one") == ["K7QX"]
    assert not others.has_stream("K7QX", "pa") and others.last_request_at("K7QX", "pa") == 1000.0
