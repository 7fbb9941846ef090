"""A phone that wants Spanish is sent Spanish, on every page that it can reach; others are not.

So it is with every language that we offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.empires.book import totals_chance_words
from companion.games.empires.pieces import CARDS
from companion.rule_search import RuleSearch
from companion.web.language.catalogues import load_catalogue
from companion.web.language.languages import GAMES_BY_LANGUAGE, SOURCE_LANGUAGE
from companion.web.language.sentences import clock_time, say
from companion.web.page.evenings import average_text
from tests.kit.languages import OTHERS, each_other, speaking
from tests.kit.phones import Phone
from tests.kit.places import GAMES
from tests.kit.spoken import english_in, said_on

#: Each game in each language that speaks it, and how many lines are played: the first language
#: and the youngest are looked at most.
MOMENTS = [
    (slug, language, most)
    for slug in CATALOGUE
    for language in speaking(slug, OTHERS)
    for most in ((3, 14, 60, 9999) if language in (OTHERS[0], OTHERS[-1]) else (60, 9999))
]
SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}
LINK = re.compile(r'\bhref="(/[^"#]*)')
#: Files and pages that hold no page of ours, or that every line of the log has of its own.
ASIDE = re.compile(r"/static/|/qr\.|webmanifest|transcript|game\.json|result\.(?:png|csv|json)")
#: Pages of a kind of which a few are enough.
MANY = re.compile(r"/(?:line|legal|at)/(\d+)$")


@pytest.fixture
def played(config: Config) -> Iterator[Flask]:
    """An app with the real games."""
    app = create_app(config)
    app.testing = True
    yield app
    app.extensions["companion"].close()


def test_a_seats_piece_is_named_as_the_language_does(app: Flask) -> None:
    """Nobody says "Magenta Dreieck" in German."""
    phone = Phone(app)
    code = phone.open_table()
    german = {"Accept-Language": "de"}
    assert "Dreieck in Magenta" in phone.client.get(f"/t/{code}", headers=german).text
    assert "Magenta triangle" in phone.get(f"/t/{code}").text


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("accepted", "told"),
    [
        ("", "21:30"),
        ("en", "21:30"),
        ("en-GB,en-US;q=0.9", "21:30"),
        ("en-US,en;q=0.9", "9:30\u202fPM"),
        ("en-AU", "9:30\u202fPM"),
        ("en-ZA", "21:30"),
        ("xx-YY,en-US;q=0.9", "9:30\u202fPM"),
        ("de-DE,en-US;q=0.9", "21:30"),
        ("es-US", "21:30"),
    ],
)
def test_the_clock_has_twelve_hours_where_the_readers_english_has(
    played: Flask, accepted: str, told: str
) -> None:
    at = datetime(2026, 11, 26, 21, 30).timestamp()
    with played.test_request_context(headers={"Accept-Language": accepted}):
        assert clock_time(at) == told


def test_phones_with_two_clocks_read_each_their_own(played: Flask) -> None:
    """What is drawn of a table is kept for the next phone: never with another's clock."""
    code, ana = carried(played, shortest("empires"), 60, SOURCE_LANGUAGE)
    pages = [
        ana.get(f"/t/{code}/history", headers={"Accept-Language": accepted}).text
        for accepted in ("en-US", "en-GB", "en-US")
    ]
    halves = [len(re.findall(r"\d:\d\d\u202f[AP]M", page)) for page in pages]
    assert halves[0] == halves[2] > 0 == halves[1]
    assert [' data-clock="en"' in page for page in pages] == [True, False, True]


