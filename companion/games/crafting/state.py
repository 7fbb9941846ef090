"""The state of a game of Crafting the Cosmos, in counts: the wheel, the turn, the goals. Values
only, no rules.

A count that was not entered is None. Secrets of a seat: `Board.entered` (the kinds of its cards)
and the values in `Board.lives` until they are revealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import (
    CONTROLS,
    CRYSTAL_COUNT_BY_PLAYERS,
    GOAL_TRACK_SPACE_COUNT,
    LAST_CHAMBER_SPACE,
)
from companion.games.crafting.tiles import (
    Tile,
    options_of_known_tiles,
    tile_from_option,
    tiles_stored_in_options,
)
from companion.referee.standard import SeatedState


def has_own_marble_moved(s: State, seat: int) -> bool:
    """Returns whether the seat's own marble was moved in this shift."""
    return any(marble == seat for marble, _, _ in s.moves)


SETUP, PLAY, SCORE, DRAW, DISCARD, REVEAL_LIFE, OVER = (
    "setup",
    "play",
    "score",
    "draw",
    "discard",
    "reveal",
    "over",
)

#: questions whose answer is printed on the cards of the box
QUESTIONS_ANSWERED_BY_CARDS = ("power.photosynthesis-star",)


@dataclass(frozen=True)
class ScoredGoal:
    """A goal that was scored: its round, each seat's count and points."""

    goal: str
    round: int
    counts: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class State(SeatedState):
    """A whole game. `wheel` has each control's marbles: 0 is dark, others are seats."""

    seats: int
    options: tuple[tuple[str, str], ...]
    boards: tuple[Board, ...]
    supply: int
    stage: str = SETUP
    round: int = 1
    first: int = 0
    wheel: tuple[tuple[int, ...], ...] = ((), (), (), ())
    #: the wheel when this energy phase began, and the moves since: marble, from, to
    wheel_before: tuple[tuple[int, ...], ...] = ((), (), (), ())
    moves: tuple[tuple[int, str, str], ...] = ()
    goals: tuple[str, ...] = ()
    scored: tuple[ScoredGoal, ...] = ()
    drawn: int = 0
    history: tuple[tuple[int, ...], ...] = ()
    #: seats that have just passed 50 or 100 points: seat and points
    passed: tuple[tuple[int, int], ...] = ()

    def board(self, seat: int) -> Board:
        """Returns a seat's board."""
        return self.boards[seat - 1]

    def with_board(self, seat: int, board: Board) -> State:
        """Returns the state with another board for the seat."""
        boards = (*self.boards[: seat - 1], board, *self.boards[seat:])
        return replace(self, boards=boards)

    @property
    def known_box_tiles(self) -> tuple[Tile, ...]:
        """Every known tile of the box: from earlier games, or entered in this one."""
        return tiles_stored_in_options(tuple(box_facts(self).items()))

    @property
    def goal_due_at_round_end(self) -> str | None:
        """The goal that reaches the last space at the end of this round; None if there is none."""
        index = self.round - (GOAL_TRACK_SPACE_COUNT - 1)
        return self.goals[index] if 0 <= index < len(self.goals) else None

    @property
    def goal_being_scored(self) -> str | None:
        """The goal that is being scored now; None if there is none."""
        return self.goal_due_at_round_end if self.stage == SCORE else None

    @property
    def goal_moves(self) -> int:
        """How often the goals have moved down 1 space."""
        return self.round - 1 if self.stage in (SETUP, PLAY) else self.round

    @property
    def goals_on_track(self) -> tuple[str | None, ...]:
        """The goals on spaces 1 to 4 now. The first goal is on 1 in round 1."""
        gone = {scored.goal for scored in self.scored}
        spaces: list[str | None] = [None] * GOAL_TRACK_SPACE_COUNT
        for index, goal in enumerate(self.goals):
            space = self.goal_moves - index
            if 0 <= space < GOAL_TRACK_SPACE_COUNT and goal not in gone:
                spaces[space] = goal
        return tuple(spaces)

    def control_of_marble(self, marble: int) -> str | None:
        """Returns the control with this seat's marble; None if there is none."""
        for control, marbles in zip(CONTROLS, self.wheel, strict=True):
            if marble in marbles:
                return control
        return None


def current_round(s: State) -> int:
    """Returns the number of the present round; 0 before the first one."""
    return 0 if s.stage == SETUP else s.round


def box_facts(s: State) -> Mapping[str, str]:
    """Returns what is known of the group's box, for its later games."""
    here = tuple(tiles for b in s.boards for tiles in (b.tiles, b.held_tiles))
    seen = {key: s.option_value(key) for key in QUESTIONS_ANSWERED_BY_CARDS if s.option_value(key)}
    return {**options_of_known_tiles(s.options, here), **seen}


def is_box_fact(name: str, value: str) -> bool:
    """Returns whether this can be known of a box."""
    return tile_from_option(name, value) is not None


def setup(seats: int, options: Mapping[str, str]) -> State:
    """Returns the state of a new game, before the marbles are dealt."""
    return State(
        seats=seats,
        options=tuple(sorted(options.items())),
        boards=(Board(),) * seats,
        supply=CRYSTAL_COUNT_BY_PLAYERS[seats],
    )


def advance_time(board: Board, supply: int, steps: int) -> tuple[Board, int]:
    """Returns the chamber after this many time steps, and the supply that is left.

    A crystal that reaches 6 stays there; a new one comes from the supply to 0, or from the box for
    this round if the supply is empty. Entering costs no step (rule time.new-crystal).
    """
    position, waiting = board.crystal, board.waiting
    for _ in range(steps):
        position += 1
        if position == LAST_CHAMBER_SPACE:
            position, waiting, supply = 0, waiting + 1, max(0, supply - 1)
    return replace(board, crystal=position, waiting=waiting), supply
