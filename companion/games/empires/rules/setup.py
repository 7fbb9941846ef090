"""Chapter "setup": who goes first, and the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.empires.rules.turn import with_turn_started
from companion.games.empires.state import PLAY, SETUP, State
from companion.referee.actions import Action, Objections, RandomDraw, action
from companion.referee.notation import whole_number_reader
from companion.referee.standard import no_such_seat_objections
from companion.referee.text import SeatName, Text


@action("begin", "begin 2", Text("Begin, with the seat that goes first"), when=SETUP)
class BeginGame(Action):
    """Begins the game with this seat; None: the app draws one."""

    grounds = ("setup.first", "setup.credits")

    seat: Annotated[int | None, whole_number_reader(1, 8)] = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from no_such_seat_objections(
            "setup.first", s, self.seat, Text("Let the app draw who begins")
        )

    def apply(self, s: State, seat: int) -> State:
        if s.stage != SETUP:
            return s
        first = self.seat if self.seat in s.all_seats else None
        s = replace(s, stage=PLAY, first=first or 1)
        return with_turn_started(s, s.first)

    def log_line(self, s: State, seat: int) -> Text:
        if self.seat is None:
            return Text("{who} began the game", who=SeatName(seat))
        if self.seat == seat:
            return Text("{who} started the game and goes first", who=SeatName(seat))
        return Text(
            "{who} started the game: {first} goes first",
            who=SeatName(seat),
            first=SeatName(self.seat),
        )

    def draw(self, s: State) -> RandomDraw | None:
        if self.seat is not None:
            return None
        return RandomDraw(tuple(str(seat) for seat in s.all_seats), 1)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if after.stage == PLAY:
            yield Text("{who} takes the final player card", who=SeatName(after.last_playing_seat))