@pytest.mark.parametrize(
    ("language", "chance"), [("en", "6.25%"), ("de", "6,25 %"), ("fr", "6,25 %"), ("es", "6,25 %")]
)
def test_a_fraction_is_written_as_the_language_does(
    played: Flask, language: str, chance: str
) -> None:
    with played.test_request_context(headers={"Accept-Language": language}):
        assert (
            say(totals_chance_words((2,))).replace("\u00a0", " ").replace("\u202f", " ") == chance
        )
        assert [average_text(each) for each in (64.0, 4.52)] == [
            "64",
            chance[0].replace("6", "4") + chance[1] + "5",
        ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_sentence_about_a_number_begins_with_a_capital(played: Flask, language: str) -> None:
    """Stars are written small in a list of French or Spanish, and large where they begin."""
    game = GAMES / "crafting" / "games" / "three-players-shared-win.txt"
    code, ana = carried(played, game, 90, language)
    ana.post(f"/t/{code}/sit", seat=1)
    page = ana.get(f"/t/{code}").text
    said = re.findall(r'<span data-from-to="([^"]+)">([^<]+)<', page)
    assert len(said) > 5
    assert [each for pair in said for each in pair if not each[0].isupper()] == []


def phone_speaking(app: Flask, language: str) -> Phone:
    phone = Phone(app)
    assert phone.post("/language", language=language).status_code == 303
    return phone


def crawled(phone: Phone, start: str, most: int = 90) -> Iterator[tuple[str, str]]:
    """The pages that can be reached from here by links, each with its address."""
    waiting, known = [start], {start}
    while waiting and len(known) < most:
        address = waiting.pop(0)
        page = phone.get(address).text
        yield address, page
        for found in dict.fromkeys(LINK.findall(page)):
            number = MANY.search(found)
            if ASIDE.search(found) or found in known or (number and int(number[1]) % 29):
                continue
            known.add(found)
            waiting.append(found)


def left_english(pages: Iterator[tuple[str, str]], language: str) -> dict[str, str]:
    """What was found on these pages of a language, address by address. The pages of a game that
    the language doesn't speak are marked as English, as a whole.
    """
    foreign = [[slug] for slug in CATALOGUE if language not in speaking(slug)]
    return {
        f"{address}: {words}": english_in(words, language)
        for address, page in pages
        if not (language_of(page) == SOURCE_LANGUAGE and re.split("[/?]", address)[2:3] in foreign)
        for words in said_on(page)
        if english_in(words, language)
    }


def carried(app: Flask, file: Path, most: int, language: str) -> tuple[str, Phone]:
    """A table with this many lines of a kept game played; one phone has all its seats."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    phone = phone_speaking(app, language)
    answer = phone.post("/tables/import", text="\n".join(lines[:most]))
    assert answer.status_code == 303, answer.text
    code = answer.location.rpartition("/")[2]
    for seat in range(1, 5):
        phone.post(f"/t/{code}/sit", seat=seat)
    return code, phone


def shortest(slug: str) -> Path:
    return min((GAMES / slug / "games").glob("*.txt"), key=lambda path: path.stat().st_size)


def test_the_phone_s_own_language_is_spoken(phone: Callable[[], Phone]) -> None:
    page = phone().get("/", headers=SPANISH).text
    assert language_of(page) == "es" and "Abrir una mesa" in page
    page = phone().get("/", headers={"Accept-Language": "is"}).text
    assert language_of(page) == "en" and "Open a table" in page


def test_a_phone_that_chose_keeps_its_choice(phone: Callable[[], Phone]) -> None:
    ana = phone()
    answer = ana.client.post(
        "/language",
        data={"language": "es"},
        headers={**ana.headers, "Referer": "http://localhost/rules/heap?q=wait"},
    )
    assert (answer.status_code, answer.location) == (303, "/rules/heap?q=wait")
    assert language_of(ana.get("/").text) == "es"
    ana.post("/language", language="en")
    assert language_of(ana.get("/", headers=SPANISH).text) == "en"


@pytest.mark.parametrize("referrer", ["", "http://elsewhere.example/x", "http://localhost//evil/"])
def test_choosing_never_leads_elsewhere(phone: Callable[[], Phone], referrer: str) -> None:
    ana = phone()
    headers = {**ana.headers, "Referer": referrer}
    answer = ana.client.post("/language", data={"language": "es"}, headers=headers)
    assert answer.status_code == 303
    assert re.fullmatch(r"/(?:[^/].*)?", answer.location)


def test_a_language_that_we_do_not_speak_is_refused(phone: Callable[[], Phone]) -> None:
    assert phone().post("/language", language="xx").status_code == 400


def test_two_phones_at_a_table_are_told_the_same_in_two_languages(
    game: tuple[str, Phone, Phone],
) -> None:
    code, ana, ben = game
    ben.post("/language", language="es")
    for phone, ours, theirs in (
        (ana, "What happened", "Lo que pasó"),
        (ben, "Lo que pasó", "What happened"),
    ):
        page, sent = phone.get(f"/t/{code}/table").text, phone.get(f"/t/{code}/tab/table").text
        assert ours in page and ours in sent
        assert theirs not in page and theirs not in sent


def test_home_lobby_and_table_offer_the_languages(game: tuple[str, Phone, Phone]) -> None:
    code, ana, _ = game
    for address in ("/", f"/t/{code}/lobby", f"/t/{code}/table"):
        page = ana.get(address).text
        assert re.search(r'value="es" lang="es" aria-pressed="false">Español<', page), address
        assert re.search(r'value="en" lang="en" aria-pressed="true">English<', page), address


@pytest.mark.long
@each_other
def test_before_a_game_no_page_is_english(played: Flask, language: str) -> None:
    ana, ben = phone_speaking(played, language), phone_speaking(played, language)
    slug = max(slug for slug in CATALOGUE if language in speaking(slug))
    code = ana.post("/tables", game=slug, seats=3, name="Ana").location.rpartition("/")[2]
    assert left_english(crawled(ana, "/"), language) == {}
    assert left_english(crawled(ana, f"/t/{code}/lobby"), language) == {}
    assert left_english(crawled(ben, f"/j/{code}"), language) == {}
    ana.post(f"/t/{code}/lock", locked=1)
    assert left_english(crawled(phone_speaking(played, language), f"/j/{code}"), language) == {}
    lost = [(way, ana.get(way).text) for way in ("/nowhere", "/t/AAAAAA", "/offline")]
    assert left_english(iter(lost), language) == {}


@pytest.mark.long
@pytest.mark.some(4)
@pytest.mark.parametrize(("slug", "language", "most"), MOMENTS)
def test_during_a_game_no_page_is_english(
    played: Flask, slug: str, language: str, most: int
) -> None:
    code, ana = carried(played, shortest(slug), most, language)
    if most > 1000:
        ana.post(f"/t/{code}/unveil")
    pages = dict(crawled(ana, f"/t/{code}", most=50))
    assert len(pages) > 9
    wins = load_catalogue(language).gettext("%(name)s wins").partition("%(name)s")
    won = re.search(f">{wins[0]}[^<>]+{wins[2]}<", pages[f"/t/{code}"])
    assert bool(won) == (most > 1000)
    assert left_english(iter(pages.items()), language) == {}


@pytest.mark.parametrize("slug", CATALOGUE)
def test_this_would_notice_english(played: Flask, slug: str) -> None:
    code, ana = carried(played, shortest(slug), 40, OTHERS[0])
    ana.post("/language", language=SOURCE_LANGUAGE)
    assert len(left_english(crawled(ana, f"/t/{code}", most=5), OTHERS[0])) > 50


@pytest.fixture
def partial_italian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Italian as a language that speaks two of the games."""
    monkeypatch.setitem(GAMES_BY_LANGUAGE, "it", ("empires", "cosmogenesis"))


@pytest.mark.usefixtures("partial_italian")
def test_a_table_of_a_game_that_the_language_does_not_speak_is_english(played: Flask) -> None:
    """All of it, marked as a whole; the menu shows the phone's language, and what that speaks."""
    ana = phone_speaking(played, "it")
    home = ana.get("/").text
    games = "Cosmos: Empires, Cosmogenesis"
    assert language_of(home) == "it" and f"Giochi in questa lingua: {games}." in home
    for slug in CATALOGUE:
        code = ana.post("/tables", game=slug, seats=2, name="Ana").location.rpartition("/")[2]
        spoken = "it" if "it" in speaking(slug) else SOURCE_LANGUAGE
        for address in (f"/t/{code}/lobby", f"/t/{code}/table", f"/rules/{slug}"):
            page = ana.get(address).text
            assert language_of(page) == spoken, address
            if "/rules/" not in address:
                assert 'value="it" lang="it" aria-pressed="true"' in page, address
            assert (' lang="it">Giochi in questa lingua' in page) == (
                spoken != "it" or "/rules/" not in address
            )
        ben = phone_speaking(played, SOURCE_LANGUAGE)
        page = ben.get(f"/j/{code}").text
        assert 'value="en" lang="en" aria-pressed="true"' in page and "Giochi in" not in page
    assert language_of(ana.get("/").text) == "it"


@pytest.mark.usefixtures("partial_italian")
def test_a_search_over_all_games_marks_what_is_not_translated(
    played: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = phone_speaking(played, "it")
    page = ana.get("/rules?q=how many proto life can I stabilise").text
    assert language_of(page) == "it"
    finds = re.findall(r'<details class="card find"([^>]*)>.*?<small>([^<]+)</small>', page, re.S)
    assert {title for _, title in finds} >= {"Crafting the Cosmos"}
    unspoken = "Crafting the Cosmos"
    assert all((' lang="en"' in marks) == (title == unspoken) for marks, title in finds)
    own = ana.get("/rules/empires?q=quanti crediti all'inizio").text
    assert "8 crediti per cominciare" in own
    few = "capisce ancora poche domande"
    monkeypatch.setattr(RuleSearch, "knows_few_wordings", lambda *_: True)
    assert few in ana.get("/rules/empires").text


#: An element's marks, and its words up to the next element.
WORDS = re.compile(r"<\w+([^>]*)>([^<>]+)<")


@pytest.mark.parametrize("language", OTHERS)
def test_a_cards_printed_name_is_marked_as_english(played: Flask, language: str) -> None:
    """Where it stands alone, for the voice that reads it; in a sentence it is a name as others."""
    code, ana = carried(played, shortest("empires"), 60, language)
    names = {card.name for card in CARDS.values()}
    seen = 0
    for address in (f"/t/{code}", f"/t/{code}/shared", "/rules/empires", "/rules/empires/cards"):
        page = ana.get(address).text
        assert language_of(page) == language
        alone = [(marks, words.strip()) for marks, words in WORDS.findall(page)]
        found = {words: marks for marks, words in alone if words in names}
        unmarked = {words: marks for words, marks in found.items() if 'lang="en"' not in marks}
        assert unmarked == {}, address
        seen += len(found)
    assert seen > 40
    ana.post("/language", language=SOURCE_LANGUAGE)
    assert '<b lang="en"' not in ana.get(f"/t/{code}").text
