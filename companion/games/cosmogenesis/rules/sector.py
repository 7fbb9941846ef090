"""Chapter "sector": what each sector of the central board holds; a seat uses each once a round."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.pieces import SECTORS, Sector, SectorFourSpace
from companion.games.cosmogenesis.rules.questions import open_question_objections
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.referee.actions import Objections
from companion.referee.ruling import Objection
from companion.referee.text import Text


def unavailable_sector_objections(
    s: State, seat: int, sector: Sector, held: tuple[Sector, ...], what: Text
) -> Objections:
    """Yields an objection if the sector is used or never has this (sector.used, sector.kind)."""
    if sector in s.system(seat).used:
        free = next((each for each in SECTORS if each not in s.system(seat).used), None)
        yield Objection(
            "sector.used",
            Text("You already took from sector {sector} this round", sector=sector.upper()),
            Text("Take from sector {sector}", sector=free.upper()) if free else None,
        )
    if sector not in held:
        yield Objection(
            "sector.kind",
            Text("Sector {sector} has no {what}", sector=sector.upper(), what=what),
            Text("Choose the sector where you took it"),
        )


def with_sector_used(
    s: State, seat: int, sector: Sector, wood: TokenInstructions | None = None
) -> State:
    """Returns the state with the seat's token in that sector and its main action done."""
    system = s.system(seat)
    used = tuple(each for each in SECTORS if each in (*system.used, sector))
    s = s.with_system(seat, replace(system, used=used))
    return s.with_turn_of_seat(seat, step=Step.EXTRA, wood=wood or TokenInstructions())


def comet_or_asteroid_source_objections(
    s: State, seat: int, sector: Sector, space: SectorFourSpace
) -> Objections:
    """Yields an objection if this sector has no comet or asteroid to take; sectors II and III have
    one only if the group puts sector IV's leftovers into the bag.
    """
    if sector in (Sector.II, Sector.III) and space in (
        SectorFourSpace.COMET,
        SectorFourSpace.ASTEROID,
    ):
        yield from unavailable_sector_objections(s, seat, sector, (sector,), Text("comet"))
        yield from open_question_objections(
            s,
            "sector.leftovers",
            Text("Comets and asteroids come from sector IV"),
            refuses="reserve",
            remedy=Text("Choose sector IV, or what you took"),
        )
    else:
        what = Text("comet") if space == SectorFourSpace.COMET else Text("asteroid")
        yield from unavailable_sector_objections(s, seat, sector, (Sector.IV,), what)
