"""Chapter "turn": whose turn it is, and its steps. It is checked before every other chapter."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.pieces import actions_per_turn
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State, Turn
from companion.referee.actions import ANY_STEP, Objections
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: an action that may be done from the roll on, also while the total may still be shifted
ROLL_OR_LATER_STEP = "rolled"

STEPS = (ROLL, SHIFT, ACT, ROLL_OR_LATER_STEP)


_STAGE_NOW = {
    SETUP: (Text("the game hasn't begun"), Text("Choose who goes first")),
    PLAY: (Text("the game isn't over"), Text("Go on with the turn")),
    REVEAL: (Text("the last turn is over"), Text("Reveal culture cards, or tap that you're done")),
}


def game_over_objection() -> Objection:
    """Returns the objection to playing on after the end."""
    remedy = Text("If it ended too early, undo what ended it or fix a number")
    return Objection("turn.over", Text("The game is over"), remedy)


def out_of_turn_objection(s: State, seat: int, when: str) -> Objection | None:
    """Returns the objection to acting in this step now; None if there is none."""
    if when == ANY_STEP:
        return None
    if s.stage == OVER:
        return game_over_objection()
    if s.stage != (PLAY if when in STEPS else when):
        now, remedy = _STAGE_NOW[s.stage]
        return Objection("turn.phase", Text("Not now: {now}", now=now), remedy)
    return _other_step(s, seat, when) if when in STEPS else None


def _other_step(s: State, seat: int, when: str) -> Objection | None:
    turn = s.turn
    if turn.seat != seat:
        return Objection(
            "turn.order",
            Text("It's {who}'s turn", who=SeatName(turn.seat)),
            Text("Wait for your turn"),
        )
    if turn.step == when or (when == ROLL_OR_LATER_STEP and turn.step != ROLL):
        return None
    if turn.step == ROLL:
        return Objection(
            "turn.phase",
            Text("You haven't rolled yet"),
            Text("Roll first"),
            "roll",
            Text("Roll in the app"),
        )
    if when == ACT:
        reason = Text("The total of {total} isn't confirmed yet", total=turn.total)
        return Objection("turn.phase", reason, Text("Confirm the total first"), "confirm")
    return _rolled(s, seat)


def _rolled(s: State, seat: int) -> Objection:
    """Returns the objection that there is nothing to roll, shift or confirm now."""
    if not s.turn.total:
        remedy = Text("Build or cycle; unused actions are lost")
        return Objection("turn.first", Text("Your first turn has no roll"), remedy)
    reason = (
        Text("You've already rolled {total}", total=s.turn.total)
        if s.turn.step == SHIFT
        else Text("The roll of {total} is confirmed and everyone is paid", total=s.turn.total)
    )
    return Objection("turn.phase", reason, Text("Go on with the turn, or undo it"))


def with_turn_started(s: State, seat: int) -> State:
    """Returns the state at the start of the seat's turn. Innovative is hidden again (rule
    culture.innovative), unless it was revealed for this very turn (question culture.other-turn).
    """
    empire = s.empire(seat)
    resting = "innovative" in empire.open and "innovative" not in empire.early
    turn = Turn(seat, ROLL, actions_per_turn(s.seats), searching="scientific" in empire.early)
    empire = replace(
        empire,
        turns=empire.turns + 1,
        open=tuple(slug for slug in empire.open if not (resting and slug == "innovative")),
        resting=resting,
        early=(),
    )
    turn = replace(turn, step=ACT if empire.turns == 1 else ROLL)
    return replace(s.with_empire(seat, empire), turn=turn)


def resumed_turn(s: State, seat: int) -> Turn:
    """Returns the turn that a correction gives this seat: an earlier one resumed, or a new one."""
    known: Turn | None = s.turn
    while known is not None:
        if known.seat == seat:
            return known
        known = known.instead
    step = ACT if s.round == 1 else ROLL
    return Turn(seat, step, actions_per_turn(s.seats), instead=s.turn)


def no_action_left_objections(s: State, rule: str) -> Objections:
    """Yields an objection if an action is needed and none is left."""
    if s.turn.actions <= 0:
        most = actions_per_turn(s.seats)
        yield Objection(
            rule,
            Text("You've used your only action", "You've used all {n} actions", n=most),
            Text("End your turn") if s.turn.step == ACT else Text("Confirm the total"),
            "end" if s.turn.step == ACT else "confirm",
        )


def with_action_spent(turn: Turn) -> Turn:
    """Returns the turn with one action less."""
    return replace(turn, actions=max(0, turn.actions - 1))
