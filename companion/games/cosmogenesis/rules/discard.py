"""Chapter "discard": a token taken from a sector is given up for an asteroid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.instructions import TAKE_ASTEROID, token_on_sector
from companion.games.cosmogenesis.pieces import (
    SECTORS,
    Sector,
    SectorFourSpace,
    SectorFourSpaceParameter,
    SectorParameter,
)
from companion.games.cosmogenesis.rules.belt import (
    unavailable_space_objections,
    with_asteroids_added,
    with_space_taken,
)
from companion.games.cosmogenesis.rules.questions import open_question_objections
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.referee.actions import Action, Objections, action
from companion.referee.text import SeatName, Text


def does_discard_move_monolith(s: State, a: DiscardForAsteroid) -> bool:
    """Returns whether discarding the asteroid with the Monolith still moves the Monolith."""
    return a.space == SectorFourSpace.MONOLITH and s.option_value("discard.monolith") != "no"


@action("discard", "discard iv two", Text("Discard it for an asteroid"), when=Step.MAIN)
class DiscardForAsteroid(Action):
    """Discards what was taken for an asteroid; `space`: the one of sector IV."""

    grounds = ("discard.any", "sector.used")

    sector: SectorParameter
    space: SectorFourSpaceParameter | None = None

    def objections(self, s: State, seat: int) -> Objections:
        held = SECTORS if self.space is None else (Sector.IV,)
        yield from unavailable_sector_objections(s, seat, self.sector, held, Text("such space"))
        yield from unavailable_space_objections(s, self.space)
        if self.space == SectorFourSpace.MONOLITH:
            reason = Text("Does a discarded asteroid still bring the Monolith?")
            yield from open_question_objections(s, "discard.monolith", reason)

    def apply(self, s: State, seat: int) -> State:
        moves = does_discard_move_monolith(s, self)
        wood = TokenInstructions(monolith=moves and s.monolith != seat)
        s = with_sector_used(with_space_taken(s, self.space), seat, self.sector, wood)
        return with_asteroids_added(replace(s, monolith=seat) if moves else s, seat, 1)

    def log_line(self, s: State, seat: int) -> Text:
        words: dict[str, SeatName | str] = {"who": SeatName(seat), "sector": self.sector.upper()}
        if does_discard_move_monolith(s, self):
            return Text(
                "{who} discarded an element of sector {sector} for an asteroid, with the Monolith",
                **words,
            )
        return Text("{who} discarded an element of sector {sector} for an asteroid", **words)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield token_on_sector(self.sector)
        if self.sector == Sector.IV:
            yield Text("it goes back to the reserve")
        elif self.sector == Sector.I:
            yield Text("the objective leaves the game")
        else:
            yield Text("it leaves the game")
        yield TAKE_ASTEROID
