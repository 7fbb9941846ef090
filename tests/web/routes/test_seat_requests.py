"""Somebody asks for a seat that another phone has: who may say yes, and what the new phone sees."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.play import TableStore
from companion.web.site import Site
from tests.kit.phones import Phone
from tests.kit.secrets import tells
from tests.kit.toy_game import HEAP
from tests.web.routes.test_handover import TOKEN, shown, take

New = Callable[[], Phone]
SECRET = "7391"
#: Every page that a phone at the table can ask for.
PAGES = (
    "",
    "/shared",
    "/table",
    "/history",
    "/may",
    "/news",
    "/game.json",
    "/transcript",
    "/line/6",
)


class Evening:
    """Ana is the host, Ben has a secret, Cleo plays too; Dan's phone has no seat yet."""

    def __init__(self, app: Flask, seats: int = 3) -> None:
        self.ana, self.ben, self.cleo, self.dan = (Phone(app) for _ in range(4))
        self.code = self.ana.open_table(seats)
        self.store: TableStore = app.extensions["companion"].store
        self.ben.post(f"/t/{self.code}/sit", seat=2, name="Ben")
        if seats > 2:
            self.cleo.post(f"/t/{self.code}/sit", seat=3, name="Cleo")
        self.ana.post(f"/t/{self.code}/start")
        self.ben.tap(self.code, "hide", seat=2, **{"action.1": SECRET, "lead.1": "the"})
        self.bens = self.holder

    @property
    def holder(self) -> str:
        return self.store.latest(self.code).seat_at(2).phone

    def asks(self, shows: Phone, new: Phone) -> str:
        """Asks for Ben's seat by the code that somebody shows; the page that follows."""
        return take(new, self.code, shown(shows, self.code, 2))

    def answers(self, phone: Phone, what: str = "let-in") -> None:
        seat = self.store.latest(self.code).seat_at(2)
        asked, claim = seat.asked, seat.claim
        fields = {"asked": asked.seq if asked else 0, "claim": claim.seq if claim else 0}
        phone.post(f"/t/{self.code}/{what}/2", **fields)

    def page(self, phone: Phone, path: str = "") -> str:
        return phone.get(f"/t/{self.code}{path}").text

    def shown_to(self, phone: Phone) -> str:
        """All that this phone is sent, on every page, in every answer and on its stream."""
        pages = [self.page(phone, path) for path in PAGES]
        for form in ({"action": "take 9"}, {"action": "wave"}):
            for path in ("what-if", "act", "recount", "end-recount"):
                for head in ({"HX-Request": "true"}, {}):
                    answer = phone.client.post(
                        f"/t/{self.code}/{path}",
                        data={**form, "seat": 2},
                        headers={**phone.headers, **head},
                    )
                    pages.append(answer.text + str(answer.headers))
        stream = phone.watch(self.code)
        pages.append(stream.message())
        stream.close()
        return "".join(pages)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_the_seats_own_phone_agrees_and_the_new_one_has_it_all(evening: Evening) -> None:
    page = evening.asks(evening.ana, evening.dan)
    assert evening.holder == evening.bens, "asking takes nothing"
    number = re.search(r"Your number: (\d\d)", page)
    words = "phone has to agree. If it sleeps for 1 minute, another player can agree instead."
    assert number and words in page
    assert words in evening.page(evening.cleo), "who looks on reads the same"
    asked = evening.page(evening.ben)
    assert f"Its number: {number[1]}" in asked and "own new phone" in asked
    evening.answers(evening.ana)
    assert evening.holder == evening.bens, "not while Ben's phone is there to say it"
    assert "has to agree" in evening.page(evening.ana)
    evening.answers(evening.ben)
    assert evening.holder != evening.bens
    assert f"Your number is {SECRET}" in evening.page(evening.dan)
    assert f"/t/{evening.code}" in evening.dan.get("/").text, "it is one of this phone's tables"
    assert "Ben is played on another phone now" in evening.page(evening.cleo, "/history")


