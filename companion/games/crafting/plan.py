"""What a waiting seat plans with: the table as if its turn began now, and what it can say next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.crafting.board import DONE, SHIFT, WAITING
from companion.games.crafting.pieces import (
    CONTROLS,
    DARK_MARBLE,
    NEBULA_SIZES,
    UNKNOWN_SECTOR,
)
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.energy import CollectEnergy, ShiftMarble, energy_lines_of_seat
from companion.games.crafting.rules.game import is_last_round
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.show.craft import likely_tile_points
from companion.games.crafting.show.energy import collected_energy_words
from companion.games.crafting.show.offers import likely_discarded_star, refusal
from companion.games.crafting.state import PLAY, State
from companion.referee.speech import NextPhrase
from companion.referee.text import Text


def round_of_next_turn(s: State, seat: int) -> int | None:
    """Returns the round of a waiting seat's next turn; None if it doesn't wait, or its next turn
    may never come.
    """
    step = s.board(seat).step
    played = step == DONE
    ends = played and is_last_round(s, bool(s.goal_due_at_round_end))
    if s.stage != PLAY or step not in (WAITING, DONE) or ends:
        return None
    return s.round + played


def state_at_next_turn(s: State, seat: int) -> State | None:
    """Returns the state as if the next turn of a waiting seat began now, on the wheel as it is;
    None if it doesn't wait, or its next turn may never come.
    """
    number = round_of_next_turn(s, seat)
    if number is None:
        return None
    boards = tuple(replace(board, step=WAITING) for board in s.boards)
    s = replace(s, boards=boards, round=number, wheel_before=s.wheel, moves=())
    return s.with_board(seat, replace(s.board(seat), step=SHIFT))


def next_phrases(s: State, seat: int) -> Iterator[NextPhrase]:
    """Yields what a seat can say next and what a control would give, likeliest first."""
    board = s.board(seat)
    if board.step == SHIFT:
        yield from _controls(s, seat)
        yield from _dark_marbles(s, seat)
        return
    if board.drawn:
        for size in NEBULA_SIZES:
            yield f"nebula {size}", None
        return
    yield from _completed(s, seat)
    yield from _ends_of_turn(s, seat)


def _controls(s: State, seat: int) -> Iterator[NextPhrase]:
    here = s.control_of_marble(seat)
    if here is None:
        return
    if refusal(s, seat, CollectEnergy("placed")) is None:
        yield "collect", collected_energy_words(energy_lines_of_seat(s, seat))
    at = CONTROLS.index(here) + 1
    for control in (*CONTROLS[at:], *CONTROLS[: at - 1]):
        move = ShiftMarble(seat, to=control, then="collect")
        if refusal(s, seat, move) is None:
            gives = collected_energy_words(energy_lines_of_seat(move.with_marble_moved(s), seat))
            n = len(move.marble_moves(s))
            yield control, Text("{n} move: {gives}", "{n} moves: {gives}", n=n, gives=gives or "")


def _dark_marbles(s: State, seat: int) -> Iterator[NextPhrase]:
    for control, marbles in zip(CONTROLS, s.wheel, strict=True):
        if DARK_MARBLE in marbles and refusal(s, seat, ShiftMarble(DARK_MARBLE, control)) is None:
            yield f"dark {control}", None


def _completed(s: State, seat: int) -> Iterator[NextPhrase]:
    board = s.board(seat)
    star = likely_discarded_star(board)
    for tile in sorted({tile for tile in board.tiles if not tile.completed}):
        sector = "" if tile.sector == UNKNOWN_SECTOR else f" {tile.sector}"
        for points in likely_tile_points(tile, s.known_box_tiles):
            prints = tile.code or points
            if refusal(s, seat, CompleteNebula(tile.size, tile.sector, prints, star)) is None:
                yield f"nebula {tile.size}{sector} {points}", None


def _ends_of_turn(s: State, seat: int) -> Iterator[NextPhrase]:
    ends = {
        "stable": EndTurn("stabilise"),
        **{f"new nebula {size}": EndTurn("nebula", size, UNKNOWN_SECTOR) for size in NEBULA_SIZES},
        "end": EndTurn(),
    }
    for words, end in ends.items():
        if refusal(s, seat, end) is None:
            yield words, None
