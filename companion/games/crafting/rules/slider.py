"""Chapter "slider": spending supernova points and DNA; what a slider holds."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Convert, End, Stabilise
from companion.games.crafting.board import convert, stabilise
from companion.games.crafting.pieces import STAR_NAMES
from companion.games.crafting.player import CRAFT, Board
from companion.games.crafting.state import State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

_SLIDERS = {
    "nova": (
        "slider.supernova",
        Text("Your supernova slider is at {has}; this costs {wanted}"),
        Text("Collect with your marble in Gravity"),
    ),
    "dna": (
        "slider.dna",
        Text("Your DNA slider is at {has}; this costs {wanted}"),
        Text("Collect with your marble in Time"),
    ),
    "graviton": (
        "slider.graviton",
        Text("Your graviton slider is at {has}; this costs {wanted}"),
        Text("Collect with more marbles in Gravity"),
    ),
}


def slider_low(board: Board, slider: str, wanted: int = 1) -> Answers:
    """Objects when a slider has less than is wanted."""
    has = getattr(board, slider)
    if has < wanted:
        rule, reason, remedy = _SLIDERS[slider]
        yield Objection(rule, Text(reason.source, has=has, wanted=wanted), remedy)


def _may_convert(s: State, seat: int, a: Convert) -> Answers:
    board = s.board(seat)
    yield from slider_low(board, "nova")
    yield from standard_star_missing(board, a.star)


def standard_star_missing(board: Board, star: str) -> Answers:
    """Objects unless the galaxy has such a star that is no supernova yet."""
    if star == "nova":
        yield Objection(
            "slider.star",
            Text("That's already a supernova"),
            Text("Choose a hydrogen, helium, oxygen or carbon star"),
        )
    elif not board.star(star):
        yield Objection(
            "slider.star",
            Text("You have no {star} star in your galaxy", star=STAR_NAMES[star]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )


def _convert(s: State, seat: int, a: Convert) -> State:
    board = s.board(seat)
    board = convert(replace(board, nova=max(0, board.nova - 1)), a.star)
    return s.with_board(seat, board)


def no_proto(board: Board, rule: str = "slider.proto") -> Answers:
    """Objects when the galaxy has no proto life."""
    if not board.proto:
        yield Objection(
            rule,
            Text("You have no proto life in your galaxy"),
            Text("Place proto life first, or fix your count under Galaxy"),
            f"place proto {board.held_proto}" if board.held_proto else "",
            Text("Place {n} proto life", "Place {n} proto life", n=board.held_proto),
        )


def _may_stabilise(s: State, seat: int, a: Stabilise) -> Answers:
    board, number = s.board(seat), a.number or 1
    yield from slider_low(board, "dna", number)
    yield from no_proto(board)
    if 0 < board.proto < number:
        yield Objection(
            "slider.proto",
            Text("You have {n} proto life in your galaxy", n=board.proto),
            Text("Stabilise {n}", n=board.proto),
            f"stabilise {board.proto}" if board.proto <= board.dna else "",
        )


def _stabilise(s: State, seat: int, a: Stabilise) -> State:
    board, number = s.board(seat), a.number or 1
    board = stabilise(replace(board, dna=max(0, board.dna - number)), number)
    return s.with_board(seat, board)


def spendings(a: End) -> tuple[Convert | Stabilise, ...]:
    """What is spent of the sliders as the turn ends, in this order."""
    return (
        *((Convert(a.nova),) if a.nova else ()),
        *((Stabilise(a.dna),) if a.dna else ()),
    )


def may_spend(s: State, seat: int, spent: Convert | Stabilise) -> Answers:
    """What speaks against spending this slider point."""
    if isinstance(spent, Convert):
        return _may_convert(s, seat, spent)
    return _may_stabilise(s, seat, spent)


def spend(s: State, seat: int, spent: Convert | Stabilise) -> State:
    """The table after it."""
    if isinstance(spent, Convert):
        return _convert(s, seat, spent)
    return _stabilise(s, seat, spent)


ACTION_RULES = {
    Convert: ActionRule(CRAFT, _may_convert, _convert),
    Stabilise: ActionRule(CRAFT, _may_stabilise, _stabilise),
}
