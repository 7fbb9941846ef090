"""Chapter "slider": spending supernova points and DNA; what a slider holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import CRAFT, Board, convert_to_supernova, stabilise_proto_life
from companion.games.crafting.instructions import DNA, NOVA, green_side_up, slider_down
from companion.games.crafting.pieces import STAR_NAMES, StarKind
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.state import State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

_SLIDERS = {
    "nova": (
        "slider.supernova",
        Text("Your supernova slider is at {has}; this costs {wanted}"),
        Text("Move your marble to Gravity before you collect"),
    ),
    "dna": (
        "slider.dna",
        Text("Your DNA slider is at {has}; this costs {wanted}"),
        Text("Move your marble to Time before you collect"),
    ),
    "graviton": (
        "slider.graviton",
        Text("Your graviton slider is at {has}; this costs {wanted}"),
        Text("Collect with more marbles in Gravity"),
    ),
}


def slider_too_low_objections(board: Board, slider: str, wanted: int = 1) -> Objections:
    """Yields an objection if a slider has less than `wanted`."""
    has = getattr(board, slider)
    if has < wanted:
        rule, reason, remedy = _SLIDERS[slider]
        yield Objection(rule, reason.filled(has=has, wanted=wanted), remedy)


def no_standard_star_objections(board: Board, star: str) -> Objections:
    """Yields an objection if the galaxy has no such star that is not a supernova (slider.star)."""
    if star == "nova":
        yield Objection(
            "slider.star",
            Text("That's already a supernova"),
            Text("Choose a hydrogen, helium, oxygen or carbon star"),
        )
    elif not board.star_count_of_kind(star):
        yield Objection(
            "slider.star",
            Text("You have no {star} star in your galaxy", star=STAR_NAMES[star]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )


def no_proto_life_objections(board: Board, rule: str = "slider.proto") -> Objections:
    """Yields an objection if the galaxy has no proto life."""
    if not board.proto:
        yield Objection(
            rule,
            Text("You have no proto life in your galaxy"),
            Text("Place proto life first, or fix your count under Galaxy"),
            f"place proto {board.held_proto}" if board.held_proto else "",
            Text("Place {n} proto life", "Place {n} proto life", n=board.held_proto),
        )


@action("convert", "convert he", Text("Turn a star into a supernova"), when=CRAFT)
class ConvertStar(Action):
    """Spends a supernova point to turn a star into a supernova."""

    grounds = ("slider.supernova", "slider.star")

    star: StarKind

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        yield from slider_too_low_objections(board, "nova")
        yield from no_standard_star_objections(board, self.star)

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        board = convert_to_supernova(replace(board, nova=max(0, board.nova - 1)), self.star)
        return s.with_board(seat, board)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} turned {star} into a supernova",
            who=SeatName(seat),
            star=star_count_words(self.star),
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield slider_down(NOVA)
        yield Text("turn the star over")


@action("stabilise", "stabilise 2", Text("Stabilise proto life with DNA"), when=CRAFT)
class StabiliseLife(Action):
    """Spends DNA points to turn as many proto life into stable life; 1 if no number is given."""

    grounds = ("slider.dna", "slider.proto")
    offers = (
        (
            "{who} stabilised {n} proto life",
            Text("Stabilise {n} proto life", "Stabilise {n} proto life"),
        ),
    )

    number: Annotated[int | None, whole_number_reader(1, 20)] = None

    def objections(self, s: State, seat: int) -> Objections:
        board, number = s.board(seat), self.number or 1
        yield from slider_too_low_objections(board, "dna", number)
        yield from no_proto_life_objections(board)
        if 0 < board.proto < number:
            yield Objection(
                "slider.proto",
                Text(
                    "You have {n} proto life in your galaxy",
                    "You have {n} proto life in your galaxy",
                    n=board.proto,
                ),
                Text("Stabilise {n}", n=board.proto),
                f"stabilise {board.proto}" if board.proto <= board.dna else "",
            )

    def apply(self, s: State, seat: int) -> State:
        board, number = s.board(seat), self.number or 1
        board = stabilise_proto_life(replace(board, dna=max(0, board.dna - number)), number)
        return s.with_board(seat, board)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} stabilised {n} proto life",
            "{who} stabilised {n} proto life",
            who=SeatName(seat),
            n=self.number or 1,
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield slider_down(DNA, self.number or 1)
        yield from green_side_up(self.number or 1)
