"""Numbers that Python refuses to read, or that no clock shows: told so, never a 500."""

from __future__ import annotations

import json

import pytest

from companion.play import TableStore
from tests.kit.phones import Phone

Game = tuple[str, Phone, Phone]
LONG = ("9" * 4300, "9" * 4301, "9" * 9000, "٣" * 2000)


@pytest.mark.parametrize("digits", LONG)
def test_a_seat_or_an_order(game: Game, digits: str) -> None:
    code, ana, _ = game
    for path in ("", "/news", "/legal/4", "/screen", "/sheet/x"):
        assert ana.get(f"/t/{code}{path}?seat={digits}").status_code == 422, path
    assert ana.post(f"/t/{code}/reorder", order=f"2 {digits}").status_code == 422
    assert ana.tap(code, "take 1", seat=digits).status_code < 500
    assert ana.tap(code, f"take {digits}", seat=1).status_code == 422


@pytest.mark.parametrize("at", ["1e309", "-1e309", "NaN", "Infinity", "1" + "0" * 400, "9" * 4301])
def test_the_time_of_an_event_in_a_file(game: Game, store: TableStore, at: str) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    saved = json.loads(ana.get(f"/t/{code}/game.json").text)
    saved["events"][0]["at"] = "HERE"
    before = store.ledger.table_codes()
    text = json.dumps(saved).replace('"HERE"', at)
    assert ana.post("/tables/import", text=text).status_code == 422
    assert store.ledger.table_codes() == before


@pytest.mark.parametrize("query", [b"seat=\xff", b"q=\xc3", b"page=\x00", b"a=\xed\xa0\x80&\xfe"])
def test_bytes_that_are_no_text(game: Game, query: bytes) -> None:
    code, ana, _ = game
    for path in (f"/t/{code}", "/", f"/t/{code}/news"):
        answer = ana.get(path, environ_overrides={"QUERY_STRING": query.decode("latin-1")})
        assert answer.status_code < 300
