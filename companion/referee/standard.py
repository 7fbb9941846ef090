"""What games have alike, written once: seats and options of a state, who begins, the ranking, what
hands do after an action; who has won and with how many points, where a game shows neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from companion.referee.game import Game
from companion.referee.panels import Panel, Score, Tally
from companion.referee.result_panels import Breakdown, Result
from companion.referee.ruling import Objection, Outcome, Standing
from companion.referee.text import Text, joined_texts


class SeatedState:
    """A base for a game's state: a frozen dataclass with these three fields among its own.

    `first`: the seat that goes first; 0 before it is known. `options`: what the table chose.
    """

    seats: int
    first: int
    options: tuple[tuple[str, str], ...]

    @property
    def all_seats(self) -> range:
        return range(1, self.seats + 1)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats in turn order, the first player first."""
        start = max(self.first, 1)
        return tuple((start - 1 + i) % self.seats + 1 for i in range(self.seats))

    def option(self, key: str) -> str:
        """What the table chose; "" where it chose nothing."""
        for name, choice in self.options:
            if name == key:
                return choice
        return ""


def no_such_seat(rule: str, s: SeatedState, seat: int | None, draw: Text) -> Iterator[Objection]:
    """Objects where a seat shall begin that is not at the table. None leaves the choice to the app,
    which is the remedy: the action "begin", under the label `draw`.
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
    """The places, the best first, by what decides for each seat: its total first, then each tie
    break. Seats that are level in all of it share a place.
    """
    seats = sorted(stands, key=lambda seat: stands[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > stands[seat] for other in stands.values()), stands[seat][0])
        for seat in seats
    )


#: What hands do after one kind of action, for a seat in a state: one sentence a thing.
Tell = Callable[[Any, int, Any], Iterator[Text]]


def hands_from(tells: Mapping[type[Any], Tell]) -> Callable[[Any, int, Any], Text | None]:
    """`Game.hands` out of what there is to tell of each kind of action."""

    def hands(s: Any, seat: int, action: Any) -> Text | None:
        """What this seat's hands do now that it has said so; None where nothing is to be done."""
        tell = tells.get(type(action))
        parts = list(tell(s, seat, action)) if tell else []
        return joined_texts(parts) if parts else None

    return hands


def panels_or_result(game: Game, state: Any, viewer: int) -> tuple[Panel, ...]:
    """What the game shows this seat; at the end with a `Result` of its own, or with this one and
    everybody's points.
    """
    panels = tuple(game.show(state, viewer))
    outcome = game.outcome(state)
    if outcome is None or any(isinstance(panel, Result) for panel in panels):
        return panels
    told = any(isinstance(panel, Breakdown) for panel in panels)
    points = () if told else (_points(outcome),)
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
    """Everybody's points, the best first."""
    places = sorted(outcome.ranking, key=lambda place: place.rank)
    return Tally(
        id="standard-points",
        shared=True,
        screen="side",
        title=Text("Final score"),
        scores=tuple(Score(seat=place.seat, points=place.total) for place in places),
    )
