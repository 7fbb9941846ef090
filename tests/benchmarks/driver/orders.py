"""What the driver can be told to do: open phones, play by the clock, tap at one instant, say what
came. Each order takes the hall, the tables it is about, and its own words; its answer is JSON.
"""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.driver.phones import Hall, NiceguiPhone, Phone, Table
from tests.benchmarks.driver.wires import Requests

#: Phones that connect at the same moment.
AT_ONCE = 64
#: Seconds for which a phone waits to hear of its tap; after the answers, within which a tap that
#: counts has reached every phone.
HEARS, ARRIVES = 2.0, 0.2

_FILES = re.compile(r'<(?:link rel="(?:stylesheet|icon|manifest)"[^>]*href|script src)="([^"]+)"')
_SPRITE = re.compile(r'<use href="([^"#]+)#')

Order = Callable[..., Awaitable[Any]]


async def open_phones(
    hall: Hall, tables: list[Table], told: list[dict[str, Any]]
) -> dict[str, int]:
    """All phones of these new tables; how often which status of a stream."""
    new = [Table(each) for each in told]
    hall.tables |= {table.code: table for table in new}
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(phone: Phone) -> int:
        async with gate:
            return await phone.open(hall.address)

    statuses = await asyncio.gather(*(enter(phone) for table in new for phone in table.phones))
    return dict(Counter(map(str, statuses)))


async def close_phones(hall: Hall, tables: list[Table]) -> dict[str, float]:
    """Everybody leaves; seconds of processor time that the driver took so far."""
    for phone in _phones(list(hall.tables.values())):
        phone.close()
    hall.tables.clear()
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {"cpu": round(used.ru_utime + used.ru_stime, 2)}


# ------------------------------------------------------------------------------------- by the clock


@dataclass
class Tale:
    """What became of the moves of one stretch; times in seconds, from when each was due."""

    everywhere: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    fates: Counter[str] = field(default_factory=Counter)

    async def play(self, table: Table, due: float) -> None:
        fate = await table.play(lambda: self.answers.append(time.perf_counter() - due))
        self.fates[fate] += 1
        if fate == "done":
            self.everywhere.append(time.perf_counter() - due)

    def summary(self) -> dict[str, Any]:
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


async def load(hall: Hall, tables: list[Table], rate: float, seconds: float) -> dict[str, Any]:
    """So many moves a second over all tables in turn. A table that is still busy keeps its next
    move waiting, and the waiting counts: latency is from the moment a move was due.
    """
    tale, running = Tale(), set[asyncio.Task[None]]()
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
    return {"rate": rate, "sent": count, "took": round(took, 3), **tale.summary()}


async def _work_off(table: Table, tale: Tale) -> None:
    while table.due:
        due = table.due.popleft()
        if table.moves:
            await tale.play(table, due)
        else:
            tale.fates["out of moves"] += 1
    table.busy = False


async def in_turn(hall: Hall, tables: list[Table], count: int) -> dict[str, Any]:
    """One move after the other, as fast as they come back: what one costs by itself."""
    tale = Tale()
    for _ in range(min(count, len(tables[0].moves))):
        await tale.play(tables[0], time.perf_counter())
    return tale.summary()


async def taps_until_gone(
    hall: Hall, tables: list[Table], rate: float, seconds: float
) -> list[tuple[str, str, int]]:
    """Taps by the clock, whether or not somebody answers: code, intent and status of each that had
    an answer or found none within three seconds of the end.
    """
    answers: list[tuple[str, str, int]] = []

    async def tap(table: Table, seat: int, intent: str) -> None:
        _, move = table.moves[seat]
        answers.append((table.code, intent, await table.phones[seat].tap(move, intent)))

    start, running, sent = time.perf_counter(), set(), 0
    while time.perf_counter() - start < seconds:
        table, seat = tables[sent % len(tables)], sent // len(tables) % 4
        running.add(asyncio.create_task(tap(table, seat, f"kill-{start:.6f}-{sent}")))
        sent += 1
        await asyncio.sleep(max(0.0, start + sent / rate - time.perf_counter()))
    _, late = await asyncio.wait(running, timeout=3)
    for task in late:
        task.cancel()
    return answers


# ------------------------------------------------------------------------------ at the same instant


