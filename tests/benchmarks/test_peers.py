"""The peer that renders: the driver counts what its page shows, and nothing else. No network."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.benchmarks import peers
from tests.benchmarks.bench import Bench
from tests.benchmarks.driver.phones import NiceguiPhone, Table
from tests.kit.nine_cells import NAMES
from tests.kit.ports import HOUSE

MOVES = [(1, "tap 1"), (2, "tap 1"), (4, "tap 9"), (3, "tap 5")]


class Event:
    """An event as NiceGUI has it, as far as the server needs one."""

    def __class_getitem__(cls, told: object) -> type[Event]:
        return cls

    def emit(self, cell: int) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The peer's program, without NiceGUI, which is no part of this project."""
    refusals: list[str] = []
    ui = SimpleNamespace(notify=refusals.append, refusals=refusals)
    monkeypatch.setitem(sys.modules, "nicegui", SimpleNamespace(Event=Event, ui=ui))
    script = peers.HERE / "renderer" / "server.py"
    spec = spec_from_file_location("renderer_server", script)
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


class Recorded:
    """A NiceGUI that has one page and one tap: what it sends is recorded, what it hears is kept."""

    def __init__(self, page: str, update: str) -> None:
        self.heard: list[bytes] = []
        self.serving: list[asyncio.Task[None]] = []
        self._page, self._update = page, update

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.serving.append(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(ConnectionError):
            await self._answer(reader, writer)
            await reader.read()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        if b"websocket" not in request:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + self._page.encode())
            writer.write_eof()
            return
        zipper = zlib.compressobj(wbits=-12)
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + frame('40{"sid":"a"}', zipper))
        self.heard.append(await heard(reader))
        # A notice that looks like a cell; and an update that comes in two parts.
        notice = frame('42["notify",{"message":"a1 a1","_id":1}]', zipper)
        update = frame(f'42["update",{{{self._update},"_id":0}}]', zipper)
        for part in (notice, update[:20], update[20:]):
            writer.write(part)
            await asyncio.sleep(0)


def frame(message: str, zipper: zlib._Compress) -> bytes:
    """A message as uvicorn sends it: zipped, with what came before it known."""
    payload: bytes = zipper.compress(message.encode()) + zipper.flush(zlib.Z_SYNC_FLUSH)
    payload = payload.removesuffix(b"\0\0\xff\xff")
    return bytes([0xC1, 126]) + len(payload).to_bytes(2, "big") + payload


async def heard(reader: asyncio.StreamReader) -> bytes:
    """What is in the next frame of a phone, which masks it."""
    _, size = await reader.readexactly(2)
    if (size := size & 127) == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    mask, sent = await reader.readexactly(4), await reader.readexactly(size)
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(sent))


def test_a_phone_has_seen_what_its_page_shows(server: ModuleType) -> None:
    there = server.Table()
    labels = [there.label(cell) for cell in range(len(NAMES))]
    there.tap(1, 4)
    query = "query: {'client_id': 'me', 'next_message_id': 0}"
    nicegui = Recorded(f"{{{elements(labels)}}} {query}", elements([there.label(4)], start=10))
    table = Table({"code": "one", "phones": [{"seat": 1, "page": "/t/one/1"}]})
    (phone,) = table.phones
    assert isinstance(phone, NiceguiPhone)
    table.moves.append([1, "tap 5"])

    async def play() -> str:
        house = await asyncio.start_server(nicegui.serve, HOUSE, 0)
        assert await phone.open(house.sockets[0].getsockname()) == 200 and phone.seen == 0
        fate = await table.play(lambda: None)
        phone.close()
        house.close()
        await asyncio.gather(*nicegui.serving)
        return fate

    # In a thread of its own: this worker's browser has a loop running in this one.
    with ThreadPoolExecutor(1) as apart:
        assert apart.submit(asyncio.run, play()).result() == "done"
    assert phone.seen == 1 and phone.cells["b2"] == (1, 1) and phone.cells["a1"] == (0, 0)
    assert len(phone.cells) == len(NAMES)
    click = json.loads(nicegui.heard[0][2:])
    assert click[1] == {"id": 10, "client_id": "me", "listener_id": "ear-10", "args": []}


def test_its_log_makes_the_same_tables_again(server: ModuleType, tmp_path: Path) -> None:
    hall = server.Hall(tmp_path, "NORMAL")
    for seat, text in MOVES:
        hall.tap("one", seat, int(text.split()[1]) - 1)
    hall.tap("one", 5, 1)
    hall.tap("one", 1, 9)
    assert len(server.ui.refusals) == 2
    again = server.Hall(tmp_path, "FULL").tables["one"]
    shown = {name: [again.taps[n], again.by[n]] for n, name in enumerate(NAMES)}
    assert shown == peers.cells_after(MOVES) and shown["a1"] == [2, 2]


def test_a_phone_that_shows_anything_else_is_not_counted() -> None:
    told = [{"moves": list(MOVES)} for _ in range(2)]
    right, before = peers.cells_after(MOVES[:3]), peers.cells_after(MOVES[:2])
    other = {**right, "c3": [1, 3]}
    shown = [
        {"left": 1, "cells": [right, right, before, other]},
        {"left": 4, "cells": [peers.cells_after([])] * 4},
    ]
    assert peers.right_phones(told, shown) == 6


@pytest.mark.process
def test_where_it_cannot_be_installed_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*command: object, **options: object) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(subprocess, "run", fails)
    said: list[str] = []
    bench = Bench(tmp_path / "peer", say=said.append, folder=tmp_path)
    assert bench.nicegui is None and len(said) == 1 and "NiceGUI is left out" in said[0]
