"""What each phone sees of a goal's counts: which are confirmed, and what it can tap."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.judge import judge
from companion.referee.panels import Counts, Dock, Panel, Sheet, Tally
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played

SAY = english_translator(lambda seat: ("", "Mira", "Ben")[seat]).say


def panel(state: State, viewer: int, name: str) -> Panel:
    return next(panel for panel in GAME.show(state, viewer) if panel.id == name)


def stand(state: State, viewer: int) -> list[bool | None]:
    """Whether each seat's count is confirmed, as this viewer sees it."""
    counts = panel(state, viewer, "goal")
    assert isinstance(counts, Counts)
    missing = any(count.settled is False for count in counts.counts)
    for count in counts.counts:
        told = SAY(count.detail) if count.detail else ""
        # What everybody's points become stands beside it once no count is missing.
        if not missing:
            assert re.fullmatch(r"\d+ → \d+|\d+ points?", told)
        else:
            assert told == ("As the app counts" if count.settled is None else "")
    return [count.settled for count in counts.counts]


def test_points_become_what_they_become_once_no_count_is_missing() -> None:
    state = played(opened("scoring"), "1 mend points 20", "1 mend stable 2", "2 mend stable 0")
    counts = panel(state, 1, "goal")
    assert isinstance(counts, Counts)
    assert [SAY(each.detail) for each in counts.counts if each.detail] == ["20 → 26", "0 points"]
    scored = played(state, "1 score")
    assert [board.points.total for board in scored.boards] == [26, 0]


def taps(state: State, viewer: int) -> tuple[Choice, ...]:
    dock = panel(state, viewer, "dock")
    assert isinstance(dock, Dock)
    return dock.choices


@pytest.mark.parametrize("viewer", [0, 1, 2], ids=["a spectator", "Mira", "Ben"])
def test_everyone_sees_whose_count_is_confirmed(viewer: int) -> None:
    state = opened("scoring", goal="life-psi")
    assert stand(state, viewer) == [False, False]
    state = played(state, "2 count 2 1")
    assert stand(state, viewer) == [False, True]
    assert stand(played(state, "1 count 1 1"), viewer) == [True, True]


def test_a_count_says_who_set_it_for_another() -> None:
    def setters(state: State) -> list[int]:
        counts = panel(state, 1, "goal")
        assert isinstance(counts, Counts)
        return [each.by for each in counts.counts]

    state = played(opened("scoring", goal="life-psi"), "2 count 1 1", "2 count 2 1")
    assert setters(state) == [2, 0]
    assert setters(played(state, "1 count 1 1")) == [0, 0], "now it is the own one"


def test_a_round_ends_with_one_tap_where_the_app_counts_and_draws() -> None:
    state = played(opened("scoring"), "1 mend stable 2", "2 mend stable 1")
    assert stand(state, 1) == [None, None]
    (scores,) = taps(state, 2)
    assert scores.main and scores.action == "score hands 10 goal"
    assert scores.detail and SAY(scores.detail) == "Mira +6, Ben +3"
    drawn = GAME.read(f"{scores.action} oxygen")
    assert judge(GAME, state, 2, drawn).allowed
    after = GAME.apply(state, 2, drawn)
    assert (after.stage, after.round, after.goals_on_track[0]) == ("play", 4, "oxygen")
    assert [board.hand for board in after.boards] == [10, 10]
    told = SAY(GAME.say(state, 2, drawn, 1))
    assert told.startswith("Most stable life: Mira +6, Ben +3. New goal")


def test_the_card_that_was_drawn_on_the_table_is_one_tap_on_its_sheet() -> None:
    state = played(opened("scoring"), "1 mend stable 2")
    sheet = panel(state, 1, "goal-card")
    assert isinstance(sheet, Sheet)
    actions = {choice.action for choice in sheet.choices}
    assert "score hands 10 goal oxygen" in actions
    assert not any("stable-life" in action for action in actions), "it has been out"


def test_the_discards_of_a_round_are_told_until_the_own_shift() -> None:
    state = played(opened("scoring"), "1 score hands 10 goal oxygen")
    assert "limit" in [panel.id for panel in GAME.show(state, 2)]
    (points,) = (panel for panel in GAME.show(state, 2) if panel.id == "scores")
    assert isinstance(points, Tally)
    brought = [any(SAY(each).startswith("+") for each in score.marks) for score in points.scores]
    assert brought == [state.scored[-1].points[score.seat - 1] > 0 for score in points.scores]
    assert "goal-told" in [panel.id for panel in GAME.show(state, state.first)]
    assert "limit" not in [panel.id for panel in GAME.show(state, 0)], "a hand is its seat's"


def test_a_goal_that_was_out_is_refused_with_the_score() -> None:
    ruling = judge(GAME, opened("scoring"), 1, GAME.read("score goal helium"))
    assert not ruling.allowed


def test_the_last_goals_score_without_a_next_one() -> None:
    state = replace(opened("scoring"), round=8, goals=(*("helium",) * 5, "stable-life"))
    (scores,) = taps(state, 1)
    assert scores.action.startswith("score") and "goal" not in scores.action


def test_the_lane_of_the_goal_that_scores_has_the_entered_counts() -> None:
    state = played(opened("scoring", goal="life-psi"), "2 count 2 1")
    (track,) = (panel.facts for panel in GAME.show(state, 0) if panel.id == "track")
    (goal,) = (goal for goal in track.spaces if goal and goal.slug == "life-psi")
    assert [(each.seat, each.count) for each in goal.standing] == [(2, 1), (1, None)]
