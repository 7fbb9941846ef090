"""A new address makes every phone a stranger: the ways back to one's own seat, to no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.play import TableStore, seat_requests
from companion.play.phone import SIGN_OUT_RECHECK_SECONDS
from companion.web.site import Site
from tests.kit.phones import Phone

PhoneMaker = Callable[[], Phone]
PAGE = {"Accept": "text/html,*/*"}
NAME, OLD, NEW = "cosmos.local:8000", "192.168.178.23:8000", "192.168.178.40:8000"


def two_at_a_table(phone: PhoneMaker) -> tuple[Phone, Phone, str]:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    return ana, ben, code


def link_of(phone: Phone) -> str:
    found = re.search(r'readonly value="([^"]+)"', phone.get("/back").text)
    assert found
    return "/" + unescape(found[1]).split("/", 3)[3]


def test_the_kept_link_brings_seat_name_evenings_and_groups(
    phone: PhoneMaker, store: TableStore, now: list[float]
) -> None:
    _, ben, code = two_at_a_table(phone)
    ben.post("/groups", name="Thursdays", own="Ben")
    link, again = link_of(ben), phone()
    assert "Ben" in again.get(link).text, "it says whose it is before anything happens"
    assert code not in again.get("/").text
    assert again.post(link).location == "/"
    assert code in again.get("/").text
    assert "Thursdays" in again.get("/groups").text and 'value="Ben"' in again.get("/groups").text
    assert again.tap(code, "add 3", seat="2").status_code in (200, 422)
    assert "Ben" in again.get(f"/t/{code}").text and len(store.latest(code).moves) == 0


def test_the_browser_before_only_watches_and_is_told_so(
    phone: PhoneMaker, site_of_steps: Callable[[float], None]
) -> None:
    """Whoever photographs a link is seen at once: its owner's phone has no seat any more."""
    _, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}?seat=2")
    link, thief = link_of(ben), phone()
    thief.post(link)
    site_of_steps(SIGN_OUT_RECHECK_SECONDS + 1)
    assert "is now played on another phone" in ben.get(f"/t/{code}").text
    assert ben.tap(code, "add 3", seat="2").status_code != 200
    # The link is the owner's for good: it brings the seat back, and the thief is the stranger.
    ben.post(link)
    site_of_steps(SIGN_OUT_RECHECK_SECONDS + 1)
    assert "now played on another phone" not in ben.get(f"/t/{code}").text
    assert code not in thief.get("/").text


