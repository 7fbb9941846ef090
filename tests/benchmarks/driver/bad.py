"""Bad input: what badly behaved phones and passers-by do to a server, within fixed bounds."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tests.benchmarks.driver.phones import Address, OurPhone, Table

Misdeed = Callable[[Address, list[Table], dict[str, Any]], Awaitable[dict[str, Any]]]

#: What is held open until the driver ends.
_HELD: list[Any] = []


async def flood(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """One phone sends `count` taps at the same instant."""
    phone, statuses = tables[0].phones[0], Counter[str]()
    told = await asyncio.gather(
        *(phone.tap(tables[0].moves[0][1], f"flood-{n}") for n in range(order["count"]))
    )
    statuses.update(map(str, told))
    return dict(statuses)


async def crowd(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """`count` more streams of one table than it has phones; how the server answered each."""
    told = {"seat": 0, "cookie": ""}
    phones = [OurPhone(tables[0], told) for _ in range(order["count"])]
    statuses = await asyncio.gather(*(phone.open(address) for phone in phones))
    _HELD.extend(phones)
    return dict(Counter(map(str, statuses)))


async def half_open(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """`count` connections that begin a request and never end it."""
    for _ in range(order["count"]):
        reader, writer = await asyncio.open_connection(*address)
        writer.write(b"GET / HTTP/1.1\r\nHo")
        _HELD.append((reader, writer))
    return {"held": order["count"]}


async def let_go(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """How many of the half-open connections the server has ended by now; the rest are let go."""
    pairs = [each for each in _HELD if isinstance(each, tuple)]
    ended = sum([await _is_ended(reader) for reader, _ in pairs])
    for _, writer in pairs:
        writer.transport.abort()
    return {"ended by the server": ended, "of": len(pairs)}


async def _is_ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server has closed the line; what it said before does not matter."""
    try:
        async with asyncio.timeout(0.02):
            await reader.read()
    except TimeoutError:
        return False
    return True


async def slow(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """`count` more phones of the same seats, which read one byte a second."""
    for number in range(order["count"]):
        table = tables[number % len(tables)]
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(address)
        line.setblocking(False)
        phone = table.phones[number % 4]
        cookie = phone.cookie if isinstance(phone, OurPhone) else ""
        path = f"/t/{table.code}/stream?page=table"
        line.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        _HELD.append((line, asyncio.create_task(_sip(line))))
    return {"held": order["count"]}


async def _sip(line: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(line, 1):
        await asyncio.sleep(1)


async def too_big(address: Address, tables: list[Table], order: dict[str, Any]) -> dict[str, Any]:
    """A form of `size` bytes, and one that only says that it will be that big."""
    phone = tables[0].phones[0]
    assert isinstance(phone, OurPhone)
    await phone.open_line(address)
    assert phone.taps is not None
    status, _ = await phone.taps.post(f"/t/{tables[0].code}/act", {"action": "x" * order["size"]})
    reader, writer = await asyncio.open_connection(*address)
    host, port = address
    writer.write(
        f"POST /t/{tables[0].code}/act HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Origin: http://{host}:{port}\r\nContent-Length: {10 * order['size']}\r\n\r\n".encode()
    )
    async with asyncio.timeout(10):
        first = await reader.readline()
    writer.transport.abort()
    await phone.open_line(address)
    return {"sent": str(status), "announced": first.decode().split(" ")[1]}


BAD: dict[str, Misdeed] = {
    "flood": flood,
    "crowd": crowd,
    "half-open": half_open,
    "let go": let_go,
    "slow": slow,
    "too big": too_big,
}
