"""Code that games share: a state's seats and options, the first player, the ranking, the
standard result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from companion.referee.game import Game
from companion.referee.panels import Panel, SeatScore, ShowByTab, Tally
from companion.referee.result_panels import Breakdown, Result
from companion.referee.ruling import Objection, Outcome, Standing
from companion.referee.text import Text


class SeatedState:
    """A base for a game's state: a frozen dataclass with these three fields among its own.

    `first`: the seat that goes first; 0 while unknown. `options`: what the table chose.
    """

    seats: int
    first: int
    options: tuple[tuple[str, str], ...]

    @property
    def all_seats(self) -> range:
        """The seats' numbers, from 1."""
        return range(1, self.seats + 1)

    @cached_property
    def turn_order(self) -> tuple[int, ...]:
        """The seats in turn order, the first player first."""
        start = max(self.first, 1)
        return tuple((start - 1 + i) % self.seats + 1 for i in range(self.seats))

    def option_value(self, key: str) -> str:
        """Returns the table's choice; "" if it made none."""
        for name, choice in self.options:
            if name == key:
                return choice
        return ""


def no_such_seat_objections(
    rule: str, s: SeatedState, seat: int | None, draw: Text
) -> Iterator[Objection]:
    """Yields an objection if `seat` isn't at the table. The remedy is the action "begin" with the
    label `draw`, which lets the app choose, as None does.
    """
    if seat is not None and seat not in s.all_seats:
        yield Objection(
            rule,
            Text("There's no seat {seat} at this table of {seats}", seat=seat, seats=s.seats),
            Text("Choose someone who's playing, or let the app draw"),
            "begin",
            draw,
        )


def rank_seats(stands: Mapping[int, tuple[int, ...]]) -> tuple[Standing, ...]:
    """Returns the ranking, best first. `stands`: per seat its total, then each tie break; seats
    equal in all of it share a place.
    """
    seats = sorted(stands, key=lambda seat: stands[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > stands[seat] for other in stands.values()), stands[seat][0])
        for seat in seats
    )


def panels_with_result(game: Game, state: Any, viewer: int) -> tuple[Panel, ...]:
    """Returns the game's panels for this seat. At the end a missing `Result` is added, and the
    points if there is no `Breakdown`.
    """
    return _with_result(game, state, tuple(game.show(state, viewer)))


def panels_at_once(game: Game, state: Any, viewer: int) -> tuple[Panel, ...]:
    """Returns those of them that no tab has to be opened for; all if the game makes all at once."""
    show = game.show.now if isinstance(game.show, ShowByTab) else game.show
    return _with_result(game, state, tuple(show(state, viewer)))


def _with_result(game: Game, state: Any, panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    outcome = game.outcome(state)
    if outcome is None or any(isinstance(panel, Result) for panel in panels):
        return panels
    has_breakdown = any(isinstance(panel, Breakdown) for panel in panels)
    points = () if has_breakdown else (_points(outcome),)
    return (_result(outcome), *points, *panels)


def _result(outcome: Outcome) -> Result:
    return Result(
        id="standard-result",
        shared=True,
        winners=outcome.winners,
        reason=outcome.reason,
        rule=outcome.rule,
    )


def _points(outcome: Outcome) -> Tally:
    """Returns everybody's points, best first."""
    places = sorted(outcome.ranking, key=lambda place: place.rank)
    return Tally(
        id="standard-points",
        shared=True,
        screen="side",
        title=Text("Final score"),
        scores=tuple(SeatScore(seat=place.seat, points=place.total) for place in places),
    )
