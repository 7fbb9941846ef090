"""What a phone has kept of a plan is read as far as a turn goes."""

from __future__ import annotations

from companion.play.planned import MAX_PLANNED_ACTIONS, PlannedPart, read_kept_parts


def kept(actions: int) -> str:
    return "\t".join(("time 1", *["0 shift 1"] * actions))


def test_a_plan_of_more_actions_than_a_turn_has_is_none() -> None:
    most = (PlannedPart("time 1", (("shift 1", 0),) * MAX_PLANNED_ACTIONS),)
    assert read_kept_parts([kept(MAX_PLANNED_ACTIONS)]) == most
    assert read_kept_parts([kept(MAX_PLANNED_ACTIONS + 1)]) == ()
    assert read_kept_parts([kept(1)] * (MAX_PLANNED_ACTIONS + 1)) == ()
