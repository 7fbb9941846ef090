"""The server's memory: short garbage collections, and eviction of tables without viewers."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Mapping

import gevent
from gevent import Greenlet

from companion.web.site import Site

#: New objects between two garbage collections, and seconds between two full ones.
NEW_OBJECTS_PER_COLLECTION, FULL_COLLECTION_SECONDS = 2_000, 3600.0

#: Maximum seconds between two searches for quiet tables, and seconds between two evictions.
EVICTION_SEARCH_SECONDS, EVICTION_PAUSE_SECONDS = 5.0, 0.01


def tune_garbage_collection() -> None:
    """Keeps garbage collection pauses short.

    Python stops while it searches for cycles, and phones wait. States and pages have no cycles:
    what was searched once is frozen, and everything is searched only now and then.
    """

    def let_be(phase: str, found: Mapping[str, int]) -> None:
        if phase == "stop":
            gc.freeze()

    def look_through() -> None:
        while True:
            gevent.sleep(FULL_COLLECTION_SECONDS)
            gc.unfreeze()
            gc.collect()

    # Measured with 16 tables: with no more than this freeze and a threshold of 20,000, the p95 of
    # a tap and its pages is 9.4 ms for 8.9 in one game and 38 for 25 in another, the longest
    # 100 ms for 15 and 240 for 50.
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_PER_COLLECTION)
    gc.callbacks.append(let_be)
    gevent.spawn(look_through)


def start_evicting_idle_tables(site: Site) -> Greenlet:
    """Starts a greenlet that evicts quiet tables even without requests, until it is killed."""
    give_back = _giving_back()

    def look() -> None:
        while True:
            gevent.sleep(min(EVICTION_SEARCH_SECONDS, max(site.quiet, EVICTION_PAUSE_SECONDS)))
            if evict_idle_tables(site):
                give_back()

    return gevent.spawn(look)


def evict_idle_tables(site: Site) -> int:
    """Evicts quiet tables one by one, with time for requests in between; returns how many. Freeing
    the rendered pages of one takes some milliseconds.
    """
    count = 0
    while site.evict_idle_table():
        count += 1
        gevent.sleep(EVICTION_PAUSE_SECONDS)
    return count


def _giving_back() -> Callable[[], None]:
    """Returns a function that gives free memory back to the system.

    The C library of most Linuxes keeps it, a quarter of all, until asked, which takes some
    milliseconds; elsewhere the function does nothing.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda: None
    return lambda: trim(0)
