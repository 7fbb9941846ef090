"""A histogram of durations: how often something was done, and how long it took. One thread at a
time counts; a concurrent reader may see a number that is one behind.
"""

from __future__ import annotations

from bisect import bisect_left

#: Upper bounds of the buckets, in seconds.
BUCKET_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class DurationHistogram:
    """Counts durations by bucket and keeps no single value. `things`: the total of things done."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKET_SECONDS) + 1)
        self.seconds = 0.0
        self.things = 0

    def record(self, seconds: float, things: int = 1) -> None:
        """Counts one duration, in which `things` were done together."""
        self._counts[bisect_left(BUCKET_SECONDS, seconds)] += 1
        self.seconds += seconds
        self.things += things

    def buckets(self) -> list[tuple[str, float]]:
        """Returns the cumulative count of each bucket, as Prometheus labels and numbers."""
        counts, total = [], 0
        for step, count in zip((*map(str, BUCKET_SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            counts.append((step, float(total)))
        return counts
