"""Which power cards hang on what only the board shows: by the bounds that their law uses."""

from __future__ import annotations

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.board import Board
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.rules.bounds import min_free_life_spaces
from companion.games.crafting.rules.power_cards import can_space_be_short, unseen_of_card
from tests.games.crafting.positions import opened

#: An empty galaxy, and one whose life may fill every space.
EMPTY, CROWDED = Board(), Board(proto=30)


def test_the_bounds_tell_an_empty_galaxy_from_a_crowded_one() -> None:
    assert min_free_life_spaces(EMPTY) and not min_free_life_spaces(CROWDED)


@pytest.mark.parametrize("slug", sorted(POWERS))
def test_a_card_is_unseen_where_its_law_has_a_bound(slug: str) -> None:
    power = POWERS[slug]
    steps = {name for name, *_ in power.does}
    next_to = bool(steps & {"stabilise-near", "stabilise-some"})
    assert bool(unseen_of_card(EMPTY, power)) == next_to
    crowded = next_to or "drift" in steps or can_space_be_short(CROWDED, power)
    assert bool(unseen_of_card(CROWDED, power)) == crowded
    if steps & {"proto", "stable"}:
        assert crowded, "life that it gives may have no space"


def test_the_action_says_so() -> None:
    state = opened("crafting")
    seen = {
        slug: GAME.read(f"use {slug}").unseen(state, 1)
        for slug in POWERS
        if not POWERS[slug].instead
    }
    assert any(seen.values()) and not all(seen.values())
