"""What a tile says that nobody entered, its owner reads: the table is asked nothing about it, in
any kept game, for the rulebook says who reads it (p. 10).
"""

from __future__ import annotations

from pathlib import Path

from companion.games.cosmogenesis import GAME
from companion.referee.judge import judge
from tests.kit.kept_games import each_file_of, moves, states

READ_BY_OWNER = {"objective.unknown", "gain.unknown", "gain.more"}


def test_the_book_leaves_none_of_them_open() -> None:
    assert READ_BY_OWNER.isdisjoint(question.key for question in GAME.rulebook.questions)
    assert all(GAME.rulebook.find_entry(key) for key in READ_BY_OWNER), "old games name them"


@each_file_of("cosmogenesis")
def test_no_tile_that_nobody_entered_is_asked_about(file: Path) -> None:
    looked = 0
    for state, (seat, text) in zip(states("cosmogenesis", file), moves(file), strict=False):
        asked = {doubt.question for doubt in judge(GAME, state, seat, GAME.read(text)).doubts}
        looked += text.split()[0] in ("use", "reveal", "gain")
        assert asked.isdisjoint(READ_BY_OWNER)
    assert looked
