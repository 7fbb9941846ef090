"""The telling of the result, one category after another, on all screens at the same moment.

The clock that counts is the log's: how much is told follows from when the game ended, so a phone
that comes late or wakes up tells the same as all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from companion.referee.result_panels import Breakdown
from companion.review import Chronicle, chronicle
from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece
from companion.web.site.lru import Key
from companion.web.site.site import site

#: Added to the wait for the next stage, so that nobody wakes a moment too early.
SOON = 0.02

#: Units of the widest bar in the drawing.
WIDE = 100


@dataclass(frozen=True)
class Bar:
    """One seat's line while the points are told: its segments (from, width), the points of this
    category, all so far.
    """

    seat: int
    parts: tuple[tuple[float, float], ...]
    gained: int
    total: int


def review(table: Table) -> Chronicle | None:
    """The finished game in review, worked out once per version of the table."""
    if table.outcome is None:
        return None
    key = (table.code, "review", table.seq)
    return site().sketchbook.keep(key, lambda: chronicle(table))


def stage(table: Table) -> int | None:
    """How many categories of the result are told by now; None when there is nothing to wait for."""
    told = review(table)
    if told is None or told.breakdown is None or not site().pace:
        return None
    if table.unveiled > told.ending:
        return None
    done = int((site().clock() - told.ended) / site().pace)
    return done if 0 <= done <= len(told.breakdown.rows) else None


def due(table: Table) -> float:
    """Seconds until there is more to tell; without end where nothing will change by itself."""
    told = review(table)
    if told is None or stage(table) is None:
        return inf
    pace = site().pace
    return pace - (site().clock() - told.ended) % pace + SOON


def ceremony(table: Table, viewer: int) -> tuple[Piece, ...]:
    """The piece that lies over everything else until the whole result is told."""
    told = review(table)
    if told is None or told.breakdown is None:
        return ()
    breakdown, now, eye = told.breakdown, stage(table), min(viewer, 1)

    def draw() -> Piece:
        lines = () if now is None else bars(breakdown, now)
        category = breakdown.rows[now - 1][0] if now else None
        return draw_own("ceremony", table, eye, now=now, bars=lines, category=category)

    return (drawn_once((table.code, "ceremony", table.seq, language(), eye, now), draw),)


def bars(breakdown: Breakdown, now: int) -> tuple[Bar, ...]:
    """Every seat's points so far, in the order of the seats: their ranking is told last."""
    most = max(1, *breakdown.total)
    columns = sorted((seat, at) for at, seat in enumerate(breakdown.seats))
    return tuple(_bar(breakdown, seat, at, now, most) for seat, at in columns)


def _bar(breakdown: Breakdown, seat: int, at: int, now: int, most: int) -> Bar:
    told = [points[at] for _, points in breakdown.rows[:now]]
    widths = [round(WIDE * max(0, points) / most, 2) for points in told]
    starts = [0.0, *accumulate(widths)]
    return Bar(seat, tuple(zip(starts, widths, strict=False)), told[-1] if told else 0, sum(told))


def drawn_once(key: Key, draw: Callable[[], Piece]) -> Piece:
    """The piece with this key, drawn once for all phones that show it."""
    return site().sketchbook.keep(key, draw)
