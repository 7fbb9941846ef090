"""The score track, which ends at 50: who has just come past 50 or 100 and has hands at work there.

Nothing is judged by it (rule game.points). What somebody corrects is as the board shows it already.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.crafting.rules.corrections import Mend, MendTiles
from companion.games.crafting.rules.end import End
from companion.games.crafting.rules.energy import Collect
from companion.games.crafting.state import State
from companion.referee.text import Text, Who, joined_texts

LAP = 50

#: who came past which points
Passed = tuple[tuple[int, int], ...]


def passed_marks(before: State, after: State, a: Any) -> Passed:
    """Who came past a multiple of 50 by this action, and the last such points."""
    if isinstance(a, Mend | MendTiles) or before.boards is after.boards:
        return ()
    totals = [
        (b.points.total, c.points.total) for b, c in zip(before.boards, after.boards, strict=True)
    ]
    return tuple(
        (seat, now // LAP * LAP)
        for seat, (was, now) in enumerate(totals, start=1)
        if now // LAP > max(was, 0) // LAP
    )


def with_passed_marks(before: State, after: State, seat: int, a: Any) -> State:
    """The state that knows it, until somebody else's turn is over or the own next one under way."""
    passed = passed_marks(before, after, a)
    if not (passed or after.passed):
        return after
    new = {who for who, _ in passed}
    kept = tuple(
        each for each in after.passed if each[0] not in new and _lasts(after, each, seat, a)
    )
    return replace(after, passed=(*kept, *passed))


def _lasts(s: State, each: tuple[int, int], seat: int, a: Any) -> bool:
    who, points = each
    over = isinstance(a, Collect) if who == seat else isinstance(a, End)
    return not over and s.board(who).points.total >= points


def passed_words(passed: Passed, points: int) -> Text:
    """Who has come past so many points."""
    names = joined_texts(Text("{who}", who=Who(seat)) for seat, mark in passed if mark == points)
    return Text("Reached {n} points: {names}", n=points, names=names)
