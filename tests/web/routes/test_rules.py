"""The rules: a page per game with an address for every entry, and a search that needs no table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger.where import DatabaseLocation
from companion.referee.rulebook import Rulebook, with_search_wordings
from companion.web.language import rulebooks
from companion.web.routes.rules import punctuated_question
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

New = Callable[[], Phone]
SCRIPTED = {"HX-Request": "true"}


@pytest.fixture
def shop(database_named: Callable[[str], DatabaseLocation]) -> Iterator[Flask]:
    """An app with the real games."""
    app = create_app(Config(database_named("tables"), "not so secret"))
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    yield app
    app.extensions["companion"].close()


def finds(html: str) -> list[str]:
    """The keys of what was found, in order, as the links name them."""
    return re.findall(r'<a class="link" href="/rules/[^"#]*#([^"]+)"', html)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_rule_and_question_has_an_address(shop: Flask, slug: str) -> None:
    page = Phone(shop).get(f"/rules/{slug}").text
    ids = re.findall(r'<article[^>]* id="([^"]+)"', page)
    book = CATALOGUE[slug].rulebook
    assert sorted(ids) == sorted(entry.key for entry in (*book.rules, *book.questions))
    assert all(f'id="chapter-{key}"' in page for key, _ in book.chapters)


def test_the_page_tells_where_the_book_says_it_and_how_sure_that_is(phone: New) -> None:
    page = phone().get("/rules/heap").text
    assert "The rulebook says so (p. 3)" in page
    assert "Our reading (p. 4)" in page
    assert "The rulebook doesn't say. Your table decides" in page and "our suggestion" in page


def test_what_is_no_rule_is_said_and_who_made_the_game_is_linked(shop: Flask) -> None:
    told = {
        "who designed this game": 'href="/about#empires"',
        "how much is this game": "No rule of this game is about that.",
        "should I go for Bios or Mechs": "That's advice; the rules don't give any.",
    }
    for asked, said in told.items():
        assert said in Phone(shop).get(f"/rules/empires?q={asked}").text


def test_a_question_in_another_language_than_the_phones_is_read_in_its_own(shop: Flask) -> None:
    """A mixed table: answered in the phone's language, and the page says so."""
    told = {
        "de": ("el último jugador llega primero a treinta", "es", "Español"),
        "en": ("wer gewinnt bei gleich viel Produktion", "de", "Deutsch"),
        "es": ("on commence avec combien d'argent", "fr", "Français"),
        "fr": ("where does the card go that I cycle away", "en", "English"),
    }
    answers = ["end.at-once", "end.tie", "setup.credits", "cycle.action"]
    for (language, (asked, code, name)), key in zip(told.items(), answers, strict=True):
        speaks = {"Accept-Language": language}
        page = Phone(shop).get(f"/rules/empires?q={asked}", headers=speaks).text
        assert finds(page)[0] == key
        assert f'<span lang="{code}">{name}</span>' in page
    page = Phone(shop).get("/rules/crafting?q=supernova", headers={"Accept-Language": "es"}).text
    assert "Leída en otro idioma" not in page


def test_the_search_works_without_a_table_and_without_scripts(phone: New) -> None:
    page = phone().get("/rules/heap?q=PILE").text
    assert finds(page) == ["turn.heap"]
    assert 'value="PILE"' in page
    assert "No rule answers that" in phone().get("/rules/heap?q=zzzz").text
    assert phone().get("/rules/chess").status_code == 404
    assert finds(phone().get("/rules?q=pile").text) == ["turn.heap"]


def test_while_typing_only_the_finds_are_sent(phone: New) -> None:
    answer = phone().get("/rules/heap?q=pil", headers=SCRIPTED)
    assert answer.status_code == 200
    assert "<html" not in answer.text and finds(answer.text) == ["turn.heap"]
    assert "HX-Request" in answer.headers["Vary"]
    assert phone().get("/rules/heap?q=", headers=SCRIPTED).text.strip().count("<details") == 0
    assert finds(phone().get("/rules?q=pile", headers=SCRIPTED).text) == ["turn.heap"]


