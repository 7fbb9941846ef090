"""What each phone sees of a goal's counts: which are confirmed, and what it can tap."""

from __future__ import annotations

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.judge import judge
from companion.referee.panels import Counts, Dock, Panel
from companion.referee.text import english
from tests.games.crafting.positions import opened, played

SAY = english(lambda seat: ("", "Mira", "Ben")[seat]).say


def panel(state: State, viewer: int, name: str) -> Panel:
    return next(panel for panel in GAME.show(state, viewer) if panel.id == name)


def stand(state: State, viewer: int) -> list[bool | None]:
    """Whether each seat's count is confirmed, as this viewer sees it."""
    counts = panel(state, viewer, "goal")
    assert isinstance(counts, Counts)
    for count in counts.counts:
        assert count.detail
        assert SAY(count.detail).startswith("Confirmed" if count.settled else "Still counting")
    return [count.settled for count in counts.counts]


def taps(state: State, viewer: int) -> tuple[Choice, ...]:
    dock = panel(state, viewer, "dock")
    assert isinstance(dock, Dock)
    return dock.choices


@pytest.mark.parametrize("viewer", [0, 1, 2], ids=["a spectator", "Mira", "Ben"])
def test_everyone_sees_whose_count_is_confirmed(viewer: int) -> None:
    state = played(opened("scoring"), "1 mend stable 2", "2 mend stable 1")
    assert stand(state, viewer) == [False, False]
    state = played(state, "2 count 2 1")
    assert stand(state, viewer) == [False, True]
    assert stand(played(state, "1 count 1 2"), viewer) == [True, True]


def test_a_count_that_the_app_knows_is_confirmed_with_one_tap() -> None:
    state = played(opened("scoring"), "1 mend stable 2", "2 count 2 0")
    confirms, scores = taps(state, 1)
    assert confirms.main and not scores.main and scores.action == "score"
    assert SAY(confirms.label) == "My 2 is right"
    assert confirms.detail and SAY(confirms.detail) == "Confirmed: Ben"
    assert judge(GAME, state, 1, GAME.read(confirms.action)).allowed
    state = played(state, f"1 {confirms.action}")
    assert stand(state, 2) == [True, True]
    (scores,) = taps(state, 1)
    assert scores.main and scores.action == "score"
