"""Chapter "time": discharging the time chamber."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Discharge
from companion.games.crafting.pieces import CHAMBER_POINTS, NO_STAR, POWERS, STAR_NAMES
from companion.games.crafting.piles import left_of
from companion.games.crafting.player import CRAFT, Board
from companion.games.crafting.rules.power_steps import carry_out, gained_star, step_objections
from companion.games.crafting.state import State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def next_discharge(board: Board) -> int:
    """The points that the next discharge gives; 0 after the fifth."""
    return (*CHAMBER_POINTS, 0)[min(board.scored, len(CHAMBER_POINTS))]


def _may_discharge(s: State, seat: int, a: Discharge) -> Answers:
    board = s.board(seat)
    if not board.waiting:
        yield Objection(
            "time.discharge",
            Text("No crystal is on 6; yours is on {space}", space=board.crystal),
            Text("Gain {n} more time crystal", "Gain {n} more time crystals", n=6 - board.crystal),
        )
    if a.gain in POWERS and not board.has_power(a.gain):
        yield Objection(
            "power.owned",
            Text("You don't have {card}", card=POWERS[a.gain].name),
            Text("Take a star, or use one of your own cards"),
        )
    elif a.gain == NO_STAR:
        yield from _no_star(s)
    elif left_of(board, a.gain) == 0:
        yield Objection(
            "energy.supply-short",
            Text("You said that no {star} star is left", star=STAR_NAMES[a.gain]),
            Text("Choose another star, or none"),
            "discharge none",
            Text("Discharge without a star"),
        )
    if a.gain in POWERS:
        yield from step_objections(s, seat, POWERS[a.gain], a.converts)
    elif a.converts:
        yield Objection(
            "time.star-instead",
            Text("A discharge gives 1 star"),
            Text("Choose that star only"),
            f"discharge {a.gain}",
            Text("Discharge for that star only"),
        )


def _no_star(s: State) -> Answers:
    """What speaks against a discharge where no star can be placed (question time.no-star)."""
    reason = Text("No star can be placed: may you discharge anyway?")
    choice = s.option("time.no-star")
    if choice == "not-allowed":
        yield Objection(
            "time.no-star", reason, Text("Make room, or wait until a star is in its pile again")
        )
    elif choice != "points-only":
        yield Doubt("time.no-star", reason)


def _discharge(s: State, seat: int, a: Discharge) -> State:
    board = s.board(seat)
    full = board.scored >= len(CHAMBER_POINTS)
    board = replace(
        board,
        points=replace(board.points, chamber=board.points.chamber + next_discharge(board)),
        waiting=max(0, board.waiting - 1),
        scored=board.scored + (not full),
        beyond=board.beyond + full,
    )
    if a.gain in POWERS:
        return carry_out(s.with_board(seat, board), seat, POWERS[a.gain], a.converts)
    if a.gain == NO_STAR:
        return s.with_board(seat, board)
    return s.with_board(seat, gained_star(board, a.gain))


ACTION_RULES = {Discharge: ActionRule(CRAFT, _may_discharge, _discharge)}
