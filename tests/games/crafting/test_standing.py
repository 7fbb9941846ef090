"""How everybody stands on the goals of the track, from what the app was told and nothing else."""

from __future__ import annotations

from companion.games.crafting import GAME
from companion.games.crafting.show.track import GoalStanding, GoalTrack
from companion.games.crafting.state import State
from companion.referee.panels import Counts, Scene
from tests.games.crafting.positions import opened, played


def standing(state: State, slug: str) -> tuple[GoalStanding, ...]:
    scene = next(panel for panel in GAME.show(state, 1) if panel.id == "track")
    assert isinstance(scene, Scene)
    assert isinstance(scene.facts, GoalTrack)
    return next(goal.standing for goal in scene.facts.spaces if goal and goal.slug == slug)


def to_enter(state: State, viewer: int) -> list[str]:
    panels = (panel for panel in GAME.show(state, viewer) if panel.id == "enter-mine")
    return [count.verb for panel in panels if isinstance(panel, Counts) for count in panel.counts]


def dealt(goal: str) -> State:
    return opened("scoring", goal=goal)


def test_most_stands_first_with_what_it_would_score() -> None:
    state = played(opened("scoring"), "1 mend stable 1", "2 mend stable 3")
    assert standing(state, "stable-life") == (GoalStanding(2, 3, 6), GoalStanding(1, 1, 3))


def test_a_count_that_nobody_told_is_not_guessed() -> None:
    state = played(dealt("life-psi"), "2 mend life-psi 1")
    assert standing(state, "life-psi") == (GoalStanding(2, 1, None), GoalStanding(1, None, None))


def test_only_what_the_track_asks_is_entered_beside_it() -> None:
    assert to_enter(dealt("life-psi"), 1) == ["mend life-psi"]
    assert to_enter(dealt("life-psi"), 0) == []
    assert to_enter(dealt("size-1"), 1) == []
