"""Games that every landed version has saved open today with the totals they had: files of both
kinds, and the log as its database keeps it. Git has the versions; where it doesn't (a copy without
history) there is nothing to play.

Each version plays by its own code (tests/kit/older_companion.py). A few are, others each day,
unless COMPANION_TESTS=all asks them all (10 minutes).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.tables import Event, Table, table_from_events
from tests.kit import older_companion

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
#: The first version whose tables are in a log, and one whose questions were retired later.
FIRST, RETIRED_LATER = "ec877e3f", "a0a8179c"
#: What may change how a game is saved or read.
PLACES = ("games", "referee", "tables", "tables.py", "transcript", "transcript.py")
ASKED = 3


def git(*words: str) -> bytes:
    """What git says; nothing if it is missing or has no such history."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""


def versions() -> list[str]:
    paths = [f"companion/{place}" for place in PLACES]
    landed = git("log", "--format=%h", "--abbrev=8", f"{FIRST}^..HEAD", "--", *paths)
    every = landed.decode().split()
    if os.environ.get("COMPANION_TESTS") == "all" or not every:
        return every
    drawn = random.Random(date.today().toordinal()).sample(every, min(ASKED, len(every)))
    return list(dict.fromkeys((RETIRED_LATER, *drawn)))


def folded(lines: list[Any]) -> Table:
    table = table_from_events(
        Event("K7QX", seq, 5.0 + seq, *line) for seq, line in enumerate(lines, 1)
    )
    assert table is not None
    return table


def totals(table: Table) -> dict[int, int]:
    """What it came to; nothing before the end."""
    return {place.seat: place.total for place in table.outcome.ranking} if table.outcome else {}


def of_seats(numbers: dict[str, int]) -> dict[int, int]:
    return {int(seat): number for seat, number in numbers.items()}


@pytest.mark.parametrize("version", versions())
def test_what_it_saved_opens_with_its_totals(version: str, tmp_path: Path) -> None:
    code = git("archive", version, "companion")
    subprocess.run(["tar", "x", "-C", tmp_path], input=code, check=True)
    script = [sys.executable, "-P", older_companion.__file__, str(tmp_path), "1"]
    told = subprocess.run(script, capture_output=True, text=True, check=False)
    if any(f"{error}Error: " in told.stderr for error in ("ModuleNotFound", "Import")):
        pytest.skip("this commit lacks something of its own: it never ran")
    assert told.returncode == 0, told.stderr
    for line in told.stdout.splitlines():
        saved = json.loads(line)
        tables = [folded(saved["log"])]
        for text in saved["files"].values():
            record = transcript.read_game_file(text)
            told_again = transcript.checked_events(record, CATALOGUE, "pz", 7.0)
            tables.append(folded([event for _, event in told_again]))
        for table in tables:
            assert table.stuck is None
            assert totals(table) == of_seats(saved["totals"])
            public = of_seats(saved["public"])
            assert {seat: table.game.points(table.state, seat) for seat in public} == public
