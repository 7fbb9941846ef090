"""Metrics of this server for Prometheus. No names and no table codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from companion.histogram import DurationHistogram
from companion.live.stream_hub import StreamHub
from companion.play import TableStore

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


class _Told(Collector):
    """Collects current values at every scrape."""

    def __init__(
        self, measures: RequestMetrics, hub: StreamHub, store: TableStore, servers: int
    ) -> None:
        self._measures = measures
        self._hub = hub
        self._store = store
        self._servers = servers

    def collect(self) -> Iterator[Metric]:
        yield from self._taps()
        yield from self._presets()
        yield from self._log()
        for name, words, value in (
            ("streams", "Open streams", self._hub.stream_count),
            ("tables", "Tables that are remembered folded", self._store.cached_table_count),
            ("queue", "Rows that wait to be written", self._store.ledger.write_queue_length),
            ("neighbours", "Other servers heard of", self._servers),
            ("draining", "1 while this server stops", int(self._hub.closed)),
        ):
            yield GaugeMetricFamily(f"companion_{name}", words, value=value)

    def _taps(self) -> Iterator[Metric]:
        measures = self._measures
        taps = CounterMetricFamily(
            "companion_taps", "Taps by what became of them", labels=["answer"]
        )
        for answer in sorted({*TAP_OUTCOME_BY_STATUS.values(), *measures.taps}):
            taps.add_metric([answer], measures.taps[answer])
        yield taps
        took = HistogramMetricFamily(
            "companion_request_seconds", "From a request to its answer", labels=["kind"]
        )
        for kind, tempo in measures.requests.items():
            took.add_metric([kind], tempo.buckets(), tempo.seconds)
        yield took

    def _presets(self) -> Iterator[Metric]:
        presets = self._measures.presets
        if presets is None:
            return
        kept = ("companion_presets", "Taps that kept what was preset", presets.kept)
        undone = ("companion_presets_undone", "Of them taken back at once", presets.undone)
        for name, words, value in (kept, undone):
            yield CounterMetricFamily(name, words, value=value)

    def _log(self) -> Iterator[Metric]:
        store = self._store
        commits, folds = store.ledger.commits, store.folds
        yield HistogramMetricFamily(
            *("companion_commit_seconds", "One transaction of the log, with its wait for the disk"),
            buckets=commits.buckets(),
            sum_value=commits.seconds,
        )
        rows = ("companion_rows", "Rows written to the log", commits.things)
        events = ("companion_folded_events", "Events folded into tables", folds.things)
        for name, words, value in (rows, events):
            yield CounterMetricFamily(name, words, value=value)
        yield HistogramMetricFamily(
            *("companion_fold_seconds", "Events of one table folded, one or many at once"),
            buckets=folds.buckets(),
            sum_value=folds.seconds,
        )


def prometheus_text(
    measures: RequestMetrics, hub: StreamHub, store: TableStore, servers: int
) -> bytes:
    """Returns the metrics in Prometheus' text format. `servers`: how many others were heard of."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Told(measures, hub, store, servers))
    return generate_latest(registry)
