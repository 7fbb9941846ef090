"""Chapter "round": life evolves, the board is cleared and filled again, the Monolith begins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.cosmogenesis.actions import FinishRound
from companion.games.cosmogenesis.pieces import spaces_in_sector
from companion.games.cosmogenesis.rules.features import belt_value
from companion.games.cosmogenesis.rules.life import evolved
from companion.games.cosmogenesis.rules.questions import open_question
from companion.games.cosmogenesis.rules.score import score
from companion.games.cosmogenesis.state import Stage, State, Turn, is_last, kind_in
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.text import Text


@dataclass(frozen=True)
class Refill:
    """What the next round is set up with: which kind of objective, how many of them, who begins."""

    kind: str
    objectives: int
    first: int


def refill(s: State) -> Refill | None:
    """How the board is filled after this round; None after the last one."""
    if is_last(s):
        return None
    return Refill(kind_in(s.round + 1), spaces_in_sector(s.seats), s.monolith or s.first)


def _may_finish(s: State, seat: int, a: FinishRound) -> Answers:
    """What the count after the last round leaves to the table."""
    if not is_last(s):
        return
    values = [belt_value(s.system(each)) for each in s.all_seats]
    ranked = sorted(set(values), reverse=True)
    second = ranked[1] if len(ranked) > 1 else -1
    empty = s.option("score.empty-belt") in ("", "counts")
    if second >= int(not empty) and values.count(ranked[0]) > 1:
        reason = Text("Two belts tie for the most: does the next one still score 3?")
        yield from open_question(s, "score.tied-belts", reason)
    if ranked[-1] == 0 and len(ranked) <= 2:
        reason = Text("Does an empty belt score?")
        yield from open_question(s, "score.empty-belt", reason)


def _finish(s: State, seat: int, a: FinishRound) -> State:
    if s.stage != Stage.ROUND:
        return s
    s = evolved(s)
    points = tuple(score(s, each).total for each in s.all_seats)
    s = replace(s, history=(*s.history, points))
    if is_last(s):
        return replace(s, ended=True, turn=Turn())
    systems = tuple(replace(system, used=()) for system in s.systems)
    first = s.monolith or s.first
    return replace(s, systems=systems, round=s.round + 1, first=first, taken=(), turn=Turn(first))


ACTION_RULES = {FinishRound: ActionRule(Stage.ROUND, _may_finish, _finish)}
