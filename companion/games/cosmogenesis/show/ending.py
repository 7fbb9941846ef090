"""After the last round: points that only people can count, the winner, where points came from."""

from __future__ import annotations

from companion.games.cosmogenesis.pieces import BELT_VALUE_BY_KIND
from companion.games.cosmogenesis.rules.features import asteroid_belt_value
from companion.games.cosmogenesis.rules.game import outcome
from companion.games.cosmogenesis.rules.score import (
    EnterObjectivePoints,
    FinishEnteringPoints,
    PointsBySource,
    belt_points_by_seat,
    objectives_without_points,
    seat_points,
)
from companion.games.cosmogenesis.show.names import offer, tile_description
from companion.games.cosmogenesis.show.table import final_system_scenes
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import tile_words
from companion.referee.controls import Choice
from companion.referee.offers import main_dock
from companion.referee.panels import Choices, Count, Counts, Panel, Sheet
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.text import Text, joined_texts, untranslated

#: points that can be entered with one tap
_POINTS = range(31)
#: those that stand on the page: in two lines, with the choice of all
_LIKELY_POINTS = range(11)


def enter_points_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels to enter points that only people can count: a tile, then its points."""
    missing = objectives_without_points(s, seat) if seat else ()
    if not missing:
        return (_belts(s),)
    sheets = tuple(_worth(s, seat, tile) for tile in missing)
    count = Choice(
        label=Text("{n} tile to count", "{n} tiles to count", n=len(missing)),
        sheet=sheets[0].id,
        icon="flag",
    )
    skip = offer(s, seat, FinishEnteringPoints(), Text("Nothing more to count"), icon="check")
    return (
        *(_asked(s, seat, tile) for tile in missing),
        *sheets,
        Choices(id="missing", choices=(skip,), style="row"),
        main_dock(count),
    )


def _asked(s: State, seat: int, tile: str) -> Choices:
    """Returns the likely points of a tile, one tap each, and the choice that opens all of them."""
    more = Choice(label=untranslated("…"), sheet=f"worth-{tile}")
    return Choices(
        id=f"asks-{tile}",
        title=Text("Points for {tile}", tile=tile_words(tile)),
        note=_says(s, tile),
        choices=(*(_counted(s, seat, tile, n) for n in _LIKELY_POINTS), more),
        style="sixes",
    )


def _says(s: State, tile: str) -> Text | None:
    """Returns what the tile says; None if nobody has entered it."""
    said = s.tile_text(tile)
    return None if said is None else tile_description(said, tile)


def _counted(s: State, seat: int, tile: str, n: int) -> Choice:
    return offer(s, seat, EnterObjectivePoints(tile, n), untranslated(str(n)))


def _worth(s: State, seat: int, tile: str) -> Sheet:
    return Sheet(
        id=f"worth-{tile}",
        title=Text("Points for {tile}", tile=tile_words(tile)),
        choices=tuple(_counted(s, seat, tile, n) for n in _POINTS),
        note=_says(s, tile),
        style="fives",
        icon="flag",
    )


_ROWS = (
    (Text("Planetary objectives"), "planetary"),
    (Text("Stellar objectives"), "stellar"),
    (Text("Life"), "life"),
    (Text("Exotic objects"), "exotic"),
    (Text("Asteroid belt"), "belt"),
    (Text("Monolith"), "monolith"),
)


def result_panels(s: State) -> tuple[Panel, ...]:
    """Returns the winner and why, points by source, and the game's course; () before the end."""
    end = outcome(s)
    if end is None:
        return ()
    seats = tuple(place.seat for place in end.ranking)
    scores: dict[int, PointsBySource] = {seat: seat_points(s, seat) for seat in seats}
    rows = tuple((label, tuple(getattr(scores[n], key) for n in seats)) for label, key in _ROWS)
    return (
        Result(id="result", shared=True, winners=end.winners, reason=end.reason, rule=end.rule),
        Breakdown(
            id="breakdown",
            shared=True,
            title=Text("Points by source"),
            seats=seats,
            rows=tuple((label, numbers) for label, numbers in rows if any(numbers)),
            total=tuple(scores[seat].total for seat in seats),
        ),
        _belts(s),
        _graph(s).with_final_totals({seat: scores[seat].total for seat in seats}),
        *final_system_scenes(s, seats),
    )


def _graph(s: State) -> Graph:
    return Graph(
        id="graph",
        shared=True,
        title=Text("Points by round"),
        series=tuple((n, (0, *(points[n - 1] for points in s.history))) for n in s.all_seats),
        labels=tuple(untranslated(str(n)) for n in range(len(s.history) + 1)),
    )


def _belts(s: State) -> Counts:
    """Returns the value of each seat's belt and its points."""
    points = belt_points_by_seat(s)
    order = sorted(s.all_seats, key=lambda seat: -asteroid_belt_value(s.system(seat)))
    counts = tuple(_belt(s, seat, points.get(seat, 0)) for seat in order)
    note = Text(
        "Each asteroid counts {one}, each comet {two}", one=1, two=BELT_VALUE_BY_KIND["comet"]
    )
    title = Text("Asteroid belts")
    return Counts(id="belts", shared=True, screen="no", title=title, note=note, counts=counts)


def _belt(s: State, seat: int, points: int) -> Count:
    system = s.system(seat)
    return Count(
        label=Text("Belt value {n}", n=asteroid_belt_value(system)),
        value=points,
        seat=seat,
        detail=joined_texts(
            (
                Text("{n} asteroid", "{n} asteroids", n=system.asteroids),
                Text("{n} comet", "{n} comets", n=system.comets),
            )
        ),
    )
