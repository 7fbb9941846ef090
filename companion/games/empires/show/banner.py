"""The top of the phone: whose turn it is, what to do, and whom the table waits for."""

from __future__ import annotations

from companion.games.empires.pieces import threshold_of
from companion.games.empires.rules import to_act
from companion.games.empires.rules.end_ranking import final_total
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State
from companion.referee.panels import Banner
from companion.referee.text import Text, Who

_STEPS = (Text("Roll"), Text("Shift and pay"), Text("Build and cycle"))
_MINE = {
    ROLL: (Text("Your turn, {who}"), 0),
    SHIFT: (Text("You rolled {total}"), 1),
    ACT: (Text("Build and cycle"), 2),
}
_THEIRS = {
    ROLL: Text("{who} is rolling"),
    SHIFT: Text("{who} rolled {total}"),
    ACT: Text("{who} is building"),
}
_STAGES = {
    SETUP: Text("Set up the table"),
    REVEAL: Text("The last turn is over"),
    OVER: Text("Final score"),
}


def banner(s: State, viewer: int) -> Banner:
    """Title and facts for this seat (0: for anybody)."""
    if s.stage != PLAY:
        title = Text(_STAGES[s.stage].source)
        return Banner(id="banner", title=title, line=_waits_for(s), seat=viewer)
    turn = s.turn
    if turn.seat != viewer:
        title = Text(_THEIRS[turn.step].source, who=Who(turn.seat), total=turn.total)
        return Banner(id="banner", title=title, line=_facts(s, viewer), seat=viewer)
    source, current = _MINE[turn.step]
    title = Text(source.source, who=Who(viewer), total=turn.total)
    line = _facts(s, viewer)
    return Banner(id="banner", title=title, line=line, seat=viewer, steps=_STEPS, current=current)


def _facts(s: State, viewer: int) -> Text:
    if not viewer and s.caller:
        return Text("Round {round}, the final round", round=s.round)
    if not viewer:
        return Text(
            "Round {round}, to {most} production", round=s.round, most=threshold_of(s.seats)
        )
    facts = Text(
        "{has} credit, {made} of {most} production",
        "{has} credits, {made} of {most} production",
        n=s.empire(viewer).credits,
        has=s.empire(viewer).credits,
        made=final_total(s, viewer),
        most=threshold_of(s.seats),
    )
    if s.turn.seat != viewer:
        return facts
    return Text(
        "{n} action left; {facts}", "{n} actions left; {facts}", n=s.turn.actions, facts=facts
    )


def _waits_for(s: State) -> Text:
    if s.stage == OVER:
        return Text("Round {round} was the last one", round=s.round)
    waiting = sorted(to_act(s))
    if s.stage == SETUP or len(waiting) > 1:
        return Text("Anyone can do this") if s.stage == SETUP else Text("Last reveals")
    return Text("The table waits for {who}", who=Who(waiting[0]))
