"""What seats have built, as shapes for the shared picture: all of it, each where one sees it."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

from PIL import ImageColor

from companion.games import CATALOGUE
from companion.referee.boards import DrawnBoard, PieceShape
from companion.web.export.pencil import draw_board
from companion.web.files import seat_colours
from tests.kit.kept_games import each_kept_game, last_state


def pieces(slug: str, state: Any, seat: int) -> int:
    """How many things a seat has to show."""
    if slug == "crafting":
        return len(state.board(seat).tiles)
    if slug == "cosmogenesis":
        return len(list(state.system(seat).bodies()))
    return len(set(state.empire(seat).cards))


@each_kept_game
def test_everything_is_on_it_and_nothing_covers_another(slug: str, file: Path) -> None:
    state = last_state(slug, file)
    for seat in range(1, state.seats + 1):
        board = CATALOGUE[slug].board(state, seat)
        assert board is not None and len(board.shapes) == pieces(slug, state, seat)
        for one, other in combinations(board.shapes, 2):
            assert hypot(one.x - other.x, one.y - other.y) > max(one.r, other.r), (one, other)


def test_a_board_is_as_large_as_its_card_allows() -> None:
    hexagon = PieceShape("hexagon", 0, 0, 22, "3")
    wide = DrawnBoard((hexagon, PieceShape("card", 400, 10, 20, "6\n+2", None)))
    seen = draw_board(wide, "cyan", 300, 200)
    assert seen.width == 300 and seen.height < 80
    high = draw_board(DrawnBoard((hexagon,), rails=(-300, 300)), "cyan", 300, 200)
    assert abs(high.height - 200) <= 1
    cyan = ImageColor.getrgb(seat_colours()["cyan"])
    assert all(
        cyan in {colour for _, colour in each.getcolors(10**6) or ()} for each in (seen, high)
    )
    assert draw_board(DrawnBoard(()), "cyan", 300, 200).width == 300
