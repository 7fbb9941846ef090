"""Steady: a clock that never goes back, made of one that may: a small computer without a clock of
its own is set right over the net, by an hour or by fifty years. What it counts is no time of day.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock


def steady(clock: Callable[[], float]) -> Callable[[], float]:
    """Seconds that have passed on this clock. While it is set back, none pass."""
    turn = Lock()
    last, passed = clock(), 0.0

    def ticks() -> float:
        nonlocal last, passed
        with turn:
            now = clock()
            passed += max(0.0, now - last)
            last = now
            return passed

    return ticks


def clocked(clock: Callable[[], float]) -> dict[str, Callable[[], float]]:
    """What an app is given so that this clock is its only one: the time of day and the ticks."""
    return {"clock": clock, "ticks": steady(clock)}
