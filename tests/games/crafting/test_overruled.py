"""A table may overrule the referee: whatever it does then, the game can go on from there.

Each case was once found by chance, and left a table that waited for nobody or for two at once.
"""

from __future__ import annotations

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.judge import judge
from companion.referee.panels import Choices
from companion.referee.text import SeatName

OPENING = "deal dark 2 dark 3 1 dark; goal carbon; begin"


def after(*lines: str) -> State:
    """A table of three after these lines, applied and not judged, as an overruled line is."""
    s: State = GAME.setup(3, {})
    for action in OPENING.split("; "):
        s = GAME.apply(s, 1, GAME.read(action))
    for line in lines:
        seat, _, action = line.partition(" ")
        s = GAME.apply(s, int(seat), GAME.read(action))
    return s


def turn(seat: int) -> tuple[str, ...]:
    return f"{seat} shift {seat}", f"{seat} collect", f"{seat} took", f"{seat} end"


ROUND = (*turn(1), *turn(2), *turn(3))


def test_begin_in_mid_game_begins_nothing() -> None:
    due = after(*ROUND)
    assert due.stage == "draw"
    assert GAME.apply(due, 1, GAME.read("begin")) == due


def test_an_end_out_of_turn_lets_nobody_else_start() -> None:
    s = after("2 end")
    assert GAME.seats_to_act(s) == {1}
    assert GAME.seats_to_act(after("2 end", *turn(1))) == {3}


def test_an_end_after_the_round_scores_no_goal_again() -> None:
    due = after(*ROUND)
    again = GAME.apply(due, 1, GAME.read("end"))
    assert (again.stage, again.history) == ("draw", due.history)


def test_a_mended_hand_ends_the_discarding() -> None:
    s = after("2 mend hand 12", *ROUND, "1 goal helium")
    assert (s.stage, GAME.seats_to_act(s)) == ("discard", {2})
    s = GAME.apply(s, 2, GAME.read("mend hand 9"))
    assert (s.stage, s.round, GAME.seats_to_act(s)) == ("play", 2, {2})


def test_a_power_card_lies_in_one_slot_only() -> None:
    s = after("1 gain 1 quasar", "1 gain 3 quasar", "1 gain 3 pulsar", "1 gain 2 pulsar")
    assert s.board(1).powers == ((2, "pulsar"),)


def test_the_tap_on_a_discharge_card_discharges() -> None:
    s = after("1 shift 1", "1 collect", "1 took", "1 mend waiting 1", "1 gain 1 generations")
    powers = next(panel for panel in GAME.show(s, 1) if panel.id == "powers")
    assert isinstance(powers, Choices)
    tap: Choice = powers.choices[0]
    assert (tap.action, tap.refusal) == ("discharge generations", None)
    assert judge(GAME, s, 1, GAME.read(tap.action)).allowed


def test_tokens_without_a_told_value_can_be_turned_over() -> None:
    """Four tokens of the top of the stack cannot all be worth 7: there are three 7s in it."""
    s = after(*(["1 life 0"] * 4), "1 mend supply 0", *ROUND, "1 goal helium")
    assert GAME.seats_to_act(s) == {1}
    reveals = [a for a in GAME.candidates(s, 1) if judge(GAME, s, 1, a).allowed]
    assert [sum(a.values) for a in reveals] == [7 + 7 + 7 + 6]


def test_a_marble_of_somebody_else_is_told_as_theirs() -> None:
    """Who is asked to allow it reads whose marble it is."""
    foreign = GAME.say(after(), 1, GAME.read("shift 2"), 1)
    assert foreign.source == "{who} moved {owner}'s marble from {start} to {end}"
    assert dict(foreign.values)["owner"] == SeatName(2)
    own = GAME.say(after(), 1, GAME.read("shift 1"), 1)
    assert own.source == "{who} moved their marble from {start} to {end}"