def test_a_phone_that_gets_a_seat_gets_its_tabs(evening: Evening) -> None:
    """And one that loses it loses them: without a reload, and once."""
    evening.asks(evening.ana, evening.dan)
    assert 'id="tab-shared"' not in evening.page(evening.dan), "it watches"
    watching, losing = (phone.watch(evening.code) for phone in (evening.dan, evening.ben))
    watching.message(), losing.message()
    evening.answers(evening.ben)
    came, went = watching.message(), losing.message()
    assert '"#main:not(:has(#tab-shared))"' in came and 'id="tab-shared"' in came
    assert '"#foot:not(:has([data-tab=tab-shared]))"' in came
    assert '"#main:has(#tab-shared)"' in went and 'id="tab-shared"' not in went
    evening.ana.tap(evening.code, "wave", seat=1)
    assert "#main:" not in watching.message() and "#main:" not in losing.message()
    watching.close(), losing.close()
    shown_now = re.search(r'data-shown="([^"]+)"', came)
    assert shown_now
    polled = evening.dan.get(f"/t/{evening.code}/news", headers={"Shown": shown_now[1]})
    assert "#main:" not in polled.text, "nor where a phone looks by itself"


def test_of_two_who_play_the_wait_is_told_in_full(app: Flask) -> None:
    two = Evening(app, seats=2)
    words = "If it sleeps for 5 minutes, another player can agree instead."
    offered = shown(two.ana, two.code, 2)
    assert words in two.page(two.ana, "/hand-over/2")
    assert words in two.dan.get(offered).text, "before anything is asked"
    assert words in take(two.dan, two.code, offered)
    assert words in two.page(two.ana), "both read the same"


def test_who_comes_late_sees_the_free_seat_and_is_led_to_the_game(evening: Evening) -> None:
    assert "seat is free" not in evening.page(evening.dan)
    evening.cleo.post(f"/t/{evening.code}/free", seat=3)
    assert "A seat is free: Cleo" in evening.page(evening.dan)
    assert "seat is free" not in evening.page(evening.ana), "who plays needs none"
    sat = evening.dan.post(f"/t/{evening.code}/sit", seat=3, name="Dan")
    assert sat.location == f"/t/{evening.code}"
    assert "seat is free" not in evening.page(evening.dan)


def test_a_no_and_a_late_yes_move_nothing(evening: Evening, now: list[float]) -> None:
    evening.asks(evening.ana, evening.dan)
    for nosy in (evening.ana, evening.cleo):
        evening.answers(nosy, "keep")
        assert evening.store.latest(evening.code).seat_at(2).asked
    evening.answers(evening.ben, "keep")
    evening.answers(evening.ben)
    assert evening.holder == evening.bens
    assert "Ben stays on the same phone" in evening.page(evening.cleo, "/history")
    evening.asks(evening.ana, evening.dan)
    now[0] += 61
    evening.answers(evening.ben)
    assert evening.holder == evening.bens
    assert "Ask again" in evening.page(evening.dan)
    evening.answers(evening.dan, "ask-again")
    evening.answers(evening.ben)
    assert evening.holder != evening.bens


def test_for_a_sleeping_phone_another_seat_agrees_and_secrets_wait_a_minute(
    evening: Evening, now: list[float]
) -> None:
    now[0] += 400
    evening.page(evening.ben)
    now[0] += 59
    evening.asks(evening.ana, evening.dan)
    evening.answers(evening.cleo)
    assert evening.holder == evening.bens, "Ben's phone was there less than a minute ago"
    now[0] += 1
    for nobody in (evening.ana, evening.dan):
        evening.answers(nobody)
        assert evening.holder == evening.bens, "who showed the code and who asks have no say"
    assert "Agree only if you know" in evening.page(evening.cleo)
    evening.answers(evening.cleo)
    assert evening.holder != evening.bens
    assert "stay hidden for now" in evening.page(evening.dan)
    assert not tells(evening.shown_to(evening.dan), SECRET)
    assert evening.dan.tap(evening.code, "wave", seat=2).status_code == 200, "it plays at once"
    assert "is played on a new phone" in evening.page(evening.ana)
    assert "Cleo agreed" in evening.page(evening.ana, "/history")
    now[0] += 58
    assert not tells(evening.shown_to(evening.dan), SECRET)
    now[0] += 2
    assert f"Your number is {SECRET}" in evening.page(evening.dan)


