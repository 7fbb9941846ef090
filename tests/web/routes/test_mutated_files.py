"""No file ends in an error: real forms, changed at random, are taken or refused in words."""

from __future__ import annotations

import io
import json
import os
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.play import TableStore
from companion.play.shelf import NoteStore
from tests.kit.kept_games import kept_games
from tests.kit.phones import Phone
from tests.kit.steady import clocked

New = Callable[[], Phone]
#: Files of one run; `COMPANION_FILES=20000` for a long one.
FILES = int(os.environ.get("COMPANION_FILES", "150"))
PAGES = ("/evenings", "/evenings/bring", "/evenings/games.csv", "/evenings/players.csv")
PAGES += ("/evenings/evenings.json", "/evenings/bgstats.json", "/evenings?game=heap")

BG_STATS = {
    "players": [{"uuid": "p", "id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}],
    "locations": [{"id": 1, "name": "Home"}],
    "games": [{"id": 1, "name": "Heap", "highestWins": True}, {"id": 2, "name": "Azul"}],
    "plays": [
        {
            "uuid": "0e1b2c3d-0000-4000-8000-000000000001",
            "playDate": "2026-11-20 21:30:00",
            "durationMin": 60,
            "rounds": 6,
            "ignored": False,
            "manualWinner": False,
            "locationRefId": 1,
            "gameRefId": 1,
            "comments": "Fine",
            "playerScores": [
                {"score": "61", "winner": True, "playerRefId": 1, "rank": 1, "startPlayer": True},
                {"score": "40+2", "winner": False, "playerRefId": 2, "rank": 2, "team": "Red"},
            ],
            "expansionPlays": [{"gameRefId": 2}],
        }
    ],
}
EVENINGS = {
    "form": "companion-evenings",
    "version": 1,
    "games": [
        {
            "table": "ABCD",
            "game": {"slug": "heap", "title": "Heap"},
            "ended": "2026-11-20T21:30:00Z",
            "minutes": 60,
            "where": "Home",
            "note": "",
            "expansions": "",
            "players": [
                {"seat": 1, "name": "Ann", "total": 5, "rank": 1, "winner": True},
                {"seat": 2, "name": "Ben", "total": 4, "rank": 2, "winner": False},
            ],
        }
    ],
}
TABLE = (
    "Ended;Game;Table code;Seat;Player;Points;Place;Won;Where it was;Note;Expansions;Minutes\r\n"
    "20.11.2026 21:30;Heap;ABCD;1;Jürgen;61,0;1;WAHR;;;;60\r\n"
    "20.11.2026 21:30;Heap;ABCD;2;'t Hart;54;2;FALSCH;;;;60\r\n"
)
SAVED = "# a game\ngame heap\nseats 2\noption heap 3\n1 take 3\n"
ODD: tuple[Any, ...] = (
    *(None, True, [], {}, [1], {"a": 1}, "", " ", 0, -1, 1.5, 10**30, -(10**30), 2**63, "9" * 31),
    *("\ud83d", "\x00", "x" * 140_000, "\u202e", "=1+1", "\U0001f3f4", 1e308, "NaN", "1e5", "\r"),
    *(float("nan"), float("inf"), [[[]]], "9999-12-31", "0000-00-00", "2026-02-30", "\ufeff"),
)


def _places(told: Any) -> list[tuple[Any, Any]]:
    """Every entry of the file: the list or object that it is in, and its key there."""
    keys = list(told) if isinstance(told, dict) else range(len(told))
    found = [(told, key) for key in keys]
    return found + [
        each for key in keys if isinstance(told[key], dict | list) for each in _places(told[key])
    ]


def _changed_json(chance: random.Random, of: dict[str, Any]) -> bytes:
    told = json.loads(json.dumps(of))
    for _ in range(chance.randint(1, 4)):
        inside, key = chance.choice(_places(told))
        match chance.randrange(4):
            case 0 if isinstance(inside, dict):
                del inside[key]
            case 1:
                inside[key] = [inside[key]]
            case 2 if isinstance(inside, list):
                inside.append(deepcopy(inside[key]))
            case _:
                inside[key] = deepcopy(chance.choice(ODD))
    text = json.dumps(told, ensure_ascii=chance.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _changed_text(chance: random.Random, of: str) -> bytes:
    text = of
    for _ in range(chance.randint(0, 4)):
        cells = text.split(";") if ";" in text else text.split(" ")
        cells[chance.randrange(len(cells))] = str(chance.choice(ODD))
        text = (";" if ";" in of else " ").join(cells)
    if chance.random() < 0.2:
        text = text.replace("\r\n", "\r").replace("\n", "\r")
    coding = chance.choice(("utf-8", "utf-16", "cp1252", "utf-8-sig", "utf-16-be"))
    return text.encode(coding, "surrogatepass" if coding != "cp1252" else "replace")


def _changed_bytes(chance: random.Random, sent: bytes) -> bytes:
    many = bytearray(sent)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(many) + 1)
        match chance.randrange(4):
            case 0:
                many[at : at + chance.randint(1, 40)] = b""
            case 1:
                many[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 4)))
            case 2:
                many[at:at] = many[at : at + 60]
            case _:
                many[at : at + 1] = chance.choice((b"\r", b'"', b"{", b"]", b"\xed\xa0\xbd", b"\0"))
    return bytes(many)


