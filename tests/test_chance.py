"""What chance gives: the right number, out of the pool, cards once and dice again."""

from __future__ import annotations

from collections import Counter

import pytest

from companion import chance
from companion.referee.game import RandomDraw


def test_cards_come_once_each() -> None:
    pool = tuple(f"card{number}" for number in range(30))
    deals = {chance.draw_items(RandomDraw(pool, 30)) for _ in range(5)}
    assert all(sorted(deal) == sorted(pool) for deal in deals)
    assert len(deals) == 5


def test_no_more_cards_than_there_are() -> None:
    with pytest.raises(ValueError):
        chance.draw_items(RandomDraw(("a", "b"), 3))


def test_dice_show_every_face_about_equally_often() -> None:
    rolls = Counter(chance.draw_items(RandomDraw(("1", "2", "3", "4", "5", "6"), 6000, again=True)))
    assert set(rolls) == {"1", "2", "3", "4", "5", "6"}
    # 1000 each, standard deviation 29: six of them off is one test in a hundred million.
    assert all(820 < count < 1180 for count in rolls.values())


def test_codes_have_no_look_alikes_and_tokens_do_not_repeat() -> None:
    codes = [chance.new_table_code() for _ in range(500)]
    assert {len(code) for code in codes} == {4} and len(set(codes)) > 480
    assert not set("".join(codes)) & set("01ILO")
    assert len(chance.new_table_code(6)) == 6
    assert len({chance.new_token() for _ in range(100)}) == 100
    assert min(len(chance.new_token()) for _ in range(20)) >= 22
