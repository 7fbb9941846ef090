"""Who produces what: each card with what its copies give each seat, as it stands now.

Of culture cards only the open ones are read.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.empires.rules.end import militaristic_bonus, orthodox_bonus
from companion.games.empires.rules.production import card_production, copies_by_card
from companion.games.empires.state import State
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import Panel
from companion.referee.result_panels import Matrix, ScoredCell, ScoreMatrixRow
from companion.referee.text import Text, printed

_BONUSES: tuple[tuple[Text, Callable[[State, int], int]], ...] = (
    (Text("Militaristic"), militaristic_bonus),
    (Text("Orthodox"), orthodox_bonus),
)


@memoized_by_identity
def points_matrix_panels(s: State) -> tuple[Panel, ...]:
    """Returns what the copies of each card produce for each seat, and the bonuses; () without a
    card.
    """
    owned = {slug for seat in s.all_seats for slug in copies_by_card(s.empire(seat))}
    if not owned:
        return ()
    cards = tuple(_card_row(s, slug) for slug in sorted(owned, key=lambda each: s.card(each).name))
    return (
        Matrix(
            id="scored",
            tab="shared",
            shared=True,
            screen="no",
            title=Text("Production by card name"),
            seats=tuple(s.all_seats),
            rows=(*cards, *_bonus_rows(s)),
        ),
    )


def _card_row(s: State, slug: str) -> ScoreMatrixRow:
    return ScoreMatrixRow(printed(s.card(slug).name), tuple(_cell(s, n, slug) for n in s.all_seats))


def _cell(s: State, seat: int, slug: str) -> ScoredCell | None:
    copies = copies_by_card(s.empire(seat))[slug]
    if not copies:
        return None
    times = Text("{n} card", "{n} cards", n=copies) if copies > 1 else None
    return ScoredCell(copies * card_production(s, seat, slug), times)


def _bonus_rows(s: State) -> tuple[ScoreMatrixRow, ...]:
    got = ((label, [bonus(s, seat) for seat in s.all_seats]) for label, bonus in _BONUSES)
    return tuple(
        ScoreMatrixRow(label, tuple(ScoredCell(n) if n else None for n in numbers))
        for label, numbers in got
        if any(numbers)
    )
