"""Chapter "setup": dealing the marbles, the first goal, and the beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.crafting.pieces import (
    CONTROLS,
    DARK_MARBLE,
    DARK_MARBLE_COUNT_BY_PLAYERS,
    MarbleOwner,
)
from companion.games.crafting.rules.turn import start_next_turn
from companion.games.crafting.state import PLAY, SETUP, State
from companion.referee.actions import Action, Objections, RandomDraw, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


def marbles_in_bag(seats: int) -> tuple[int, ...]:
    """Returns all marbles of a game: one of each seat, and the dark ones."""
    return (*range(1, seats + 1), *(DARK_MARBLE,) * DARK_MARBLE_COUNT_BY_PLAYERS[seats])


@action("deal", "deal dark 2 1 dark 3 dark 4", Text("Deal the marbles"), when=SETUP)
class DealMarbles(Action):
    """Deals the marbles, clockwise from Light; empty: the app deals them."""

    grounds = ("setup.deal", "setup.start")

    marbles: tuple[MarbleOwner, ...] = ()

    def objections(self, s: State, seat: int) -> Objections:
        wanted, given = Counter(marbles_in_bag(s.seats)), Counter(self.marbles)
        if self.marbles and wanted != given:
            yield Objection(
                "setup.deal",
                Text(
                    "{n} marble, {dark} dark. With {seats} players you need {wanted}: "
                    "1 of each colour and {wanted_dark} dark",
                    "{n} marbles, {dark} dark. With {seats} players you need {wanted}: "
                    "1 of each colour and {wanted_dark} dark",
                    n=len(self.marbles),
                    dark=given[DARK_MARBLE],
                    seats=s.seats,
                    wanted=len(marbles_in_bag(s.seats)),
                    wanted_dark=DARK_MARBLE_COUNT_BY_PLAYERS[s.seats],
                ),
                Text("Enter each marble once, or let the app deal"),
                "deal",
                Text("Deal marbles at random"),
            )

    def apply(self, s: State, seat: int) -> State:
        controls: list[list[int]] = [[], [], [], []]
        for index, marble in enumerate(self.marbles):
            if marble <= s.seats:
                controls[index % len(CONTROLS)].append(marble)
        owners = [marble for marble in self.marbles if 0 < marble <= s.seats]
        wheel = tuple(tuple(sorted(control)) for control in controls)
        # The owner of the player marble drawn last goes first; a dark marble may come after it.
        return replace(s, wheel=wheel, first=owners[-1] if owners else s.first)

    def log_line(self, s: State, seat: int) -> Text:
        owners = [marble for marble in self.marbles if marble != DARK_MARBLE]
        if not owners:
            return Text("{who} dealt the marbles", who=SeatName(seat))
        return Text(
            "{who} dealt the marbles: {first} goes first",
            who=SeatName(seat),
            first=SeatName(owners[-1]),
        )

    def draw(self, s: State) -> RandomDraw | None:
        if self.marbles:
            return None
        marbles = marbles_in_bag(s.seats)
        pool = tuple("dark" if marble == DARK_MARBLE else str(marble) for marble in marbles)
        return RandomDraw(pool, len(pool))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("place the marbles as shown")
        if after.first:
            yield Text("{who} goes first", who=SeatName(after.first))


MARBLES_NOT_DEALT_OBJECTION = Objection(
    "setup.deal",
    Text("The marbles aren't on the controls yet"),
    Text("Deal the marbles first"),
    "deal",
    Text("Deal marbles at random"),
)


@action(
    "begin", "begin", Text("Begin the first round"), when=SETUP, log=Text("{who} began the game")
)
class BeginGame(Action):
    """Ends the set-up."""

    grounds = ("setup.start",)

    def objections(self, s: State, seat: int) -> Objections:
        if not s.first:
            yield MARBLES_NOT_DEALT_OBJECTION
        if not s.goals:
            yield Objection(
                "setup.goals",
                Text("There's no goal on space 1 yet"),
                Text("Reveal the first goal"),
                "goal",
                Text("Draw the first goal"),
            )

    def apply(self, s: State, seat: int) -> State:
        if s.stage != SETUP:
            return s
        return start_next_turn(replace(s, stage=PLAY, first=s.first or 1))
