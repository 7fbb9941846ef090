"""When an open stream says something: at rings, at beats that no ring moves, and when it is due."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import copy_context
from itertools import takewhile
from math import inf
from typing import Any

import pytest

from companion.live.stream_hub import StreamHub
from companion.live.watcher import Watcher
from companion.web.live.open_stream import first_heartbeat_at, open_stream


class Line:
    """Stands for a PhoneStream: says by what it was woken."""

    def __init__(self) -> None:
        self.over, self.due, self.is_waiting_for_news = False, inf, True
        self.drawn, self.ends = 0, False

    def first_message(self) -> bytes:
        return b"begun"

    def message_when_woken(self, rung: bool, beats: bool) -> bytes:
        self.drawn += 1
        self.over = self.ends
        return b" ".join([b"rung"] * rung + [b"beat"] * beats)


class House:
    """A stream with a clock that passes only while it waits. `rings`: when somebody rings."""

    def __init__(self, line: Line, *rings: float, begun: float = 0.0, beat: float = 10.0) -> None:
        self.now = begun
        self.stream_hub = StreamHub(clock=lambda: self.now)
        self.watcher = self.stream_hub.watch("ABCD", "phone")
        self.hangs_up = inf
        self._rings = list(rings)
        self._real, self.watcher.wait = self.watcher.wait, self._wait  # type: ignore[method-assign]
        drawn: Any = line
        self.said = open_stream(drawn, self.watcher, copy_context(), beat, lambda: self.now)

    def _wait(self, timeout: float) -> bool:
        end = self.now + max(0.0, timeout)
        ring = self._rings[0] if self._rings else inf
        if ring <= min(end, self.hangs_up):
            self.now = self._rings.pop(0)
            self.stream_hub.wake_watchers("ABCD")
        elif self.hangs_up <= end:
            self.now = self.hangs_up
            self.watcher.mark_disconnected()
        else:
            self.now = end
        return self._real(0)

    def said_until(self, until: float) -> Iterator[tuple[float, bytes]]:
        """What it says, and when."""
        return takewhile(lambda each: each[0] <= until, ((self.now, each) for each in self.said))


def beats(house: House, until: float) -> list[float]:
    return [at for at, said in house.said_until(until) if said.endswith(b"beat")]


def test_it_begins_at_once_and_beats() -> None:
    assert list(House(Line()).said_until(30)) == [
        *((0, b"begun"), (10, b"beat"), (20, b"beat"), (30, b"beat"))
    ]


@pytest.mark.parametrize("apart", [0.3, 4.0, 9.9])
def test_no_ring_puts_a_beat_off(apart: float) -> None:
    """A passer-by who opens their stream again and again rings the hub each time."""
    rings = [apart * each for each in range(1, int(120 / apart))]
    assert beats(House(Line(), *rings), 100) == [10.0 * each for each in range(1, 11)]


def test_beats_of_many_come_together() -> None:
    """So that the processor wakes once for all of them."""
    houses = [House(Line(), begun=100.05 + 0.01 * each) for each in range(5)]
    assert {tuple(beats(house, 150)) for house in houses} == {(110.25, 120.25, 130.25, 140.25)}
    assert first_heartbeat_at(100.05, 0.2) == pytest.approx(100.25), "quick ones come on their own"


def test_a_machine_that_stood_still_beats_once_and_not_for_all_that_it_missed() -> None:
    house = House(Line())
    next(house.said)
    house.now = 95.0
    assert beats(house, 120) == [95.0, 105.0, 115.0]


def test_what_is_due_before_the_next_beat_is_said_then() -> None:
    line = Line()
    line.due = 4.0
    house = House(line)
    assert [next(house.said), next(house.said), house.now] == [b"begun", b"beat", 4.0]
    line.due = inf
    assert beats(house, 25) == [10.0, 20.0], "and it moves no beat"


def test_a_phone_that_has_hung_up_is_drawn_nothing() -> None:
    line = Line()
    house = House(line, 1.0)
    house.hangs_up = 2.5
    assert list(house.said_until(inf)) == [(0, b"begun"), (1, b"rung")]
    assert (house.now, line.drawn) == (2.5, 1)


def test_its_last_words_are_said_when_all_is_over() -> None:
    line = Line()
    house = House(line, 1.0)
    next(house.said)
    line.ends = True
    assert list(house.said) == [b"rung"]


def test_the_hubs_end_is_its_end() -> None:
    house = House(Line())
    next(house.said)
    house.stream_hub.close()
    assert list(house.said) == []


def test_it_rests_as_its_phone_does(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()
    house = House(line, 1.0)
    next(house.said)
    assert house.stream_hub.has_only_idle_watchers("ABCD")
    line.is_waiting_for_news = False
    next(house.said)
    assert not house.stream_hub.has_only_idle_watchers("ABCD")


def test_while_it_sends_its_watcher_knows() -> None:
    house = House(Line())
    watcher: Watcher = house.watcher
    next(house.said)
    house.now += 60
    assert watcher.is_behind, "the line has not taken it yet"
    next(house.said)
    assert not watcher.is_behind