def test_the_reader_keeps_the_table(game: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = game
    page = ana.get(f"/t/{code}").text
    assert f'<input type="hidden" name="at" value="{code}">' in page
    found = ana.get(f"/rules/heap?q=pile&at={code}").text
    assert f"/rules/heap?at={code}#turn.heap" in found
    assert f'href="/t/{code}" aria-label="Back to the table"' in found


def test_what_the_table_has_decided_stands_at_the_question(shop: Flask) -> None:
    ana = Phone(shop)
    answer = ana.post("/tables", game="crafting", seats=2, name="Ana")
    code = answer.location.rpartition("/")[2]
    book = f"/rules/crafting?at={code}"
    assert "your table's choice" not in ana.get(book).text
    ana.post(f"/t/{code}/option", key="goal.waiting-crystal", value="yes")
    page = ana.get(book).text
    assert page.count("your table's choice") == 1
    assert re.search(r"It counts too <span[^>]*>.*your table's choice", page)
    for elsewhere in ("/rules/crafting", "/rules/crafting?at=NOPE"):
        assert "your table's choice" not in ana.get(elsewhere).text


def test_a_phone_finds_rules_in_its_own_language_and_in_english(shop: Flask) -> None:
    client = shop.test_client()
    spanish = {"Accept-Language": "es", **SCRIPTED}

    def found(asked: str) -> list[str]:
        page = client.get("/rules/crafting", query_string={"q": asked}, headers=spanish)
        return finds(page.text)

    assert "nebula.wild" in found("comodin")[:3], "accents do not matter"
    assert "power.wormhole" in found("wormhole")[:3]
    assert "slider.lost" in found("leftover keep")[:3]


def test_another_games_table_is_no_table_of_this_book(shop: Flask) -> None:
    phone = Phone(shop)
    phone.post("/tables", game="crafting", seats=2, name="Ana")
    assert "Back to the table" not in phone.get("/rules/crafting?at=ZZZZ").text


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=st.text(max_size=40))
@example(asked='" OR 1=1 --')
@example(asked="\x00")
@example(asked="x" * 5000)
def test_a_search_of_any_characters_never_errors(shop: Flask, asked: str) -> None:
    client = shop.test_client()
    for path in ("/rules", "/rules/crafting"):
        for headers in ({}, SCRIPTED):
            answer = client.get(path, query_string={"q": asked}, headers=headers)
            assert answer.status_code == 200


def test_all_pages_lead_to_the_rules(game: tuple[str, Phone, Phone], phone: New) -> None:
    code, ana, _ = game
    assert 'href="/rules"' in phone().get("/").text
    for path in ("", "/own", "/shared", "/table", "/lobby"):
        page = ana.get(f"/t/{code}{path}").text
        assert 'popovertarget="ask"' in page and 'id="ask"' in page
    assert f'href="/rules/{HEAP.slug}' in ana.get(f"/t/{code}").text


def test_the_best_three_are_open_and_others_questions_come_with_them(shop: Flask) -> None:
    page = Phone(shop).get("/rules/crafting?q=may i bump another guys gem", headers=SCRIPTED).text
    assert finds(page)[0] == "energy.whose-marbles"
    assert page.count('<details class="card find" open>') == 3
    assert "Others ask" in page and "No rule answers that" not in page


def test_what_no_rule_answers_is_said_with_the_nearest(shop: Flask) -> None:
    page = Phone(shop).get("/rules/crafting?q=can we order pizza now", headers=SCRIPTED).text
    assert "No rule of this game is about that" in page


def test_what_a_table_does_now_is_asked_for_first(shop: Flask) -> None:
    ana = Phone(shop)
    answer = ana.post("/tables", game="crafting", seats=2, name="Ana")
    code = answer.location.rpartition("/")[2]
    ana.post(f"/t/{code}/start")
    page = ana.get(f"/rules/crafting?at={code}", headers=SCRIPTED).text
    assert "Often asked now" in page and "How are the marbles placed at the start?" in page


@pytest.mark.parametrize("slug", CATALOGUE)
def test_cards_are_looked_up_with_their_tips(shop: Flask, slug: str) -> None:
    page = Phone(shop).get(f"/rules/{slug}/cards").text
    ids = re.findall(r'<article[^>]* id="([^"]+)"', page)
    tipped = [rule.key for rule in CATALOGUE[slug].rulebook.rules if rule.tip]
    assert ids == tipped and f"/rules/{slug}/cards" in Phone(shop).get(f"/rules/{slug}").text
    assert set(re.findall(r'/cards#([^"]+)"', page)) <= set(ids) | {"exotic.empty", "exotic.once"}


def test_a_game_without_tips_has_no_such_page(phone: New) -> None:
    assert phone().get("/rules/heap/cards").status_code == 404
    assert "Cards and tips" not in phone().get("/rules/heap").text


