"""Opening a table, joining it, and the friendly pages for what is not there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from companion.app import create_app
from companion.cli.demonstrating import game_credit_lines
from companion.config import Config
from companion.games import CATALOGUE
from companion.networks import fixed_address
from companion.play import TableStore
from companion.web.files import LIGHT_THEME_MEDIA_QUERY
from companion.web.site import Site
from tests.kit.phones import Phone
from tests.kit.places import ROOT
from tests.kit.toy_game import HEAP

New = Callable[[], Phone]


def test_who_opens_a_table_sits_on_its_first_seat_under_the_given_name(
    phone: New, store: TableStore
) -> None:
    code = phone().open_table(name="Ana")
    table = store.latest(code)
    assert [seat.name for seat in table.seats] == ["Ana", ""]
    assert table.seat_at(1).phone == table.host != ""


@pytest.mark.parametrize("fields", [{"seats": "9"}, {"seats": "x"}, {"game": "chess"}])
def test_a_table_that_cannot_be_is_refused_with_a_reason(
    phone: New, fields: dict[str, str]
) -> None:
    answer = phone().post("/tables", **{"game": "heap", "seats": "2", **fields})
    assert answer.status_code == 422
    assert "Heap is for 1 to 4 players." in answer.text or "no game called chess" in answer.text


def test_joining_is_a_scan_and_a_tap(phone: New, store: TableStore) -> None:
    code, ben = phone().open_table(), phone()
    page = ben.get(f"/j/{code}")
    marbles = re.findall(r'type="radio" name="seat" value="(\d)"( checked)?', page.text)
    assert marbles == [("2", " checked")], "the first free seat is chosen already"
    assert re.search(r'<button class="btn main[^"]*" form="sit">', page.text)
    assert 'id="invite"' not in page.text, "who has scanned needs no code"
    typed = ben.get(f"/t/{code}").text
    assert 'name="seat" value="2"' in typed, "whoever types the code has the same page"
    assert store.latest(code).seat_at(2).phone == "", "looking takes no seat"
    answer = ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    assert store.latest(code).seat_at(2).name == "Ben"
    assert ben.get(f"/j/{code}").status_code == 303, "who has a seat goes on to the table"


def test_a_colour_of_a_seat_where_nobody_is_can_be_chosen(phone: New, store: TableStore) -> None:
    ana, ben, tom = phone(), phone(), phone()
    code = ana.open_table(seats=4)
    first, second, third, fourth = (seat.colour for seat in store.latest(code).seats)
    page = ben.get(f"/j/{code}").text
    offered = re.findall(r'name="colour" value="(\w+)"', page)
    assert offered == [second, third, fourth], "what Ana has is hers"
    ben.post(f"/t/{code}/sit", seat=2, name="Ben", colour=fourth)
    assert [seat.colour for seat in store.latest(code).seats] == [first, fourth, third, second]
    tom.post(f"/t/{code}/sit", seat=3, colour=first)
    assert [seat.colour for seat in store.latest(code).seats] == [first, fourth, third, second]
    assert 'id="invite"' in ana.get(f"/t/{code}").text, "the host has the code"
    assert 'id="invite"' not in ben.get(f"/t/{code}").text


def test_who_has_scanned_sees_every_seat_as_colour_symbol_and_name(phone: New) -> None:
    code = phone().open_table(seats=4)
    page = phone().get(f"/j/{code}").text
    marbles = re.findall(r'<(div|label) class="seat-disc">(.*?)</\1>', page, re.DOTALL)
    assert [kind for kind, _ in marbles] == ["div", "label", "label", "label"], "Ana's is taken"
    assert (
        len(
            {re.findall(r"colour-\w+|#sym-\w+", inside)[i] for _, inside in marbles for i in (0, 1)}
        )
        == 8
    )
    assert re.findall(r"<b>(.*?)</b>", marbles[0][1]) == ["Ana"]
    assert 'aria-label="Seat 3, Violet moon, free"' in marbles[2][1]
    assert page.index("seat-disc") < page.index('id="my-name"') < page.index('form="sit"')


def test_the_name_is_remembered_by_the_phone(phone: New) -> None:
    code, other, ben = phone().open_table(), phone().open_table(), phone()
    ben.post(f"/t/{code}/sit", seat=2, name="Bén")
    assert 'value="Bén"' in ben.get(f"/j/{other}").text


def test_a_code_may_be_typed_as_people_type(phone: New) -> None:
    code = phone().open_table()
    typed = f" {code[:2].lower()}-{code[2:]} "
    assert phone().get("/join", query_string={"code": typed}).location == f"/j/{code}"
    assert phone().get(f"/t/{code.lower()}").status_code == 200


@pytest.mark.parametrize("path", ["/t/ZZZZ", "/j/ZZZZ", "/t/ZZZZ/stream", "/t/ZZZZ/qr"])
def test_an_unknown_code_gets_a_page_with_a_way_on(phone: New, path: str) -> None:
    answer = phone().get(path)
    assert answer.status_code == 404
    assert "No table has this code" in answer.text
    assert 'action="/join"' in answer.text


def test_an_unknown_seat_gets_a_page_too(phone: New) -> None:
    ana = phone()
    code = ana.open_table()
    answer = ana.post(f"/t/{code}/sit", seat=9)
    assert answer.status_code == 404
    assert "have that seat" in answer.text


def test_guessing_codes_is_slowed_down_but_nobody_loses_a_seat(
    phone: New, now: list[float]
) -> None:
    ana, guesser = phone(), phone()
    code = ana.open_table()
    guesser.get("/")
    answers = [guesser.get(f"/j/ZZZ{sign}").status_code for sign in "23456789ABCD"]
    assert answers[:9] == [404] * 9 and answers[-1] == 429
    assert guesser.get(f"/j/{code}").status_code == 429, "a right guess is no better"
    assert ana.get(f"/t/{code}").status_code == 200
    now[0] += 120
    assert guesser.get(f"/j/{code}").status_code == 200


def test_tables_cannot_be_opened_without_end(phone: New, here: Site) -> None:
    eager = phone()
    answers = [eager.post("/tables", game="heap", seats=1) for _ in range(61)]
    assert [each.status_code for each in answers] == [303] * 60 + [429]
    assert "Too many new tables from here" in answers[-1].text, "not a word of wrong codes"


def test_a_house_of_many_may_open_tables_without_end(config: Config) -> None:
    app = create_app(replace(config, openings=0), games={"heap": HEAP})
    eager = Phone(app)
    answers = {eager.post("/tables", game="heap", seats=1).status_code for _ in range(70)}
    app.extensions["companion"].close()
    assert answers == {303}


def test_the_qr_code_holds_the_address_that_we_were_reached_by(phone: New, app: Flask) -> None:
    code = phone().open_table()
    page = app.test_client().get(f"/t/{code}/qr", base_url="http://192.0.2.9:81")
    assert f'data-address="http://192.0.2.9:81/j/{code}-' in page.text
    assert f'aria-label="QR code: join table {code}"' in page.text


def test_reached_by_loopback_the_qr_code_holds_the_house_address(app: Flask) -> None:
    app.extensions["companion"] = replace(
        app.extensions["companion"], address=fixed_address("http://192.0.2.7:8000")
    )
    code = Phone(app).open_table()
    for base in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"):
        page = app.test_client().get(f"/t/{code}/qr", base_url=base)
        assert f'data-address="http://192.0.2.7:8000/j/{code}-' in page.text


def test_while_anyone_can_act_it_is_nobodys_turn(phone: New, store: TableStore) -> None:
    """As at the start of a game that any player may begin."""
    ana, ben = phone(), phone()
    store.catalogue = CATALOGUE
    code = ana.post("/tables", game="empires", seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    for page in (ana.get("/").text, ben.get("/").text):
        assert "Everyone&#39;s turn" in page and "Your turn" not in page


def test_the_first_page_lists_this_phones_tables_and_no_others(
    phone: New, store: TableStore
) -> None:
    ana, ben = phone(), phone()
    running, waiting = ana.open_table(), ana.open_table()
    ben.post(f"/t/{running}/sit", seat=2, name="Ben")
    ana.post(f"/t/{running}/start")
    page, others = ana.get("/").text, ben.get("/").text
    assert page.index("Your turn") < page.index("Not started yet"), "my turn first"
    assert f'href="/t/{running}"' in page and f'href="/t/{waiting}"' in page
    assert "Ana&#39;s turn" in others and f'href="/t/{waiting}"' not in others
    assert "My tables" not in phone().get("/").text
    ben.post(f"/t/{running}/free", seat=2)
    assert "My tables" not in ben.get("/").text


def test_a_past_game_says_who_won_and_offers_a_rematch(
    phone: New, store: TableStore, here: Site
) -> None:
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    seats = {1: ana, 2: ben}
    while store.latest(code).outcome is None:
        seat = min(store.latest(code).seats_to_act)
        seats[seat].tap(code, "take 1", seat=seat)
    ana.post(f"/t/{code}/unveil")
    winner = store.latest(code).outcome.winners  # type: ignore[union-attr]
    assert winner
    page = ana.get("/").text
    won = "You won with" if winner == (1,) else "Ben won with"
    assert won in page or "Shared win with" in page
    assert "Past games" in page and "Rematch" in page and "Your turn" not in page
    onward = ana.post(f"/t/{code}/again").location
    assert onward != f"/t/{code}"
    assert ">Join<" in ben.get("/").text.partition("Past games")[2]
    ben.post(f"/t/{code}/again")
    assert "Rematch" in ben.get("/").text.partition("Past games")[2]


def test_a_tap_on_a_game_opens_a_table_for_as_many_as_may_come(
    phone: New, store: TableStore
) -> None:
    ana = phone()
    assert '<button class="gcard" name="game" value="heap">' in ana.get("/").text
    first = ana.post("/tables", game="heap").location.rpartition("/")[2]
    assert len(store.latest(first).seats) == max(store.catalogue["heap"].seats)
    ana.post(f"/t/{first}/rename", seat=1, name="Ana")
    second = ana.post("/tables", game="heap").location.rpartition("/")[2]
    assert store.latest(second).seat_at(1).name == "Ana", "the phone knows its owner"
    ana.post(f"/t/{second}/start")
    seats = store.latest(second).seats
    assert len(seats) == store.catalogue["heap"].seats[0], "the start leaves out who did not come"


def test_a_game_is_drawn_with_its_own_art_and_colours(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "secret"))
    client, phone = app.test_client(), Phone(app)
    page = client.get("/").text
    for game in CATALOGUE.values():
        at = f"/static/companion-{game.slug}-art.svg"
        assert at in page
        with client.get(at, headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.mimetype == "image/svg+xml" and len(answer.data) <= 6000
        dark, light = (tint.css_rules for tint in game.art.tints)
        sheet = client.get(f"/static/companion-{game.slug}.css").text
        night, _, day = sheet.partition(f".g-{game.slug}{{")[2].partition(LIGHT_THEME_MEDIA_QUERY)
        assert night.startswith(dark) and light in day
        table = phone.get(phone.post("/tables", game=game.slug).location).text
        assert f'<body class="g-{game.slug}"' in table
        assert f"/static/companion-{game.slug}.css" in table
    assert "g-crafting" not in page, "the first page is nobody's"
    app.extensions["companion"].close()


def test_who_made_each_game_is_told_and_that_this_is_none_of_theirs(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "secret"))
    client = app.test_client()
    assert 'href="/about"' in client.get("/").text
    page = client.get("/about").text
    assert "made, checked or sold by the people" in page
    for game in CATALOGUE.values():
        by = game.rulebook.makers
        assert by.design and by.publisher, game.slug
        for name in (*by.design, *by.illustration, by.publisher, game.title):
            assert name in page
        printed = "\n".join(game_credit_lines(game))
        assert by.design[0] in printed and "no product of theirs" in printed
    assert page.count("names no designer; this is who others say it was") == 1
    app.extensions["companion"].close()


def test_whose_words_fonts_and_scripts_are_in_it_is_told(tmp_path: Path) -> None:
    """Every licence of the package stands on the page, by the short name that people know."""
    app = create_app(Config(tmp_path / "tables.sqlite", "secret"))
    page = app.test_client().get("/about").text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = project["license"].split(" AND ")
    shorter = {"OFL-1.1": "OFL", "BSD-3-Clause": "BSD", "Bitstream-Vera": "Bitstream Vera"}
    assert len(licences) > 1
    assert [each for each in licences if shorter.get(each, each) not in page] == []
    assert "pyspellchecker" in page and "opensubtitles.org" in page
    app.extensions["companion"].close()


def test_the_code_box_takes_what_people_put_into_it(phone: New) -> None:
    """A pasted link, small and full-width letters, blanks."""
    ana, ben = phone(), phone()
    code = ana.open_table(seats=2)
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    for typed in (
        code.lower(),
        f" {code[:2]} {code[2:]}",
        wide,
        f"http://cosmos.local:8000/j/{code}",
        f"https://elsewhere.example/t/{code.lower()}/screen?seat=2#top",
    ):
        assert ben.get(f"/join?code={quote(typed)}").location == f"/j/{code}", typed