def changed_file(chance: random.Random) -> bytes:
    """A file of one of the forms, changed in what it says, in its bytes or in both."""
    form = chance.choice((BG_STATS, EVENINGS, TABLE, SAVED))
    sent = _changed_json(chance, form) if isinstance(form, dict) else _changed_text(chance, form)
    return _changed_bytes(chance, sent) if chance.random() < 0.4 else sent


def send(phone: Phone, sent: bytes, door: str = "/evenings/bring") -> int:
    """Sends a file as the page of this door does; returns the status."""
    head = b'--x-y\r\nContent-Disposition: form-data; name="'
    body = head + b'others"\r\n\r\n1\r\n' + head + b'file"; filename="f"\r\n\r\n' + sent
    answer = phone.client.post(
        door,
        input_stream=io.BytesIO(body + b"\r\n--x-y--\r\n"),
        content_type="multipart/form-data; boundary=x-y",
        content_length=len(body) + len(b"\r\n--x-y--\r\n"),
        headers=phone.headers,
    )
    return answer.status_code


def test_no_changed_file_ends_in_an_error_and_my_evenings_opens(
    phone: New, now: list[float]
) -> None:
    seed = random.randrange(10**6)
    chance, one = random.Random(seed), phone()
    for at in range(FILES):
        one = one if at % 100 else phone()  # A shelf that is nearly empty: many files a second.
        now[0] += 60  # A phone brings so many files in a while.
        sent = changed_file(chance)
        assert send(one, sent) in (200, 422), (seed, at, sent[:2000])
        if at % 10 == 0 or at == FILES - 1:
            for page in PAGES:
                assert one.get(page).status_code == 200, (seed, at, page, sent[:2000])


