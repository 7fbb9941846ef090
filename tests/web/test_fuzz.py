"""Requests that nobody means well, to every address: no 500. The same requests every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.paths import PACKAGE_FOLDER
from tests.kit.fuzz import field_names, fuzzed

#: Statuses that say what is wrong with a request, or that nothing is.
SAID = {200, 204, 206, 303, 304, 308, 400, 403, 404, 405, 413, 416, 421, 422, 429}


#: Bytes that half of the requests may keep in memory, most of it drawings of which there is an end;
#: and letters that they may leave in the log.
MOST_KEPT, MOST_LOGGED = 30_000_000, 5_000


@pytest.mark.longest
@pytest.mark.some(2)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_breaks(tmp_path: Path, seed: int) -> None:
    found = fuzzed(tmp_path / "tables.sqlite", 2500, seed)
    assert found.broken == []
    assert found.statuses.total() == 2500 and set(found.statuses) <= SAID
    # Fewer than before are another test's, that ended meanwhile.
    assert all(found.left[each] <= 0 for each in ("threads", "files", "streams")), found.left
    assert found.left["bytes"] < MOST_KEPT and found.left["letters"] < MOST_LOGGED, found.left
    assert found.statuses[200] > 300 and found.statuses[422] > 100, "hardly any came through"


def test_every_field_that_a_route_asks_for_is_aimed_at() -> None:
    known = field_names(PACKAGE_FOLDER / "web")
    assert {"seat", "seen", "order", "action", "intent", "value", "page", "q", "file"} <= set(known)
