"""A new address makes every phone a stranger: the ways back to one's own seat, to no other."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
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


@pytest.fixture
def asleep(here: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock by which phones fall asleep and servers look anew who has signed out."""
    passed, ticks = [0.0], here.stream_hub.ticks
    signed = here.signed_out_phones
    monkeypatch.setattr(here.stream_hub, "ticks", lambda: ticks() + passed[0])
    monkeypatch.setattr(signed, "_ticks", lambda: ticks() + passed[0])

    def step(seconds: float) -> None:
        passed[0] += seconds

    return step


def test_the_kept_link_brings_seat_name_evenings_and_groups(
    phone: PhoneMaker, store: TableStore, asleep: Callable[[float], None]
) -> None:
    _, ben, code = two_at_a_table(phone)
    ben.post("/groups", name="Thursdays", own="Ben")
    link, again = link_of(ben), phone()
    asleep(61)
    assert "Ben" in again.get(link).text, "it says whose it is before anything happens"
    assert code not in again.get("/").text
    assert again.post(link).location == "/"
    assert code in again.get("/").text
    assert "Thursdays" in again.get("/groups").text and 'value="Ben"' in again.get("/groups").text
    assert again.tap(code, "add 3", seat="2").status_code in (200, 422)
    assert "Ben" in again.get(f"/t/{code}").text


def test_the_browser_before_only_watches_and_is_told_so(
    phone: PhoneMaker, asleep: Callable[[float], None]
) -> None:
    """Whoever photographs a link is seen at once: its owner's phone has no seat any more."""
    _, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}?seat=2")
    link, thief = link_of(ben), phone()
    asleep(61)
    thief.post(link)
    asleep(SIGN_OUT_RECHECK_SECONDS + 1)
    assert "is now played on another phone" in ben.get(f"/t/{code}").text
    assert ben.tap(code, "add 3", seat="2").status_code != 200
    # The link is the owner's for good: it brings the seat back, and the thief is the stranger.
    ben.post(link)
    asleep(SIGN_OUT_RECHECK_SECONDS + 1)
    assert "now played on another phone" not in ben.get(f"/t/{code}").text
    assert code not in thief.get("/").text


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


# -- the link to keep: who opens it may have found it


def has_seat(phone: Phone, code: str) -> bool:
    return "Ben" in phone.get("/").text and code in phone.get("/").text


def test_a_new_link_ends_the_old_one(phone: PhoneMaker) -> None:
    _, ben, _ = two_at_a_table(phone)
    old, other = link_of(ben), phone()
    assert "Make a new link" in ben.get("/back").text
    assert link_of(ben) == old, "looking makes none"
    assert ben.post("/back/new").location == "/back"
    new = link_of(ben)
    assert new != old and other.get(new).status_code == 200
    assert other.get(old).status_code == 404 == other.post(old).status_code
    ben.post("/back/new")
    assert other.get(new).status_code == 404, "each one ends all before"


def test_a_stranger_has_no_link_to_renew(phone: PhoneMaker) -> None:
    assert phone().post("/back/new").status_code == 303


def test_running_tables_are_told_who_came_back(
    phone: PhoneMaker, asleep: Callable[[float], None]
) -> None:
    ana, ben, code = two_at_a_table(phone)
    lobby = ben.open_table()
    asleep(61)
    phone().post(link_of(ben))
    assert "A phone came back as Ben" in ana.get(f"/t/{code}/history").text
    assert "came back as Ana" not in ana.get(f"/t/{code}/history").text
    assert "came back" not in ana.get(f"/t/{lobby}/history").text


def test_seats_follow_only_when_the_phone_that_is_awake_agrees(
    phone: PhoneMaker, store: TableStore
) -> None:
    ana, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}")
    link, other = link_of(ben), phone()
    assert other.post(link).status_code == 303
    asked = store.latest(code).seat_at(2).asked
    assert asked is not None
    assert code not in other.get("/").text
    assert other.tap(code, "wave", seat="2").status_code == 422
    shown = other.get(link).text
    number = re.search(r"Your number: (\d\d)", shown)
    assert number and "is asked" in shown
    told = ben.get(f"/t/{code}").text
    assert f"Its number: {number[1]}" in told and "Your link was opened" in told
    assert "Another phone asked to play as Ben" in ana.get(f"/t/{code}/history").text
    for _ in range(3):
        assert other.post(link).status_code == 303
    assert store.latest(code).seat_at(2).asked == asked, "it asks once"
    assert ben.tap(code, "wave", seat="2").status_code == 200, "meanwhile it is played on"
    ben.post(f"/t/{code}/let-in/2", asked=asked.seq)
    assert "Your number" not in other.get(link).text
    assert other.post(link).location == "/"
    assert code in other.get("/").text and other.tap(code, "wave", seat="2").status_code == 200
    assert "A phone came back as Ben" in ana.get(f"/t/{code}/history").text


