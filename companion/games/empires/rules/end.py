"""Chapter "end": closing a turn, the final round, the last reveals, the end.

`worked_out` says after every action how far the game is, from facts alone: nothing that a
correction takes back leaves a trace.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Done, End
from companion.games.empires.empire import Arrival
from companion.games.empires.pieces import threshold_of
from companion.games.empires.rules.card_production import NEWEST, production_then, reached_at
from companion.games.empires.rules.end_ranking import final_total
from companion.games.empires.rules.turn import start_turn
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, SETUP, State
from companion.referee.action_rules import ActionRule, Answers, nothing_against
from companion.referee.ruling import Objection
from companion.referee.text import Text


def caller_of(s: State) -> int:
    """The seat that was the first to make enough for the final round; 0: nobody.

    After the last turn only those count who got there in time. At one moment the order of play
    decides.
    """
    enough = threshold_of(s.seats)
    reached = [(reached_at(s, seat, enough), seat) for seat in _counting(s)]
    there = [(then, seat) for then, seat in reached if then is not None and _in_time(s, then)]
    return min(there, key=lambda pair: pair[0])[1] if there else 0


def _counting(s: State) -> tuple[int, ...]:
    """The seats, in turn order, whose production may bring the final round."""
    return s.order if s.option("game.leaving") == "count" else s.playing


def _in_time(s: State, then: Arrival) -> bool:
    return not s.closed or then.at <= s.rounds[-1]


def worked_out(s: State) -> State:
    """The same facts with the stage and the caller that follow from them."""
    if s.stage == SETUP:
        return s
    if s.last is not None and caller_of(s.last):
        return worked_out(s.last)
    s = replace(s, caller=caller_of(s))
    if s.closed and not s.caller:
        return worked_out(_next_round(s))
    return replace(s, stage=_stage_of(s))


def _stage_of(s: State) -> str:
    """Over too where the final player was the first to get there (rule end.at-once)."""
    if s.caller and s.caller == s.final_player:
        return OVER
    if not s.closed:
        return PLAY
    return OVER if all(s.has_passed(seat) for seat in s.all_seats) else REVEAL


def _next_round(s: State) -> State:
    """Nobody has called the final round: it goes on with the first player."""
    last = replace(s, stage=PLAY, caller=0)
    begun = replace(s, closed=False, round=s.round + 1, moment=s.moment + 1, last=last)
    return start_turn(begun, (s.playing or s.order)[0])


def ended(s: State) -> State:
    """The turn that is on ends, whoever said so and whatever was left of it."""
    later = s.order[s.order.index(s.turn.seat) + 1 :]
    following = next((seat for seat in later if not s.empire(seat).gone), 0)
    if following:
        return start_turn(s, following)
    empires = tuple(replace(empire, passed=False) for empire in s.empires)
    return replace(s, empires=empires, closed=True, rounds=(*s.rounds, s.moment))


def history(s: State) -> tuple[tuple[int, ...], ...]:
    """Everybody's production after each round, by what the cards print as we know now."""
    moments = s.rounds[:-1] if s.closed else s.rounds
    past = tuple(
        tuple(production_then(s, seat, Arrival(then, NEWEST)) for seat in s.all_seats)
        for then in moments
    )
    if s.stage != OVER:
        return past
    return (*past, tuple(final_total(s, seat) for seat in s.all_seats))


def _end(s: State, seat: int, a: End) -> State:
    return ended(s) if s.stage == PLAY else s


def _may_be_done(s: State, seat: int, a: Done) -> Answers:
    if s.has_passed(seat):
        yield Objection(
            "end.reveal",
            Text("You have nothing more to reveal"),
            Text("Wait for the others"),
        )


def _done(s: State, seat: int, a: Done) -> State:
    if s.stage != REVEAL:
        return s
    return s.with_empire(seat, replace(s.empire(seat), passed=True))


ACTION_RULES = {
    End: ActionRule(ACT, nothing_against, _end),
    Done: ActionRule(REVEAL, _may_be_done, _done),
}
