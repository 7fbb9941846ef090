"""The score track, which ends at 50: seats that have just passed 50 or 100 and turn their marker.

Nothing is decided here (rule game.points). A correction already matches the board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.crafting.board import SHIFT
from companion.games.crafting.pieces import SCORE_SPACES_PER_LAP
from companion.games.crafting.rules.corrections import CorrectNumber, CorrectTiles
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.state import State
from companion.referee.text import SeatName, Text, joined_texts

#: (seat, points passed)
PassedPointsBySeat = tuple[tuple[int, int], ...]


def passed_multiples_of_50(before: State, after: State, a: Any) -> PassedPointsBySeat:
    """Returns the seats that passed a multiple of 50 by this action, each with the last one."""
    if isinstance(a, CorrectNumber | CorrectTiles) or before.boards is after.boards:
        return ()
    totals = [
        (b.points.total, c.points.total) for b, c in zip(before.boards, after.boards, strict=True)
    ]
    return tuple(
        (seat, now // SCORE_SPACES_PER_LAP * SCORE_SPACES_PER_LAP)
        for seat, (was, now) in enumerate(totals, start=1)
        if now // SCORE_SPACES_PER_LAP > max(was, 0) // SCORE_SPACES_PER_LAP
    )


def with_passed_points_noted(before: State, after: State, seat: int, a: Any) -> State:
    """Returns the state with passes noted until another seat's turn ends or the seat collects."""
    passed = passed_multiples_of_50(before, after, a)
    if not (passed or after.passed):
        return after
    new = {who for who, _ in passed}
    kept = tuple(
        each for each in after.passed if each[0] not in new and _lasts(before, after, each, seat, a)
    )
    return replace(after, passed=(*kept, *passed))


def _lasts(before: State, after: State, each: tuple[int, int], seat: int, a: Any) -> bool:
    who, points = each
    # A move of a marble may collect, too.
    collects = before.board(seat).step == SHIFT != after.board(seat).step
    over = collects if who == seat else isinstance(a, EndTurn)
    return not over and after.board(who).points.total >= points


def passed_points_words(passed: PassedPointsBySeat, points: int) -> Text:
    """Returns a sentence that names the seats that passed these points."""
    names = joined_texts(
        Text("{who}", who=SeatName(seat)) for seat, mark in passed if mark == points
    )
    return Text("Reached {n} points: {names}", n=points, names=names)
