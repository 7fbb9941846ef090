"""An action may end the turn with its own tap: as both in turn would, and offered only where none
else is left that the seat could do, as far as everybody may know it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.games.empires import GAME
from companion.games.empires.rules.build import BuildCard
from companion.games.empires.rules.cycle import CycleCard
from companion.games.empires.rules.roll import ConfirmTotal
from companion.games.empires.rules.turn_remainder import has_more_to_do
from companion.games.empires.show import show
from companion.games.empires.state import State
from companion.referee.controls import Choice
from companion.referee.panels import Choices, Dock
from tests.kit.kept_games import each_file_of, moves, states


def after(*moves: str, options: dict[str, str] | None = None, seats: int = 2) -> State:
    s = GAME.setup(seats, options or {})
    for move in moves:
        seat, _, text = move.partition(" ")
        s = GAME.apply(s, int(seat), GAME.read(text))
    return s


def offers(s: State, seat: int = 1) -> dict[str, Choice]:
    found = {each.id: each for each in show(s, seat) if isinstance(each, Choices | Dock)}
    return {each.action: each for id in ("build", "cycle", "dock") for each in found[id].choices}


@each_file_of("empires")
def test_it_is_what_both_taps_would_be(file: Path) -> None:
    seen = 0
    for s, (seat, text) in zip(states("empires", file), moves(file), strict=False):
        action = GAME.read(text)
        built = isinstance(action, BuildCard | CycleCard) or (
            isinstance(action, ConfirmTotal) and action.then in ("build", "cycle")
        )
        if not built:
            continue
        seen += 1
        one_by_one = GAME.apply(GAME.apply(s, seat, action), seat, GAME.read("end"))
        at_once = GAME.apply(s, seat, replace(action, last="end"))
        assert at_once == one_by_one
        written = GAME.notation.write(replace(action, last="end"))
        assert written == f"{text} then end" and GAME.read(written).last == "end"
    assert seen


def test_the_second_build_ends_the_turn_and_says_so() -> None:
    first = offers(after("1 begin 1"))
    assert not any(action.endswith("then end") for action in first)
    second = offers(after("1 begin 1", "1 build t-wing"))
    ending = second["build t-wing then end"]
    assert "Ends your turn" in str(ending.detail) and ending.icon == "end"
    assert "cycle then end" in second and "cycle" not in second


def test_a_turn_with_something_left_is_ended_by_a_tap() -> None:
    scouts = after(
        *("1 begin 1", "1 add deepspace-scouts", "1 end", "2 end", "1 total 2"), "1 confirm cycle"
    )
    assert "build t-wing" in offers(scouts)
    belt = after("1 begin 1", "1 add fabricator-belt", "1 build t-wing", "1 build t-wing")
    # The belt has built the first of them: one action is left, and then nothing.
    assert "build t-wing then end" in offers(belt)
    rich = after("1 begin 1", "1 add fabricator-belt", "1 cycle")
    assert "build t-wing" in offers(rich), "the belt goes first, an action is left"


def test_what_may_lie_face_down_counts_told_or_not() -> None:
    moves = ("1 begin 1", "1 build t-wing", "1 build t-wing")
    s = after(*moves, options={"culture": "single"})
    told = after("1 begin 1", "1 keep orthodox", *moves[1:], options={"culture": "single"})
    assert has_more_to_do(s, 1) and has_more_to_do(told, 1)
    late = {"culture": "single", "culture.industrious-late": "no"}
    assert not has_more_to_do(after(*moves, options=late), 1)
    shown = after(*moves, "2 reveal industrious", options={"culture": "single"})
    assert not has_more_to_do(shown, 1)


def test_a_build_that_wins_ends_nothing_else() -> None:
    s = after("1 begin 2", "2 end", *["1 add transit-hub"] * 3, "1 cycle")
    build = GAME.read("build t-wing then end")
    assert GAME.apply(s, 1, build) == GAME.apply(
        GAME.apply(s, 1, GAME.read("build t-wing")), 1, GAME.read("end")
    )
