"""Measures: what this server has done so far and does now, for Prometheus. No names, no codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from companion.tempo import Tempo

if TYPE_CHECKING:
    from companion.web.site.site import Site

#: What has become of a tap, by the status of its answer.
ANSWERS = {200: "kept", 303: "kept", 422: "refused", 429: "too_fast", 503: "unsaved"}


class Measures:
    """What is counted with each request."""

    def __init__(self) -> None:
        self.taps: Counter[str] = Counter()
        self.requests = {kind: Tempo() for kind in ("tap", "page")}

    def note(self, kind: str, seconds: float, status: int) -> None:
        if kind == "tap":
            self.taps[ANSWERS.get(status, "other")] += 1
        self.requests[kind].note(seconds)


class _Told(Collector):
    """Asked anew at every look."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def collect(self) -> Iterator[Metric]:
        yield from self._taps()
        yield from self._log()
        here = self._site
        for name, words, value in (
            ("streams", "Open streams", here.bell.count),
            ("tables", "Tables that are remembered folded", here.store.remembered),
            ("queue", "Rows that wait to be written", here.store.ledger.queue),
            ("neighbours", "Other servers heard of", here.peers.count if here.peers else 0),
            ("draining", "1 while this server stops", int(here.bell.closed)),
        ):
            yield GaugeMetricFamily(f"companion_{name}", words, value=value)

    def _taps(self) -> Iterator[Metric]:
        measures = self._site.measures
        taps = CounterMetricFamily(
            "companion_taps", "Taps by what became of them", labels=["answer"]
        )
        for answer in sorted({*ANSWERS.values(), *measures.taps}):
            taps.add_metric([answer], measures.taps[answer])
        yield taps
        took = HistogramMetricFamily(
            "companion_request_seconds", "From a request to its answer", labels=["kind"]
        )
        for kind, tempo in measures.requests.items():
            took.add_metric([kind], tempo.buckets(), tempo.seconds)
        yield took

    def _log(self) -> Iterator[Metric]:
        store = self._site.store
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


def exposition(site: Site) -> bytes:
    """All of it, as Prometheus reads it."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Told(site))
    return generate_latest(registry)
