"""Pairs: two phones that tap at the same instant; and taps whose confirmation is written down.

Lost: a tap that neither counts nor was told that it does not. Silent: a phone that heard nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from tests.benchmarks.driver.phones import OurPhone, Table

#: Seconds for which a phone waits to hear of its tap.
HEARS = 2.0
#: Seconds after the answers within which a tap that counts has reached every phone.
ARRIVES = 0.2


async def pairs(tables: list[Table], count: int, apart: float, patience: float) -> dict[str, int]:
    """Two seats of one table tap `apart` seconds from each other, `count` times. `patience`: how
    many times as long as usual is waited until a tap is lost.
    """
    told = {"pairs": 0, "taps": 0, "counted": 0, "refused with a reason": 0, "lost": 0, "silent": 0}
    for number in range(count):
        table = tables[number % len(tables)]
        before = table.newest
        # Never the same again: a tap that is sent twice counts once.
        pair = f"pair-{table.code}-{apart}-{number}"
        statuses = await asyncio.gather(
            _tap(table, 0, pair, patience), _tap(table, 1, pair, patience, apart)
        )
        refused = sum(status == 422 for status in statuses)
        await _until(table, before + 2 - refused, patience)
        counted = min(phone.seen for phone in table.phones) - before
        told["pairs"] += 1
        told["taps"] += 2
        told["counted"] += counted
        told["refused with a reason"] += refused
        told["lost"] += 2 - counted - refused
        told["silent"] += _silent(table, statuses, counted)
    return told


async def _tap(table: Table, seat: int, pair: str, patience: float, after: float = 0.0) -> int:
    if after:
        await asyncio.sleep(after)
    _, move = table.moves[seat]
    try:
        async with asyncio.timeout(patience * HEARS):
            return await table.phones[seat].tap(move, f"{pair}-{seat}")
    except TimeoutError:
        return 0


async def _until(table: Table, number: int, patience: float) -> None:
    """Until every phone shows this state, or nobody waits any longer."""
    end = time.perf_counter() + patience * ARRIVES
    while min(phone.seen for phone in table.phones) < number and time.perf_counter() < end:
        await asyncio.sleep(0.001)


def _silent(table: Table, statuses: Sequence[int], counted: int) -> int:
    """How many of the two phones were told nothing of their own tap."""
    if isinstance(table.phones[0], OurPhone):
        return sum(status not in (200, 422) for status in statuses)
    # The peer's wire has no answer: a tap that did not become a state was never spoken of.
    return 2 - counted


async def acknowledged(tables: list[Table], rate: float, seconds: float) -> dict[str, list[str]]:
    """Taps by the clock until the server is gone; every intent that was confirmed by then."""
    confirmed: list[str] = []
    sent = 0

    async def tap(table: Table, seat: int, intent: str) -> None:
        _, move = table.moves[seat]
        if await table.phones[seat].tap(move, intent) == 200:
            confirmed.append(f"{table.code} {intent}")

    start, running = time.perf_counter(), set()
    while time.perf_counter() - start < seconds:
        table, seat = tables[sent % len(tables)], sent // len(tables) % 4
        running.add(asyncio.create_task(tap(table, seat, f"kill-{start:.6f}-{sent}")))
        sent += 1
        await asyncio.sleep(max(0.0, start + sent / rate - time.perf_counter()))
    await asyncio.wait(running, timeout=3)
    for task in running:
        task.cancel()
    return {"confirmed": confirmed, "sent": [str(sent)]}
