"""Chapter "game": a player who leaves, and may come back. The rulebook has no word on it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Leave, Return
from companion.games.empires.rules.end import ended
from companion.games.empires.state import PLAY, State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: fewer do not make a game
FEWEST = 2


def _may_leave(s: State, seat: int, a: Leave) -> Answers:
    if s.empire(seat).gone:
        yield Objection("game.leaving", Text("You've already left"), Text("Come back first"))
    elif len(s.playing) <= FEWEST:
        reason = Text("Only 1 player would be left")
        yield Objection("game.leaving", reason, Text("End the table instead"))
    elif not s.option("game.leaving"):
        yield Doubt("game.leaving", Text("Your turns are skipped, and you can't win any more"))


def _leave(s: State, seat: int, a: Leave) -> State:
    """A turn that is on ends with it."""
    s = s.with_empire(seat, replace(s.empire(seat), gone=True))
    return ended(s) if s.stage == PLAY and s.turn.seat == seat else s


def _may_return(s: State, seat: int, a: Return) -> Answers:
    if not s.empire(seat).gone:
        reason = Text("You haven't left")
        yield Objection("game.leaving", reason, Text("Go on when it's your turn"))


def _return(s: State, seat: int, a: Return) -> State:
    return s.with_empire(seat, replace(s.empire(seat), gone=False))


ACTION_RULES = {
    Leave: ActionRule(PLAY, _may_leave, _leave),
    Return: ActionRule(PLAY, _may_return, _return),
}
