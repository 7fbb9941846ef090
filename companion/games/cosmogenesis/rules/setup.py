"""Chapter "setup": who takes the Monolith, the starting asteroids, the objective kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.cosmogenesis.state import Stage, State, Turn
from companion.games.cosmogenesis.tiles import PlanetaryTileParameter
from companion.referee.actions import Action, Objections, RandomDraw, action
from companion.referee.notation import whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.standard import no_such_seat_objections
from companion.referee.text import SeatName, Text


@action("begin", "begin 2", Text("Begin, with the player who takes the Monolith"), when=Stage.SETUP)
class BeginGame(Action):
    """Begins the game with this seat, which takes the Monolith; None: the app draws one."""

    grounds = ("setup.first", "setup.asteroids")

    seat: Annotated[int | None, whole_number_reader(1, 4)] = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from no_such_seat_objections(
            "setup.first", s, self.seat, Text("Begin, and let the app draw")
        )

    def apply(self, s: State, seat: int) -> State:
        if s.stage != Stage.SETUP:
            return s
        first = self.seat if self.seat in s.all_seats else 1
        s = replace(s, first=first or 1, monolith=first or 1)
        for place, each in enumerate(s.turn_order, start=1):
            s = s.with_system(each, replace(s.system(each), asteroids=place))
        return replace(s, turn=Turn(s.first))

    def log_line(self, s: State, seat: int) -> Text:
        if self.seat is None:
            return Text("{who} began the game", who=SeatName(seat))
        return Text("{first} takes the Monolith and goes first", first=SeatName(self.seat))

    def draw(self, s: State) -> RandomDraw | None:
        if self.seat is not None:
            return None
        return RandomDraw(tuple(str(seat) for seat in s.all_seats), 1)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if after.stage != Stage.PLAY:
            return
        yield Text("{who} takes the Monolith", who=SeatName(after.monolith))
        for n in after.turn_order:
            number = after.system(n).asteroids
            yield Text(
                "{who} takes {n} asteroid", "{who} takes {n} asteroids", who=SeatName(n), n=number
            )


@action(
    "keep",
    "keep planetary-7",
    Text("Enter your planetary objectives (only you see them)"),
    log=Text("{who} entered their planetary objectives"),
)
class EnterHandObjectives(Action):
    """Enters the planetary objectives in the seat's hand; no other seat sees them."""

    grounds = ("setup.keep",)
    rests_on_secrets = True

    tiles: tuple[PlanetaryTileParameter, ...] = ()

    def objections(self, s: State, seat: int) -> Objections:
        hand = s.system(seat).hand
        if len(self.tiles) > hand:
            yield Objection(
                "setup.keep",
                Text("You entered {n}, but you have {hand}", n=len(self.tiles), hand=hand),
                Text("Enter what you hold, or fix the number"),
            )

    def apply(self, s: State, seat: int) -> State:
        return s.with_system(seat, replace(s.system(seat), entered=self.tiles))

    def public(self) -> None:
        return None
