"""Chapter "planet": a body becomes the planet of the seat's next free orbit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.bodies import BagBodyParameter, Orbit
from companion.games.cosmogenesis.instructions import planet_placed, token_on_sector
from companion.games.cosmogenesis.pieces import SECTORS_FILLED_FROM_BAG, SectorParameter
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import no_token_in_box_objections
from companion.games.cosmogenesis.state import State, Step
from companion.games.cosmogenesis.words import body_words
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


@action("planet", "planet ii rock-2", Text("Create a planet"), when=Step.MAIN)
class MakePlanet(Action):
    """Makes a body the next planet."""

    grounds = ("planet.notch", "planet.orbits", "sector.used")
    shows_game = True

    sector: SectorParameter
    body: BagBodyParameter

    def objections(self, s: State, seat: int) -> Objections:
        misplaced = tuple(
            unavailable_sector_objections(
                s, seat, self.sector, SECTORS_FILLED_FROM_BAG, body_words(s, self.body)
            )
        )
        yield from misplaced
        yield from no_token_in_box_objections(s, self.body)
        system = s.system(seat)
        if system.next_free_orbit is None:
            yield Objection(
                "planet.orbits",
                Text("All {n} orbits have a planet", n=system.orbit_count),
                Text("Use it for something else, or discard it for an asteroid"),
                "" if misplaced else f"discard {self.sector}",
                Text("Discard it for an asteroid"),
            )

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether it's in that sector.")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        if system.next_free_orbit is not None:
            system = replace(system, orbits=(*system.orbits, Orbit(self.body)))
        return with_sector_used(s.with_system(seat, system), seat, self.sector)

    def which(self, s: State, seat: int) -> Text:
        return body_words(s, self.body)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} created a planet in orbit {orbit}: {body}",
            who=SeatName(seat),
            orbit=s.system(seat).next_free_orbit or 0,
            body=body_words(s, self.body),
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(self.sector)
        yield planet_placed(len(after.system(seat).orbits))
