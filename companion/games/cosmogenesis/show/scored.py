"""Who scored what: each open tile with what it gives each seat, as it stands now.

Objectives in a hand are no row: only the open ones are read here.
"""

from __future__ import annotations

from companion.games.cosmogenesis.rules.score import (
    objective_points,
    scoring_objectives,
    seat_points,
)
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import STELLAR, tile_kind, tile_number
from companion.games.cosmogenesis.words import tile_content_words, tile_label
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Panel
from companion.referee.result_panels import Matrix, ScoredCell, ScoreMatrixRow
from companion.referee.text import Text

#: What scores besides objectives, by the name of its points.
_BESIDE = (
    (Text("Life"), "life"),
    (Text("Exotic objects"), "exotic"),
    (Text("Asteroid belt"), "belt"),
    (Text("Monolith"), "monolith"),
)


@memoized_by_parts(lambda s: (s.systems, s.tiles, s.options, s.monolith))
def points_matrix_panels(s: State) -> tuple[Panel, ...]:
    """Returns what each seat has of each open objective and the rest; () before anything scores."""
    seats = tuple(s.all_seats)
    rows = (*(_tile_row(s, tile) for tile in _open_tiles(s)), *_rows_beside(s))
    if not rows:
        return ()
    title = Text("Points by objective")
    return (
        Matrix(
            id="scored",
            tab="shared",
            shared=True,
            screen="no",
            title=title,
            seats=seats,
            rows=rows,
        ),
    )


def _open_tiles(s: State) -> list[str]:
    """Returns the open objectives of all seats, stellar ones first, by their numbers."""
    found = {tile for seat in s.all_seats for tile in scoring_objectives(s.system(seat))}
    return sorted(found, key=lambda tile: (tile_kind(tile) != STELLAR, tile_number(tile)))


def _tile_row(s: State, tile: str) -> ScoreMatrixRow:
    said = s.tile_text(tile)
    detail = None if said is None else tile_content_words(tile, said)
    return ScoreMatrixRow(tile_label(tile), tuple(_cell(s, n, tile) for n in s.all_seats), detail)


def _cell(s: State, seat: int, tile: str) -> ScoredCell | None:
    system = s.system(seat)
    copies = scoring_objectives(system).count(tile)
    if not copies:
        return None
    points = objective_points(s, system, tile)
    return ScoredCell(None if points is None else points * copies)


def _rows_beside(s: State) -> tuple[ScoreMatrixRow, ...]:
    points = [seat_points(s, seat) for seat in s.all_seats]
    got = ((label, [getattr(each, name) for each in points]) for label, name in _BESIDE)
    return tuple(
        ScoreMatrixRow(label, tuple(ScoredCell(n) if n else None for n in numbers))
        for label, numbers in got
        if any(numbers)
    )
