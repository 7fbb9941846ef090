"""Chapter "end": the end of a turn, the final round, the last reveals, the ranking, tie-breaks.

`with_stage_updated` works out the stage after every action from facts alone: what a correction
takes back leaves no trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.empires.pieces import BASE_CULTURES, cost_words, final_round_threshold
from companion.games.empires.rules.production import (
    LATEST_ARRIVAL_ORDER,
    arrival_reaching_production,
    copies_by_card,
    total_production,
    total_production_at_moment,
)
from companion.games.empires.rules.turn import with_turn_started
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, SETUP, CardArrival, State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of
from companion.referee.ruling import Objection, Outcome, Standing
from companion.referee.text import SeatName, Text

MILITARISTIC_BONUS = 7

#: how an action that ends the turn is written: "build t-wing then end"
TurnEndParameter = Annotated[str | None, Word("end", one_of("end"), lead="then")]


def has_most_cards(s: State, seat: int, *, shared: bool, cultures: bool = False) -> bool:
    """Returns whether a seat owns the most cards. `shared`: a tie counts too; `cultures`: so do
    open culture cards.
    """
    mine = _cards_of(s, seat, cultures)
    others = [
        _cards_of(s, n, cultures) for n in s.all_seats if n != seat and is_counted_in_result(s, n)
    ]
    return mine >= max(others, default=0) if shared else mine > max(others, default=0)


def _cards_of(s: State, seat: int, cultures: bool) -> int:
    empire = s.empire(seat)
    return len(empire.cards) + (len(empire.open) if cultures else 0)


def is_counted_in_result(s: State, seat: int) -> bool:
    """Returns whether a seat counts for the result; one that left may do so (game.leaving)."""
    return not s.empire(seat).gone or s.option_value("game.leaving") == "count"


def militaristic_bonus(s: State, seat: int) -> int:
    """Returns what Militaristic adds; 0 if it is not open before this seat."""
    if "militaristic" not in s.empire(seat).open:
        return 0
    shared = s.option_value("culture.militaristic-tie") == "shared"
    cultures = s.option_value("culture.militaristic-cards") == "all"
    leads = has_most_cards(s, seat, shared=shared, cultures=cultures)
    return MILITARISTIC_BONUS if leads else 0


def orthodox_bonus(s: State, seat: int) -> int:
    """Returns what Orthodox adds; 0 if it is not open before this seat."""
    if "orthodox" not in s.empire(seat).open:
        return 0
    return sum(number for _, number in copies_by_card(s.empire(seat)).most_common(2))


def final_total(s: State, seat: int) -> int:
    """Returns the production with what is added at the end."""
    return total_production(s, seat) + militaristic_bonus(s, seat) + orthodox_bonus(s, seat)


def ranking_key(s: State, seat: int) -> tuple[bool, int, int, int]:
    """Returns what the ranking goes by: the win at once, the total, credits, who played last."""
    at_once = s.caller == seat == s.last_playing_seat
    return at_once, final_total(s, seat), s.empire(seat).credits, s.turn_order.index(seat)


def outcome(s: State) -> Outcome | None:
    """Returns who won and why; None while the game goes on."""
    if s.stage != OVER:
        return None
    seats = sorted(
        s.all_seats,
        key=lambda seat: (is_counted_in_result(s, seat), ranking_key(s, seat)),
        reverse=True,
    )
    ranking = tuple(
        Standing(seat, rank, final_total(s, seat)) for rank, seat in enumerate(seats, start=1)
    )
    reason, rule = _why(s, seats[0], seats[1])
    return Outcome((seats[0],), ranking, reason, rule)


def _why(s: State, winner: int, second: int) -> tuple[Text, str]:
    at_once, total, has, _ = ranking_key(s, winner)
    _, other_total, fewer, _ = ranking_key(s, second)
    named = {"who": SeatName(winner), "other": SeatName(second)}
    if at_once:
        return (
            Text(
                "{who} is the final player and first to {n} production: the game ends right away",
                who=SeatName(winner),
                n=total,
            ),
            "end.at-once",
        )
    if total > other_total or not is_counted_in_result(s, second):
        return (
            Text("{who} has the most production: {total}", who=SeatName(winner), total=total),
            "end.winner",
        )
    if has > fewer:
        return (
            Text(
                "{who} and {other} both have {total} production. {who} wins with {has} to {fewer}",
                total=total,
                has=cost_words(has),
                fewer=fewer,
                **named,
            ),
            "end.tie",
        )
    return (
        Text(
            "{who} and {other} both have {total} production and {has}. {who} played last and wins",
            total=total,
            has=cost_words(has),
            **named,
        ),
        "end.tie",
    )


def first_seat_over_threshold(s: State) -> int:
    """Returns the seat that first made enough for the final round; 0 if none did.

    After the last turn only those in time count. At the same moment the order of play decides.
    """
    enough = final_round_threshold(s.seats)
    reached = [(arrival_reaching_production(s, seat, enough), seat) for seat in _counting(s)]
    there = [(at, seat) for at, seat in reached if at is not None and _in_time(s, at)]
    return min(there, key=lambda pair: pair[0])[1] if there else 0


def _counting(s: State) -> tuple[int, ...]:
    """Returns the seats, in turn order, whose production may start the final round."""
    return s.turn_order if s.option_value("game.leaving") == "count" else s.playing_seats


def _in_time(s: State, arrival: CardArrival) -> bool:
    return not s.closed or arrival.at <= s.rounds[-1]


def with_stage_updated(s: State) -> State:
    """Returns the state with the stage and the caller that follow from its facts."""
    if s.stage == SETUP:
        return s
    if s.last is not None and first_seat_over_threshold(s.last):
        return with_stage_updated(s.last)
    s = replace(s, caller=first_seat_over_threshold(s))
    if s.closed and not s.caller:
        return with_stage_updated(_next_round(s))
    return replace(s, stage=_stage_of(s))


def _stage_of(s: State) -> str:
    """Returns the stage; over if the final player first made enough (rule end.at-once)."""
    if s.caller and s.caller == s.last_playing_seat:
        return OVER
    if not s.closed:
        return PLAY
    return OVER if all(s.has_finished_revealing(seat) for seat in s.all_seats) else REVEAL


def _next_round(s: State) -> State:
    """Returns the state at the start of the next round, as no seat has called the final one."""
    last = replace(s, stage=PLAY, caller=0)
    begun = replace(s, closed=False, round=s.round + 1, moment=s.moment + 1, last=last)
    return with_turn_started(begun, (s.playing_seats or s.turn_order)[0])


def with_turn_ended(s: State) -> State:
    """Returns the state with the present turn ended, with anything left of it lost."""
    later = s.turn_order[s.turn_order.index(s.turn.seat) + 1 :]
    following = next((seat for seat in later if not s.empire(seat).gone), 0)
    if following:
        return with_turn_started(s, following)
    empires = tuple(replace(empire, passed=False) for empire in s.empires)
    return replace(s, empires=empires, closed=True, rounds=(*s.rounds, s.moment))


def with_optional_turn_end(s: State, seat: int, last: str | None) -> State:
    """Returns the state with the turn ended, if `last` is set and the action did not end the game;
    unchanged if not.
    """
    if last is None or s.turn.seat != seat:
        return s
    s = with_stage_updated(s)
    return with_turn_ended(s) if s.stage == PLAY else s


def log_line_with_turn_end(line: Text, seat: int, last: str | None) -> Text:
    """Returns an action's log line, with the end of the turn if `last` is set."""
    if last is None:
        return line
    return Text("{told}. {then}", told=line, then=EndTurn().log_line(None, seat))


