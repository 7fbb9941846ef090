"""The disputes that the rulebook's text raises, by number: what the referee says to each.

Only disputes that can be asked in counts; hops, borders and neighbours are seen on the wood alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import GOALS
from companion.games.crafting.rules.goal import goal_points, known_count_for_goal
from companion.referee.ruling import Ruling
from tests.games.crafting.positions import asked, number, opened, played


@dataclass(frozen=True)
class Dispute:
    """`answer`: "yes", or the rule that refuses, or the question with its mark ("life.x?")."""

    number: int
    claim: str
    opening: str
    action: str
    answer: str
    given: tuple[str, ...] = ()
    after: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.number}: {self.claim}"


TABLE = tomllib.loads((Path(__file__).parent / "disputes.toml").read_text(encoding="utf-8"))
DISPUTES = tuple(
    Dispute(**{**entry, "given": tuple(entry.get("given", ()))}) for entry in TABLE["dispute"]
)


def answered(ruling: Ruling) -> str:
    if ruling.objections:
        return " ".join(sorted({no.rule for no in ruling.objections}))
    return " ".join(f"{doubt.question}?" for doubt in ruling.doubts) or "yes"


#: seen on the wood alone: the display (9), touching (16), hops (26), borders (45)
NOT_IN_COUNTS = {9, 16, 26, 45}
#: tried below the table
ELSEWHERE = {49, 50, 51, 54}


def test_no_dispute_is_forgotten() -> None:
    told = {dispute.number for dispute in DISPUTES} | ELSEWHERE
    assert sorted(told | NOT_IN_COUNTS) == list(range(1, 55))
    assert not told & NOT_IN_COUNTS


@pytest.mark.parametrize("dispute", DISPUTES, ids=str)
def test_dispute(dispute: Dispute) -> None:
    state = played(opened(dispute.opening, dispute.options), *dispute.given)
    ruling = asked(state, dispute.action)
    after = GAME.apply(state, ruling.seat, GAME.read(ruling.action))
    told = {path: number(after, path) for path in dispute.after}
    assert (answered(ruling), told) == (dispute.answer, dispute.after)


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((7, 7, 3), (6, 6, 0)),
        ((7, 3, 3, 1), (6, 3, 3, 0)),
        ((2, 0), (6, 0)),
        ((2, 1), (6, 3)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_dispute_49_ties_of_goals(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert goal_points(counts) == points


@pytest.mark.parametrize(
    ("dispute", "goal", "count"),
    [
        (33, "crystals", 2),
        (50, "supernovae", 3),
        (50, "carbon", 1),
        (50, "helium", 0),
        (51, "nebulae-psi", 4),
        (51, "nebulae-phi", 2),
        (51, "size-1", 1),
        (51, "proto-life", 5),
        (51, "stable-life", 4),
    ],
)
def test_disputes_of_what_a_goal_counts(dispute: int, goal: str, count: int) -> None:
    state = played(
        opened("crafting"),
        *("1 mend novae 3", "1 mend c 1", "1 mend proto 5", "1 mend stable 4"),
        *("1 mend scored 2", "1 mend waiting 1"),
        *("1 tiles done 3 psi 1", "1 tiles done 1 psi 1", "1 tiles done 2 phi 1"),
    )
    assert known_count_for_goal(state, 1, goal) == count, dispute


def test_dispute_50_no_goal_counts_hydrogen() -> None:
    assert not {"h", "hydrogen"} & {
        word for goal in GOALS.values() for word in (goal.slug, goal.icon)
    }


def test_dispute_52_with_4_players_the_first_player_changes() -> None:
    state = opened("shifting-4")
    assert state.first == 4
    for seat in (4, 1, 2, 3):
        state = played(state, f"{seat} shift {seat}", f"{seat} collect")
        size = " 1" if state.control_of_marble(seat) == "chemistry" else ""
        state = played(state, f"{seat} took{size}", f"{seat} end nebula 1 psi")
    assert played(state, "1 goal helium").first == 1


@pytest.mark.parametrize(("hand", "winners"), [(11, (2,)), (12, (1, 2)), (13, (1,))])
def test_dispute_54_full_hands_break_the_tie(hand: int, winners: tuple[int, ...]) -> None:
    state = played(
        opened("last-turn-of-round-3"),
        *("2 mend supply 0", f"1 mend hand {hand}", "2 end nebula 1 psi"),
        *("1 count 1 0", "1 count 2 0", "1 score", "1 goal oxygen"),
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == (winners, "game.tie")
