"""Files of other programs, wherever a file is brought: read, or words for what to do with them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from companion.games import CATALOGUE
from companion.play import TableStore, imports
from tests.kit.phones import Phone


def packed(*names: str, first: str = "") -> bytes:
    """A zip of files with these names; `first`: what an office program puts before them."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as into:
        if first:
            into.writestr("mimetype", first, zipfile.ZIP_STORED)
        for name in names:
            into.writestr(name, "Ann;61" * 40)
    return held.getvalue()


ODF = "application/vnd.oasis.opendocument."
FILES = {
    "evening.xlsx": (packed("[Content_Types].xml", "xl/workbook.xml"), "Save it as CSV"),
    "evening.xlsb": (packed("[Content_Types].xml", "xl/workbook.bin"), "Save it as CSV"),
    "evening.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(900), "Save it as CSV"),
    "evening.ods": (packed("content.xml", first=ODF + "spreadsheet"), "Save it as CSV"),
    "evening.numbers": (packed("Index/Document.iwa", "Data/a.jpg"), "Save it as CSV"),
    "evening.docx": (packed("[Content_Types].xml", "word/document.xml"), "plain text"),
    "evening.odt": (packed("content.xml", first=ODF + "text"), "plain text"),
    "evening.zip": (packed("evening.csv"), "Unpack it"),
    "empty.zip": (packed(), "Unpack it"),
    "evening.json.gz": (b"\x1f\x8b\x08" + bytes(30), "Unpack it"),
    "evening.7z": (b"7z\xbc\xaf\x27\x1c" + bytes(30), "Unpack it"),
    "scores.jpg": (b"\xff\xd8\xff\xe0" + bytes(30), "a picture or a PDF"),
    "scores.pdf": (b"%PDF-1.7" + bytes(30), "a picture or a PDF"),
}
WAYS = ("/evenings/bring", "/tables/import", "/box")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_kind_is_told_what_to_do_with(
    phone: Callable[[], Phone], name: str, way: str
) -> None:
    sent, words = FILES[name]
    answer: TestResponse = phone().post(way, file=(io.BytesIO(sent), name))
    assert answer.status_code == 422 and words in answer.text
    assert "UTF-8" not in answer.text


def a_play(game: dict[str, object]) -> bytes:
    """What BG Stats shares of one play, as its own file."""
    scores = [
        {"playerRefId": 1, "score": "61", "winner": True, "startPlayer": True, "seatOrder": 1},
        {"playerRefId": 2, "score": "54", "winner": False, "startPlayer": False, "seatOrder": 2},
    ]
    play = {
        "uuid": "6b0e3f5e-5d8e-4f0a-9d7b-0f6f6b1f4d11",
        "playDate": "2026-11-20 21:30:00",
        "durationMin": 75,
        "gameRefId": 7,
        "locationRefId": 1,
        "playerScores": scores,
    }
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]
    places = [{"id": 1, "name": "Home"}]
    return json.dumps(
        {"plays": [play], "games": [{"id": 7, **game}], "players": players, "locations": places}
    ).encode()


def test_the_file_of_one_play_can_be_chosen_and_is_read(phone: Callable[[], Phone]) -> None:
    ana = phone()
    form = ana.get("/evenings/bring").text
    assert ".bgsplay" in form.partition("accept=")[2].partition(">")[0]
    answer = ana.post(
        "/evenings/bring", file=(io.BytesIO(a_play({"name": "Heap"})), "play.bgsplay")
    )
    assert answer.status_code == 200 and "Ann 61, Ben 54" in answer.text


@pytest.mark.parametrize(
    ("game", "ours"),
    [
        ({"name": "Kosmos: Imperien", "bggId": 365211}, True),
        ({"name": "Our Empires", "bggId": "365211"}, True),
        ({"name": "Cosmos: Empires"}, True),
        ({"name": "Kosmos: Imperien", "bggId": 365212}, False),
        ({"name": "Kosmos: Imperien", "bggId": [365211]}, False),
        ({"name": "Kosmos: Imperien", "bggId": None}, False),
    ],
)
def test_the_number_of_a_game_says_which_it_is(
    store: TableStore, game: dict[str, object], ours: bool
) -> None:
    store.catalogue = CATALOGUE
    (line, *_) = imports.import_plays(store, a_play(game), "ana", ())
    assert line.taken is ours
    kept = imports.stored_imports_of_phone(store, "ana")
    assert [each.game for each in kept] == (["empires"] if ours else [])
