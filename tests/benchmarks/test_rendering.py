"""The peer that renders: the driver counts what its page shows, and nothing else. No network."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.benchmarks import rendering
from tests.benchmarks.bench import Bench
from tests.benchmarks.driver.page_wire import Page
from tests.benchmarks.nine_cells import NAMES

MOVES = [(1, "tap 1"), (2, "tap 1"), (4, "tap 9"), (3, "tap 5")]


class Event:
    """An event as NiceGUI has it, as far as the server needs one."""

    def __class_getitem__(cls, told: object) -> type[Event]:
        return cls

    def emit(self, cell: int) -> None:
        pass


class Line(asyncio.Transport):
    """Keeps what a phone sends."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def write(self, data: Any) -> None:
        self.sent.append(bytes(data))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The peer's program, without NiceGUI, which is no part of this project."""
    refusals: list[str] = []
    ui = SimpleNamespace(notify=refusals.append, refusals=refusals)
    monkeypatch.setitem(sys.modules, "nicegui", SimpleNamespace(Event=Event, ui=ui))
    spec = spec_from_file_location("renderer_server", rendering.RENDERER / "server.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    # A stand-in has to be found there by whoever looks for the annotations of its classes.
    monkeypatch.setitem(sys.modules, "renderer_server", module)
    spec.loader.exec_module(module)
    return module


def elements(labels: list[str], start: int = 6) -> str:
    """Elements as NiceGUI writes them, recorded from 3.18.0."""
    rest = '"type":"click","specials":[],"modifiers":[],"keys":[],"args":[]'
    return ",".join(
        f'"{number}":{{"tag":"q-btn","props":{{"color":"primary","label":"{label}"}},'
        f'"events":[{{"listener_id":"ear-{number}",{rest}}}]}}'
        for number, label in enumerate(labels, start)
    )


def frame(message: str, zipper: Any) -> bytes:
    """A message as uvicorn sends it: zipped, with what came before it known."""
    payload: bytes = zipper.compress(message.encode()) + zipper.flush(zlib.Z_SYNC_FLUSH)
    payload = payload.removesuffix(b"\0\0\xff\xff")
    return bytes([0xC1, 126]) + len(payload).to_bytes(2, "big") + payload


def test_a_phone_has_seen_what_its_page_shows(server: ModuleType) -> None:
    table, zipper = server.Table(), zlib.compressobj(wbits=-12)
    seen: list[int] = []
    line = Line()
    query = "query: {'client_id': 'me', 'next_message_id': 0}"
    labels = [table.label(cell) for cell in range(len(NAMES))]

    async def play() -> Page:
        page = Page(f"{{{elements(labels)}}} {query}".encode(), seen.append)
        page.connection_made(line)
        page.came(b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + frame('40{"sid":"a"}', zipper))
        page.tap(5)
        table.tap(3, 4)
        update = elements([table.label(4)], start=10)
        whole = frame(f'42["update",{{{update},"_id":0}}]', zipper)
        page.came(whole[:20])
        page.came(whole[20:])
        page.came(frame('42["notify",{"message":"a1 a1","_id":1}]', zipper))
        page.connection_lost(None)
        return page

    # In a thread of its own: this worker's browser has a loop running in this one.
    with ThreadPoolExecutor(1) as apart:
        page = apart.submit(asyncio.run, play()).result()
    assert seen == [0, 1] and page.cells["b2"] == (1, 3) and page.cells["a1"] == (0, 0)
    assert len(page.cells) == len(NAMES)
    click = json.loads(unmasked(line.sent[-1])[2:])
    assert click[1] == {"id": 10, "client_id": "me", "listener_id": "ear-10", "args": []}


def unmasked(sent: bytes) -> bytes:
    """What is in a frame of a phone."""
    start = 8 if sent[1] & 127 == 126 else 6
    mask = sent[start - 4 : start]
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(sent[start:]))


def test_its_log_makes_the_same_tables_again(server: ModuleType, tmp_path: Path) -> None:
    hall = server.Hall(tmp_path, "NORMAL")
    for seat, text in MOVES:
        hall.tap("one", seat, int(text.split()[1]) - 1)
    hall.tap("one", 5, 1)
    hall.tap("one", 1, 9)
    assert len(server.ui.refusals) == 2
    again = server.Hall(tmp_path, "FULL").tables["one"]
    shown = {name: [again.taps[n], again.by[n]] for n, name in enumerate(NAMES)}
    assert shown == rendering.cells_after(MOVES) and shown["a1"] == [2, 2]


def test_a_phone_that_shows_anything_else_is_not_counted() -> None:
    told = [rendering.page_table(n, list(MOVES)) for n in range(2)]
    right, before = rendering.cells_after(MOVES[:3]), rendering.cells_after(MOVES[:2])
    other = {**right, "c3": [1, 3]}
    shown = [
        {"left": 1, "cells": [right, right, before, other]},
        {"left": 4, "cells": [rendering.cells_after([])] * 4},
    ]
    assert rendering.right_phones(told, shown) == 6


def test_where_it_cannot_be_installed_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*command: object, **options: object) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(subprocess, "run", fails)
    said: list[str] = []
    run = Bench(None, say=said.append, rendering=tmp_path)
    try:
        assert run.renderer is None and len(said) == 1 and "NiceGUI is left out" in said[0]
    finally:
        run.close()
