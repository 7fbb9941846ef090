"""Which tests a run takes, as COMPANION_TESTS says. Without it, all that are named.

`some` (`make check`): of the cases of a test that is marked `some(n)` one in n, drawn by the seed
of the run. `test` (`make test`): the same without what needs a PostgreSQL, of the long ones one in
four and none of the longest, of those in a browser the spine; the same tests each time. `rest`
(`make test-rest`): `some` without what `test` takes, but for what keeps tables, which is run again
on the other ledger.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from zlib import crc32

import pytest

#: All tests of a run, before any is left out.
COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()
#: The seed of `make check` and `make test`.
SAME = 1
#: One in how many long tests `make test` takes.
LONG = 4


def left_out(items: Sequence[pytest.Item], wish: str, seed: object) -> set[pytest.Item]:
    """What a run with this wish doesn't take of these tests."""
    match wish:
        case "some":
            return _unlucky(items, seed)
        case "test":
            return set(items) - _quick(items)
        case "rest":
            done = {item for item in _quick(items) if not _keeps_tables(item)}
            return _unlucky(items, seed) | done
    return set()


def is_surely_quick(item: pytest.Item) -> bool:
    """Whether `make test` takes it whatever the lots are."""
    return not any(map(item.get_closest_marker, ("long", "longest", "some", "browser", "postgres")))


def _quick(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """What `make test` takes."""
    unlucky = _unlucky(items, SAME)
    return {
        item
        for item in items
        if is_in_spine(item)
        or (item not in unlucky and _is_one_in_four(item) and _is_for_all(item))
    }


def is_in_spine(item: pytest.Item) -> bool:
    """`spine("a", "b")` means the cases of these names, `spine` all of them."""
    mark = item.get_closest_marker("spine")
    return mark is not None and (not mark.args or item.nodeid.partition("[")[2][:-1] in mark.args)


def _is_for_all(item: pytest.Item) -> bool:
    return not any(map(item.get_closest_marker, ("browser", "postgres", "longest")))


def _is_one_in_four(item: pytest.Item) -> bool:
    return not item.get_closest_marker("long") or crc32(item.nodeid.encode()) % LONG == 0


def _keeps_tables(item: pytest.Item) -> bool:
    """Whether it is run on either ledger: it takes the one of `kind` in tests/conftest.py."""
    fixtures = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    kinds = fixtures.get("kind", ())
    return bool(kinds) and kinds[-1].baseid == "tests" and "in_a_file" not in fixtures


def _unlucky(items: Iterable[pytest.Item], seed: object) -> set[pytest.Item]:
    """The cases of tests marked `some(n)` that these lots leave out."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("some"):
            cases[item.nodeid.partition("[")[0]].append(item)
    unlucky = set[pytest.Item]()
    for name, held in cases.items():
        mark = held[0].get_closest_marker("some")
        every = mark.args[0] if mark else 1
        held.sort(key=lambda item: item.nodeid)
        del held[random.Random(f"{seed} {name}").randrange(min(every, len(held))) :: every]
        unlucky |= set(held)
    return unlucky
