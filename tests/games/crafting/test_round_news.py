"""What everybody is told to do on the board as one round ends and the next begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.referee.panels import Notice
from companion.referee.text import english
from tests.games.crafting.positions import opened, played

SAY = english(lambda seat: ("", "Mira", "Ben", "Tom", "Lea")[seat]).say
NEW_GOAL = "New goal: Most oxygen stars"


def told(state: State, viewer: int) -> str:
    """Every notice that this viewer has on the first tab, one after another."""
    shown = [x for x in GAME.show(state, viewer) if isinstance(x, Notice) and x.tab == "turn"]
    return " / ".join(SAY(words) for x in shown for words in (x.words, x.detail) if words)


@pytest.mark.parametrize("viewer", [0, 1, 2], ids=["the table screen", "Mira", "Ben"])
def test_everybody_is_told_which_goal_came_and_what_to_move(viewer: int) -> None:
    state = played(opened("drawing"), "1 mend hand 10", "2 mend hand 10", "1 goal oxygen")
    news = told(state, viewer)
    assert NEW_GOAL in news
    assert "Put it on space 1 and all end-of-turn markers back on alpha" in news
    assert "Mira keeps the first-player token" in news, "two players never pass it"


def test_the_goal_is_told_while_hands_go_down_and_the_markers_only_after() -> None:
    news = told(opened("discarding"), 2)
    assert NEW_GOAL in news and "Put it on space 1" in news
    assert "alpha" not in news and "Discard 2 energy cards" in news


def test_the_news_is_gone_once_the_round_is_under_way() -> None:
    begun = opened("round-2")
    assert "New goal" in told(begun, 1)
    shifted = played(begun, "1 shift 1", "1 collect")
    assert "New goal" not in told(shifted, 1), "Mira has seen it"
    assert "New goal" in told(shifted, 2), "who waits may look up later"
    ended = played(shifted, "1 took", "1 end nebula 1 psi")
    assert "New goal" not in told(ended, 1) and "New goal" not in told(ended, 2)


def test_nothing_is_told_of_the_first_round() -> None:
    assert "alpha" not in told(opened("shifting"), 2)


def test_the_goals_move_before_one_is_scored_or_turned_up() -> None:
    assert "Move the goals down 1 space" in told(opened("scoring"), 0)
    first = played(opened("second-crafting"), "2 end nebula 1 psi")
    assert "Move the goals down 1 space, then put the next card on space 1" in told(first, 1)
    assert "Move the goals" not in told(opened("drawing"), 1), "they moved before the scoring"


def test_the_first_player_token_goes_round() -> None:
    begun = opened("shifting-4")
    for seat, took in ((4, "took 1"), (1, "took"), (2, "took"), (3, "took 1")):
        begun = played(
            begun,
            f"{seat} shift {seat}",
            f"{seat} collect",
            f"{seat} {took}",
            f"{seat} end nebula 1 psi",
        )
    begun = played(begun, "1 goal oxygen")
    assert "Mira takes the first-player token" in told(begun, 3), "Lea had it"


def test_where_no_goal_is_left_the_markers_are_still_told() -> None:
    late = replace(opened("round-2"), round=7)
    assert told(late, 2) == (
        "Put all end-of-turn markers back on alpha / Mira keeps the first-player token"
    )
