"""Chapter "score": the points of each system, and those that only people can count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.cosmogenesis.pieces import (
    FIRST_BELT_POINTS,
    POINTS_BY_LIFE_STEP,
    SECOND_BELT_POINTS,
)
from companion.games.cosmogenesis.rules.features import asteroid_belt_value, system_feature_counts
from companion.games.cosmogenesis.state import Stage, State, System
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    STELLAR,
    UNCOUNTABLE_FEATURE,
    TileParameter,
    tile_kind,
)
from companion.games.cosmogenesis.words import tile_label, tile_words
from companion.referee.actions import Action, Objections, action
from companion.referee.counts import ReadNumber
from companion.referee.memo import memoized_by_parts
from companion.referee.notation import whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text


@dataclass(frozen=True)
class PointsBySource:
    """The points of one seat, by source."""

    planetary: int = 0
    stellar: int = 0
    life: int = 0
    exotic: int = 0
    belt: int = 0
    monolith: int = 0

    @property
    def total(self) -> int:
        """All points together."""
        return self.planetary + self.stellar + self.life + self.exotic + self.belt + self.monolith


def counted_objective_points(s: State, system: System, tile: str) -> int | None:
    """Returns the points of an objective; None if the app cannot count them."""
    said = s.tile_text(tile)
    if said is None or said.per == UNCOUNTABLE_FEATURE:
        return None
    has = system_feature_counts(system)
    if tile_kind(tile) == STELLAR:
        if any(name == UNCOUNTABLE_FEATURE for name, _ in said.needs):
            return None
        if any(has[name] < n for name, n in said.needs):
            return 0
    return said.points * has[said.per] if said.per else said.points


def objective_points(s: State, system: System, tile: str) -> int | None:
    """Returns the points of an objective, counted or else entered; None if neither."""
    counted = counted_objective_points(s, system, tile)
    return dict(system.worths).get(tile) if counted is None else counted


def scoring_objectives(system: System) -> tuple[str, ...]:
    """Returns the objectives of this system that score."""
    return (*system.revealed_objectives, *system.stellars)


def objectives_without_points(s: State, seat: int) -> tuple[str, ...]:
    """Returns the seat's objectives whose points are not known, each once."""
    system = s.system(seat)
    unknown = (
        tile for tile in scoring_objectives(system) if objective_points(s, system, tile) is None
    )
    return tuple(dict.fromkeys(unknown))


def belt_points_by_seat(s: State) -> dict[int, int]:
    """Returns the points that each seat's asteroid belt scores in comparison with the others."""
    values = {seat: asteroid_belt_value(s.system(seat)) for seat in s.all_seats}
    if s.option_value("score.empty-belt") != "counts":
        values = {seat: value for seat, value in values.items() if value}
    ranked = sorted(set(values.values()), reverse=True)
    if not ranked:
        return {}
    first = [seat for seat, value in values.items() if value == ranked[0]]
    points = dict.fromkeys(first, FIRST_BELT_POINTS)
    if len(ranked) > 1 and (len(first) == 1 or s.option_value("score.tied-belts") != "none"):
        points |= {seat: SECOND_BELT_POINTS for seat, value in values.items() if value == ranked[1]}
    return points


def life_points(system: System) -> int:
    """Returns the points for evolved life on bodies with water and atmosphere."""
    return sum(
        POINTS_BY_LIFE_STEP[body.life] for _, body in system.bodies() if body.has_life and body.wet
    )


# Saves 6 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, seat: (s.systems, s.tiles, s.options, s.monolith, seat))
def seat_points(s: State, seat: int) -> PointsBySource:
    """Returns a seat's points now; an objective that cannot be counted yet gives 0."""
    system = s.system(seat)
    belt, monolith = belt_points_by_seat(s).get(seat, 0), int(s.monolith == seat)
    return replace(_points_alone(s, system), belt=belt, monolith=monolith)


