"""Keeps Python's collector of unreachable cycles from pausing the server for long."""

from __future__ import annotations

import gc
from collections.abc import Mapping

import gevent

#: Objects after which Python looks for cycles, and seconds between two looks at everything.
LOOKED_AT, TIDIED = 2_000, 3600.0


def collect_in_small_steps() -> None:
    """Python stops for as long as it looks for circles of values that nobody holds any more, and
    phones wait. States and pages hold none: what has been looked at once is let be, and the whole
    is looked through only now and then.
    """

    def let_be(phase: str, found: Mapping[str, int]) -> None:
        if phase == "stop":
            gc.freeze()

    def look_through() -> None:
        while True:
            gevent.sleep(TIDIED)
            gc.unfreeze()
            gc.collect()

    gc.collect()
    gc.freeze()
    gc.set_threshold(LOOKED_AT)
    gc.callbacks.append(let_be)
    gevent.spawn(look_through)