ASKED = "can we order pizza now"


def test_the_table_answers_what_no_rule_does(game: tuple[str, Phone, Phone]) -> None:
    """What it says is found again by other words, and stands with its decisions."""
    code, ana, ben = game
    book = f"/rules/heap?at={code}&q="
    page = ana.get(book + ASKED).text
    assert f'action="/t/{code}/rule"' in page and f'value="{ASKED}"' in page
    assert f'action="/t/{code}/rule"' not in ana.get(book + "pile").text
    asked = ana.post(f"/t/{code}/rule", asks=ASKED, says="after this <b>round</b> | I pay")
    assert (asked.status_code, asked.location) == (303, f"/t/{code}")
    assert "Waiting for someone to approve" in ana.get(asked.location).text
    page = ben.get(f"/t/{code}").text
    assert f"{ASKED} Answer: after this &lt;b&gt;round&lt;/b&gt; / I pay" in page
    proposal = re.search(r'name="proposal" value="(\d+)"', page)
    assert proposal
    ben.post(f"/t/{code}/agree", proposal=proposal[1])
    for asks in (ASKED, "may we order a pizza?"):
        page = ben.get(book + asks).text
        assert "own rule" in page and "round&lt;/b&gt; / I pay" in page
        assert "No rule answers that" not in page
    assert "own rule" not in ben.get("/rules/heap?q=" + ASKED).text
    assert "round&lt;/b&gt;" in ana.get(f"/t/{code}/rulings").text
    assert "round&lt;/b&gt;" in ana.get(f"/t/{code}/table").text


def test_a_tables_rule_is_changed_and_deleted_by_the_table(game: tuple[str, Phone, Phone]) -> None:
    code, ana, ben = game
    book = f"/rules/heap?at={code}&q={ASKED}"
    ana.post(f"/t/{code}/consent", consent="0")
    ana.post(f"/t/{code}/rule", asks=ASKED, says="I pay")
    assert "Change or delete it" in ben.get(book).text and "I pay" in ben.get(book).text
    ben.post(f"/t/{code}/rule", asks=ASKED, says="we share")
    assert "we share" in ana.get(book).text and "I pay" not in ana.get(book).text
    ben.post(f"/t/{code}/rule/delete", asks=ASKED)
    assert "Change or delete it" not in ana.get(book).text
    assert "No longer counts: " + ASKED in ana.get(f"/t/{code}/table").text
    ben.post(f"/t/{code}/rule/delete", asks=ASKED)
    assert ana.get(f"/t/{code}/table").text.count("No longer counts: ") == 1


def test_a_tables_rule_needs_an_answer_and_a_seat(
    game: tuple[str, Phone, Phone], phone: New
) -> None:
    code, ana, _ = game
    ana.post(f"/t/{code}/rule", asks=ASKED, says=" \u2800 ")
    assert "Enter what counts at your table." in ana.get(f"/t/{code}").text
    stranger = phone()
    stranger.post(f"/t/{code}/rule", asks=ASKED, says="no")
    assert "own rule" not in stranger.get(f"/rules/heap?at={code}&q={ASKED}").text
    assert f'action="/t/{code}/rule"' not in stranger.get(f"/rules/heap?q={ASKED}").text


@pytest.mark.parametrize(
    ("language", "words", "sentence"),
    [
        ("en", "do i move it, or what i'm near", "Do I move it, or what I'm near?"),
        ("de", "wann ziehe ich", "Wann ziehe ich?"),
        ("es", "¿cuándo robo?", "¿Cuándo robo?"),
    ],
)
def test_how_players_ask_becomes_a_sentence(
    app: Flask, language: str, words: str, sentence: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert punctuated_question(words) == sentence


def test_a_young_search_excuses_itself_once(shop: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language that knows three ways to ask for each rule, as if it were new."""

    def few(book: Rulebook, path: Path) -> Rulebook:
        said = with_search_wordings(book, path).wordings
        return replace(book, wordings={key: ways[:3] for key, ways in said.items()})

    monkeypatch.setattr(rulebooks, "with_search_wordings", few)
    ana = Phone(shop)
    headers = {"HX-Request": "true", "Accept-Language": "it"}
    excuse = "In questa lingua la ricerca capisce ancora poche domande"
    opened = ana.get("/rules/empires", headers=headers).text
    answered = ana.get("/rules/empires?q=quante azioni ho", headers=headers).text
    assert opened.count(excuse) == 1 and excuse not in answered and "azioni" in answered