def test_who_says_no_ends_the_link(phone: PhoneMaker, store: TableStore) -> None:
    _, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}")
    link, thief = link_of(ben), phone()
    thief.post(link)
    asked = store.latest(code).seat_at(2).asked
    assert asked is not None
    thief.post(f"/t/{code}/let-in/2", asked=asked.seq)
    thief.post(f"/t/{code}/keep/2", asked=asked.seq)
    assert store.latest(code).seat_at(2).asked == asked, "only the phone itself answers"
    ben.post(f"/t/{code}/keep/2", asked=asked.seq)
    assert thief.get(link).status_code == 404 == thief.post(link).status_code
    assert ben.tap(code, "wave", seat="2").status_code == 200
    assert phone().get(link_of(ben)).status_code == 200


def test_without_an_answer_seats_follow_after_the_wait_of_other_ways(
    phone: PhoneMaker,
    store: TableStore,
    asleep: Callable[[float], None],
    now: list[float],
) -> None:
    _, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}")
    link, other, late = link_of(ben), phone(), phone()
    other.post(link)
    for seconds in (100, 199):
        now[0] += seconds
        asleep(seconds)
        ben.get(f"/t/{code}")
        other.post(link)
        assert code not in other.get("/").text
        assert "Your link was opened" in ben.get(f"/t/{code}").text
    late.post(link)
    assert code not in late.get("/").text, "who didn't ask has not waited"
    now[0] += 2
    asleep(2)
    ben.get(f"/t/{code}")
    late.post(link)
    assert code not in late.get("/").text
    assert other.post(link).location == "/" and code in other.get("/").text


def test_one_yes_is_for_the_browser_that_asked(phone: PhoneMaker, store: TableStore) -> None:
    _, ben, code = two_at_a_table(phone)
    ben.get(f"/t/{code}")
    link, own, thief = link_of(ben), phone(), phone()
    own.post(link)
    assert thief.post(link).status_code == 409
    assert "Your number" not in thief.get(link).text
    asked = store.latest(code).seat_at(2).asked
    assert asked is not None
    ben.post(f"/t/{code}/let-in/2", asked=asked.seq)
    thief.post(link)
    assert code not in thief.get("/").text
    own.post(link)
    assert code in own.get("/").text


def test_a_phone_whose_secrets_are_covered_stays_so_in_another_browser(
    phone: PhoneMaker, store: TableStore, asleep: Callable[[float], None]
) -> None:
    ana, ben, code = two_at_a_table(phone)
    ana.post(f"/t/{code}/free", seat=2)
    cleo, again = phone(), phone()
    cleo.post(f"/t/{code}/sit", seat=2)
    covered = seat_requests.seconds_until_secrets_shown(store, store.latest(code), 2)
    asleep(61)
    again.post(link_of(cleo))
    assert code in again.get("/").text
    table = store.latest(code)
    assert seat_requests.seconds_until_secrets_shown(store, table, 2) == covered > 0
    assert "Take the seat back" in ben.get(f"/t/{code}").text, "nor does the first lose its right"


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


def read_through(value: str) -> Iterator[str]:
    """What signed words say to whoever decodes them."""
    for word in re.findall(r"[\w-]{4,}", value):
        yield urlsafe_b64decode(word[: len(word) // 4 * 4]).decode("latin-1")


def test_no_address_tells_who_a_phone_is(app: Flask, named: Callable[[str], None]) -> None:
    """What one address tells the other is kept here, under a number that works once."""
    named(OLD)
    ana = Phone(app)
    _, first = follow(ana, NAME, "/")
    opened = post(ana, OLD, "/tables", game="heap", seats="2", name="Ana")
    code = opened.location.rpartition("/")[2]
    cookie = ana.cookie_at("192.168.178.23")
    assert cookie is not None
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    token = signer.loads(cookie.value)["phone"]
    named(NEW)
    _, second = follow(ana, NAME, f"/t/{code}")
    told = [each for each in (*first, *second) if "told=" in each]
    assert len(told) > 1
    for each in (*first, *second):
        sent = parse_qs(urlsplit(f"//{each}").query)
        for value in (part for parts in sent.values() for part in parts):
            assert token not in value and token not in "".join(read_through(value)), each
    assert len({parse_qs(urlsplit(f"//{each}").query)["told"][0] for each in told}) == len(told)


def test_a_number_works_once_and_for_a_minute(
    app: Flask, named: Callable[[str], None], here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(OLD)
    ana = Phone(app)
    opened = post(ana, OLD, "/tables", game="heap", seats="2", name="Ana")
    code = opened.location.rpartition("/")[2]
    asked = ana.client.get("/", base_url=f"http://{NAME}", headers={**PAGE, "Host": NAME}).location
    path = asked.removeprefix(f"http://{OLD}")
    told = ana.client.get(path, base_url=f"http://{OLD}", headers={**PAGE, "Host": OLD}).location
    anchor = told.removeprefix(f"http://{NAME}")
    kept = ana.cookie_at("cosmos.local")
    assert kept is not None
    for _ in range(2):
        ana.client.get(anchor, base_url=f"http://{NAME}", headers={**PAGE, "Host": NAME})
    # A browser that is put back to what it was when it asked: the number is used.
    again = Phone(app)
    again.client.set_cookie(kept.key, kept.value, domain="cosmos.local")
    again.client.get(anchor, base_url=f"http://{NAME}", headers={**PAGE, "Host": NAME})
    named(NEW)
    assert code in follow(ana, NAME, "/")[0].text
    assert code not in follow(again, NAME, "/")[0].text


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