def has_anybody_moved(s: State) -> bool:
    """Tells whether points are told: what lies there at the start is nobody's doing."""
    return s.round != 1 or any(system.used for system in s.systems)


def points_so_far(s: State, seat: int) -> int:
    """Returns a seat's points if the game ended now; 0 before anybody has moved."""
    return seat_points(s, seat).total if has_anybody_moved(s) else 0


def lasting_points(s: State, seat: int) -> int:
    """Returns a seat's points without those that another's move can take: belt and Monolith."""
    points = seat_points(s, seat)
    return points.total - points.belt - points.monolith


def unsure_points(s: State, seat: int) -> int:
    """Returns how many of a seat's points another's move can still take; 0 in the end, and before
    anybody has moved.
    """
    return 0 if s.ended else max(0, points_so_far(s, seat) - lasting_points(s, seat))


def _points_alone(s: State, system: System) -> PointsBySource:
    """Returns the points of a system that do not depend on other systems."""
    return PointsBySource(
        planetary=sum(
            objective_points(s, system, tile) or 0 for tile in system.revealed_objectives
        ),
        stellar=sum(objective_points(s, system, tile) or 0 for tile in system.stellars),
        life=life_points(system),
        exotic=len(system.exotics),
    )


@action(
    "worth",
    "worth stellar-7 6",
    Text("Enter the points of an objective that the app can't count"),
    when=Stage.COUNT,
)
class EnterObjectivePoints(Action):
    """Enters the points of an objective that the app cannot count."""

    grounds = ("score.objectives", "score.counted")

    tile: TileParameter
    points: Annotated[int, whole_number_reader(0, 99)]

    def objections(self, s: State, seat: int) -> Objections:
        system = s.system(seat)
        if tile_kind(self.tile) == EXOTIC or self.tile not in scoring_objectives(system):
            yield Objection(
                "score.objectives",
                Text("Your system doesn't have {tile}", tile=tile_words(self.tile)),
                Text("Choose one of your own objectives"),
            )
        elif (points := counted_objective_points(s, system, self.tile)) is not None:
            yield Objection(
                "score.counted",
                Text(
                    "The app counts {n} point for it", "The app counts {n} points for it", n=points
                ),
                Text("If that's wrong, correct what the tile says"),
            )

    def apply(self, s: State, seat: int) -> State:
        system = s.system(seat)
        worths = tuple(sorted({**dict(system.worths), self.tile: self.points}.items()))
        return s.with_system(seat, replace(system, worths=worths))

    def reads_number(self, s: State, seat: int) -> ReadNumber:
        return ReadNumber(
            Text(
                "{tile}: {n} point", "{tile}: {n} points", tile=tile_label(self.tile), n=self.points
            ),
            _points_of_others(s, self.tile),
        )

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} scores {n} point for {tile}",
            "{who} scores {n} points for {tile}",
            who=SeatName(seat),
            n=self.points,
            tile=tile_words(self.tile),
        )


def _points_of_others(s: State, tile: str) -> tuple[int, ...]:
    """Returns the points of the other objectives of its kind that lie face up, as far as known."""
    points = (
        objective_points(s, s.system(seat), each)
        for seat in s.all_seats
        for each in scoring_objectives(s.system(seat))
        if each != tile and tile_kind(each) == tile_kind(tile)
    )
    return tuple(n for n in points if n is not None)


@action(
    "done",
    "done",
    Text("Nothing more to count"),
    when=Stage.COUNT,
    log=Text("{who} has nothing more to count"),
)
class FinishEnteringPoints(Action):
    """Says that this seat has no more points to enter."""

    grounds = ("score.counted",)

    def objections(self, s: State, seat: int) -> Objections:
        if not objectives_without_points(s, seat):
            yield Objection(
                "score.counted",
                Text("All your points are counted"),
                Text("Wait for the others"),
            )

    def apply(self, s: State, seat: int) -> State:
        return s.with_system(seat, replace(s.system(seat), done=True))
