"""What badly behaved phones and passers-by do to a server, within fixed bounds."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter

from tests.benchmarks.driver.orders import Order
from tests.benchmarks.driver.phones import Hall, OurPhone, Table
from tests.benchmarks.driver.wires import Line, Requests


async def flood(hall: Hall, tables: list[Table], count: int) -> dict[str, int]:
    """One phone sends `count` taps at the same instant; how often which answer."""
    phone, (_, move) = tables[0].phones[0], tables[0].moves[0]
    statuses = await asyncio.gather(*(phone.tap(move, f"flood-{n}") for n in range(count)))
    return dict(Counter(map(str, statuses)))


async def crowd(hall: Hall, tables: list[Table], count: int) -> dict[str, int]:
    """`count` more streams of one table than it has phones; how the server answered each."""
    phones = [OurPhone(tables[0], {"seat": 0, "cookie": ""}) for _ in range(count)]
    hall.held.extend(phones)
    statuses = await asyncio.gather(*(phone.open(hall.address) for phone in phones))
    return dict(Counter(map(str, statuses)))


async def half_open(hall: Hall, tables: list[Table], count: int) -> None:
    """`count` connections that begin a request and never end it."""
    for _ in range(count):
        line = Line()
        await line.connect(hall.address)
        line.send("GET / HTTP/1.1\r\nHo")
        hall.held.append(line)


async def let_go(hall: Hall, tables: list[Table]) -> dict[str, int]:
    """How many of the half-open connections the server has ended by now; the rest are let go."""
    lines = [each for each in hall.held if isinstance(each, Line)]
    ended = sum([await _is_ended(line) for line in lines])
    for line in lines:
        line.close()
    return {"ended by the server": ended, "of": len(lines)}


async def _is_ended(line: Line) -> bool:
    """Whether the server has closed the line; what it said before does not matter."""
    try:
        async with asyncio.timeout(0.02):
            await line.read()
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


async def slow(hall: Hall, tables: list[Table], count: int) -> None:
    """`count` more phones of the same seats, which read one byte a second."""
    for number in range(count):
        table = tables[number % len(tables)]
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(hall.address)
        line.setblocking(False)
        path, cookie = f"/t/{table.code}/stream?page=table", table.ours[number % 4].cookie
        line.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        hall.held.append((line, asyncio.create_task(_sip(line))))


async def _sip(line: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(line, 1):
        await asyncio.sleep(1)


async def too_big(hall: Hall, tables: list[Table], size: int) -> dict[str, str]:
    """The status of a form of `size` bytes, and of one that only says that it will be ten times as
    big.
    """
    path = f"/t/{tables[0].code}/act"
    requests = Requests(tables[0].ours[0].cookie, hall.address)
    status, _ = await requests.post(path, {"action": "x" * size})
    announcing = Line()
    await announcing.connect(hall.address)
    host, port = hall.address
    announcing.send(
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
        f"Content-Length: {10 * size}\r\n\r\n"
    )
    async with asyncio.timeout(10):
        announced, _ = await announcing.head()
    for line in (requests, announcing):
        line.close()
    return {"sent": str(status), "announced": str(announced)}


ORDERS: dict[str, Order] = {
    "flood": flood,
    "crowd": crowd,
    "half-open": half_open,
    "let go": let_go,
    "slow": slow,
    "too big": too_big,
}
