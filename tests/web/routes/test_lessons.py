"""Teach us: who may ask for it, what a phone is sent then; and nobody else is sent anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.play import TableStore
from companion.web.page.presence import attendances
from tests.kit.elements import parsed
from tests.kit.phones import Phone
from tests.kit.steady import clocked

New = Callable[[], Phone]
NEEDS = "js/lessons.js"


@pytest.fixture
def app(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(config, **clocked(lambda: now[0]))
    app.testing = True
    yield app
    app.extensions["companion"].close()


def table_of_two(phone: New, game: str = "empires") -> tuple[str, Phone, Phone]:
    """A table that Ana hosts, and Ben sits at."""
    ana, ben = phone(), phone()
    answer = ana.post("/tables", game=game, name="Ana", **{f"seats-{game}": 2})
    code = Path(answer.headers["location"]).name
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    return code, ana, ben


def fitting_on(page: str) -> list[str]:
    """The keys of the lessons that a page brings along."""
    found = re.search(r'data-now="([^"]*)"', page)
    return [each.partition(":")[0] for each in found[1].split()] if found else []


def test_nothing_is_sent_to_whom_nobody_teaches(phone: New) -> None:
    code, ana, _ = table_of_two(phone)
    lobby = ana.get(f"/t/{code}").text
    ana.post(f"/t/{code}/start")
    for page in ("/", f"/t/{code}", f"/t/{code}/screen", f"/t/{code}/own"):
        assert NEEDS not in ana.get(page).text
        assert "lessons.css" not in ana.get(page).text
    assert NEEDS not in lobby


def test_the_host_has_every_phone_explain_and_each_may_stop(phone: New, store: TableStore) -> None:
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    assert fitting_on(ana.get(f"/t/{code}").text)[:2] == ["lay-out", "begin"]
    assert fitting_on(ben.get(f"/t/{code}").text)[:2] == ["lay-out", "begin"]
    ben.post(f"/t/{code}/lessons", on="0")
    assert fitting_on(ben.get(f"/t/{code}").text) == []
    assert fitting_on(ana.get(f"/t/{code}").text)
    ben.post(f"/t/{code}/lessons", on="1")
    assert fitting_on(ben.get(f"/t/{code}").text)
    ana.post(f"/t/{code}/teach", on="0")
    assert store.latest(code).guided is False
    assert fitting_on(ana.get(f"/t/{code}").text) == []


def test_beside_the_guide_no_control_is_looked_for(phone: New, store: TableStore) -> None:
    """What is done then needs no hint later: the step's lessons are told, whatever is offered."""
    code, ana, _ = table_of_two(phone)
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    now = re.search(r'data-now="([^"]*)"', ana.get(f"/t/{code}").text)
    lessons = CATALOGUE["empires"].lessons.lessons
    step = CATALOGUE["empires"].current_step(store.latest(code).state, 1)
    fit = [each.key for each in lessons if not each.steps or step in each.steps]
    assert now and now[1].split() == [f"{key}:" for key in fit]


def test_who_waits_has_no_other_turn_with_each_action(phone: New) -> None:
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    assert told_turns(code, ana, ben) == ["0", "0"]
    ana.tap(code, "begin 1", seat=1)
    assert told_turns(code, ana, ben) == ["0", "0"]
    ana.tap(code, "end", seat=1)
    first, second = told_turns(code, ana, ben)
    assert first == "0" != second


def told_turns(code: str, *phones: Phone) -> list[str]:
    """By what each of these phones tells its turns apart."""
    said = re.compile(r'id="lessons"[^>]* data-turn="(\d+)"')
    return [turn for each in phones for turn in said.findall(each.get(f"/t/{code}").text)]


def test_one_phone_alone_may_be_taught(phone: New) -> None:
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/start")
    ben.post(f"/t/{code}/lessons", on="1")
    assert fitting_on(ben.get(f"/t/{code}").text) and not fitting_on(ana.get(f"/t/{code}").text)


def test_who_watches_is_taught_nothing(phone: New) -> None:
    code, ana, _ = table_of_two(phone)
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    assert fitting_on(phone().get(f"/t/{code}").text) == []


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_tour_goes_from_card_to_card(phone: New, slug: str) -> None:
    code, _, ben = table_of_two(phone, slug)
    tour = CATALOGUE[slug].lessons.tour
    for number, card in enumerate(tour, start=1):
        page = ben.get(f"/t/{code}/tour?card={number}").text
        assert f"<h1>{card.title.source}</h1>" in page.replace("&#39;", "'")
        assert (f"card={number + 1}" in page) == (number < len(tour))
        assert ("scenery" in page) == bool(card.scene)
    assert ben.get(f"/t/{code}/tour?card=99").status_code == 200
    assert ben.get(f"/t/{code}/tour?card=x").status_code == 200


