"""Chapter "turn": whose turn it is, and its steps. It is checked before every other chapter."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.rules.extra import end_turn_action
from companion.games.cosmogenesis.rules.gain import untaken_gift_objections
from companion.games.cosmogenesis.rules.turn_end import MayEndTurn, with_next_turn
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.referee.actions import ANY_STEP, Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: at the end of a turn, in any step
TURN_END_STEP = "end"

_STAGE_NOW = {
    Stage.SETUP: Text("you're still setting up"),
    Stage.PLAY: Text("the round is being played"),
    Stage.ROUND: Text("the round is over"),
    Stage.COUNT: Text("you're counting points"),
}
#: the rule that says when a stage comes, and what to do before
_STAGE_COMES = {
    Stage.SETUP: ("turn.steps", Text("That's for setting up. Fix it instead")),
    Stage.ROUND: ("round.end", Text("Everyone takes 4 turns first")),
    Stage.COUNT: ("score.counted", Text("Points are counted after round 6")),
}


def out_of_turn_objection(s: State, seat: int, when: str) -> Objection | None:
    """Returns the objection to acting in this step now; None if there is none."""
    if when == ANY_STEP:
        return None
    objection = _out_of_turn(s, seat, when)
    # What was left out of a finished turn can still be entered.
    late = objection is not None and when == Step.EXTRA
    return replace(objection, forgotten=True) if objection and late else objection


def _out_of_turn(s: State, seat: int, when: str) -> Objection | None:
    if s.stage == Stage.OVER:
        return Objection("turn.over", Text("The game is over"), Text("Start another game"))
    if when in _STAGE_COMES:
        return None if s.stage == when else _other_stage(s, Stage(when))
    if s.stage != Stage.PLAY:
        return _not_playing(s)
    if s.turn.seat != seat:
        reason = Text("It's {who}'s turn", who=SeatName(s.turn.seat))
        return Objection("turn.order", reason, Text("Wait for your turn"))
    if when == TURN_END_STEP:
        return _nothing_taken() if s.turn.step == Step.MAIN else None
    return None if s.turn.step == when else _other_step(s, when)


def _other_stage(s: State, when: Stage) -> Objection:
    rule, remedy = _STAGE_COMES[when]
    return Objection(rule, Text("Not now: {now}", now=_STAGE_NOW[s.stage]), remedy)


def _not_playing(s: State) -> Objection:
    """Returns the objection to acting before the game, between rounds or after the last one."""
    does = None
    if s.stage == Stage.SETUP:
        remedy, action = Text("Choose who takes the Monolith first"), "begin"
        does = Text("Begin, and let the app draw")
    elif s.stage == Stage.ROUND:
        remedy, action = Text("Finish the round first"), "next"
    else:
        remedy, action = Text("Enter the missing points"), ""
    now = Text("Not now: {now}", now=_STAGE_NOW[s.stage])
    return Objection("turn.steps", now, remedy, action, does)


def _nothing_taken() -> Objection:
    return Objection(
        "turn.main",
        Text("You haven't taken anything from a sector yet"),
        Text("Take something; you can always discard it for an asteroid"),
    )


def _other_step(s: State, when: str) -> Objection:
    if when == Step.MAIN:
        return Objection(
            "turn.steps",
            Text("You've already taken something this turn"),
            Text("End your turn, or undo what you took"),
            end_turn_action(s),
            Text("End turn"),
        )
    return Objection(
        "turn.steps",
        Text("First take something from a sector"),
        Text("Take something, then come back to this"),
    )


@action("end", "end", Text("End the turn"), when=TURN_END_STEP, log=Text("{who} ended the turn"))
class EndTurn(Action):
    """Ends the turn."""

    grounds = ("turn.steps",)

    def objections(self, s: State, seat: int) -> Objections:
        yield from untaken_gift_objections(s, seat)

    def apply(self, s: State, seat: int) -> State:
        return with_next_turn(s) if s.turn.seat == seat else s


MayEndTurn.ending = EndTurn
