"""No request keeps other phones waiting: see `tests/kit/longest_turns.py`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.play.lobby import open_table
from companion.tables.corrections import OwnRule, write_proposal
from tests.kit.filled_ledgers import Ledgers, game_at_random, long_log, place

pytestmark = [pytest.mark.process, pytest.mark.longest]

#: Seconds of processor time that a request may take in one go; others feel no wait of this length,
#: nor of five times as much, where the processor is slow.
LONGEST = 0.15
#: Actions of a table that is longer than any that people have played.
LINES = 3_000
#: Questions that wait at a table: more than a version since 0.8 lets be asked.
QUESTIONS = 100


def tables(what: str, database: Path) -> list[dict[str, str]]:
    """One of each game, and one that waits for people; each with a phone of its first seat. For
    forms and full shelves a long one, and one of each game that is over.
    """
    ledgers = Ledgers(database)
    if what in ("posts", "full"):
        asked = [write_proposal(OwnRule(f"May I {n}?", "No.")) for n in range(QUESTIONS)]
        told = ledgers.table("crafting", long_log(LINES), [], asked if what == "full" else [])
        over = [ledgers.table(slug, game_at_random(slug, 3), []) for slug in CATALOGUE]
        ledgers.close()
        one, other, *_ = (each["cookie"] for each in told["phones"])
        long = {"code": told["code"], "cookie": one, "other": other}
        return [long, *({"code": e["code"], "cookie": e["phones"][0]["cookie"]} for e in over)]
    told = [ledgers.table(slug, *place(slug, 3, 10)) for slug in CATALOGUE]
    phone = ledgers.phone()
    lobby = open_table(ledgers.store, "crafting", 3, phone.hashed)
    ledgers.close()
    seated = [{"code": each["code"], "cookie": each["phones"][0]["cookie"]} for each in told]
    return [*seated, {"code": lobby.code, "cookie": phone.cookie}]


def longest(what: str, database: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.kit.longest_turns", what, str(database)]
    aimed_at = json.dumps(tables(what, database))
    run = subprocess.run(command, input=aimed_at, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found: dict[str, float] = json.loads(run.stdout)
    assert len(found) > 50
    return found


def slow(what: str, folder: Path) -> dict[str, float]:
    """The routes that take too long in one go, every time: a busy machine is slow once."""
    found: dict[str, float] = {}
    for number in range(3):
        took = longest(what, folder / f"{number}.sqlite")
        found = {each: min(took[each], found.get(each, 9.0)) for each in found or took}
        found = {each: seconds for each, seconds in found.items() if seconds > LONGEST}
        if not found:
            break
    return found


def test_no_file_keeps_others_waiting(tmp_path: Path) -> None:
    assert slow("sends", tmp_path) == {}


def test_no_form_keeps_others_waiting(tmp_path: Path) -> None:
    assert slow("posts", tmp_path) == {}


def test_no_page_of_a_long_game_and_a_full_shelf_keeps_others_waiting(tmp_path: Path) -> None:
    assert slow("full", tmp_path) == {}


def test_no_page_keeps_others_waiting_not_even_the_first_of_its_kind(tmp_path: Path) -> None:
    assert slow("looks", tmp_path) == {}
