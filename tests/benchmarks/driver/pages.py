"""Pages: what the first page takes on the wire, with everything that it fetches."""

from __future__ import annotations

import asyncio
import re
import zlib
from typing import Any

from tests.benchmarks.driver.phones import Address, OurPhone, Table

_FILES = re.compile(r'<(?:link rel="(?:stylesheet|icon|manifest)"[^>]*href|script src)="([^"]+)"')
_SPRITE = re.compile(r'<use href="([^"#]+)#')


async def first_load(address: Address, table: Table, path: str) -> dict[str, Any]:
    """The bytes of the page at this path and of each of its files, as they come zipped."""
    phone = table.phones[0]
    assert isinstance(phone, OurPhone)
    await phone.open_line(address)
    status, body = await _get(phone, path)
    text = _unzipped(body).decode()
    files = sorted({*_FILES.findall(text), *_SPRITE.findall(text)})
    sizes = {path: len(body)}
    for file in files:
        _, sent = await _get(phone, file.replace("&amp;", "&"))
        sizes[file.partition("?")[0]] = len(sent)
    return {"status": status, "all": sum(sizes.values()), "sizes": sizes}


async def _get(phone: OurPhone, path: str) -> tuple[int, bytes]:
    assert phone.taps is not None
    async with asyncio.timeout(30):
        return await phone.taps.get(path)


def _unzipped(body: bytes) -> bytes:
    return zlib.decompress(body, 31) if body[:2] == b"\x1f\x8b" else body
