"""Counts what this server does, for its metrics. No names and no table codes."""

from __future__ import annotations

from collections import Counter

from companion.histogram import DurationHistogram

#: The outcome of a tap by the status of its response.
TAP_OUTCOME_BY_STATUS = {200: "kept", 303: "kept", 422: "refused", 429: "too_fast", 503: "unsaved"}


class RequestMetrics:
    """Counts requests."""

    def __init__(self) -> None:
        self.taps: Counter[str] = Counter()
        self.requests = {kind: DurationHistogram() for kind in ("tap", "page")}

    def count_request(self, kind: str, seconds: float, status: int) -> None:
        """Counts a request of this kind and duration; a tap also by its outcome."""
        if kind == "tap":
            self.taps[TAP_OUTCOME_BY_STATUS.get(status, "other")] += 1
        self.requests[kind].record(seconds)
