"""What is remembered of a value is never told of another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.referee import memo as module
from companion.referee.memo import (
    memoized_by_identity,
    memoized_by_parts,
)


@dataclass(frozen=True)
class Board:
    points: int


def counting() -> tuple[list[Board], Callable[[Board], int]]:
    asked: list[Board] = []

    def doubled(board: Board) -> int:
        asked.append(board)
        return 2 * board.points

    return asked, memoized_by_identity(doubled)


def test_the_very_same_value_is_asked_once() -> None:
    asked, doubled = counting()
    board = Board(3)
    assert doubled(board) == doubled(board) == 6
    assert len(asked) == 1


def test_a_value_that_took_the_place_of_another_in_memory_is_asked_anew() -> None:
    _, doubled = counting()
    for points in range(3 * module.LIMIT.per_function):
        # Nothing else holds the board, so without care the next one would get its address.
        assert doubled(Board(points)) == 2 * points


def test_the_oldest_is_forgotten() -> None:
    asked, doubled = counting()
    boards = [Board(points) for points in range(module.LIMIT.per_function + 1)]
    for board in (*boards, boards[-1], boards[0]):
        doubled(board)
    assert asked == [*boards, boards[0]]


def test_what_depends_on_a_part_of_its_arguments_is_made_once_for_that_part() -> None:
    made: list[tuple[Board, int]] = []

    @memoized_by_parts(lambda boards, seat: (boards[0],))
    def offers(boards: tuple[Board, ...], seat: int) -> list[int]:
        made.append((boards[0], seat))
        return [boards[0].points]

    one, other = Board(1), Board(2)
    assert offers((one, other), 1) is offers((one, one), 2)
    assert offers((other, one), 1) == [2]
    assert made == [(one, 1), (other, 1)]
    for points in range(module.LIMIT.per_function + 1):
        offers((Board(points),), 1)
    assert offers((one,), 1) == [1] and len(made) == module.LIMIT.per_function + 4, (
        "the oldest is forgotten"
    )


def test_a_share_of_the_oldest_is_dropped() -> None:
    asked, doubled = counting()
    boards = [Board(points) for points in range(8)]
    for board in boards:
        doubled(board)
    module.drop_oldest_results(1 / 4)
    for board in boards:
        doubled(board)
    assert asked == [*boards, *boards[:2]]
    module.drop_oldest_results(1.0)
    assert not any(module._all)
