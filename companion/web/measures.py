"""Counts what this server does, for its metrics. No names and no table codes."""

from __future__ import annotations

from collections import Counter

from companion.histogram import DurationHistogram

#: The outcome of a tap by the status of its response.
TAP_OUTCOME_BY_STATUS = {200: "kept", 303: "kept", 422: "refused", 429: "too_fast", 503: "unsaved"}


#: A preset that is taken back within so many seconds was a wrong one.
WRONG_PRESET_UNDO_SECONDS = 10


class PresetMetrics:
    """Counts the taps that kept a preset, and those of them that were taken back soon. It remembers
    which they were for that long only, and no name.
    """

    def __init__(self) -> None:
        self.kept = 0
        self.undone = 0
        self._recent: dict[tuple[str, int], float] = {}

    def count_kept_preset(self, code: str, entry_seq: int, now: float) -> None:
        """Counts an entry of a table that kept a preset."""
        self._recent = {
            each: at for each, at in self._recent.items() if now - at <= WRONG_PRESET_UNDO_SECONDS
        }
        self._recent[code, entry_seq] = now
        self.kept += 1

    def count_undone_preset(self, code: str, entry_seq: int, now: float) -> None:
        """Counts that an entry was taken back, if it kept a preset and is not older than
        `WRONG_PRESET_UNDO_SECONDS`.
        """
        at = self._recent.pop((code, entry_seq), None)
        self.undone += at is not None and now - at <= WRONG_PRESET_UNDO_SECONDS


class RequestMetrics:
    """Counts requests; `presets` only where a server is set to."""

    def __init__(self, presets: PresetMetrics | None = None) -> None:
        self.presets = presets
        self.taps: Counter[str] = Counter()
        self.requests = {kind: DurationHistogram() for kind in ("tap", "page")}

    def count_request(self, kind: str, seconds: float, status: int) -> None:
        """Counts a request of this kind and duration; a tap also by its outcome."""
        if kind == "tap":
            self.taps[TAP_OUTCOME_BY_STATUS.get(status, "other")] += 1
        self.requests[kind].record(seconds)