@pytest.fixture
def every_game(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(config, **clocked(lambda: now[0]))
    app.testing = True
    yield app
    app.extensions["companion"].close()


def saved_games(slug: str, one: Phone) -> tuple[str, dict[str, Any]]:
    """The beginning of a kept game in both forms that a table gives away."""
    lines = kept_games(slug)[0].read_text(encoding="utf-8").splitlines()[:40]
    assert send(one, "\n".join(lines).encode(), "/tables/import") == 303
    code = one.get("/").text.partition("/t/")[2][:4]
    return "\n".join(lines), one.get(f"/t/{code}/game.json").get_json()


def test_no_changed_game_ends_in_an_error_and_what_is_taken_opens(
    every_game: Flask, now: list[float]
) -> None:
    seed = random.randrange(10**6)
    chance, one = random.Random(seed), Phone(every_game)
    forms = [saved_games(slug, one) for slug in CATALOGUE]
    for at in range(FILES // 3):
        now[0] += 600
        one = one if at % 20 else Phone(every_game)
        form = chance.choice(chance.choice(forms))
        plain = (
            _changed_json(chance, form) if isinstance(form, dict) else _changed_lines(chance, form)
        )
        sent = _changed_bytes(chance, plain) if chance.random() < 0.4 else plain
        status = send(one, sent, "/tables/import")
        assert status in (303, 413, 422), (seed, at, sent[:2000])
        if status == 303:
            code = one.get("/").text.partition("/t/")[2][:4]
            for page in ("", "/history", "/transcript", "/game.json"):
                assert one.get(f"/t/{code}{page}").status_code == 200, (seed, at, sent[:2000])


def _changed_lines(chance: random.Random, of: str) -> bytes:
    """A text with lines left out, twice, elsewhere or with another word."""
    lines = of.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(chance.randrange(len(lines) + 1), lines[at])
            case 2:
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = str(chance.choice(ODD))
                lines[at] = " ".join(words)
            case _:
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(chance.choice(lines).split(" "))
                lines[at] = " ".join(words)
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def test_no_changed_box_ends_in_an_error(every_game: Flask, now: list[float]) -> None:
    seed = random.randrange(10**6)
    chance, one = random.Random(seed), Phone(every_game)
    forms = [one.get(f"/box/{slug}.json").get_json() for slug in CATALOGUE]
    for form in forms:
        form["known"] |= {"tile 2 delta 7": "1", "price seraph-gate": "7", "no such": "x"}
    for at in range(FILES // 3):
        now[0] += 600
        sent = _changed_json(chance, chance.choice(forms))
        sent = _changed_bytes(chance, sent) if chance.random() < 0.4 else sent
        assert send(one, sent, "/box") in (200, 413, 422), (seed, at, sent[:2000])
        if at % 10 == 0 or at >= FILES // 3 - 1:
            assert one.get("/box").status_code == 200, (seed, at, sent[:2000])
            assert all(one.get(f"/box/{slug}.json").status_code == 200 for slug in CATALOGUE)


#: What no companion of today puts on a shelf, by what is wrong with a game there.
BAD: dict[str, Any] = {
    "ended": [float("nan"), 1e18, "soon", None, True, [1]],
    "minutes": [10**31, "60", None, -1],
    "starter": [[1], 1.5],
    "game": [[1], None, 5, "\ud83d"],
    "code": [{"a": 1}, 7],
    "about": [{}, {"place": 1, "note": "", "expansions": ""}, None, "x"],
    "players": [
        *([], None, "x", [1]),
        [{"seat": 1, "name": "Ann", "total": 10**31, "rank": 1, "won": True}],
        [{"seat": 1, "name": ["Ann"], "total": 5, "rank": 1, "won": True}],
        [{"seat": [1], "name": "Ann", "total": 5, "rank": 1, "won": True}],
        [{"seat": 1, "name": "An\ud83d", "total": 5, "rank": None, "won": True}],
        [{"seat": 1, "name": "Ann", "total": "5", "rank": 1, "won": "yes"}],
    ],
}


def test_one_bad_entry_of_a_shelf_never_closes_my_evenings(phone: New, store: TableStore) -> None:
    one = phone()
    code = one.open_table()
    assert send(one, json.dumps(EVENINGS).encode()) == 200
    shelf = NoteStore(store, store.latest(code).host, "-plays")
    ((_, good),) = shelf.read().items()
    kept = json.loads(good)
    bad = [{**kept, key: value} for key, values in BAD.items() for value in values]
    shelf.write({f"bad {at}": json.dumps(each) for at, each in enumerate(bad)})
    shelf.write({"none": "null", "list": "[]", "cut": good[:40], "deep": "[" * 9000})
    for page in (*PAGES, "/evenings/player?name=Ann"):
        assert one.get(page).status_code == 200, page
    assert "of 1 game won" in one.get("/evenings").text, "only the good one counts"
