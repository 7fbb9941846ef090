"""Takes orders on standard input, one JSON line each, and answers each with one JSON line."""

from __future__ import annotations

import asyncio
import json
import resource
import sys

from tests.benchmarks.driver import misdeeds, orders
from tests.benchmarks.driver.phones import Hall


async def main() -> None:
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    hall = Hall((sys.argv[1], int(sys.argv[2])))
    known = orders.ORDERS | misdeeds.ORDERS
    lines = asyncio.StreamReader(limit=2**28)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        order = json.loads(line)
        answer = await known[order.pop("do")](hall, hall.chosen(order.pop("tables", ())), **order)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