def test_who_leads_the_tour_is_not_asleep(phone: New, store: TableStore, app: Flask) -> None:
    code, ana, _ = table_of_two(phone, "crafting")
    states = []
    for card in (1, 0):
        ana.post(f"/t/{code}/tour", card=card)
        with app.test_request_context():
            states.append(attendances(store.latest(code))[0].state)
    assert states == ["awake", "asleep"]


def test_the_host_leads_the_table_screen(phone: New, store: TableStore) -> None:
    code, ana, ben = table_of_two(phone, "crafting")
    ana.post(f"/t/{code}/teach", on="1")
    tour = CATALOGUE["crafting"].lessons.tour
    ben.post(f"/t/{code}/tour", card=2)
    assert store.latest(code).tour == 0
    ana.post(f"/t/{code}/tour", card=2)
    assert tour[1].title.source in phone().get(f"/t/{code}/screen").text
    ana.post(f"/t/{code}/tour", card=3)
    screen = phone().get(f"/t/{code}/screen").text
    assert tour[2].title.source in screen and 'class="wheel"' in screen
    ana.post(f"/t/{code}/tour", card=999)
    assert store.latest(code).tour == len(tour)
    ana.post(f"/t/{code}/tour", card=0)
    assert 'id="tour"' not in phone().get(f"/t/{code}/screen").text


@pytest.mark.parametrize("slug", CATALOGUE)
def test_all_lessons_are_there_to_read(phone: New, slug: str) -> None:
    code, _, ben = table_of_two(phone, slug)
    deck, page = ben.get(f"/t/{code}/lessons/deck").text, ben.get(f"/t/{code}/lessons").text
    for lesson in CATALOGUE[slug].lessons.lessons:
        # Setting the app right is no hint.
        assert (f'data-key="{lesson.key}"' in deck) != lesson.aside
        assert f"<h3>{lesson.title.source}</h3>" in page.replace("&#39;", "'")


def told_after(phone: Phone, code: str, action: str, seat: int = 1) -> str:
    """What a tap is answered with below the page."""
    answer = phone.tap(code, action, seat=seat)
    assert answer.status_code == 200, answer.text
    found = re.search(r'hx-target="#toast"[^>]*>(.*?)</hx-partial>', answer.text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[1]).split()) if found else ""


def test_a_phone_that_is_taught_is_told_what_hands_do(phone: New) -> None:
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/start")
    ana.post(f"/t/{code}/lessons", on="1")
    first = told_after(ana, code, "begin 1")
    assert "On the table:" in first and "Ben takes the final player card" in first
    built = told_after(ana, code, "build nautilus")
    assert "1 credit to the bank" in built and "put a new card from the deck into the pool" in built
    ended = told_after(ana, code, "end")
    assert "the dice go to Ben" in ended
    assert "On the table:" not in told_after(ben, code, "build nautilus", 2), "he isn't taught"
    # Neither is who has had enough of it.
    ana.post(f"/t/{code}/lessons", on="0")
    told_after(ben, code, "end", 2)
    assert "On the table:" not in told_after(ana, code, "total 2")


def test_reading_aloud_has_the_sign_of_a_voice(phone: New) -> None:
    code, ana, _ = table_of_two(phone)
    ana.post(f"/t/{code}/tour", card="1")
    tour = parsed(ana.get(f"/t/{code}/tour").text)
    (aloud,) = (each for each in tour.all("button") if "data-aloud" in each.said)
    signs = [each.said["href"].partition("#")[2] for each in aloud.all("use")]
    assert signs == ["sound"] and aloud.words == "Read aloud"


def led_line(phone: Phone, code: str) -> str:
    """What the coach says on this page; "" where there is no such line."""
    found = re.search(r'id="coach-words">([^<]*)<', phone.get(f"/t/{code}").text)
    return found[1].replace("&#39;", "'") if found else ""


def led_table(phone: New) -> tuple[str, Phone, Phone]:
    """A table of Empires that is led: Ana has begun and builds first."""
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    ana.tap(code, "begin 1", seat=1)
    return code, ana, ben


