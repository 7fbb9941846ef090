"""Chapter "comet": a comet brings rings to a gas giant, water to a large terrestrial body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.bodies import Body, Place, PlaceParameter
from companion.games.cosmogenesis.instructions import swap_words, token_on_sector
from companion.games.cosmogenesis.pieces import (
    SIZES_WITH_WATER,
    FromSectorParameter,
    Sector,
    SectorFourSpace,
)
from companion.games.cosmogenesis.rules.collide import no_body_objection
from companion.games.cosmogenesis.rules.sector import (
    comet_or_asteroid_source_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import no_comet_left_objections
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.games.cosmogenesis.words import place_words
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

COMET_TOKEN = "comet"


def _why_not(hit: Body) -> Text | None:
    """Returns the reason why a comet may not hit this body; None if it may."""
    if hit.is_giant:
        return Text("This gas giant already has rings") if hit.rings else None
    if hit.is_terrestrial and hit.size in SIZES_WITH_WATER:
        return Text("This body already has water and atmosphere") if hit.wet else None
    return Text("A comet only hits gas giants and size 3 or 4 bodies")


def comet_objections(s: State, seat: int, place: Place) -> Objections:
    """Yields an objection if a comet of any source may not hit this place (comet.target)."""
    hit = s.system(seat).body_at(place)
    if hit is None:
        yield no_body_objection(place)
        return
    reason = _why_not(hit)
    if reason is not None:
        yield Objection(
            "comet.target",
            reason,
            Text("Choose a gas giant without rings or a dry terrestrial body of size 3 or 4"),
        )


def with_comet_hit(
    s: State, seat: int, place: Place, back: tuple[str, ...] = (COMET_TOKEN,)
) -> State:
    """Returns the state after a comet hit this place, for which these tokens go back to the
    reserve; unchanged if it may not.
    """
    system = s.system(seat)
    hit = system.body_at(place)
    if hit is None or _why_not(hit) is not None:
        return s
    after = replace(hit, rings=hit.is_giant, wet=hit.is_terrestrial)
    s = s.with_system(seat, system.with_body(place, after))
    return s.with_turn_of_seat(seat, wood=TokenInstructions(back=back, turned=(place,)))


def comet_effect_words(s: State, seat: int, place: Place) -> Text:
    """Returns what a comet changes at this place, in words."""
    hit = s.system(seat).body_at(place)
    if hit is not None and hit.is_giant:
        return Text("{place} has rings", place=place_words(place))
    return Text("{place} has water and atmosphere", place=place_words(place))


def comet_log_line(s: State, seat: int, place: Place) -> Text:
    """Returns the log line for a comet that hits this place."""
    return Text(
        "{who} used a comet: {result}",
        who=SeatName(seat),
        result=comet_effect_words(s, seat, place),
    )


@action("comet", "comet 2.1", Text("Hit a body with the comet you took"), when=Step.MAIN)
class HitWithComet(Action):
    """Hits the body at this place with a comet; from sector IV, if no sector is named."""

    grounds = ("comet.target", "comet.result")
    shows_game = True

    place: PlaceParameter
    sector: FromSectorParameter | None = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from comet_or_asteroid_source_objections(
            s, seat, self.sector or Sector.IV, SectorFourSpace.COMET
        )
        yield from no_comet_left_objections(s)
        yield from comet_objections(s, seat, self.place)

    def apply(self, s: State, seat: int) -> State:
        s = with_comet_hit(s.with_turn_of_seat(seat, wood=TokenInstructions()), seat, self.place)
        return with_sector_used(s, seat, self.sector or Sector.IV, s.turn.wood)

    def which(self, s: State, seat: int) -> Text:
        return place_words(self.place)

    def log_line(self, s: State, seat: int) -> Text:
        return comet_log_line(s, seat, self.place)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from swap_words(after, seat)
        yield token_on_sector(self.sector or Sector.IV)
