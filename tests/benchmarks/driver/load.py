"""Load: moves by the clock, whether or not the server keeps up, and how long each one took."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.driver.phones import Table


@dataclass
class Tale:
    """What became of the moves of one stretch; times in seconds, from when each was due."""

    everywhere: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    fates: Counter[str] = field(default_factory=Counter)

    def told(self) -> dict[str, Any]:
        return {
            **{fate: self.fates[fate] for fate in ("done", "refused", "lost", "out of moves")},
            "everywhere": spread(self.everywhere),
            "answers": spread(self.answers),
        }


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Percentiles, in milliseconds."""
    if not seconds:
        return {}
    ordered = sorted(seconds)
    parts = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)], 3)
        for name, part in parts.items()
    }


async def load(tables: list[Table], rate: float, seconds: float) -> dict[str, Any]:
    """So many moves a second over all tables in turn. A table that is still busy keeps its next
    move waiting, and the waiting counts: latency is from the moment a move was due.
    """
    tale = Tale()
    running: set[asyncio.Task[None]] = set()
    start, count = time.perf_counter(), int(rate * seconds)
    for number in range(count):
        due = start + number / rate
        if (ahead := due - time.perf_counter()) > 0:
            await asyncio.sleep(ahead)
        table = tables[number % len(tables)]
        table.due.append(due)
        if not table.busy:
            table.busy = True
            task = asyncio.create_task(_work_off(table, tale))
            running.add(task)
            task.add_done_callback(running.discard)
        # A server that has fallen this far behind will not catch up within the stretch.
        if sum(len(table.due) for table in tables) > max(4 * rate, 8 * len(tables)):
            break
    if running:
        await asyncio.wait(set(running))
    took = time.perf_counter() - start
    return {"rate": rate, "sent": count, "took": round(took, 3), **tale.told()}


async def _work_off(table: Table, tale: Tale) -> None:
    while table.due:
        due = table.due.popleft()
        if not table.moves:
            tale.fates["out of moves"] += 1
            continue
        await _play(table, tale, due)
    table.busy = False


async def _play(table: Table, tale: Tale, start: float) -> None:
    fate = await table.play(lambda: tale.answers.append(time.perf_counter() - start))
    tale.fates[fate] += 1
    if fate == "done":
        tale.everywhere.append(time.perf_counter() - start)


async def in_turn(table: Table, count: int) -> dict[str, Any]:
    """One move after the other, as fast as they come back: what one costs by itself."""
    tale = Tale()
    for _ in range(min(count, len(table.moves))):
        await _play(table, tale, time.perf_counter())
    return tale.told()
