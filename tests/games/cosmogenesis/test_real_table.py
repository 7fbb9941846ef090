"""Whole games with the real pieces: whatever the rulebook allows, the referee lets through, told
only what the phones ask. Also what was forgotten: added where it was, or let count by the table.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import Stage, State
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from tests.games.cosmogenesis.random_games import Played, check, check_seat
from tests.games.cosmogenesis.real_table import Move, RealTable
from tests.kit.scenarios import in_words

GAMES = 30
LEFT_OPEN = {"objective.twice", "game.odd"}
#: how likely a player forgets what could still be done, and does more than has to be
FORGETS, GOES_ON = 0.25, 0.7
TURN = ("seat", "taken", "extras", "gains", "got", "read_out")


class Companion:
    """The phones of a table: every line that is said, with the state before it."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.lines: list[tuple[int, str]] = []
        self.before: list[State] = []
        self.options = options
        self.state: State = GAME.setup(seats, options)
        self.judged = 0

    def judge(self, state: State, seat: int, line: str) -> Ruling:
        self.judged += 1
        return judge(GAME, state, seat, GAME.read(line))

    def play(self, seat: int, line: str) -> Ruling:
        ruling = self.judge(self.state, seat, line)
        assert ruling.allowed, f"{seat} {line}: {in_words(ruling)}"
        self.overrule(seat, line)
        return ruling

    def overrule(self, seat: int, line: str) -> None:
        self.before.append(self.state)
        self.lines.append((seat, line))
        self.state = GAME.apply(self.state, seat, GAME.read(line))

    def insert(self, seat: int, line: str) -> None:
        """Before the end of the seat's last turn."""
        place = max(i for i, each in enumerate(self.lines) if each == (seat, "end"))
        later, self.state = self.lines[place:], self.before[place]
        del self.lines[place:], self.before[place:]
        self.play(seat, line)
        for each in later:
            self.overrule(*each)


def the_same(state: State, real: RealTable) -> None:
    """What the phones show is what lies on the table, and the next player has a whole turn."""
    assert state.monolith == real.keeper.monolith
    assert (state.turn.seat, state.turn.extras) == (real.seat, real.extras)
    for seat, me in real.keeper.players.items():
        check_seat(state, real.keeper, seat)
        shown = sorted((each.tile, each.counters) for each in state.system(seat).exotics)
        assert shown == sorted((tile, n) for tile, held in me["exotics"].items() for n in held)


def forgotten(
    phones: Companion, real: RealTable, rng: random.Random, ended: dict[str, Any]
) -> None:
    """One player remembers, in the next one's turn, what could have been done."""
    turn = {name: getattr(real, name) for name in ended}
    vars(real).update(ended)
    lines = [line for line, *_ in real.moves() if line != "end"]
    let_count = rng.random() < 0.5
    while lines:
        line = rng.choice(lines)
        late = phones.judge(phones.state, real.seat, line)
        assert [no.forgotten for no in late.objections] == [True], in_words(late)
        (phones.overrule if let_count else phones.insert)(real.seat, line)
        real.do(line)
        lines = real.rewards()
    vars(real).update(turn)


def choose(moves: list[Move], rng: random.Random) -> Move:
    good = [move for move in moves if not move[0].startswith(("discard", "end"))]
    return rng.choice(good if good and rng.random() < GOES_ON else moves)


def one_round(phones: Companion, real: RealTable, rng: random.Random) -> None:
    going = True
    while going:
        the_same(phones.state, real)
        moves = real.moves()
        for line, *_ in moves:
            ruling = phones.judge(phones.state, real.seat, line)
            assert ruling.allowed, f"{real.seat} {line}: {in_words(ruling)}"
        move, rewards = choose(moves, rng), real.rewards(told=True)
        doubts = {doubt.question for doubt in phones.play(real.seat, move[0]).doubts}
        real.do(*move)
        if move[0] == "end":
            assert ("gain.left" in doubts) == bool(rewards and not real.options["gain.left"])
            ended = {name: getattr(real, name) for name in TURN}
            going = real.pass_turn()
            if going and rng.random() < FORGETS:
                the_same(phones.state, real)
                forgotten(phones, real, rng, ended)


def whole_game(seed: int) -> int:
    rng = random.Random(seed)
    seats, copies = GAME.seats[seed % 3], 1 + seed % 2
    options = {o.key: rng.choice(o.values).value for o in GAME.options if o.key not in LEFT_OPEN}
    options["objective.twice"] = "more" if copies > 1 else rng.choice(("", "once"))
    real = RealTable(rng, seats, options, copies)
    phones = Companion(seats, options | {f"tile.{tile}": real.says[tile] for tile in real.told})
    phones.play(1, f"begin {real.first}")
    real.keeper.read(1, f"begin {real.first}")
    for seat, hand in real.hands.items():
        phones.play(seat, f"keep {hand[0]}")
    for _ in range(6):
        real.fill()
        one_round(phones, real, rng)
        phones.play(seats, "next")
        real.keeper.read(seats, "next")
    for seat, me in real.keeper.players.items():
        for tile in {*me["stellars"], *me["revealed"]} - real.told:
            phones.play(seat, f"worth {tile} {rng.randint(0, 9)}")
    assert phones.state.stage == Stage.OVER
    check(Played(seats, phones.options, phones.lines, phones.state))
    return phones.judged


@pytest.mark.long
def test_nothing_that_the_rulebook_allows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    judged = sum(whole_game(seed) for seed in range(GAMES))
    with capsys.disabled():
        print(f"\nCosmogenesis with real pieces: {GAMES} games, {judged} judged moves, 0 refused")
    assert judged > 1000 * GAMES
