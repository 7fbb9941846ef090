"""Moments: a clock that was set wrong may name one that no calendar has."""

from __future__ import annotations

#: Unix seconds of the first and last moments that every time zone has a date for.
FIRST_MOMENT, LAST_MOMENT = 0.0, 253_402_000_000.0


def dated(at: float) -> float:
    """Returns these Unix seconds, or the nearest ones that a calendar has; the first for NaN."""
    return min(at, LAST_MOMENT) if at > FIRST_MOMENT else FIRST_MOMENT
