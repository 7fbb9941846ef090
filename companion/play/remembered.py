"""The tables that a process remembers, as many as there is room for."""

from __future__ import annotations

from cachetools import LRUCache

from companion.play.looks import Looks
from companion.tables import Table


class Remembered(LRUCache[str, Table]):
    """The longest unused is forgotten first; of it, the newest event stays known."""

    def __init__(self, limit: int, looks: Looks) -> None:
        super().__init__(limit)
        self._looks = looks

    def popitem(self) -> tuple[str, Table]:
        code, table = super().popitem()
        self._looks.put_away(code, table.seq)
        return code, table
