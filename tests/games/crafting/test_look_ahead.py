"""What a waiting seat reads of its next turn: each amount in words that fit its number."""

from __future__ import annotations

from companion.games.crafting import GAME
from companion.referee.panels import Counts
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened


def test_one_of_a_thing_is_told_as_one() -> None:
    ahead = next(panel for panel in GAME.show(opened("crafting"), 2) if panel.id == "ahead")
    assert isinstance(ahead, Counts)
    told = [english_translator().say(row.detail) for row in ahead.counts if row.detail]
    assert told and not any(
        part.split()[0] == "1" and part.endswith(("stars", "gravitons", "cards", "crystals"))
        for line in told
        for part in line.split(", ")
    )
    assert any(f", 1 {thing}" in f", {line}" for line in told for thing in ("graviton", "energy"))