@pytest.fixture
def site_of_steps(here: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock by which the server looks anew who has signed out."""
    passed, ticks = [0.0], here.signed_out_phones._ticks
    monkeypatch.setattr(here.signed_out_phones, "_ticks", lambda: ticks() + passed[0])

    def step(seconds: float) -> None:
        passed[0] += seconds

    return step


def test_a_link_that_is_not_whole_or_signed_out_opens_nothing(phone: PhoneMaker) -> None:
    _, ben, code = two_at_a_table(phone)
    link, other = link_of(ben), phone()
    for wrong in (link[:-1], link + "x", "/back/to/x", "/back/to/%00", link.upper()):
        assert other.get(wrong).status_code == 404 == other.post(wrong).status_code
    ben.post(f"/t/{code}/sign-off")
    assert other.get(link).status_code == 404 == other.post(link).status_code


def test_a_link_takes_nothing_before_the_tap_nor_from_elsewhere(phone: PhoneMaker) -> None:
    ana, ben, code = two_at_a_table(phone)
    link = link_of(ben)
    assert "belongs to no one here" in ana.get(link).text
    headers = {"Origin": "http://evil.example"}
    assert ana.client.post(link, headers=headers).status_code == 403
    assert "Ana" in ana.get(f"/t/{code}").text and ana.tap(code, "add 3", seat="1").status_code in (
        200,
        422,
    )


# -- the name stays where the address changes


def follow(phone: Phone, host: str, path: str) -> tuple[TestResponse, list[str]]:
    """Opens a page as a browser does, each host with its own cookies; returns where it went."""
    been = []
    for _ in range(9):
        been.append(f"{host}{path}")
        answer = phone.client.get(path, base_url=f"http://{host}", headers={**PAGE, "Host": host})
        if answer.status_code not in (303, 307):
            return answer, been
        there = answer.location
        if there.startswith("http://"):
            host, _, rest = there.removeprefix("http://").partition("/")
            path = f"/{rest}"
        else:
            path = there
    raise AssertionError(been)


@pytest.fixture
def named(here: Site) -> Callable[[str], None]:
    def at(address: str) -> None:
        here.mdns_name.set_host_and_address("cosmos.local", address.partition(":")[0])

    return at


def post(phone: Phone, host: str, path: str, **fields: str) -> TestResponse:
    headers = {"Origin": f"http://{host}", "Host": host}
    return phone.client.post(path, base_url=f"http://{host}", data=fields, headers=headers)


def test_who_came_by_the_name_is_known_at_the_next_address(
    app: Flask, named: Callable[[str], None]
) -> None:
    named(OLD)
    ana = Phone(app)
    page, _ = follow(ana, NAME, "/")
    assert page.status_code == 200
    opened = post(ana, OLD, "/tables", game="heap", seats="2", name="Ana")
    code = opened.location.rpartition("/")[2]
    named(NEW)
    page, been = follow(ana, NAME, f"/t/{code}?tab=log")
    assert been[-1] == f"{NEW}/t/{code}?tab=log" and len(been) == 5
    assert "Ana" in page.text and post(ana, NEW, f"/t/{code}/start").status_code == 303
    # The next time it is known already: by one page in between.
    assert len(follow(ana, NAME, "/")[1]) == 3


def test_who_sat_down_at_the_address_is_kept_under_the_name_as_they_are(
    app: Flask, named: Callable[[str], None]
) -> None:
    named(OLD)
    ben = Phone(app)
    opened = post(ben, OLD, "/tables", game="heap", seats="2", name="Ben")
    code = opened.location.rpartition("/")[2]
    follow(ben, NAME, "/")
    named(NEW)
    assert code in follow(ben, NAME, "/")[0].text


def test_nobody_becomes_somebody_else_by_a_strangers_link(
    app: Flask, named: Callable[[str], None]
) -> None:
    """Neither by what another browser was told, nor where a phone is known already."""
    named(OLD)
    thief, ben = Phone(app), Phone(app)
    _, been = follow(thief, NAME, "/")
    told = next(each for each in been if "/back/land" in each).removeprefix(OLD)
    named(NEW)
    follow(ben, NEW, told)
    name_of = {each: each.cookie_at("192.168.178.40") for each in (thief, ben)}
    assert name_of[ben] is None or "phone" not in str(name_of[ben].decoded_value)
    anchor = told.replace("/back/land", "/back/anchor")
    assert follow(ben, NAME, anchor)[0].status_code == 200
    page, been = follow(ben, NAME, "/")
    assert page.status_code == 200 and all(told not in each for each in been)


@pytest.mark.parametrize(
    "to", ["//evil.example", "http://evil.example", "/\\evil.example", "evil", "", "/\n/x"]
)
def test_no_page_of_ours_leads_elsewhere(app: Flask, named: Callable[[str], None], to: str) -> None:
    named(OLD)
    for page in ("arrive", "anchor", "land"):
        for host in (OLD, NAME):
            answer = Phone(app).client.get(
                f"/back/{page}", query_string={"to": to, "n": "x"}, headers={"Host": host, **PAGE}
            )
            there = urlsplit(answer.location)
            assert answer.status_code in (303, 307) and there.netloc in ("", OLD, NAME)
            if page != "arrive" and host == OLD:
                assert not there.netloc or there.path in ("/", "/back/land")


# -- whoever runs the server vouches, where all phones are strangers


def test_the_host_frees_the_seats_of_one_table(
    phone: PhoneMaker, here: Site, store: TableStore, now: list[float]
) -> None:
    ana, _, code = two_at_a_table(phone)
    host, other = phone(), phone()
    assert host.get(f"/server/free/{code}").status_code == 403
    assert host.post(f"/server/free/{code}").status_code == 403
    host.post(f"/server/{here.link.token}")
    assert host.get("/server/free?code=nono").status_code == 404
    found = host.get("/server/free", query_string={"code": f"http://a.example/t/{code.lower()}"})
    assert found.location == f"/server/free/{code}"
    page = host.get(f"/server/free/{code}")
    assert page.status_code == 200 and "Ana" not in page.text
    assert host.get("/server/free/NONE").status_code == 404
    assert host.post(f"/server/free/{code}").location == "/server?done=freed"
    table = store.latest(code)
    assert not any(seat.phone for seat in table.seats) and not table.host and not table.locked
    assert [seat.name for seat in table.seats] == ["Ana", "Ben"], "names and the game stay"
    other.post(f"/t/{code}/sit", seat=2)
    table = store.latest(code)
    assert table.seat_at(2).phone and table.host == table.seat_at(2).phone
    assert seat_requests.seconds_until_secrets_shown(store, table, 2) > 0, (
        "secrets stay covered at first"
    )
    assert "Take the seat back" in ana.get(f"/t/{code}").text, "who still is known comes back"


def test_who_watches_a_silent_table_is_told_the_ways_back(
    phone: PhoneMaker, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _, code = two_at_a_table(phone)
    assert "/back" not in phone().get(f"/t/{code}").text.split('id="slot-presence"')[0]
    ticks = here.stream_hub.ticks
    monkeypatch.setattr(here.stream_hub, "ticks", lambda: ticks() + 61)
    told = phone().get(f"/t/{code}").text
    assert 'id="lost"' in told and "Back to your seat" in told
    ana.get(f"/t/{code}")
    assert 'id="lost"' not in phone().get(f"/t/{code}").text, "somebody is awake: they can help"
