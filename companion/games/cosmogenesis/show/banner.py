"""The top of the phone: whose turn it is, what to do, and whom the table waits for."""

from __future__ import annotations

from companion.games.cosmogenesis.pieces import ROUNDS, TURNS
from companion.games.cosmogenesis.rules import to_act
from companion.games.cosmogenesis.rules.score import score
from companion.games.cosmogenesis.state import Stage, State, Step, turns_left
from companion.games.cosmogenesis.words import listed
from companion.referee.panels import Banner
from companion.referee.text import Text, Who

_STEPS = (Text("Take"), Text("Extra action"), Text("End turn"))
_STAGES = {
    Stage.SETUP: Text("Set up the table"),
    Stage.ROUND: Text("Round {round} is over"),
    Stage.COUNT: Text("Count your points"),
    Stage.OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Title and facts for this seat (0: for anybody)."""
    if s.stage != Stage.PLAY:
        title = Text(_STAGES[s.stage].source, round=s.round)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    if s.turn.seat != viewer:
        title = Text("It's {who}'s turn", who=Who(s.turn.seat))
        return Banner(id="banner", title=title, line=_facts(s, viewer), seat=viewer)
    first = s.turn.step == Step.MAIN
    return Banner(
        id="banner",
        title=Text("Your turn, {who}", who=Who(viewer)) if first else Text("Anything else?"),
        line=_facts(s, viewer),
        seat=viewer,
        steps=_STEPS,
        current=0 if first else 1,
    )


def _facts(s: State, viewer: int) -> Text:
    acting = s.turn.seat
    turn = TURNS - turns_left(s, acting) + (s.turn.step == Step.MAIN)
    now = Text(
        "Round {round} of {rounds}, turn {turn} of {turns}",
        round=s.round,
        rounds=ROUNDS,
        turn=turn,
        turns=TURNS,
    )
    if not viewer:
        return now
    points = score(s, viewer).total
    return Text(
        "{now}. {n} point if it ended now", "{now}. {n} points if it ended now", now=now, n=points
    )


def _waits_for(s: State) -> Text:
    if s.stage == Stage.OVER:
        return Text("Round {round} was the last one", round=s.round)
    if s.stage == Stage.COUNT:
        waiting = listed(Text("{who}", who=Who(seat)) for seat in sorted(to_act(s)))
        return Text("The table waits for {who}", who=waiting)
    return Text("Anyone can do this")
