"""Chapter "game": who has won, and the colours of gas giants that only the box shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from companion.games.cosmogenesis.pieces import (
    COLOUR_NAMES,
    COLOURS_FOR_UNNAMED_GIANTS,
    UNNAMED_GIANT_COLOURS,
)
from companion.games.cosmogenesis.rules.score import objectives_without_points, seat_points
from companion.games.cosmogenesis.state import Stage, State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of
from companion.referee.ruling import Objection, Outcome
from companion.referee.standard import rank_seats
from companion.referee.text import SeatName, Text


def ranking_key(s: State, seat: int) -> tuple[int, int, int]:
    """Returns what the ranking goes by: points, the Monolith, planets."""
    return seat_points(s, seat).total, int(s.monolith == seat), len(s.system(seat).orbits)


def seats_still_entering_points(s: State) -> tuple[int, ...]:
    """Returns the seats that still have to enter points that the app cannot count."""
    return tuple(
        seat
        for seat in s.all_seats
        if objectives_without_points(s, seat) and not s.system(seat).done
    )


def outcome(s: State) -> Outcome | None:
    """Returns how the game ended; None before that."""
    if s.stage != Stage.OVER:
        return None
    stands = {seat: ranking_key(s, seat) for seat in s.all_seats}
    ranking = rank_seats(stands)
    winners = tuple(sorted(place.seat for place in ranking if place.rank == 1))
    tied = sum(place.total == ranking[0].total for place in ranking)
    return Outcome(
        winners, ranking, _reason(s, winners, tied), "game.tie" if tied > 1 else "game.winner"
    )


def _reason(s: State, winners: tuple[int, ...], tied: int) -> Text:
    total = seat_points(s, winners[0]).total
    points = Text("{n} point", "{n} points", n=total)
    if len(winners) > 1:
        return Text("Tied on {points} and on planets: you share the win", points=points)
    who = SeatName(winners[0])
    if tied == 1:
        return Text("{who} has the most points: {points}", who=who, points=total)
    if s.monolith == winners[0]:
        return Text("Tied on {points}; {who} has the Monolith", points=points, who=who)
    return Text("Tied on {points}; {who} has the most planets", points=points, who=who)


@action("colour", "colour d yellow", Text("Say which colour a kind of gas giant has"))
class NameGiantColour(Action):
    """Names the colour of the fourth or fifth kind of gas giant."""

    grounds = ("game.colours",)
    from_box = True

    colour: Annotated[str, Word("which", one_of(*UNNAMED_GIANT_COLOURS))]
    hue: Annotated[str, Word("colour", one_of(*COLOURS_FOR_UNNAMED_GIANTS))]

    def objections(self, s: State, seat: int) -> Objections:
        if any(
            s.colour_name_at_table(colour) == self.hue
            for colour in UNNAMED_GIANT_COLOURS
            if colour != self.colour
        ):
            yield Objection(
                "game.colours",
                Text(
                    "The other kind of gas giant is already {colour}", colour=COLOUR_NAMES[self.hue]
                ),
                Text("Choose another colour"),
            )

    def apply(self, s: State, seat: int) -> State:
        return replace(s, hues=tuple(sorted({**dict(s.hues), self.colour: self.hue}.items())))

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who}: our {which} gas giants are {colour}",
            who=SeatName(seat),
            which=COLOUR_NAMES[self.colour],
            colour=COLOUR_NAMES[self.hue],
        )
