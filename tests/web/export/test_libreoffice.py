"""Spreadsheets that LibreOffice itself has written: each comes in, goes out and comes back."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from flask import Flask

from companion.evenings import FinishedPlay
from companion.play import TableStore, imports
from companion.referee.text import english_translator
from companion.web.export.evenings import plays_csv
from companion.web.language.languages import LANGUAGES
from tests.kit.libreoffice import FILES_OF_A_KIND, FOLDER, KINDS, Kind

pytestmark = pytest.mark.long

GAMES: dict[str, list[dict[str, Any]]] = json.loads(
    (FOLDER / "games.json").read_text(encoding="utf-8")
)


def told(play: FinishedPlay) -> dict[str, Any]:
    """What a play says, in the form of the kept games."""
    known = all(one.total is not None for one in play.players)
    players = [
        {"name": one.name, "total": one.total, "won": one.won}
        for one in sorted(play.players, key=lambda one: one.rank if known else one.seat)
    ]
    ended = f"{datetime.fromtimestamp(play.ended):%Y-%m-%dT%H:%M}"
    return {
        "ended": ended,
        "players": players,
        "place": play.about.place,
        "minutes": play.minutes,
    }


def brought(store: TableStore, sent: bytes, phone: str) -> list[dict[str, Any]]:
    said = imports.import_plays(store, sent, phone, ())
    assert all(one.taken for one in said), [english_translator().say(one.words) for one in said]
    kept = sorted(imports.stored_imports_of_phone(store, phone), key=lambda play: play.ended)
    return [told(play) for play in kept]


@pytest.mark.parametrize("owner", KINDS, ids=lambda owner: owner.name)
def test_a_spreadsheet_of_libreoffice_comes_in_and_comes_back(
    app: Flask, store: TableStore, owner: Kind
) -> None:
    for name in (f"{owner.name}-{number}" for number in range(1, FILES_OF_A_KIND + 1)):
        meant = [{**game, "place": " ".join(game["place"].split())} for game in GAMES[name]]
        sent = (FOLDER / f"{name}.csv").read_bytes()
        assert brought(store, sent, name) == meant, name
        plays = imports.stored_imports_of_phone(store, name)
        with app.test_request_context(headers={"Accept-Language": owner.language}):
            back = plays_csv(plays, {}, {"heap": "Heap"})
        assert brought(store, back.encode(), f"{name} back") == meant, f"our own file of {name}"


def test_there_are_many_of_every_language() -> None:
    assert len(GAMES) > 50 and {kind.language for kind in KINDS} == set(LANGUAGES)
