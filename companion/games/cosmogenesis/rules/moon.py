"""Chapter "moon": a larger planet catches a body."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis.bodies import BagBodyParameter, Body, Orbit
from companion.games.cosmogenesis.instructions import moon_placed, token_on_sector
from companion.games.cosmogenesis.pieces import (
    MAX_MOONS_PER_ORBIT,
    SECTORS_FILLED_FROM_BAG,
    OrbitParameter,
    SectorParameter,
)
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import no_token_in_box_objections
from companion.games.cosmogenesis.state import State, Step, System
from companion.games.cosmogenesis.words import body_words
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text, joined_texts


def can_hold_moon(planet: Body, size: int) -> bool:
    """Returns whether a planet is larger than a moon of this size; every gas giant is."""
    return planet.is_giant or size < planet.size


def moon_objections(s: State, seat: int, body: Body, number: int) -> Objections:
    """Yields an objection if this body may not become a moon of this orbit, whatever its source."""
    if body.is_giant:
        yield Objection(
            "moon.kind",
            Text("A gas giant can't be a moon"),
            Text("Make it a planet, or discard it for an asteroid"),
        )
        return
    orbit = s.system(seat).orbit(number)
    if orbit is None:
        yield Objection(
            "moon.planet",
            Text("Orbit {orbit} has no planet", orbit=number),
            Text("Choose an orbit with a planet"),
        )
        return
    yield from _room_objections(s, body, orbit)


def _room_objections(s: State, body: Body, orbit: Orbit) -> Objections:
    if not can_hold_moon(orbit.planet, body.size):
        yield Objection(
            "moon.size",
            Text("A moon must be smaller than its planet"),
            Text("Choose a larger planet or any gas giant"),
        )
    if len(orbit.moons) >= MAX_MOONS_PER_ORBIT:
        yield Objection(
            "moon.three",
            Text("This planet already has {n} moons", n=len(orbit.moons)),
            Text("Choose another orbit"),
        )


def with_moon(system: System, number: int, body: Body) -> System:
    """Returns the system with this moon; unchanged if it has no planet or no room there."""
    orbit = system.orbit(number)
    if orbit is None or len(orbit.moons) >= MAX_MOONS_PER_ORBIT:
        return system
    return system.with_orbit(number, orbit.with_moon(body))


@action("moon", "moon ii rock-1 2", Text("Create a moon"), when=Step.MAIN)
class MakeMoon(Action):
    """Makes a body a moon of this orbit."""

    grounds = ("moon.planet", "moon.size", "moon.three")
    shows_game = True

    sector: SectorParameter
    body: BagBodyParameter
    orbit: OrbitParameter

    def objections(self, s: State, seat: int) -> Objections:
        yield from unavailable_sector_objections(
            s, seat, self.sector, SECTORS_FILLED_FROM_BAG, body_words(s, self.body)
        )
        yield from no_token_in_box_objections(s, self.body)
        yield from moon_objections(s, seat, self.body, self.orbit)

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether it's in that sector.")

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        if not self.body.is_giant:
            system = with_moon(system, self.orbit, self.body)
        return with_sector_used(s.with_system(seat, system), seat, self.sector)

    def which(self, s: State, seat: int) -> Text:
        return joined_texts((body_words(s, self.body), Text("orbit {n}", n=self.orbit)))

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} created a moon in orbit {orbit}: {body}",
            who=SeatName(seat),
            orbit=self.orbit,
            body=body_words(s, self.body),
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(self.sector)
        yield moon_placed(self.orbit)
