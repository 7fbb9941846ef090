"""What a phone at a table of Cosmogenesis is sent is small, and the same whatever others hide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles

import pytest
from flask import Flask

from companion import chance, transcript
from companion.app import create_app
from companion.config import Config
from companion.ledger.where import DatabaseLocation
from tests.kit.phones import Phone, without_marks
from tests.kit.steady import clocked
from tests.web.test_secrets import Certain

GAME = Path(__file__).parents[2] / "games" / "cosmogenesis" / "games" / "four-players.txt"
TAKES = {"Accept-Encoding": "gzip"}
#: bytes, zipped: the page alone, whole and as a phone gets it whose scripts have run, and nearly
#: every answer to a tap. The whole page, which only phones without scripts load, has all sheets in
#: which a tile is entered, with their icons, and the words of a lost line: 33.2 kB.
WHOLE, PAGE, ANSWER = 33_300, 7 * 1024, 4.6 * 1024


@pytest.fixture
def served(database_named: Callable[[str], DatabaseLocation]) -> Iterator[Flask]:
    app = create_app(Config(database_named("tables"), "not so secret", heartbeat=60))
    app.testing = True
    yield app
    app.extensions["companion"].close()


def seated(app: Flask, played: transcript.Transcript) -> tuple[str, dict[int, Phone]]:
    """A phone for each seat, the game's own house rules, and the game begun."""
    phones = {seat: Phone(app) for seat in range(1, played.seats + 1)}
    opened = phones[1].post("/tables", game="cosmogenesis", seats=played.seats, name="Mira")
    code = opened.location.rpartition("/")[2]
    for seat, phone in phones.items():
        if seat > 1:
            phone.post(f"/t/{code}/sit", seat=seat, name=f"Seat {seat}")
    for key, value in played.options:
        phones[1].post(f"/t/{code}/option", key=key, value=value)
    phones[1].post(f"/t/{code}/consent", consent="0")
    phones[1].post(f"/t/{code}/start")
    return code, phones


@pytest.mark.long
def test_a_page_and_an_answer_are_small(served: Flask) -> None:
    played = transcript.read_transcript(GAME.read_text(encoding="utf-8"))
    code, phones = seated(served, played)
    for phone in phones.values():
        phone.client.set_cookie("scripts", "1")
    whole, pages, answers = [], [], []
    for n, move in enumerate(played.moves[:-8]):
        phone = phones[move.seat]
        whole.append(len(phone.get(f"/t/{code}?whole=1", headers=TAKES).data))
        pages.append(len(phone.get(f"/t/{code}", headers=TAKES).data))
        seen = served.extensions["companion"].store.latest(code).seq
        data = {"action": move.action, "seat": move.seat, "intent": f"tap{n}", "seen": seen}
        headers = {**phone.headers, **TAKES, "HX-Request": "true"}
        answer = phone.client.post(f"/t/{code}/act", data=data, headers=headers)
        assert answer.status_code == 200, (move, answer.text)
        answers.append(len(answer.data))
    print(
        f"whole {max(whole)}, pages {max(pages)}, "
        f"answers p95 {quantiles(answers, n=20)[-1]}, most {max(answers)}"
    )
    assert max(whole) < WHOLE and max(pages) < PAGE
    assert quantiles(answers, n=20)[-1] < ANSWER


def pages_with_noted_tile(
    database_named: Callable[[str], DatabaseLocation], monkeypatch: pytest.MonkeyPatch, tile: str
) -> tuple[str, list[str]]:
    """A table where Mira holds and noted this: her page, and all that Ben's phone can get."""
    monkeypatch.setattr(chance, "secrets", Certain())
    config = Config(database_named(tile), "not so secret", heartbeat=60)
    app = create_app(config, **clocked(lambda: 1_000_000.0))
    app.testing = True
    code, phones = seated(app, transcript.read_transcript("game cosmogenesis\nseats 2\n"))
    for n, action in enumerate(("begin 1", f"keep {tile}", f"note {tile} 4,needs=rings")):
        answer = phones[1].tap(code, action, seat=1, intent=f"tap{n}")
        assert answer.status_code == 200, answer.text
    paths = ("", "/own", "/shared", "/table", "/screen", "/transcript", "/history", "/game.json")
    others = [without_marks(phones[2].get(f"/t/{code}{path}").text) for path in paths]
    mine = phones[1].get(f"/t/{code}").text
    app.extensions["companion"].close()
    return mine, others


def test_what_one_holds_is_in_no_byte_of_another_phone(
    database_named: Callable[[str], DatabaseLocation], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables that differ only in an objective of Mira's are the same to Ben and the screen."""
    mine, others = pages_with_noted_tile(database_named, monkeypatch, "planetary-3")
    my_other, same = pages_with_noted_tile(database_named, monkeypatch, "planetary-17")
    assert mine != my_other
    assert others == same
