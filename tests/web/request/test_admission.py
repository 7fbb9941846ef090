"""Who is let in by a code: guessing costs whoever guesses; what has ended or sleeps is not open."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.server.sockets import phones_can_bypass_proxies
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

New = Callable[[], Phone]
MONTH = 30 * 86_400.0
LONG = re.compile(r'data-address="http://localhost/j/(\w+-\w{10})"')


def long_link(phone: Phone, code: str) -> str:
    found = LONG.search(phone.get(f"/t/{code}/qr").text)
    assert found
    return found[1]


def test_a_guesser_waits_alone(phone: New) -> None:
    ana, screen, guesser, newcomer = phone(), phone(), phone(), phone()
    code = ana.open_table()
    assert screen.get(f"/t/{code}/screen").status_code == 200
    guesser.get("/")
    answers = [guesser.get(f"/j/ZZZ{sign}").status_code for sign in "23456789ABCD"]
    assert answers == [404] * 9 + [429] * 3
    assert guesser.get(f"/j/{code}").status_code == 429, "a right guess is no better"
    assert screen.get(f"/t/{code}/screen").status_code == 200
    assert newcomer.get(f"/j/{code}").status_code == 200


def test_without_cookies_the_address_waits_but_those_who_were_here_and_who_scan_do_not(
    phone: New, now: list[float]
) -> None:
    ana, screen = phone(), phone()
    code = ana.open_table()
    link = long_link(ana, code)
    screen.get(f"/t/{code}/screen")
    assert [phone().get("/j/ZZZZ").status_code for _ in range(31)][-1] == 429
    assert phone().get(f"/j/{code}").status_code == 429
    assert ana.get(f"/t/{code}").status_code == 200
    assert screen.get(f"/t/{code}/screen").status_code == 200
    scanned = phone()
    assert scanned.get(f"/J/{link}").status_code == 200, "as the QR code spells it"
    assert scanned.post(f"/t/{code}/sit", seat=2, name="Ben").status_code == 303
    now[0] += 120
    assert phone().get(f"/j/{code}").status_code == 200


@pytest.mark.parametrize(
    "wrong", ["K7QX-ABCDEFGHJK", "ZZZZ-{key}", "{code}-{key}X", "{code}X{key}"]
)
def test_a_wrong_long_link_is_a_wrong_code(phone: New, wrong: str) -> None:
    ana = phone()
    code = ana.open_table()
    key = long_link(ana, code).partition("-")[2]
    assert phone().get(f"/j/{wrong.format(code=code, key=key)}").status_code == 404


def test_a_table_that_slept_for_a_month_answers_to_its_seats_and_the_long_link(
    phone: New, now: list[float]
) -> None:
    ana, watcher, linked = phone(), phone(), phone()
    code = ana.open_table()
    ana.post(f"/t/{code}/start")
    link = long_link(ana, code)
    assert watcher.get(f"/t/{code}").status_code == 200
    now[0] += MONTH + 1
    for path in ("", "/screen", "/stream", "/game.json", "/history"):
        for nobody in (watcher, phone()):
            assert nobody.get(f"/t/{code}{path}").status_code == 404
    now[0] += 120
    assert phone().post(f"/t/{code}/sit", seat=2).status_code == 404
    assert "No table has this code" in phone().get(f"/j/{code}").text, "as if it were not there"
    assert ana.get(f"/t/{code}").status_code == 200
    assert linked.get(f"/t/{link}").status_code == 200
    assert linked.get(f"/t/{code}/history").status_code == 200, "and so on from that page"


def test_a_table_that_has_ended_is_for_those_who_were_there(phone: New, now: list[float]) -> None:
    ana, watcher = phone(), phone()
    code = ana.open_table(seats=1)
    ana.post(f"/t/{code}/start")
    watcher.get(f"/t/{code}/screen")
    ana.tap(code, "take 9")
    now[0] += 60
    assert watcher.get(f"/t/{code}/screen").status_code == 200
    assert phone().get(f"/t/{code}").status_code == 404
    television = re.search(rf'href="(/t/{code}-\w{{10}}/screen)"', ana.get(f"/t/{code}/table").text)
    assert television and phone().get(television[1]).status_code == 200
    shared = re.search(rf"/t/({code}-\w{{10}})", ana.get(f"/t/{code}").text)
    assert shared and phone().get(f"/t/{shared[1]}").status_code == 200
    assert phone().get(f"/t/{shared[1]}/result.png").status_code == 200
    now[0] += 86_400
    assert watcher.get(f"/t/{code}/screen").status_code == 404
    assert ana.get(f"/t/{code}").status_code == 200


def test_the_rules_tell_a_guesser_nothing_of_a_table(phone: New) -> None:
    ana = phone()
    code = ana.open_table()
    seated = ana.get(f"/rules/heap?at={code}").text
    guessed, wrong = (phone().get(f"/rules/heap?at={at}").text for at in (code, "ZZZZ"))
    assert f"/t/{code}" in seated and f"/t/{code}" not in guessed
    assert guessed.replace(code, "ZZZZ") == wrong


@pytest.mark.parametrize(
    ("host", "proxies", "past"),
    [
        *(("0.0.0.0", 1, True), ("192.168.1.7", 2, True), ("::", 1, True), ("", 1, True)),
        *(("127.0.0.1", 1, False), ("::1", 1, False), ("localhost", 1, False)),
        *(("0.0.0.0", 0, False), ("play.example", 1, True)),
    ],
)
def test_a_port_that_is_reached_past_the_proxies_is_noticed(
    host: str, proxies: int, past: bool
) -> None:
    assert phones_can_bypass_proxies(host, proxies) is past


def test_a_request_that_came_past_the_proxy_is_told_once(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(replace(config, proxies=1), games={"heap": HEAP})
    with caplog.at_level(logging.WARNING):
        Phone(app).get("/", headers={"X-Forwarded-For": "203.0.113.1"})
        assert "directly" not in caplog.text
        for _ in range(2):
            Phone(app).get("/")
    assert caplog.text.count("came directly from 127.0.0.1") == 1
    app.extensions["companion"].close()


def test_nobody_is_told_of_proxies_where_none_are(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    Phone(app).get("/")
    assert "directly" not in caplog.text
