"""Yielding: long work gives other requests their turn, for a server has a single thread for all.

No request may keep others waiting; `tests/web/test_longest_turns.py` holds all of them to it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")


def let_others() -> None:
    """Yields to other requests, if there are any."""
    time.sleep(0)


def yielding(items: Iterable[_Item], in_a_row: int = 1) -> Iterator[_Item]:
    """Yields the items; before each `in_a_row` of them, other requests have their turn."""
    for number, item in enumerate(items):
        if number % in_a_row == 0:
            let_others()
        yield item
