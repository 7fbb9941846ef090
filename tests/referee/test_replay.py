"""Replaying a transcript: what it accepts, and where it stops."""

from __future__ import annotations

import pytest

from companion.games import CATALOGUE
from companion.referee.notation import UnreadableAction
from companion.referee.replay import IllegalAction, replay_moves

CRAFTING = CATALOGUE["crafting"]
DEAL = (1, "deal dark 2 1 dark dark dark")


def test_a_draw_must_say_what_was_drawn():
    with pytest.raises(UnreadableAction) as caught:
        replay_moves(CRAFTING, 2, {}, [DEAL, (1, "goal")])
    assert caught.value.line == 2


def test_it_stops_at_the_first_refusal_and_names_its_line_and_rule():
    with pytest.raises(IllegalAction) as caught:
        replay_moves(CRAFTING, 2, {}, [DEAL, (2, "begin"), (1, "goal carbon")])
    assert caught.value.line == 2
    assert [objection.rule for objection in caught.value.ruling.objections] == ["setup.goals"]
    assert str(caught.value).startswith("line 2, begin: ")


def test_the_state_after_the_moves():
    state = replay_moves(CRAFTING, 2, {}, [DEAL, (1, "goal carbon"), (2, "begin")])
    assert CRAFTING.seats_to_act(state) == {1}
