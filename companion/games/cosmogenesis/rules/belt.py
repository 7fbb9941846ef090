"""Chapter "belt": asteroids and comets kept for later, and the Monolith that comes with one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.instructions import token_on_sector
from companion.games.cosmogenesis.pieces import (
    FromSectorParameter,
    Sector,
    SectorFourSpace,
    SectorFourSpaceParameter,
)
from companion.games.cosmogenesis.rules.sector import (
    comet_or_asteroid_source_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import no_comet_left_objections
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: the fewest players for whom the double space is used
MIN_PLAYERS_FOR_DOUBLE_SPACE = 3


def unavailable_space_objections(s: State, space: SectorFourSpace | None) -> Objections:
    """Yields an objection if this space of sector IV is unused or empty (belt.two, .monolith)."""
    if space == SectorFourSpace.TWO and s.seats < MIN_PLAYERS_FOR_DOUBLE_SPACE:
        yield Objection(
            "belt.two",
            Text("The space with 2 asteroids isn't used with 2 players"),
            Text("Choose what you took"),
        )
    elif space == SectorFourSpace.TWO and space in s.taken:
        yield Objection(
            "belt.two",
            Text("The 2 asteroids were already taken this round"),
            Text("Choose what you took"),
        )
    elif space == SectorFourSpace.MONOLITH and space in s.taken:
        yield Objection(
            "belt.monolith",
            Text("The Monolith's asteroid was already taken this round"),
            Text("Choose what you took"),
        )


def with_space_taken(s: State, space: SectorFourSpace | None) -> State:
    """Returns the state with this space empty for the rest of the round."""
    if space in (SectorFourSpace.MONOLITH, SectorFourSpace.TWO) and space not in s.taken:
        return replace(s, taken=(*s.taken, space))
    return s


def with_asteroids_added(s: State, seat: int, number: int) -> State:
    """Returns the state with `number` more asteroids (or fewer) in the belt, never below 0."""
    system = s.system(seat)
    return s.with_system(seat, replace(system, asteroids=max(0, system.asteroids + number)))


def with_comets_added(s: State, seat: int, number: int) -> State:
    """Returns the state with `number` more comets (or fewer) in the belt, never below 0."""
    system = s.system(seat)
    return s.with_system(seat, replace(system, comets=max(0, system.comets + number)))


_BELT = {
    SectorFourSpace.ASTEROID: Text("{who} added an asteroid to their belt"),
    SectorFourSpace.TWO: Text("{who} added 2 asteroids to their belt"),
    SectorFourSpace.COMET: Text("{who} added a comet to their belt"),
    SectorFourSpace.MONOLITH: Text("{who} added an asteroid to their belt and takes the Monolith"),
}


@action("belt", "belt monolith", Text("Add to your asteroid belt"), when=Step.MAIN)
class AddToAsteroidBelt(Action):
    """Adds asteroids or a comet to the belt; from sector IV, if no sector is named."""

    grounds = ("belt.only", "sector.used")

    space: SectorFourSpaceParameter
    sector: FromSectorParameter | None = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from comet_or_asteroid_source_objections(
            s, seat, self.sector or Sector.IV, self.space
        )
        yield from unavailable_space_objections(s, self.space)
        if self.space == SectorFourSpace.COMET:
            yield from no_comet_left_objections(s)

    def apply(self, s: State, seat: int) -> State:
        moves = self.space == SectorFourSpace.MONOLITH and s.monolith != seat
        s = with_sector_used(
            with_space_taken(s, self.space),
            seat,
            self.sector or Sector.IV,
            TokenInstructions(monolith=moves),
        )
        if self.space == SectorFourSpace.COMET:
            return with_comets_added(s, seat, 1)
        if self.space == SectorFourSpace.MONOLITH:
            s = replace(s, monolith=seat)
        return with_asteroids_added(s, seat, 2 if self.space == SectorFourSpace.TWO else 1)

    def log_line(self, s: State, seat: int) -> Text:
        if self.space == SectorFourSpace.MONOLITH and s.monolith == seat:
            return Text(
                "{who} added an asteroid to their belt and keeps the Monolith", who=SeatName(seat)
            )
        return _BELT[self.space].filled(who=SeatName(seat))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(self.sector or Sector.IV)
