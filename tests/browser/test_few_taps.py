"""A whole recorded game is played by visible buttons, and its taps are counted: as its turns come,
and planned while others play.

All games, for the table in BENCHMARKS.md: `python -m tests.browser.count_taps`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median

import pytest

from companion import transcript
from tests.kit.browser.handsets import Phone
from tests.kit.browser.planning import FITTED, Planner
from tests.kit.browser.tapping import (
    GAMES,
    Player,
    kind_of,
    play_through,
    saved_moves,
    sit_down,
    totals,
    turns_of,
)

pytestmark = pytest.mark.browser


NAMES = sorted(file.stem for file in GAMES.glob("*.txt"))


@pytest.mark.some(6)
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_in_few_taps(phone: Callable[..., Phone], name: str) -> None:
    taps = taps_of_busy_turns(phone, name, Player)
    assert median(taps) <= 16, "as it was: 22"


@pytest.mark.some(6)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_planned_while_others_play_in_fewer_taps(
    phone: Callable[..., Phone], name: str
) -> None:
    outcomes: list[str] = []
    taps = taps_of_busy_turns(phone, name, partial(Planner, outcomes=outcomes))
    assert median(taps) <= 7
    assert FITTED in outcomes


def taps_of_busy_turns(
    phone: Callable[..., Phone], name: str, hands: Callable[[Phone, int], Player]
) -> list[int]:
    """The taps of these turns of a game whose totals are those that were recorded."""
    played = transcript.read_transcript((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
    phones = sit_down(phone, played)
    taps = play_through(phones, played, hands)
    recorded = [(move.seat, move.action) for move in played.moves]
    assert totals(played, saved_moves(phones[1])) == totals(played, recorded)
    turns = zip(turns_of(played), taps, strict=True)
    busy = [taps for turn, taps in turns if kind_of(turn) == "busy"]
    print(f"{name}: {len(busy)} busy turns, median {median(busy)}, most {max(busy)}")
    return busy
