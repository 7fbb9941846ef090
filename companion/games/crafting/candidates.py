"""Actions that a person might try now. Lazy; free amounts are judged but not listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

from companion.games.crafting.board import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CONTROLS,
    DARK_MARBLE,
    ELEMENTS,
    GOALS,
    NEBULA_SIZES,
    NO_STAR,
    POWERS,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.rules.card import DiscardCards, TradeFiveCards
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.energy import (
    SUPPLY_PILES,
    CollectEnergy,
    EnterSupplyShortage,
    ResetMarbles,
    ShiftMarble,
    TakeEverythingCollected,
    is_collecting_nebula,
)
from companion.games.crafting.rules.game import RevealLife
from companion.games.crafting.rules.goal import (
    EnterGoalCount,
    RevealGoal,
    ScoreGoal,
    count_for_due_goal,
)
from companion.games.crafting.rules.life import CreateLife, impossible_values_objections
from companion.games.crafting.rules.move import MovePiece
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.rules.place import PlaceNebula, PlacePieces, RemoveUnplacedPieces
from companion.games.crafting.rules.power import GainPower, UsePower
from companion.games.crafting.rules.power_cards import CARD_STEP_BY_NAME, are_answers_complete
from companion.games.crafting.rules.setup import BeginGame, DealMarbles, marbles_in_bag
from companion.games.crafting.rules.slider import ConvertStar, StabiliseLife
from companion.games.crafting.rules.time import DischargeCrystal
from companion.games.crafting.state import DISCARD, DRAW, OVER, REVEAL_LIFE, SCORE, SETUP, State

STAR_KINDS = (*ELEMENTS, "nova")
#: how many choices for one card are tried; any entered ones are judged
MAX_ANSWERS_TRIED_PER_CARD = 200
#: values of advanced life, the likeliest first
LIKELY_LIFE_VALUES = (7, 6, 5, 4, 8)


def candidates(s: State, seat: int) -> Iterator[Any]:
    """Yields actions worth offering to this seat, allowed or not."""
    if s.stage == OVER:
        return
    if s.stage == SETUP:
        yield from _setup(s)
    elif s.stage == DRAW:
        yield from (RevealGoal(goal=goal) for goal in GOALS)
    elif s.stage == SCORE:
        yield from (EnterGoalCount(n, count_for_due_goal(s, n) or 0) for n in s.all_seats)
        yield ScoreGoal()
        yield from (ScoreGoal(then="goal", goal=goal) for goal in GOALS)
    elif s.stage == DISCARD:
        yield DiscardCards()
    elif s.stage == REVEAL_LIFE:
        yield RevealLife()
        yield RevealLife(_possible_values(s, seat))
    else:
        yield from _turn(s, seat)


def _possible_values(s: State, seat: int) -> tuple[int, ...]:
    """Returns the seat's token values: as entered, else values that the stack can have held."""
    tokens = [life for board in s.boards if board.revealed for life in board.lives]
    mine: list[int] = []
    for life in s.board(seat).lives:
        tries = (replace(life, value=value) for value in (life.value, *LIKELY_LIFE_VALUES) if value)
        token = next(
            (t for t in tries if not any(impossible_values_objections((*tokens, t), s.seats))), life
        )
        tokens.append(token)
        mine.append(token.value or LIKELY_LIFE_VALUES[0])
    return tuple(mine)


def _setup(s: State) -> Iterator[Any]:
    yield DealMarbles(marbles_in_bag(s.seats))
    yield from (RevealGoal(goal=goal) for goal in GOALS)
    yield BeginGame()


def _turn(s: State, seat: int) -> Iterator[Any]:
    step = s.board(seat).step
    if step == SHIFT:
        yield from (ShiftMarble(n) for n in s.all_seats)
        yield from (ShiftMarble(DARK_MARBLE, control) for control in CONTROLS)
        yield ResetMarbles()
        yield CollectEnergy("placed")
    elif step == COLLECT:
        board = s.board(seat)
        yield from _short(board)
        sizes = (1, 2, 3) if is_collecting_nebula(board) else (None,)
        yield from (TakeEverythingCollected(size) for size in sizes)
    elif step == CRAFT:
        yield from _craft(s, seat)
    else:
        yield ShiftMarble(seat)
        yield StabiliseLife()


def _short(board: Board) -> Iterator[Any]:
    kinds = [line.kind for line in board.lines]
    yield from (EnterSupplyShortage(kind, 0) for kind in SUPPLY_PILES if kind in kinds)


def _collected(board: Board) -> Iterator[Any]:
    """Yields what can be corrected after everything collected was placed."""
    if not board.lines:
        return
    yield from _short(board)
    yield from (
        RemoveUnplacedPieces(line.kind, 1)
        for line in board.lines
        if line.kind in (*ELEMENTS, "proto", "nebula") and line.got
    )


def _craft(s: State, seat: int) -> Iterator[Any]:
    board = s.board(seat)
    yield from (PlacePieces(kind) for kind in (*ELEMENTS, "proto", "all"))
    yield from _collected(board)
    sizes = NEBULA_SIZES if board.drawn else board.unplaced_nebula_sizes
    yield from (PlaceNebula(size, UNKNOWN_SECTOR) for size in sizes)
    for tile in sorted({t for t in board.tiles if not t.completed}):
        prints = tile.code or 3 * tile.size
        yield from (CompleteNebula(tile.size, tile.sector, prints, star) for star in STAR_KINDS)
    yield from (DischargeCrystal(gain) for gain in (*ELEMENTS, NO_STAR))
    yield from (CreateLife(proto) for proto in range(7))
    yield from (TradeFiveCards(kind) for kind in CONTROLS)
    yield from (ConvertStar(element) for element in ELEMENTS)
    yield StabiliseLife()
    yield from (MovePiece(piece) for piece in ("star", "nova", "proto", "stable"))
    yield from (GainPower(slot, slug) for slot in CARD_PRICE_BY_POWER_SLOT for slug in POWERS)
    for _, slug in board.powers:
        yield from ways_to_use_power(POWERS[slug])
    yield EndTurn()
    yield EndTurn("stabilise")
    yield from (EndTurn("nebula", size, UNKNOWN_SECTOR) for size in (1, 2, 3))


def ways_to_use_power(power: Power) -> tuple[Any, ...]:
    """Returns ways to use a card, with different choices tried."""
    return _uses(power.slug)


# Saves 2 % of the calls of a tap and its pages.
@cache
def _uses(slug: str) -> tuple[Any, ...]:
    return tuple(_tried_out(POWERS[slug]))


def _tried_out(power: Power) -> Iterator[Any]:
    choices = [ask for name, *_ in power.does for ask in CARD_STEP_BY_NAME[name].asks]
    for words in islice(product(*choices), MAX_ANSWERS_TRIED_PER_CARD):
        if are_answers_complete(power, words):
            yield _use(power, words)
    # A star or a supernova that shoots needs fewer choices than a nebula.
    if not are_answers_complete(power, [choice[0] for choice in choices]):
        yield from (_use(power, (w,)) for w in choices[0] if are_answers_complete(power, (w,)))


def _use(power: Power, words: tuple[str, ...]) -> Any:
    if not power.instead:
        return UsePower(power.slug, words)
    converts = tuple(word for word in words if word in ELEMENTS)
    return DischargeCrystal(power.slug, converts)
