"""The picture of a galaxy: as many tokens as the counts say, and none of them over another."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from companion.games.crafting.board import Board
from companion.games.crafting.show.galaxy_picture import TokenGroup, galaxy_picture


def shown(tokens: tuple[TokenGroup, ...]) -> dict[str, int]:
    return {each.kind: len(each.spots) + each.more for each in tokens}


@pytest.mark.parametrize("many", [0, 1, 4, 5, 7, 8, 30])
def test_every_token_is_drawn_or_counted_and_none_covers_another(many: int) -> None:
    board = replace(Board(), stars=(many, 7, 0, 3), novae=1, stable=many, proto=12)
    picture = galaxy_picture(board)
    assert shown(picture.arms) == {"h": many, "he": 7, "o": 0, "c": 3}
    assert shown(picture.ring) == {"nova": 1, "stable": many, "proto": 12}
    everything = (*picture.arms, *picture.ring)
    spots = [spot for each in everything for spot in each.spots]
    spots += [each.sign for each in everything if each.more]
    assert all(dist(one, other) > 22 for one, other in combinations(spots, 2))