def test_the_cover_ends_by_itself_on_an_open_page(evening: Evening, now: list[float]) -> None:
    now[0] += 400
    evening.asks(evening.ana, evening.dan)
    evening.answers(evening.cleo)
    stream = evening.dan.watch(evening.code)
    assert not tells(stream.message(), SECRET)
    now[0] += 61
    assert SECRET in stream.message()
    stream.close()


def test_the_owner_objects_within_the_minute_and_nothing_was_seen(
    evening: Evening, now: list[float]
) -> None:
    now[0] += 400
    open_page = evening.ben.watch(evening.code)
    open_page.message()
    evening.asks(evening.ana, evening.dan)
    evening.answers(evening.cleo)
    assert evening.holder == evening.bens, "its page is open: it is awake"
    open_page.close()
    now[0] += 61
    evening.asks(evening.ana, evening.dan)
    evening.answers(evening.cleo)
    assert evening.holder != evening.bens
    eve = Phone(evening.dan.client.application)
    take(eve, evening.code, shown(evening.dan, evening.code, 2))
    assert not tells(evening.shown_to(eve), SECRET), "handed on, it is still covered"
    assert "Take the seat back" in evening.page(evening.ben)
    evening.ben.post(f"/t/{evening.code}/reclaim/2")
    assert evening.holder == evening.bens and SECRET in evening.page(evening.ben)
    now[0] += 1000
    for thief in (evening.dan, eve):
        thief.post(f"/t/{evening.code}/reclaim/2")
        assert not tells(evening.shown_to(thief), SECRET)
    assert evening.holder == evening.bens


def test_in_a_game_of_two_the_other_waits_for_five_minutes(app: Flask, now: list[float]) -> None:
    two = Evening(app, seats=2)
    now[0] += 299
    two.asks(two.ana, two.dan)
    two.answers(two.ana)
    assert two.holder == two.bens and "five minutes" in two.page(two.ana)
    now[0] += 1
    two.answers(two.ana)
    assert two.holder != two.bens
    assert not tells(two.shown_to(two.dan), SECRET)
    two.ben.post(f"/t/{two.code}/reclaim/2")
    assert two.holder == two.bens


def test_one_asks_at_a_time(evening: Evening) -> None:
    eve = Phone(evening.dan.client.application)
    first, late = shown(evening.ana, evening.code, 2), Phone(evening.dan.client.application)
    take(evening.dan, evening.code, first)
    assert TOKEN.search(late.get(first).text) is None, "a code works once"
    take(eve, evening.code, shown(evening.cleo, evening.code, 2))
    assert evening.store.latest(evening.code).seat_at(2).asked.by == 1
    dan = evening.store.latest(evening.code).seat_at(2).asked.phone
    evening.answers(evening.ben)
    assert evening.holder == dan


def test_what_the_host_frees_stays_covered_until_another_seat_confirms(
    evening: Evening, now: list[float]
) -> None:
    now[0] += 400
    evening.ana.post(f"/t/{evening.code}/free", seat=2)
    assert "The host freed the seat of Ben" in evening.page(evening.cleo, "/history")
    assert "Take the seat back" in evening.page(evening.ben)
    evening.ana.post(f"/t/{evening.code}/sit", seat=2)
    now[0] += 100_000
    for phone in (evening.ana, evening.dan):
        assert not tells(evening.shown_to(phone), SECRET)
        evening.answers(phone, "vouch")
    assert "has to confirm" in evening.page(evening.ana, "?seat=2")
    assert not tells(evening.page(evening.ana, "?seat=2"), SECRET)
    evening.answers(evening.cleo, "vouch")
    assert SECRET in evening.page(evening.ana, "?seat=2"), "Cleo has said whose phone it is"
    evening.ben.post(f"/t/{evening.code}/reclaim/2")
    assert evening.holder == evening.bens


