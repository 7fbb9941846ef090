"""Abuse: badly behaved phones and passers-by, and what everybody else notices of them."""

from __future__ import annotations

import time
from typing import Any

from tests.benchmarks.bench import Bench
from tests.benchmarks.client import Driver
from tests.benchmarks.report import Row, ms

CAP = 60
RATE = 40.0
#: Seconds after which a request that was begun and not ended is given up.
GIVEN_UP = 12.0


def abuse(bench: Bench) -> list[Row]:
    """Everything at one server with few tables, one after the other."""
    with bench.ours("small", 10, 4000, COMPANION_STREAMS=str(CAP)) as (_, driver, told):
        driver("open", told=told)
        calm = _p95(bench, driver)
        rows = [_crowd(driver)]
    with bench.ours("small", 10, 4000, COMPANION_TAPS="10") as (_, driver, told):
        driver("open", told=told)
        rows += [_half_open(bench, driver, calm), _slow(bench, driver, calm)]
        rows += [_flood(bench, driver, calm), _too_big(driver)]
    return rows


def _p95(bench: Bench, driver: Driver, tables: list[str] | None = None) -> float:
    more: dict[str, Any] = {"tables": tables} if tables else {}
    load = driver("load", rate=RATE, seconds=bench.seconds / 2, **more)
    failed = load["sent"] - load["done"]
    return float(load["everywhere"]["p95"]) if not failed else 1e9


def _crowd(driver: Driver) -> Row:
    told = driver("bad", kind="crowd", count=2 * CAP)
    room = CAP - 40  # ten tables have four phones each
    return Row(
        f"{2 * CAP} more streams where there is room for {room}: let in / sent to slow polling",
        f"{told.get('200', 0)} / {told.get('503', 0)}",
        wanted="the cap holds, the rest is told",
        reached=told == {"200": room, "503": 2 * CAP - room},
    )


def _half_open(bench: Bench, driver: Driver, calm: float) -> Row:
    driver("bad", kind="half-open", count=200)
    p95 = _p95(bench, driver)
    time.sleep(max(0.0, GIVEN_UP - bench.seconds / 2))
    told = driver("bad", kind="let go")
    return Row(
        "200 connections that begin a request and stop: tap p95 (calm) / ended by the server",
        f"{ms(p95)} ({ms(calm)}) / {told['ended by the server']}",
        wanted="nobody is held up, all are ended",
        reached=p95 < 50 and told["ended by the server"] == told["of"],
    )


def _slow(bench: Bench, driver: Driver, calm: float) -> Row:
    driver("bad", kind="slow", count=40)
    p95 = _p95(bench, driver)
    return Row(
        "40 phones that read one byte a second, at the same tables: tap p95 of the others (calm)",
        f"{ms(p95)} ({ms(calm)})",
        wanted="nobody is held up",
        reached=p95 < 50,
    )


def _flood(bench: Bench, driver: Driver, calm: float) -> Row:
    codes = driver("codes")
    told = driver("bad", kind="flood", tables=codes[:1], count=300)
    p95 = _p95(bench, driver, codes[1:])
    return Row(
        "300 taps at once from one phone: taken / told to slow down; tap p95 of the others (calm)",
        f"{told.get('200', 0)} / {told.get('429', 0)}; {ms(p95)} ({ms(calm)})",
        wanted="limited, told so",
        reached=set(told) == {"200", "429"} and p95 < 50,
    )


def _too_big(driver: Driver) -> Row:
    told = driver("bad", kind="too big", size=1_000_000)
    return Row(
        "a form of 1 MB / one that announces 10 MB: status",
        f"{told['sent']} / {told['announced']}",
        wanted="413",
        reached=told == {"sent": "413", "announced": "413"},
    )
