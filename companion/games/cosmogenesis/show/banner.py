"""The top of the phone: whose turn it is, what to do, and whom the table waits for."""

from __future__ import annotations

from companion.games.cosmogenesis.pieces import ROUNDS
from companion.games.cosmogenesis.rules import to_act
from companion.games.cosmogenesis.rules.score import score
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.games.cosmogenesis.words import listed
from companion.referee.panels import Banner
from companion.referee.text import Text, Who

_STEPS = (Text("Take from a sector"), Text("Anything else?"))
_STAGES = {
    Stage.SETUP: Text("Set up the table"),
    Stage.ROUND: Text("The round is over"),
    Stage.COUNT: Text("Count your points"),
    Stage.OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Title and facts for this seat (0: for anybody)."""
    if s.stage != Stage.PLAY:
        title = Text(_STAGES[s.stage].source)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    if s.turn.seat != viewer:
        title = Text("It's {who}'s turn", who=Who(s.turn.seat))
        return Banner(id="banner", title=title, line=_facts(s, viewer), seat=viewer)
    current = 0 if s.turn.step == Step.MAIN else 1
    return Banner(
        id="banner",
        title=Text("Your turn, {who}", who=Who(viewer)),
        line=_facts(s, viewer),
        seat=viewer,
        steps=_STEPS,
        current=current,
    )


def _facts(s: State, viewer: int) -> Text:
    now = Text("Round {round} of {rounds}", round=s.round, rounds=ROUNDS)
    if not viewer:
        return now
    system = s.system(viewer)
    return Text(
        "{now}, {points} points, {asteroids} asteroids, {comets} comets",
        now=now,
        points=score(s, viewer).total,
        asteroids=system.asteroids,
        comets=system.comets,
    )


def _waits_for(s: State) -> Text:
    if s.stage == Stage.OVER:
        return Text("Round {round} was the last one", round=s.round)
    if s.stage == Stage.COUNT:
        waiting = listed(Text("{who}", who=Who(seat)) for seat in sorted(to_act(s)))
        return Text("The table waits for {who}", who=waiting)
    return Text("Anyone can do this")
