"""Takes orders on standard input, one JSON line each, and answers each with one JSON line."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from typing import Any

from tests.benchmarks.driver import bad, load, pages, pairs
from tests.benchmarks.driver.phones import Address, OurPhone, SocketPhone, Table

#: Phones that connect at the same moment.
AT_ONCE = 64


class Driver:
    """The tables that this driver plays at."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.tables: dict[str, Table] = {}

    async def obey(self, order: dict[str, Any]) -> Any:
        """Does what one order says. `tables`: the codes it is about, all of them without."""
        chosen = [self.tables[code] for code in order.get("tables", ())]
        here = chosen or list(self.tables.values())
        match order["do"]:
            case "open":
                return await self._open(order["told"])
            case "load":
                return await load.load(here, order["rate"], order["seconds"])
            case "in turn":
                return await load.in_turn(here[0], order["count"])
            case "pairs":
                patience = order.get("patience", 1.0)
                return await pairs.pairs(here, order["count"], order["apart"], patience)
            case "acked":
                return await pairs.acknowledged(here, order["rate"], order["seconds"])
            case "sizes":
                return self._sizes(here)
            case "get":
                return await pages.first_load(self.address, here[0], order["path"])
            case "shown":
                return [table.shown() for table in here]
            case "again":
                return await self._again(here[0].phones[0], order["since"])
            case "bad":
                return await bad.BAD[order["kind"]](self.address, here, order)
            case "codes":
                return list(self.tables)
            case "close":
                return self._close()
        raise ValueError(order["do"])

    async def _open(self, told: list[dict[str, Any]]) -> dict[str, int]:
        tables = [Table(each) for each in told]
        self.tables |= {table.code: table for table in tables}
        gate = asyncio.Semaphore(AT_ONCE)

        async def enter(phone: OurPhone | SocketPhone) -> int:
            async with gate:
                return await phone.open(self.address)

        phones = [phone for table in tables for phone in table.phones]
        statuses = await asyncio.gather(*map(enter, phones))
        return {str(status): statuses.count(status) for status in set(statuses)}

    def _sizes(self, tables: list[Table]) -> dict[str, int]:
        """Bytes that came so far on the wires that push, and in each answer to a tap."""
        phones = [phone for table in tables for phone in table.phones]
        answers = sorted(size for phone in phones for size in phone.answers)
        told = {"pushed": sum(phone.taken for phone in phones)}
        if answers:
            told["answer p50"], told["answer max"] = answers[len(answers) // 2], answers[-1]
            told["answer p95"] = answers[int(0.95 * len(answers))]
        return told

    async def _again(self, phone: OurPhone | SocketPhone, since: int) -> dict[str, int]:
        """What a phone takes that comes back, having seen `since` last."""
        phone.close()
        phone.seen = since
        await phone.open(self.address)
        await asyncio.sleep(0.3)
        return {"taken": phone.taken, "seen": phone.seen}

    def _close(self) -> dict[str, Any]:
        for table in self.tables.values():
            for phone in table.phones:
                phone.close()
        self.tables.clear()
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {"cpu": round(used.ru_utime + used.ru_stime, 2)}


async def main() -> None:
    host, port = sys.argv[1], int(sys.argv[2])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    driver, loop = Driver((host, port)), asyncio.get_running_loop()
    orders = asyncio.StreamReader(limit=2**28)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        answer = await driver.obey(json.loads(line))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