def production_by_round(s: State) -> tuple[tuple[int, ...], ...]:
    """Returns each seat's production after each round, by what the cards print as known now."""
    moments = s.rounds[:-1] if s.closed else s.rounds
    past = tuple(
        tuple(
            total_production_at_moment(s, seat, CardArrival(moment, LATEST_ARRIVAL_ORDER))
            for seat in s.all_seats
        )
        for moment in moments
    )
    if s.stage != OVER:
        return past
    return (*past, tuple(final_total(s, seat) for seat in s.all_seats))


@action("end", "end", Text("End the turn"), when=ACT, log=Text("{who} ended the turn"))
class EndTurn(Action):
    """Ends the turn."""

    grounds = ("turn.pass",)

    def apply(self, s: State, seat: int) -> State:
        return with_turn_ended(s) if s.stage == PLAY else s

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if s.turn.searching:
            yield Text("shuffle the deck")
        following = after.turn.seat
        if after.stage != PLAY or following == seat:
            return
        yield Text("the dice go to {who}", who=SeatName(following))
        hidden = {*s.empire(following).open} - {*after.empire(following).open}
        for culture in sorted(hidden):
            yield Text("{who} turns {card} face down", who=SeatName(following),
                       card=BASE_CULTURES[culture].name)  # fmt: skip


class MayEndTurn(Action):
    """An action that may end the turn in the same tap, by its field `last`."""

    last: str | None

    def parts(self) -> tuple[Action, Action] | None:
        return (replace(self, last=None), EndTurn()) if self.last else None  # type: ignore[call-arg]


@action(
    "done",
    "done",
    Text("Nothing more to reveal at the end"),
    when=REVEAL,
    log=Text("{who} has nothing more to reveal"),
)
class FinishRevealing(Action):
    """Says that the seat has nothing more to reveal at the end of the game."""

    grounds = ("end.reveal",)

    def objections(self, s: State, seat: int) -> Objections:
        if s.has_finished_revealing(seat):
            yield Objection(
                "end.reveal",
                Text("You have nothing more to reveal"),
                Text("Wait for the others"),
            )

    def apply(self, s: State, seat: int) -> State:
        if s.stage != REVEAL:
            return s
        return s.with_empire(seat, replace(s.empire(seat), passed=True))
