"""Chapter "end": closing a turn, the final round, the last reveals, the end."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Done, End
from companion.games.empires.pieces import threshold_of
from companion.games.empires.rules.production import total_production
from companion.games.empires.rules.turns import start_turn
from companion.games.empires.rules.winning import final_total
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, State
from companion.referee.deeds import Answers, Deed, nothing_against
from companion.referee.ruling import Objection
from companion.referee.text import Text


def reached(s: State) -> tuple[int, ...]:
    """The seats whose cards make enough for the final round, in turn order."""
    enough = threshold_of(s.seats)
    return tuple(seat for seat in s.order if total_production(s, seat) >= enough)


def with_final_round(s: State) -> State:
    """Calls the final round, or ends the game where the final player is the first to get there.

    A correction may take the final round back: then nobody has reached it.
    """
    if s.stage != PLAY:
        return s
    there = reached(s)
    if s.caller in there:
        return s
    s = replace(s, caller=there[0] if there else 0)
    return _over(s) if s.caller == s.final_player else s


def _over(s: State) -> State:
    totals = tuple(final_total(s, seat) for seat in s.all_seats)
    return replace(s, stage=OVER, history=(*s.history, totals))


def _end(s: State, seat: int, a: End) -> State:
    """The turn that is on ends, whoever said so and whatever was left of it."""
    if s.stage != PLAY:
        return s
    if s.turn.seat != s.final_player:
        return start_turn(s, s.turn.seat % s.seats + 1)
    if s.caller:
        return _after_last_turn(s)
    totals = tuple(total_production(s, n) for n in s.all_seats)
    s = replace(s, round=s.round + 1, history=(*s.history, totals))
    return start_turn(s, s.first)


def _after_last_turn(s: State) -> State:
    """Who holds hidden culture cards may still reveal them (rule end.reveal)."""
    return settled(replace(s, stage=REVEAL))


def settled(s: State) -> State:
    """The game is over as soon as nobody has anything left to reveal."""
    empires = tuple(
        replace(s.empire(n), passed=s.empire(n).passed or not s.hidden(n)) for n in s.all_seats
    )
    s = replace(s, empires=empires)
    return _over(s) if all(empire.passed for empire in empires) else s


def _may_be_done(s: State, seat: int, a: Done) -> Answers:
    if s.empire(seat).passed:
        yield Objection(
            "end.reveal",
            Text("You have nothing more to reveal"),
            Text("Wait for the others"),
        )


def _done(s: State, seat: int, a: Done) -> State:
    if s.stage != REVEAL:
        return s
    return settled(s.with_empire(seat, replace(s.empire(seat), passed=True)))


DEEDS = {
    End: Deed(ACT, nothing_against, _end),
    Done: Deed(REVEAL, _may_be_done, _done),
}
