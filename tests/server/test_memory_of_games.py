"""What a server takes after many games: docs/HOST.md tells a Raspberry Pi's owner."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.games import CATALOGUE
from tests.kit.filled_ledgers import Ledgers
from tests.kit.places import ROOT
from tests.kit.served import Served

pytestmark = [pytest.mark.process, pytest.mark.long, pytest.mark.timeout(1200)]

#: Games that are looked at and go on, and those after which it is measured first; actions of each.
GAMES, FIRST, ACTIONS = 60, 10, 6
#: Megabytes for what a server remembers, and more that it may take than the guide says: machines
#: and versions of the C library differ.
REMEMBERED, MORE = 64, 25


def megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1000


def played_on(server: Served, table: dict[str, Any]) -> None:
    """Each phone looks at every tab and at the log, then the table goes on."""
    for phone in table["phones"]:
        server.cookie = phone["cookie"]
        for part in ("", "/history", "/screen"):
            assert server.page(f"/t/{table['code']}{part}")
    for number, (seat, action) in enumerate(table["moves"]):
        server.cookie = table["phones"][seat - 1]["cookie"]
        form = {"seat": seat, "action": action, "intent": f"m{number}"}
        server.post(f"/t/{table['code']}/act", urlencode(form))
        assert server.page(f"/t/{table['code']}")


def test_sixty_games_take_what_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = (ROOT / "docs" / "HOST.md").read_text("utf-8")
    said = re.search(r"(\d+) after ten games,\s+(\d+) after sixty", guide)
    assert said, "the sentence about a Raspberry Pi"
    monkeypatch.setenv("COMPANION_MEMORY", str(REMEMBERED))
    ledgers = Ledgers(tmp_path / "companion.sqlite")
    each = GAMES // len(CATALOGUE)
    kinds = [ledgers.tables(slug, each, ACTIONS) for slug in CATALOGUE]
    tables = [table for some in zip(*kinds, strict=True) for table in some]
    ledgers.close()
    server, took = Served(tmp_path), dict[int, float]()
    try:
        for number, table in enumerate(tables, start=1):
            played_on(server, table)
            if number in (FIRST, GAMES):
                took[number] = megabytes(server.process.pid)
    finally:
        server.end(15)
    assert took[FIRST] <= int(said[1]) + MORE, took
    assert took[GAMES] <= int(said[2]) + MORE, took
