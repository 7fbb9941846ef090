"""Tempo: how often something was done and how long it took, counted in steps of seconds.

One thread at a time counts; whoever reads meanwhile may see a number that is one behind.
"""

from __future__ import annotations

from bisect import bisect_left

#: Upper ends of the steps, in seconds.
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Tempo:
    """Counts; it keeps no single value. `things`: how many were done together, all in all."""

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self.seconds = 0.0
        self.things = 0

    def note(self, seconds: float, things: int = 1) -> None:
        self._counts[bisect_left(STEPS, seconds)] += 1
        self.seconds += seconds
        self.things += things

    def buckets(self) -> list[tuple[str, float]]:
        """How many took no longer than each step, and how many in all."""
        told, total = [], 0
        for step, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            told.append((step, float(total)))
        return told
