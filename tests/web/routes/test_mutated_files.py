"""No file ends in an error: real forms, changed at random, are taken or refused in words."""

from __future__ import annotations

import io
import json
import os
import random
from collections.abc import Callable
from typing import Any

from companion.play import TableStore
from companion.play.shelf import NoteStore
from tests.kit.phones import Phone

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
                inside.append(inside[key])
            case _:
                inside[key] = chance.choice(ODD)
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


def send(phone: Phone, sent: bytes) -> int:
    """Sends a file of games as the page does; returns the status."""
    head = b'--x-y\r\nContent-Disposition: form-data; name="'
    body = head + b'others"\r\n\r\n1\r\n' + head + b'file"; filename="f"\r\n\r\n' + sent
    answer = phone.client.post(
        "/evenings/bring",
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
