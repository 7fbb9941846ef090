"""Writes this server's metrics for Prometheus. No names and no table codes.

Imported when somebody asks for them: no living room does.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from companion.live.stream_hub import StreamHub
from companion.play import TableStore
from companion.web.measures import TAP_OUTCOME_BY_STATUS, RequestMetrics


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
