"""The rulebook's worked examples and counts, as vectors.toml has them; nothing is counted here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import (
    BASE_CULTURES,
    CARDS,
    cultures_per_player,
    final_round_threshold,
    totals_chance_percent,
)
from companion.games.empires.rules.end import orthodox_bonus
from companion.games.empires.rules.production import card_production
from tests.games.empires.positions import opened, played

BOOK = tomllib.loads((Path(__file__).parent / "vectors.toml").read_text(encoding="utf-8"))
SHEET: Mapping[str, Mapping[str, float]] = BOOK["cheat-sheet"]


def adding(cards: list[str]) -> list[str]:
    """The lines that give seat 1 these cards ("3 t-wing", "1 darkspace-hub 5")."""
    pairs = (entry.partition(" ") for entry in cards)
    return [f"{number} times: 1 add {card}" for number, _, card in pairs]


@pytest.mark.parametrize("vector", BOOK["production"], ids=lambda vector: vector["where"])
def test_a_variable_card_makes_what_the_book_says(vector: dict[str, Any]) -> None:
    state = opened(2, {}, "1 begin 1", *adding(vector["cards"]))
    assert card_production(state, 1, vector["card"]) == vector["makes"]


@pytest.mark.parametrize("vector", BOOK["orthodox"], ids=lambda vector: vector["where"])
def test_orthodox_adds_what_the_book_says(vector: dict[str, Any]) -> None:
    # Seat 2 brings the final round; seat 1 is the final player and reveals after it.
    ended = ("5 times: 2 add world-ship", "3 times: 2 add darkspace-hub 5", "2 end", "1 end")
    state = opened(2, {"culture": "single"}, "1 begin 2", *adding(vector["cards"]), *ended)
    assert orthodox_bonus(state, 1) == 0
    state = played(state, "1 reveal orthodox")
    assert orthodox_bonus(state, 1) == vector["adds"]


@pytest.mark.parametrize("table", BOOK["table"], ids=lambda table: f"{table['players']} players")
def test_the_numbers_of_each_table(table: dict[str, Any]) -> None:
    players = table["players"]
    begun = opened(players, {}, "1 begin 1")
    assert begun.turn.actions == table["actions"]
    assert final_round_threshold(players) == table["final"]
    assert cultures_per_player(players) == table["dealt"]
    assert len(BASE_CULTURES) - players * cultures_per_player(players) == table["aside"]
    assert opened(players, {"culture": "hybrid"}).hidden_culture_count(players) == table["dealt"]
    assert opened(players, {"culture": "single"}).hidden_culture_count(players) == 1


def test_everybody_starts_with_8_credits() -> None:
    for players in GAME.seats:
        assert [empire.credits for empire in opened(players).empires] == [8] * players


@pytest.mark.parametrize("slug", CARDS)
def test_the_cheat_sheet(slug: str) -> None:
    assert CARDS[slug].copies == SHEET[slug]["copies"]
    if "chance" in SHEET[slug]:
        assert totals_chance_percent(CARDS[slug].rolls) == SHEET[slug]["chance"]
    else:
        assert CARDS[slug].has_builder_chosen_roll


def test_the_whole_deck_is_on_the_cheat_sheet() -> None:
    assert set(SHEET) == set(CARDS)
    assert sum(entry["copies"] for entry in SHEET.values()) == 84
