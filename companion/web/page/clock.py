"""Builds the table's clock for a phone and the table screen. The page's script counts on from it.

A piece holds the time elapsed when it was sent. It is another one with the table's version, not
with the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from flask import render_template

from companion.play.clock import CLOCK_OPTIONS
from companion.referee.text import Text
from companion.tables import Table
from companion.timing import MIN_BREAK_SECONDS, SeatClockTimes, seat_clock_times
from companion.web.language.sentences import say
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece, VolatilePiece
from companion.web.page.table_cache import cache_of_table
from companion.web.request.phone import set_current_table
from companion.web.site import current_site


@dataclass(frozen=True)
class SeatClock:
    """One seat's clock. `seconds`: as of the last event, used up or, with a budget, left; `now`:
    the same at the moment of drawing. `way`: 1 while it counts up, -1 while down, 0 while it
    stands.
    """

    seat: int
    seconds: float
    now: float
    way: int


@dataclass(frozen=True)
class Clock:
    """The clock as drawn. `elapsed`: seconds since the last event, 0 while paused. `down`: the
    lines show what is left of a budget. `round_now`: seconds of the round at the moment of drawing.
    """

    lines: tuple[SeatClock, ...]
    round: float
    round_now: float
    elapsed: float
    down: bool
    paused: bool


@dataclass(frozen=True)
class ClockChoice:
    """A clock that a host can choose: its value in the log, its label, its budget in minutes."""

    value: str
    called: str
    minutes: int


def clock_choices() -> tuple[tuple[str, tuple[ClockChoice, ...]], ...]:
    """Returns all choices grouped by kind; those without a budget under ""."""
    found: dict[str, list[ClockChoice]] = {}
    for clock in CLOCK_OPTIONS:
        kind, _, seconds = clock.partition(" ")
        choice = ClockChoice(clock, say(_called(clock)), int(seconds or 0) // 60)
        found.setdefault(kind if seconds else "", []).append(choice)
    return tuple((kind, tuple(choices)) for kind, choices in found.items())


def _called(clock: str) -> Text:
    kind, _, seconds = clock.partition(" ")
    if not kind:
        return Text("No clock")
    if not seconds:
        return Text("Count the time")
    minutes = int(seconds) // 60
    if kind == "turn":
        return Text("{n} minute a turn", "{n} minutes a turn", n=minutes)
    return Text("{n} minute each", "{n} minutes each", n=minutes)


def clock_pieces(table: Table, viewer: int) -> dict[str, tuple[Piece, ...]]:
    """Returns the clock's piece by its slot; {} if the table never had a clock, an empty slot while
    none runs, as in the set-up. A phone's shows the seats whose time runs and its own seat; the
    screen's all seats.
    """
    if table.clock is None:
        return {}
    if not table.clock or not _is_running(table):
        return {"slot-clock": (), "slot-paused": ()}
    cache, basis = cache_of_table(table), (table.seq, table.clock, table.seats)
    draw = partial(_draw, table, viewer)
    piece = cache.known_piece("clock", viewer, basis)
    piece = piece or cache.new_piece("clock", viewer, basis, draw, kind=VolatilePiece)
    return {"slot-clock": (piece,), "slot-paused": _paused_pieces(table, viewer)}


def _paused_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the word of the sill that no clock runs, for a phone that plays."""
    times = _times(table)
    if not viewer or not times.paused:
        return ()
    return (draw_app_piece("paused", table, 0, since=int(times.since)),)


def _times(table: Table) -> SeatClockTimes:
    return cache_of_table(table).get_or_make("times", table.seq, lambda: seat_clock_times(table))


def _is_running(table: Table) -> bool:
    """Returns whether the game is on: no more set up, and not over."""
    if not table.started or table.outcome is not None:
        return False
    return not table.game.counts_rounds or table.game.current_round(table.state) > 0


def _draw(table: Table, viewer: int, piece: Piece) -> str:
    set_current_table(table)
    shown = clock_at_time(table, current_site().clock())
    lines = [each for each in shown.lines if not viewer or each.way or each.seat == viewer]
    values = {
        "shown": shown,
        "lines": lines,
        "most": MIN_BREAK_SECONDS,
        "in_digits": format_duration,
    }
    values["version"] = table.seq
    return render_template("table/_clock.html", table=table, viewer=viewer, **values)


def clock_at_time(table: Table, now: float) -> Clock:
    """Returns the clock of a running game at `now` (unix seconds)."""
    times = _times(table)
    passed = round(max(0.0, now - times.since), 2)
    still = times.paused or passed > MIN_BREAK_SECONDS
    elapsed = 0.0 if still else passed
    lines = tuple(_line(table, times, seat.number, elapsed) for seat in table.seats)
    down = " " in (table.clock or "")
    began = round(times.round, 2)
    return Clock(lines, began, began + elapsed, elapsed, down, still)


def _line(table: Table, times: SeatClockTimes, seat: int, elapsed: float) -> SeatClock:
    kind, _, budget = (table.clock or "").partition(" ")
    used = times.turn.get(seat, 0.0) if kind == "turn" else times.spent[seat]
    way = (-1 if budget else 1) if seat in times.turn else 0
    seconds = round(float(budget) - used if budget else used, 2)
    return SeatClock(seat, seconds, seconds + way * elapsed, way)


def format_duration(seconds: float) -> str:
    """Returns whole seconds in clock form: 1:05, 1:02:03; an exceeded budget as −0:07."""
    whole = int(abs(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if seconds <= -1 else text