def test_in_a_game_of_two_what_the_host_frees_is_covered_for_five_minutes(
    app: Flask, now: list[float]
) -> None:
    two = Evening(app, seats=2)
    two.ana.post(f"/t/{two.code}/free", seat=2)
    two.dan.post(f"/t/{two.code}/sit", seat=2, name="Ben")
    now[0] += 299
    assert not tells(two.shown_to(two.dan), SECRET)
    now[0] += 2
    assert SECRET in two.page(two.dan)


def test_whoever_gives_up_a_seat_leaves_all_of_it(evening: Evening) -> None:
    evening.ben.post(f"/t/{evening.code}/free", seat=2)
    evening.dan.post(f"/t/{evening.code}/sit", seat=2)
    assert SECRET in evening.page(evening.dan)


def test_a_puppet_on_a_free_seat_has_no_say(app: Flask, now: list[float]) -> None:
    three = Evening(app, seats=3)
    three.cleo.post(f"/t/{three.code}/free", seat=3)
    now[0] += 200
    puppet = Phone(app)
    puppet.post(f"/t/{three.code}/sit", seat=3)
    three.asks(three.ana, three.dan)
    three.answers(puppet)
    assert three.holder == three.bens


def test_a_restart_and_a_clock_that_leaps_uncover_nothing(config: Config) -> None:
    clock, ticks = [1_000_000.0], [0.0]
    app = create_app(config, games={"heap": HEAP}, clock=lambda: clock[0], ticks=lambda: ticks[0])
    evening = Evening(app)
    for hand in (clock, ticks):
        hand[0] += 400
    evening.asks(evening.ana, evening.dan)
    evening.answers(evening.cleo)
    clock[0] += 100_000
    assert not tells(evening.shown_to(evening.dan), SECRET), (
        "the clock was set, no minute has passed"
    )
    ticks[0] += 30
    again = create_app(config, games={"heap": HEAP}, clock=lambda: clock[0], ticks=lambda: ticks[0])
    evening.dan.client.application = again
    assert not tells(evening.shown_to(evening.dan), SECRET), "a restart does not shorten it"
    clock[0] -= 200_000
    ticks[0] += 61
    assert not tells(evening.shown_to(evening.dan), SECRET), "nor a clock that is set back"
    clock[0] += 200_000
    assert SECRET in evening.page(evening.dan)
    for each in (app, again):
        each.extensions["companion"].close()


def test_the_hosts_rights_come_back_with_the_seat(evening: Evening, now: list[float]) -> None:
    table = evening.store.latest(evening.code)
    now[0] += 400
    evening_host = table.host
    take(evening.dan, evening.code, shown(evening.ben, evening.code, 1))
    seat = evening.store.latest(evening.code).seat_at(1)
    evening.cleo.post(f"/t/{evening.code}/let-in/1", asked=seat.asked.seq if seat.asked else 0)
    assert evening.store.latest(evening.code).host != evening_host
    evening.ana.post(f"/t/{evening.code}/reclaim/1")
    assert evening.store.latest(evening.code).host == evening_host


def test_spectators_have_no_say(evening: Evening, here: Site, now: list[float]) -> None:
    now[0] += 1000
    evening.asks(evening.ana, evening.dan)
    spectator = Phone(evening.dan.client.application)
    evening.answers(spectator)
    assert evening.holder == evening.bens
    spectator.get(f"/t/{evening.code}/hand-over/2")
    assert "Only phones at this table" in evening.page(spectator)
