"""When the ledger cannot write: the phone is told that its tap was not taken; then all is well."""

from __future__ import annotations

import pytest
from sqlite_utils.utils import sqlite3

from companion.app import create_app
from companion.config import Config
from companion.ledger import Unavailable
from companion.play import TableStore
from tests.kit.phones import Phone, targets
from tests.kit.toy_game import HEAP

Game = tuple[str, Phone, Phone]


@pytest.mark.usefixtures("in_a_file")
@pytest.mark.parametrize("busy", [0.05])
def test_a_locked_database_takes_no_tap_and_says_so(
    game: Game, store: TableStore, config: Config
) -> None:
    code, ana, _ = game
    other = sqlite3.connect(config.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = ana.tap(code, "take 2", seat=1, intent="one")
    assert answer.status_code == 503
    assert targets(answer.text) == ["toast"]
    assert "That wasn&#39;t saved" in answer.text and "Another program" in answer.text
    page = ana.post(f"/t/{code}/act", action="take 2", seat=1)
    assert page.status_code == 503 and "<html" in page.text
    other.execute("ROLLBACK")
    other.close()
    assert store.latest(code).state.taken == (0, 0)
    assert ana.tap(code, "take 2", seat=1, intent="one").status_code == 200
    assert store.latest(code).state.taken == (2, 0)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("full", "disk"),
        ("read-only", "permissions"),
        ("broken", "in a moment"),
        ("gone", "deleted or replaced"),
        ("damaged", "companion check"),
    ],
)
def test_each_trouble_has_its_own_words(
    game: Game, store: TableStore, monkeypatch: pytest.MonkeyPatch, trouble: str, words: str
) -> None:
    code, ana, _ = game

    def fail(*event: object) -> None:
        raise Unavailable(trouble)

    monkeypatch.setattr(store.ledger, "append", fail)
    answer = ana.tap(code, "take 2", seat=1)
    assert answer.status_code == 503 and words in answer.text


def test_an_open_stream_outlives_an_unreadable_ledger(
    game: Game, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = game
    stream = ben.watch(code)
    stream.message()

    def fail(code: str, after: int = 0) -> None:
        raise Unavailable("locked")

    with monkeypatch.context() as patch:
        patch.setattr(store.ledger, "events", fail)
        assert next(stream._chunks).decode().startswith("event: hb")
    ana.tap(code, "take 2", seat=1)
    assert "Ana took 2 counters" in stream.message()
    stream.close()


def test_a_table_survives_a_new_start_of_the_program(game: Game, config: Config) -> None:
    code, ana, _ = game
    ana.tap(code, "take 2", seat=1)
    cookie = ana.cookie
    assert cookie is not None
    again = create_app(config, games={"heap": HEAP})
    back = Phone(again)
    back.keep(cookie.value)
    page = back.get(f"/t/{code}").text
    assert "7 on the heap" in page and "Undo: Ana took 2 counters" in page
    again.extensions["companion"].close()
