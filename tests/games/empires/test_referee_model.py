"""Nothing that the rulebook allows is refused: whole games with real cards, told as phones ask."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games.empires import GAME
from companion.games.empires.rules.production import total_production
from companion.referee.judge import judge
from tests.games.empires.plain_table import PlainTable
from tests.kit.scenarios import in_words

KINDS = "begin total roll shift confirm build copy cycle scout reveal end done"


@pytest.mark.long
def test_no_legal_move_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    judged: Counter[str] = Counter()
    for seats, cultures, seed in product((2, 3, 5, 8), ("off", "single", "hybrid"), range(6)):
        table, state = PlainTable(seed, seats, cultures), GAME.setup(seats, {"culture": cultures})
        for seat, line in table.moves():
            ruling = judge(GAME, state, seat, GAME.read(line))
            assert ruling.allowed, f"{seats} {cultures} {seed}: {seat} {line}: {in_words(ruling)}"
            state = GAME.apply(state, seat, GAME.read(line))
            judged[line.split()[0]] += 1
        outcome = GAME.outcome(state)
        assert outcome is not None and outcome.winners == (table.winner(),)
        for seat, player in table.players.items():
            assert state.empire(seat).credits == player.credits
            assert total_production(state, seat) == player.production(own_pair=True)
    with capsys.disabled():
        print(f"\nempires: {judged.total()} judged moves, none refused: {dict(judged)}")
    assert judged.keys() == set(KINDS.split())
