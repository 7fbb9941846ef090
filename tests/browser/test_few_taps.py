"""A whole recorded game is played by visible buttons, and its taps are counted.

The other games, for the table in BENCHMARKS.md: `python -m tests.browser.count_taps`.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest

from companion import transcript
from companion.games.crafting import GAME
from companion.referee.replay import replay_moves
from companion.transcript import Transcript
from tests.kit.browser.handsets import Phone
from tests.kit.browser.tapping import GAMES, play_through, sit_down

pytestmark = pytest.mark.browser


def totals(played: Transcript, moves: list[tuple[int, str]]) -> dict[int, int]:
    end = GAME.outcome(replay_moves(GAME, played.seats, dict(played.options), moves))
    assert end is not None
    return {place.seat: place.total for place in end.ranking}


def saved_moves(phone: Phone) -> list[tuple[int, str]]:
    """The game as it is in the ledger, by the way that anybody has."""
    saved = transcript.read_transcript(phone.read("/transcript").text)
    return [(move.seat, move.action) for move in saved.moves]


@pytest.mark.parametrize("name", ["two-players-crystals"])
def test_a_whole_game_in_few_taps(phone: Callable[..., Phone], name: str) -> None:
    played = transcript.read_transcript((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
    phones = sit_down(phone, played)
    taps = play_through(phones, played)
    recorded = [(move.seat, move.action) for move in played.moves]
    assert totals(played, saved_moves(phones[1])) == totals(played, recorded)
    print(f"{name}: {len(taps)} turns, median {median(taps)}, most {max(taps)}")
    assert median(taps) <= 16, "as it was: 22"
