"""Each greenlet is counted what it took itself, not what others took while it waited."""

from __future__ import annotations

import time
from collections.abc import Iterator

import gevent
import greenlet
import pytest

from companion import processor_time
from companion.processor_time import count_by_greenlet, own_seconds


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(processor_time._Counting, "by_greenlet", False)
    count_by_greenlet()
    yield
    greenlet.settrace(None)


def work(seconds: float) -> None:
    began = time.thread_time()
    while time.thread_time() < began + seconds:
        pass


def test_a_greenlet_is_not_charged_for_others(counted: None) -> None:
    took: dict[str, float] = {}

    def one(name: str, seconds: float, turns: int) -> None:
        began = own_seconds()
        for _ in range(turns):
            work(seconds / turns)
            gevent.sleep(0)
        took[name] = own_seconds() - began

    gevent.joinall([gevent.spawn(one, "long", 0.2, 20), gevent.spawn(one, "short", 0.02, 10)])
    assert took["long"] == pytest.approx(0.2, abs=0.05)
    assert took["short"] == pytest.approx(0.02, abs=0.01)


def test_without_greenlets_it_is_the_threads_time() -> None:
    began = own_seconds()
    work(0.02)
    assert own_seconds() - began == pytest.approx(0.02, abs=0.01)
