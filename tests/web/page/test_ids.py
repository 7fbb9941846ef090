"""No two elements of a page have one name: news finds its place by it, a script what it reads."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.app import create_app
from companion.config import Config, ensure_secret
from companion.games import CATALOGUE
from tests.kit.filled_ledgers import Ledgers, game_at_random

ID = re.compile(r'\sid="([^"]*)"')
#: After how much of a game, its result included, the pages are looked at.
PARTS = (0.02, 0.4, 1.0)


@pytest.mark.some(3)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_no_name_stands_twice_on_a_page(slug: str, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    game = game_at_random(slug, 7)
    ledgers = Ledgers(database)
    tables = [ledgers.table(slug, game[: round(part * len(game))], []) for part in PARTS]
    ledgers.close()
    app = create_app(Config(database, ensure_secret(database)))
    client = app.test_client(use_cookies=False)
    for table in tables:
        cookie = table["phones"][0]["cookie"]
        for path in ("", "/table", "/screen", "/transcript"):
            page = client.get(f"/t/{table['code']}{path}", headers={"Cookie": cookie})
            assert page.status_code == 200, path
            twice = [name for name, times in Counter(ID.findall(page.text)).items() if times > 1]
            assert twice == [], path
    app.extensions["companion"].close()