def test_all_phones_and_the_table_screen_are_led_in_step(phone: New) -> None:
    code, ana, ben = led_table(phone)
    assert led_line(ana, code).startswith("Spend an action")
    assert led_line(ben, code).startswith("Ana spends actions")
    assert "Ana spends actions" in phone().get(f"/t/{code}/screen").text
    ana.tap(code, "build nautilus", seat=1)
    assert led_line(ana, code).startswith("Use your other action")
    ana.tap(code, "end", seat=1)
    assert led_line(ben, code) == "Build a card, or cycle one for 2 credits."


def test_anyone_pauses_and_ends_the_led_round(phone: New) -> None:
    code, ana, ben = led_table(phone)
    ben.post(f"/t/{code}/led", led="pause", seat=2, intent="p")
    assert led_line(ana, code) == "" and "is paused" in ana.get(f"/t/{code}").text
    ben.post(f"/t/{code}/led", led="resume", seat=2, intent="q")
    assert led_line(ana, code).startswith("Spend an action")
    ben.post(f"/t/{code}/led", led="end", seat=2, intent="r")
    assert led_line(ana, code) == "" and "is paused" not in ana.get(f"/t/{code}").text
    # Taught anew, it is led again.
    ana.post(f"/t/{code}/teach", on="0")
    ana.post(f"/t/{code}/teach", on="1")
    assert led_line(ana, code).startswith("Spend an action")


def test_a_stranger_and_another_seat_lead_nothing(phone: New, store: TableStore) -> None:
    code, ana, ben = table_of_two(phone, "crafting")
    ana.post(f"/t/{code}/teach", on="1")
    ana.post(f"/t/{code}/start")
    before = store.latest(code).guided_marks
    phone().post(f"/t/{code}/led", led="end", seat=1, intent="x")
    ben.post(f"/t/{code}/led", led="take", seat=2, intent="y")
    ben.post(f"/t/{code}/led", led="no such card", seat=2, intent="z")
    assert store.latest(code).guided_marks == before == frozenset()


def test_who_wants_no_hints_is_not_led(phone: New) -> None:
    code, ana, ben = led_table(phone)
    ben.post(f"/t/{code}/lessons", on="0")
    assert led_line(ben, code) == "" and led_line(ana, code)


OFFER, OVER = 'id="guide_offer"', 'id="guide_over"'
#: What brings hints to a page.
HINTS = 'id="lessons"'
#: A round of Empires that brings nobody anything.
ROUND = tuple((seat, each) for seat in (1, 2) for each in ("total 5", "confirm", "end"))


def play(code: str, phones: tuple[Phone, Phone], *actions: tuple[int, str]) -> None:
    for seat, action in actions:
        assert phones[seat - 1].tap(code, action, seat=seat).status_code < 400, action


def test_who_starts_without_the_guide_is_offered_it_while_nothing_is_done(phone: New) -> None:
    """On the host's phone, which alone may have it; under "Ask" as long as it would go on."""
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/start", guided=0)
    asked = 'name="led" value="begin"'
    assert OFFER in ana.get(f"/t/{code}").text
    assert OFFER not in ben.get(f"/t/{code}").text
    play(code, (ana, ben), (1, "begin 1"))
    assert OFFER not in ana.get(f"/t/{code}").text
    assert asked in ana.get(f"/t/{code}").text
    assert asked not in ben.get(f"/t/{code}").text
    ben.post(f"/t/{code}/led", led="begin")
    assert 'id="coach"' not in ben.get(f"/t/{code}").text
    ana.post(f"/t/{code}/led", led="begin")
    assert 'id="coach"' in ben.get(f"/t/{code}").text
    assert asked not in ana.get(f"/t/{code}").text


@pytest.mark.parametrize("ended", [False, True])
def test_the_guide_ends_with_a_word_in_the_round_after_it(phone: New, ended: bool) -> None:
    """None where it was ended by hand. Who was led to the end gets hints by asking alone."""
    code, ana, ben = table_of_two(phone)
    ana.post(f"/t/{code}/start", guided=1)
    play(code, (ana, ben), (1, "begin 1"), (1, "end"), (2, "end"), *ROUND[:3])
    pages = [each.get(f"/t/{code}").text for each in (ana, ben)]
    assert all(OVER not in page and HINTS in page for page in pages)
    if ended:
        ben.post(f"/t/{code}/led", led="end")
    play(code, (ana, ben), *ROUND[3:])
    now = [each.get(f"/t/{code}").text for each in (ana, ben)]
    assert [OVER in page for page in now] == [not ended] * 2
    assert [HINTS in page for page in now] == [ended] * 2
    play(code, (ana, ben), *ROUND)
    assert OVER not in ana.get(f"/t/{code}").text
    ana.post(f"/t/{code}/lessons", on="1")
    assert HINTS in ana.get(f"/t/{code}").text
