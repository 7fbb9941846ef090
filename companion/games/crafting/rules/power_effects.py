"""What the steps of power cards forbid and do, each on the board as the steps before it leave it.

How the steps make up a card stands in `steps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.games.crafting.pieces import (
    ELEMENTS,
    SECTORS,
    STAR_NAMES,
    UNTOLD,
)
from companion.games.crafting.player import Board
from companion.games.crafting.state import State, step_time
from companion.referee.action_rules import Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

STARS = (*ELEMENTS, "nova")

PLACES = (*SECTORS, UNTOLD)

NUMBERS = tuple(str(n) for n in range(31))

VALUES = ("4", "5", "6", "7", "8")


@dataclass(frozen=True)
class At:
    """Where a step stands: the table, the seat, the card, the step's own argument, its answers."""

    s: State
    seat: int
    rule: str
    arg: str
    words: tuple[str, ...]

    @property
    def board(self) -> Board:
        return self.s.board(self.seat)

    def put(self, board: Board) -> State:
        return self.s.with_board(self.seat, board)

    def no(self, reason: Text, remedy: Text) -> Objection:
        return Objection(self.rule, reason, remedy)


def fine(at: At) -> Answers:
    yield from ()


def same(at: At) -> State:
    return at.s


def crystals(at: At, steps: int | None = None) -> State:
    board, supply = step_time(at.board, at.s.supply, int(at.arg) if steps is None else steps)
    return replace(at.put(board), supply=supply)


def points(at: At) -> State:
    points = at.board.points
    return at.put(replace(at.board, points=replace(points, cards=points.cards + int(at.arg))))


def has_star(at: At) -> Answers:
    if not at.board.star(at.words[0]):
        yield at.no(
            Text("You have no {star} in your galaxy", star=STAR_NAMES[at.words[0]]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )


def can_convert(at: At) -> Answers:
    if at.words[0] == "nova":
        yield at.no(Text("That's already a supernova"), Text("Choose another star"))
    else:
        yield from has_star(at)


def has_nova(at: At) -> Answers:
    if not at.board.novae:
        yield at.no(
            Text("You have no supernova in your galaxy"),
            Text("Turn a star into a supernova first"),
        )


def can_turn_back(at: At) -> Answers:
    """The token has the same other side as when it was turned over (rule power.binary-star)."""
    yield from has_nova(at)
    kinds = dict(zip(ELEMENTS, at.board.under, strict=True))
    if at.board.novae and not kinds[at.words[0]]:
        could = [STAR_NAMES[kind] for kind, most in kinds.items() if most]
        yield at.no(
            Text("None of your supernovae was {star}", star=STAR_NAMES[at.words[0]]),
            Text("Choose one that was {kinds}", kinds=alternatives(could)),
        )


def alternatives(words: Sequence[Text]) -> Text:
    """Words one after another: "hydrogen or helium"."""
    return reduce(lambda some, more: Text("{some} or {more}", some=some, more=more), words)


def has_stable(at: At) -> Answers:
    if not at.board.stable:
        yield at.no(
            Text("You have no stable life in your galaxy"), Text("Stabilise a proto life first")
        )


def has_proto(at: At) -> Answers:
    if not at.board.proto:
        yield at.no(Text("You have no proto life in your galaxy"), Text("Place proto life first"))
