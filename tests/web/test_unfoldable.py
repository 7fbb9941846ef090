"""An event that means nothing here: the table opens up to it, says so, and takes nothing more."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.ledger import RepeatedIntent
from companion.play import TableStore
from companion.referee.version import edition_in_version, is_newer_edition
from companion.tables import Event
from tests.kit.phones import Phone, targets
from tests.kit.toy_game import HEAP

Game = tuple[str, Phone, Phone]
WRITTEN_ELSEWHERE = {
    "an unknown kind": ("foretold", "7", ""),
    "an unreadable action": ("played", "teleport 3", ""),
    "an action that is cut off": ("played", "take", ""),
    "a number that is none": ("took-back", "x", ""),
    "an entry that is not there": ("took-back", "99", ""),
    "an answer to no question": ("settled", "", ""),
    "an answer that nobody knows": ("settled", "turn.wave sideways", ""),
    "a wish for such an answer": ("proposed", "settled turn.wave sideways", ""),
    "newer rules": ("played", "take 1", "2-0123456789"),
}


def write_elsewhere(store: TableStore, code: str, kind: str, text: str, rules: str) -> int:
    """Somebody else's event at the end of the log; then one that would be fine without it."""
    seq = store.latest(code).seq + 1
    store.ledger.append(Event(code, seq, 1.5, 1, kind, text, "", rules))
    store.ledger.append(Event(code, seq + 1, 2.5, 1, "named", "Zoe"))
    return seq


@pytest.mark.long
@pytest.mark.parametrize("case", WRITTEN_ELSEWHERE)
def test_the_table_opens_up_to_there(game: Game, store: TableStore, case: str) -> None:
    code, ana, ben = game
    ana.tap(code, "take 2", seat=1)
    ana.get(f"/t/{code}")
    seq = write_elsewhere(store, code, *WRITTEN_ELSEWHERE[case])
    for path in ("", "/table", "/screen", "/history", "/rulings", "/may", f"/at/{seq - 1}"):
        assert ben.get(f"/t/{code}{path}").status_code == 200, path
    page = ana.get(f"/t/{code}").text
    assert f"This game stopped at event {seq}." in page and "7 on the heap" in page
    assert ("newer rules" in page) is (case == "newer rules")
    saved = json.loads(ana.get(f"/t/{code}/game.json").text)
    assert [each["text"] for each in saved["events"]] == ["take 2"]
    assert ana.get(f"/t/{code}/at/{seq + 1}").status_code == 404


@pytest.mark.parametrize("asked", ["settled", "proposed"])
def test_a_question_that_is_asked_no_longer_keeps_its_answer(
    game: Game, store: TableStore, asked: str
) -> None:
    """Rulebooks are read better and better; old games open for good."""
    code, ana, ben = game
    seq = store.latest(code).seq + 1
    wanted = "turn.gone yes" if asked == "settled" else "settled turn.gone yes"
    store.ledger.append(Event(code, seq, 1.5, 1, asked, wanted))
    for path in ("", "/table", "/screen", "/history", "/rulings", "/may", f"/at/{seq}"):
        assert ben.get(f"/t/{code}{path}").status_code == 200, path
    assert ana.tap(code, "take 2", seat=1).status_code == 200
    assert store.latest(code).stuck is None


def test_nothing_more_is_taken(game: Game, store: TableStore) -> None:
    code, ana, _ = game
    write_elsewhere(store, code, "foretold", "7", "")
    before = store.ledger.events(code)
    answer = ana.tap(code, "take 2", seat=1)
    assert answer.status_code == 422 and targets(answer.text) == ["toast"]
    assert "rest of this game" in answer.text
    for path in ("rename", "free", "recount", "consent", "undo"):
        ana.post(f"/t/{code}/{path}", seat=1, name="Mia", consent="all")
    assert store.ledger.events(code) == before
    assert store.latest(code).seat_at(1).name == "Ana"


def test_an_open_stream_is_told(game: Game, store: TableStore, now: list[float]) -> None:
    code, _, ben = game
    stream = ben.watch(code)
    stream.message()
    write_elsewhere(store, code, "foretold", "7", "")
    now[0] += 60
    assert "This game stopped at event" in stream.message()
    stream.close()


def test_a_table_of_a_game_that_is_not_here(
    app: Flask, store: TableStore, phone: Callable[[], Phone]
) -> None:
    store.ledger.append(Event("ABCD", 1, 1.5, 0, "opened", "go 2 pa"))
    store.ledger.append(Event("EFGH", 1, 1.5, 0, "opened", "nothing else"))
    for code in ("ABCD", "EFGH"):
        for path in ("", "/screen", "/stream", "/game.json"):
            answer = phone().get(f"/t/{code}{path}")
            assert answer.status_code == 422 and "another version" in answer.text


def test_nothing_is_written_that_could_not_be_read_again(
    game: Game, store: TableStore, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, _ = game

    def fail(*state: object) -> None:
        raise AttributeError("a mistake of the game's")

    before = store.ledger.events(code)
    monkeypatch.setitem(store._tables, code, _with_apply(store, code, fail))
    app.testing = False
    assert ana.tap(code, "take 2", seat=1).status_code == 500
    monkeypatch.undo()
    assert store.ledger.events(code) == before
    assert ana.tap(code, "take 2", seat=1).status_code == 200


def _with_apply(store: TableStore, code: str, apply: Callable[..., object]) -> object:
    table = store.latest(code)
    return replace(table, game=replace(table.game, apply=apply))


def test_events_carry_the_rules_that_judged_them(config: Config) -> None:
    games = {"heap": replace(HEAP, version="3-abc")}
    app = create_app(config, games=games)
    app.testing = True
    ana = Phone(app)
    code = ana.open_table()
    ana.post(f"/t/{code}/start")
    ana.tap(code, "take 2", seat=1)
    ledger = app.extensions["companion"].store.ledger
    events = ledger.events(code)
    assert len(events) > 3 and {event.rules for event in events} == {"3-abc"}
    with pytest.raises(RepeatedIntent) as again:
        ledger.append(events[-1])
    assert again.value.first == events[-1]
    app.extensions["companion"].close()


def test_every_game_has_a_version_of_its_own() -> None:
    versions = [game.version for game in CATALOGUE.values()]
    assert len(set(versions)) == len(versions)
    assert all(edition_in_version(version) >= 1 for version in versions)


def test_an_edition_says_what_is_newer() -> None:
    assert (
        is_newer_edition("2-a", "1-a")
        and is_newer_edition("2", "")
        and is_newer_edition("10-a", "9-b")
    )
    assert (
        not is_newer_edition("1-a", "1-b")
        and not is_newer_edition("", "1-a")
        and not is_newer_edition("1-a", "2-a")
    )
    assert (
        not is_newer_edition("1-a", "")
        and not is_newer_edition("9" * 5000, "1-a")
        and not is_newer_edition("x", "1")
    )