async def pairs(
    hall: Hall, tables: list[Table], count: int, apart: float, patience: float = 1.0
) -> dict[str, int]:
    """Two seats of one table tap `apart` seconds from each other, `count` times. Lost: a tap that
    neither counts nor was told that it does not. Silent: a phone that heard nothing. `patience`:
    how many times as long as usual is waited until a tap is lost.
    """
    told = Counter(counted=0, refused=0, lost=0, silent=0)
    for number in range(count):
        table = tables[number % len(tables)]
        before = table.newest
        # Never the same again: a tap that is sent twice counts once.
        intent = f"pair-{table.code}-{apart}-{number}"
        statuses = await asyncio.gather(
            _tap(table, 0, intent, patience), _tap(table, 1, intent, patience, apart)
        )
        refused = statuses.count(422)
        await _until(table, before + 2 - refused, patience)
        counted = min(phone.seen for phone in table.phones) - before
        # boardgame.io answers no tap: one that did not become a state was never spoken of.
        heard = statuses.count(200) + refused if table.ours else counted
        told.update(counted=counted, refused=refused, silent=2 - heard)
        told["lost"] += 2 - counted - refused
    return dict(told)


async def _tap(table: Table, seat: int, intent: str, patience: float, after: float = 0.0) -> int:
    if after:
        await asyncio.sleep(after)
    _, move = table.moves[seat]
    try:
        async with asyncio.timeout(patience * HEARS):
            return await table.phones[seat].tap(move, f"{intent}-{seat}")
    except TimeoutError:
        return 0


async def _until(table: Table, number: int, patience: float) -> None:
    """Until every phone shows this state, or nobody waits any longer."""
    end = time.perf_counter() + patience * ARRIVES
    while min(phone.seen for phone in table.phones) < number and time.perf_counter() < end:
        await asyncio.sleep(0.001)


# -------------------------------------------------------------------------------------- what came


async def sizes(hall: Hall, tables: list[Table]) -> dict[str, int]:
    """Bytes that came so far on the lines that push, and in each answer to a tap."""
    answers = sorted(size for phone in _phones(tables) for size in phone.answers)
    told = {"pushed": sum(phone.taken for phone in _phones(tables))}
    if answers:
        told["answer p50"], told["answer max"] = answers[len(answers) // 2], answers[-1]
        told["answer p95"] = answers[int(0.95 * len(answers))]
    return told


async def first_load(hall: Hall, tables: list[Table], path: str) -> dict[str, Any]:
    """The bytes of the page at this path and of each of its files, as they come zipped."""
    requests = tables[0].ours[0].requests
    assert requests is not None
    status, body = await requests.get(path)
    text = (zlib.decompress(body, 31) if body[:2] == b"\x1f\x8b" else body).decode()
    bytes_of = {path: len(body)}
    for file in sorted({*_FILES.findall(text), *_SPRITE.findall(text)}):
        _, sent = await requests.get(file.replace("&amp;", "&"))
        bytes_of[file.partition("?")[0]] = len(sent)
    return {"status": status, "all": sum(bytes_of.values()), "sizes": bytes_of}


async def again(hall: Hall, tables: list[Table], since: int) -> dict[str, int]:
    """What a phone takes that comes back, having seen `since` last."""
    phone = tables[0].phones[0]
    phone.close()
    phone.seen = since
    await phone.open(hall.address)
    await asyncio.sleep(0.3)
    return {"taken": phone.taken, "seen": phone.seen}


async def touch(
    hall: Hall, tables: list[Table], pages: list[tuple[str, str]], apart: float
) -> list[float]:
    """Milliseconds until each page (its path, the phone's cookie) was there, one every so often."""
    took = []
    for path, cookie in pages:
        begun = time.perf_counter()
        requests = Requests(cookie, hall.address)
        status, _ = await requests.get(path)
        assert status == 200, (path, status)
        requests.close()
        took.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(max(0.0, begun + apart - time.perf_counter()))
    return took


async def look(
    hall: Hall, tables: list[Table], path: str, lookers: int, seconds: float
) -> dict[str, int]:
    """So many ask for this page again and again, as fast as they are answered; how often which
    status. Who is told to wait waits a little.
    """
    statuses, end = Counter[str](), time.perf_counter() + seconds

    async def one() -> None:
        requests = Requests("", hall.address)
        while time.perf_counter() < end:
            status, _ = await requests.get(path)
            statuses[str(status)] += 1
            if status == 429:
                await asyncio.sleep(0.02)
        requests.close()

    await asyncio.gather(*(one() for _ in range(lookers)))
    return dict(statuses)


async def shown(hall: Hall, tables: list[Table]) -> list[dict[str, Any]]:
    """The cells that each page of NiceGUI shows, and how many moves are left to play."""
    return [
        {
            "left": len(table.moves),
            "cells": [phone.cells for phone in table.phones if isinstance(phone, NiceguiPhone)],
        }
        for table in tables
    ]


def _phones(tables: list[Table]) -> list[Phone]:
    return [phone for table in tables for phone in table.phones]


ORDERS: dict[str, Order] = {
    "open": open_phones,
    "close": close_phones,
    "load": load,
    "in turn": in_turn,
    "taps until gone": taps_until_gone,
    "pairs": pairs,
    "sizes": sizes,
    "get": first_load,
    "again": again,
    "touch": touch,
    "look": look,
    "shown": shown,
}
