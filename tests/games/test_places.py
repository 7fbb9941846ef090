"""What is called the rulebook's text names its page, and the place there that was found by reading.

`tests/games/<game>/places.toml`: [<rule>] page = N, at = "where, in our words".
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE

PLACES = {path.parent.name: path for path in sorted(Path(__file__).parent.glob("*/places.toml"))}


@pytest.mark.parametrize("slug", PLACES)
def test_the_rulebooks_text_has_its_place(slug: str) -> None:
    told: dict[str, dict[str, Any]] = tomllib.loads(PLACES[slug].read_text(encoding="utf-8"))
    pages = {
        rule.key: rule.page for rule in CATALOGUE[slug].rulebook.rules if rule.strength == "text"
    }
    assert {key: place["page"] for key, place in told.items()} == pages
    assert all(pages.values())
    assert all(len(place.get("at") or place["where"]) > 3 for place in told.values())
