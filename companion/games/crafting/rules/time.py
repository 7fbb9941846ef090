"""Chapter "time": discharging the time chamber."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import CRAFT, Board, pieces_left_in_pile
from companion.games.crafting.instructions import score_marker, star_from_pile
from companion.games.crafting.pieces import (
    DISCHARGE_POINTS,
    ELEMENTS,
    NO_STAR,
    POWERS,
    STAR_NAMES,
    Power,
)
from companion.games.crafting.rules.power_cards import (
    can_space_be_short,
    card_effect_instructions,
    part_of_power,
    partial_effect_objections,
    step_objections,
    whole_effect,
    with_card_effect,
    with_star_from_pile,
)
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.state import State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, printed


def next_discharge_points(board: Board) -> int:
    """Returns the points of the next discharge; 0 after the fifth."""
    return (*DISCHARGE_POINTS, 0)[min(board.scored, len(DISCHARGE_POINTS))]


_INSTEAD = tuple(slug for slug, power in POWERS.items() if power.instead)
#: cards that turn stars: how many shows in the stars that are named
CONVERTING = tuple(slug for slug in _INSTEAD if POWERS[slug].does[0][0] == "convert-star")
#: the most that `only` can say: less than the whole of any card
MOST_LEFT_OUT = max(whole_effect(POWERS[slug]) for slug in _INSTEAD) - 1


def _star(gain: str) -> Text:
    return Text("no star") if gain == NO_STAR else star_count_words(gain)


@action(
    "discharge",
    "discharge he",
    Text("Discharge the time chamber for a star, or with a power card"),
    when=CRAFT,
)
class DischargeCrystal(Action):
    """Discharges the crystal on space 6 for a star, or for a power card that replaces the star.

    `converts`: the stars that a card turns, fewer if there are no more. `only`: how much of another
    card's effect fits, less than all.
    """

    grounds = ("time.discharge", "time.points", "power.{gain}")

    gain: Annotated[str, Word("star", one_of(*ELEMENTS, NO_STAR, *_INSTEAD), gained=True)]
    converts: Annotated[tuple[str, ...], Word("element", one_of(*ELEMENTS))] = ()
    only: Annotated[
        int | None, Word("number", whole_number_reader(0, MOST_LEFT_OUT), lead="only")
    ] = None

    def power_part(self, board: Board) -> Power:
        """Returns the card, with as much of its effect as is carried out."""
        power = POWERS[self.gain]
        if self.only is not None:
            return part_of_power(power, min(self.only, whole_effect(power)))
        if self.gain in CONVERTING and len(self.converts) < min(
            whole_effect(power), sum(board.stars)
        ):
            return power
        return part_of_power(power, len(self.converts)) if self.gain in CONVERTING else power

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if not board.waiting:
            yield Objection(
                "time.discharge",
                Text("No crystal is on 6; yours is on {space}", space=board.crystal),
                Text(
                    "Gain {n} more time crystal", "Gain {n} more time crystals", n=6 - board.crystal
                ),
            )
        if self.gain in POWERS and not board.has_power(self.gain):
            yield Objection(
                "power.owned",
                Text("You don't have {card}", card=POWERS[self.gain].name),
                Text("Take a star, or use one of your own cards"),
            )
        elif self.gain == NO_STAR:
            yield from _no_star(s)
        elif pieces_left_in_pile(board, self.gain) == 0:
            yield Objection(
                "energy.supply-short",
                Text("You said no {star} star is left", star=STAR_NAMES[self.gain]),
                Text("Choose another star, or none"),
                "discharge none",
                Text("Discharge without a star"),
            )
        if self.gain in POWERS:
            yield from self._effect_objections(s, seat)
        elif self.converts or self.only is not None:
            yield Objection(
                "time.star-instead",
                Text("A discharge gives 1 star"),
                Text("Choose that star only"),
                f"discharge {self.gain}",
                Text("Discharge for that star only"),
            )

    def _effect_objections(self, s: State, seat: int) -> Objections:
        whole, part = POWERS[self.gain], self.power_part(s.board(seat))
        if self.only is not None and (self.gain in CONVERTING or self.only >= whole_effect(whole)):
            yield Objection(
                "time.star-instead",
                Text("That isn't a part of what {card} gives", card=whole.name),
                Text("Use the card as it is"),
            )
            return
        yield from step_objections(s, seat, part, self.converts)
        if whole_effect(part) < whole_effect(whole) or can_space_be_short(s.board(seat), part):
            yield from partial_effect_objections(s, Text("Take a star instead"))

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        full = board.scored >= len(DISCHARGE_POINTS)
        board = replace(
            board,
            points=replace(
                board.points, chamber=board.points.chamber + next_discharge_points(board)
            ),
            waiting=max(0, board.waiting - 1),
            scored=board.scored + (not full),
            beyond=board.beyond + full,
        )
        if self.gain in POWERS:
            return with_card_effect(
                s.with_board(seat, board), seat, self.power_part(board), self.converts
            )
        if self.gain == NO_STAR:
            return s.with_board(seat, board)
        return s.with_board(seat, with_star_from_pile(board, self.gain))

    def log_line(self, s: State, seat: int) -> Text:
        gain = printed(POWERS[self.gain].name) if self.gain in POWERS else _star(self.gain)
        points = next_discharge_points(s.board(seat))
        if not points:
            return Text("{who} discharged the time chamber: {gain}", who=SeatName(seat), gain=gain)
        return Text(
            "{who} discharged the time chamber for {points} points: {gain}",
            who=SeatName(seat),
            points=points,
            gain=gain,
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        points = next_discharge_points(s.board(seat))
        if points:
            yield Text("the crystal goes from 6 to the scoring space for {n} points", n=points)
        yield from score_marker(s, after, seat)
        if self.gain in POWERS:
            power = self.power_part(s.board(seat))
            yield from card_effect_instructions(s, seat, power, self.converts)
        elif self.gain != NO_STAR:
            yield from star_from_pile(s, seat, self.gain)


def _no_star(s: State) -> Objections:
    """Yields an objection or a doubt to a discharge without a possible star (time.no-star)."""
    reason = Text("No star can be placed: may you discharge anyway?")
    choice = s.option_value("time.no-star")
    if choice == "not-allowed":
        yield Objection(
            "time.no-star", reason, Text("Make room, or wait until a star is in its pile again")
        )
    elif choice != "points-only":
        yield Doubt("time.no-star", reason)
