"""Nothing legal is refused: whole games on boards of wood, told in what the phones ask alone.

`cosmos` plays them by the rulebook and knows nothing of the referee.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import ELEMENTS, POWERS
from companion.games.crafting.state import State
from companion.referee.judge import judge
from tests.games.crafting.cosmos import Table
from tests.games.crafting.craft_phase import craft

GAMES = 60
#: what is told in them
VERBS = {
    *("short", "lay", "tile", "complete", "discharge", "life", "gain", "use", "five", "convert"),
    *("stabilise", "count", "discard", "hand", "reveal", "end"),
}


@cache
def random_game(seed: int) -> tuple[Table, State, tuple[str, ...]]:
    """A game played to its end: the table, the referee's state, every line."""
    lines: list[str] = []
    state: list[State] = []

    def say(seat: int, line: str) -> None:
        if not state:
            state.append(GAME.setup(2 + seed % 3, {}))
        ruling = judge(GAME, state[0], seat, GAME.read(line))
        assert ruling.allowed, (seed, seat, line, ruling.objections)
        state[0] = GAME.apply(state[0], seat, GAME.read(line))
        lines.append(line)

    table = Table(seed, say, craft)
    table.play()
    return table, state[0], tuple(lines)


@pytest.mark.parametrize("seed", range(GAMES))
def test_nothing_legal_is_refused(seed: int) -> None:
    table, state, lines = random_game(seed)
    print(f"{len(lines)} moves judged, none refused")
    outcome = GAME.outcome(state)
    assert outcome is not None and len(lines) > 60
    for seat, galaxy in table.boards.items():
        board = state.board(seat)
        counts = (
            *(board.star_count_of_kind(e) for e in ELEMENTS),
            board.novae,
            board.proto,
            board.stable,
        )
        kinds = (*ELEMENTS, "nova", "proto", "stable")
        assert counts == tuple(len(galaxy.of(kind)) for kind in kinds)
        assert (board.hand, board.points.total) == (galaxy.hand.total(), galaxy.points)


def test_the_games_are_of_every_kind() -> None:
    games = [random_game(seed) for seed in range(GAMES)]
    words = [line.split() for *_, lines in games for line in lines]
    assert {table.seats for table, *_ in games} == set(GAME.seats)
    verbs = Counter(w[0] for w in words)
    assert verbs.keys() >= VERBS and verbs["life"] >= 100
    used = {w[1] for w in words if w[0] in ("use", "discharge") and w[1] in POWERS}
    assert used == set(POWERS)
    assert "move" not in verbs, "no phone asks for it"
