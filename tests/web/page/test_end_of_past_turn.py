"""Where a forgotten action is added, the turn has ended: its end is not offered once more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.tables import Table
from tests.kit.elements import Element
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.recorded import Moment, Recorded

#: Moments of each game that are looked at.
MOMENTS = 8


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Recorded]:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    yield Recorded(app)
    app.extensions["companion"].close()


def verbs_in_dock(page: Element) -> set[str]:
    """By which verbs the buttons at the foot begin, or those of the sheets that they open."""
    (dock,) = (each for each in page.all("footer") if each.is_a("dock"))
    found = set[str]()
    for button in dock.all("button"):
        sheet = page.by_id.get(button.said.get("popovertarget", ""))
        fields = (sheet or button.parent or button).all("input", "button")
        said = [each.said.get("value", "") for each in fields if each.said.get("name") == "action"]
        found |= {words.split(" ", 1)[0] for words in said}
    return found


def last_verb(table: Table, seat: int) -> str:
    """The verb by which this seat's last turn ended; "" where it plays."""
    entry = table.last_entry_of(seat)
    if entry is None or seat in table.seats_to_act or seat not in entry.seats_to_act:
        return ""
    parts = table.game.parts(table.game.read(entry.action))
    return (table.game.notation.write(parts[1]) if parts else entry.action).split(" ", 1)[0]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_end_of_the_turn_is_not_offered_again(slug: str, recorded: Recorded) -> None:
    file, looked = kept_games(slug)[0], 0
    moves = len(transcript_of(file).moves)
    for steps in range(moves // 10, moves - moves // 10, moves // MOMENTS):
        scene = recorded.at(slug, Moment(file, steps))
        for seat in (each.number for each in scene.table.seats):
            if verb := last_verb(scene.table, seat):
                looked += 1
                assert verb not in verbs_in_dock(scene.page(seat, "/forgot")), (steps, seat)
    assert looked >= MOMENTS
