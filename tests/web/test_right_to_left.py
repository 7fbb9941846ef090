"""Names from right to left: isolated wherever they stand in words, so that a number stands at its
name; bare wherever a program reads them.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from babel.messages.pofile import read_po
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.text import (
    ISOLATE_END,
    ISOLATE_START,
    Text,
    Translator,
    english_translator,
    isolated,
    without_isolates,
)
from companion.web.language.catalogues import app_catalogue
from companion.web.language.languages import LANGUAGES
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.phones import Phone
from tests.kit.places import ROOT
from tests.kit.recorded import Moment, Recorded

#: Hebrew, Arabic, Persian with a joiner, Syriac, Thaana, N'Ko, Adlam, and with other letters.
NAMES = ("נעה", "محمد", "می\u200cنا", "ܡܪܝܡ", "އަލީ", "ߞߊߡߊ", "𞤀𞤁𞤂", "Dana דנה 2", "٣")
#: Where a program takes a name.
BARE = re.compile(
    r' value="[^"]*"|<textarea[^>]*>.*?</textarea>|(?:href|src|action|hx-\w+)="[^"]*"', re.DOTALL
)


def name_of(seat: int) -> str:
    return NAMES[seat - 1]


def bare_names(words: str) -> list[str]:
    """What stands around each name that isn't isolated."""
    found = (match for name in NAMES for match in re.finditer(re.escape(name), words))
    return [
        words[max(0, each.start() - 40) : each.end() + 40]
        for each in found
        if words.count(ISOLATE_START, 0, each.start()) <= words.count(ISOLATE_END, 0, each.end())
    ]


def test_every_letter_from_right_to_left_is_known_as_one() -> None:
    signs = [chr(each) for each in range(sys.maxunicode + 1)]
    letters = {
        sign
        for sign in signs
        # Signs that change directions are in no name.
        if unicodedata.bidirectional(sign) in {"R", "AL", "AN"} and sign not in "\u200f\u061c"
    }
    assert {sign for sign in letters if isolated(sign) == sign} == set()
    assert {sign for sign in signs[:0x590] if isolated(sign) != sign} == set()


@given(st.text())
def test_an_isolate_is_all_that_is_added(words: str) -> None:
    plain = without_isolates(words)
    assert without_isolates(isolated(plain)) == plain
    assert isolated(isolated(plain)) == isolated(plain)


def test_a_sentence_within_a_sentence_isolates_each_name() -> None:
    pays = Text("{who} {n}", who=name_of(1), n=2)
    line = Text("{n} pays: {places}, {last}", n=6, places=pays, last=name_of(2))
    said = english_translator().say(line)
    assert said == "6 pays: \u2068נעה\u2069 2, \u2068محمد\u2069"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_isolates_the_names_put_into_it(app: Flask, language: str) -> None:
    with app.app_context():
        catalogue = app_catalogue(language)
    with (ROOT / "translations/de/LC_MESSAGES/messages.po").open("rb") as file:
        messages = [message.id for message in read_po(file, locale="de") if message.id]
    told, seen = Translator(catalogue.gettext, catalogue.ngettext, name_of), 0
    for message in messages:
        one, more = message if isinstance(message, tuple) else (message, "")
        keys = sorted({*re.findall(r"\{(\w+)\}", one + more)} - {"n"})
        if keys and "%(" not in one:
            values = {key: NAMES[at % len(NAMES)] for at, key in enumerate(keys)}
            said = told.say(Text(one, more, n=3, **values))
            assert bare_names(said) == [] and ISOLATE_START in said
            seen += 1
    assert seen > 500


def check_page(html: str) -> int:
    """Asserts that names are isolated in all words of a page, and bare where they are typed or
    sent. Returns how many stand in it.
    """
    assert ISOLATE_START not in "".join(BARE.findall(html))
    words = unescape(BARE.sub("", html))
    assert bare_names(words) == []
    return words.count(ISOLATE_START)


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app: Flask = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app, name_of)
    app.extensions["companion"].close()


#: Pages of a table at any moment.
PAGES = ("", "/screen", "/lobby", "/history", "/at", "/forgot", "/rulings", "/hand-over/1")


@pytest.mark.long
@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_names_are_isolated_on_every_page_of_a_game(slug: str, recorded: Recorded) -> None:
    file, seen = kept_games(slug)[0], 0
    steps = len(transcript_of(file).moves)
    before = recorded.lobby(slug, file)
    seen += check_page(before.phones[1].get(f"/t/{before.code}/lobby").text)
    for step in (steps // 3, steps):
        scene = recorded.at(slug, Moment(file, step))
        last = scene.table.entries[-1].seq
        of_line = [f"/line/{last}{more}" for more in ("", "/insert", "/change")]
        answers = [
            scene.phones[viewer].get(f"/t/{scene.code}{path}")
            for path in (*PAGES, *of_line)
            for viewer in (0, 1, 2)
        ]
        seen += sum(check_page(answer.text) for answer in answers if answer.status_code == 200)
    assert seen > 200, "hardly any name was seen"
    host, code = scene.phones[1], scene.code
    host.post(f"/t/{code}/unveil")
    player = f"/evenings/player?name={quote(name_of(1))}"
    for path in ("/evenings", f"/evenings/of/{code}", player):
        assert check_page(host.get(path).text), path
    files = [f"/t/{code}/{file}" for file in ("result.csv", "result.json")]
    files += [f"/evenings/{file}" for file in ("games.csv", "players.csv", "evenings.json")]
    for path in (*files, "/evenings/bgstats.json"):
        told = host.get(path).text
        assert name_of(1) in told and ISOLATE_START not in told, path
    for path in ("transcript", "game.json"):
        assert ISOLATE_START not in host.get(f"/t/{code}/{path}").text
    rows = csv.reader(io.StringIO(host.get(files[0]).text))
    assert {row[1] for row in rows} >= {name_of(1), name_of(2)}
    assert json.loads(host.get(files[1]).text)["reason"]


def test_a_player_is_renamed_as_typed(over: tuple[str, Phone, Phone]) -> None:
    _, ana, ben = over
    ana.post("/evenings/rename", name="Ana", to=NAMES[0])
    page = ana.get("/evenings").text
    assert f"{ISOLATE_START}{NAMES[0]}{ISOLATE_END}" in page and check_page(page)
    assert f'"{NAMES[0]}"' in ana.get("/evenings/games.csv").text
    assert NAMES[0] not in ben.get("/evenings").text
