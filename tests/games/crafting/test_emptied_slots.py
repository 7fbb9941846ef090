"""A power that lies on the board no more is taken off in the app with one tap on its slot."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting import GAME
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.state import State
from companion.referee.judge import judge
from companion.referee.panels import Choices, Sheet


def with_powers(*slots: int) -> State:
    state: State = GAME.setup(2, {})
    powers = tuple(zip(slots, POWERS, strict=False))
    return state.with_board(1, replace(state.board(1), powers=powers))


def test_every_filled_slot_can_be_emptied_with_one_tap() -> None:
    state = with_powers(1, 3)
    panels = GAME.show(state, 1)
    sheet = next(each for each in panels if isinstance(each, Sheet) and each.id == "empty-slot")
    assert [choice.action for choice in sheet.choices] == ["mend slot-1 0", "mend slot-3 0"]
    for choice in sheet.choices:
        action = GAME.read(choice.action)
        assert judge(GAME, state, 1, action).allowed
        state = GAME.apply(state, 1, action)
    assert state.board(1).powers == ()


def test_without_powers_nothing_offers_to_take_one_off() -> None:
    panels = GAME.show(with_powers(), 1)
    assert not [each for each in panels if each.id == "empty-slot"]
    listed = [
        choice.sheet for each in panels if isinstance(each, Choices) for choice in each.choices
    ]
    assert "put" in listed and "empty-slot" not in listed
