"""The top of the phone: whose turn it is, what to do, and whom the table waits for."""

from __future__ import annotations

from functools import cache, lru_cache

from companion.games.crafting.pieces import CONTROL_NAMES
from companion.games.crafting.player import COLLECT, CRAFT, DONE, SHIFT
from companion.games.crafting.rules import to_act
from companion.games.crafting.rules.game import listed
from companion.games.crafting.state import DISCARD, DRAW, OVER, REVEAL, SCORE, SETUP, State
from companion.referee.panels import Banner
from companion.referee.text import Text, Who

_STEPS = (Text("Shift energy"), Text("Collect"), Text("Craft"), Text("End turn"))
_MINE = {
    SHIFT: (Text("Your turn, {who}"), 0),
    COLLECT: (Text("Take your energy"), 1),
    CRAFT: (Text("Craft your galaxy"), 2),
}
_THEIRS = {
    SHIFT: Text("{who} is shifting energy"),
    COLLECT: Text("{who} is collecting"),
    CRAFT: Text("{who} is crafting"),
}
_STAGES = {
    SETUP: Text("Set up the table"),
    SCORE: Text("End of round {round}"),
    DRAW: Text("End of round {round}"),
    DISCARD: Text("End of round {round}"),
    REVEAL: Text("The last round is over"),
    OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Title and facts for this seat (0: for anybody)."""
    step = s.board(viewer).step if viewer else ""
    if s.stage in _STAGES:
        title = Text(_STAGES[s.stage].source, round=s.round)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    if step in _MINE:
        source, current = _MINE[step]
        title = Text(source.source, who=Who(viewer))
        line = _my_line(s, viewer)
        return Banner(
            id="banner", title=title, line=line, seat=viewer, steps=_STEPS, current=current
        )
    return Banner(id="banner", title=_who_acts(s), line=_my_facts(s, viewer), seat=viewer)


def _my_line(s: State, viewer: int) -> Text:
    where = s.where(viewer)
    if s.board(viewer).step == COLLECT and where:
        return Text("Your marble is in {control}", control=CONTROL_NAMES[where])
    return _my_facts(s, viewer)


def _my_facts(s: State, viewer: int) -> Text:
    if not viewer:
        return Text("Round {round} of at most 8", round=s.round)
    board = s.board(viewer)
    return _facts(s.round, board.points.total, board.step == DONE)


@lru_cache(maxsize=1000)
def _facts(number: int, points: int, over: bool) -> Text:
    if over:
        return Text(
            "Round {round} · {points} points · your turn is over", round=number, points=points
        )
    return Text("Round {round} · {points} points", round=number, points=points)


def _who_acts(s: State) -> Text:
    for seat in s.order:
        if s.board(seat).step in _THEIRS:
            return _acts(s.board(seat).step, seat)
    return Text("Round {round}", round=s.round)


@cache
def _acts(step: str, seat: int) -> Text:
    return Text(_THEIRS[step].source, who=Who(seat))


def _waits_for(s: State) -> Text:
    waiting = tuple(sorted(to_act(s)))
    if s.stage == OVER:
        return Text("Round {round} was the last one", round=s.round)
    if s.stage == REVEAL and len(waiting) == s.seats:
        return Text("Everyone reveals their advanced life")
    if s.stage == SETUP or len(waiting) == s.seats:
        return Text("Anyone can do this")
    return Text("Waiting for {names}", names=listed(waiting))
