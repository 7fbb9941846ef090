"""Chapter "turn": whose turn it is, and its phases. It is checked before every other chapter."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.games.crafting.board import COLLECT, CRAFT, DONE, SHIFT, WAITING
from companion.games.crafting.state import (
    DISCARD,
    DRAW,
    OVER,
    PLAY,
    REVEAL_LIFE,
    SCORE,
    SETUP,
    State,
)
from companion.referee.actions import ANY_STEP
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

TURN_STEPS = (SHIFT, COLLECT, CRAFT)

#: collecting or crafting: what ran out can still be corrected or entered
COLLECT_OR_CRAFT_STEP = "taken"


_STAGE_NOW = {
    SETUP: Text("you're still setting up"),
    PLAY: Text("the round is being played"),
    SCORE: Text("you're scoring the goal on space 4"),
    DRAW: Text("the next goal has to be drawn first"),
    DISCARD: Text("discard down to 10 cards first"),
    REVEAL_LIFE: Text("everyone is revealing advanced life"),
}

#: the rule that says when a stage comes, and when that is
_STAGE_COMES = {
    SETUP: ("turn.phase", Text("That's for setting up. Fix the number instead")),
    SCORE: ("goal.when", Text("Goals are scored when they reach space 4, from round 3 on")),
    DISCARD: ("card.limit", Text("Hands are checked at the end of a round")),
    REVEAL_LIFE: ("game.reveal", Text("Advanced life is revealed when the game ends")),
}

_STEP_NOW = {
    SHIFT: Text("you're shifting energy"),
    COLLECT: Text("you're collecting"),
    CRAFT: Text("you're crafting"),
}

_STEP_REMEDY = {
    SHIFT: (Text("Finish shifting and collect first"), "collect"),
    COLLECT: (Text("Take everything on the list first"), ""),
    CRAFT: (Text("You can do that next turn"), ""),
}


def out_of_turn_objection(s: State, seat: int, when: str) -> Objection | None:
    """Returns the objection to acting in this phase now; None if there is none."""
    if when == ANY_STEP:
        return None
    if s.stage == OVER:
        return Objection("turn.over", Text("The game is over"))
    if when == COLLECT_OR_CRAFT_STEP:
        when = CRAFT if s.board(seat).step == CRAFT else COLLECT
    if when not in TURN_STEPS:
        return None if s.stage == when else _other_stage(s, when)
    if s.stage != PLAY:
        return _other_stage(s, when)
    return _other_step(s, seat, when)


def _other_stage(s: State, when: str) -> Objection:
    rule, remedy = _STAGE_COMES.get(when, ("turn.phase", Text("Wait for your turn")))
    return Objection(rule, Text("Not now: {now}", now=_STAGE_NOW[s.stage]), remedy)


def _other_step(s: State, seat: int, when: str) -> Objection | None:
    step = s.board(seat).step
    if step == when:
        return None
    if step in (WAITING, DONE):
        acting = next(iter(acting_seats(s)), seat)
        reason = (
            Text("You've had your turn; it's {who}'s turn", who=SeatName(acting))
            if step == DONE
            else Text("It's {who}'s turn first", who=SeatName(acting))
        )
        return Objection("turn.order", reason, Text("Wait for your turn"))
    remedy, action = _STEP_REMEDY[step]
    rule = "energy.collect-first" if when == CRAFT else "turn.phase"
    return Objection(rule, Text("Not now: {now}", now=_STEP_NOW[step]), remedy, action)


def acting_seats(s: State) -> tuple[int, ...]:
    """Returns the seats in the middle of their turn, in turn order."""
    return tuple(seat for seat in s.turn_order if s.board(seat).step in TURN_STEPS)


def start_next_turn(s: State) -> State:
    """Returns the state in which the next waiting seat shifts, if those before are far enough.

    With the option "overlap", collecting is enough.
    """
    ready = (CRAFT, DONE) if s.option_value("overlap") == "yes" else (DONE,)
    for seat in s.turn_order:
        step = s.board(seat).step
        if step == WAITING:
            s = s.with_board(seat, replace(s.board(seat), step=SHIFT))
            return replace(s, wheel_before=s.wheel, moves=())
        if step not in ready:
            return s
    return s


# With the eight like it in this game, saves 8 % of an action's processor time.
@cache
def star_count_words(element: str, number: int = 1) -> Text:
    """Returns a number of stars of one kind, in words."""
    if element == "nova":
        return Text("{n} supernova", "{n} supernovae", n=number)
    names = {
        "h": Text("{n} hydrogen star", "{n} hydrogen stars", n=number),
        "he": Text("{n} helium star", "{n} helium stars", n=number),
        "o": Text("{n} oxygen star", "{n} oxygen stars", n=number),
        "c": Text("{n} carbon star", "{n} carbon stars", n=number),
    }
    return names[element]


def start_next_round(s: State) -> State:
    """Returns the state at the start of the next round."""
    # With two players the first player never changes (rule turn.first).
    first = s.first if s.seats == 2 else s.first % s.seats + 1
    boards = tuple(replace(b, step=WAITING, count=None, counted_by=0) for b in s.boards)
    return start_next_turn(replace(s, stage=PLAY, round=s.round + 1, first=first, boards=boards))
