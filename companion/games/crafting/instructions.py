"""What to do with the pieces after an action, for learners: which pile, which marker.

Only what the rulebook says of the pieces (pages 8 to 17), and nothing that the app cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.crafting.board import pieces_left_in_pile
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    GOALS,
    HAND_LIMIT,
    NO_STAR,
    POWERS,
    STAR_NAMES,
    Power,
)
from companion.games.crafting.rules import apply
from companion.games.crafting.rules.card import (
    TRADE_POINTS,
    TRADED_CARD_COUNT,
    DiscardCards,
    TradeFiveCards,
)
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.game import RevealLife
from companion.games.crafting.rules.goal import RevealGoal, ScoreGoal
from companion.games.crafting.rules.life import CreateLife, has_life_stack_left
from companion.games.crafting.rules.move import MovePiece
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.rules.place import PlaceNebula
from companion.games.crafting.rules.power import (
    GainPower,
    UsePower,
    paid_card_kind,
    pays_supernova_with_token,
)
from companion.games.crafting.rules.power_cards import CARD_STEP_BY_NAME, leading_step_answers
from companion.games.crafting.rules.setup import DealMarbles
from companion.games.crafting.rules.slider import ConvertStar, StabiliseLife
from companion.games.crafting.rules.time import DischargeCrystal, next_discharge_points
from companion.games.crafting.state import SETUP, State
from companion.referee.standard import PieceInstructionFunction, compose_piece_instructions
from companion.referee.text import SeatName, Text

#: the control with the pile of each kind of star (rule setup.stars)
_PILE = dict(zip(("h", "o", "he", "c"), CONTROLS, strict=True))

InstructionLines = Iterator[Text]


def _back(star: str) -> Text:
    if star == "nova":
        return Text("the supernova goes to the pile of the star on its other side")
    control = CONTROL_NAMES[_PILE[star]]
    return Text(
        "the {star} star goes to the pile by {control}", star=STAR_NAMES[star], control=control
    )


def _from_pile(s: State, seat: int, star: str) -> InstructionLines:
    if star in ELEMENTS and pieces_left_in_pile(s.board(seat), star) != 0:
        control = CONTROL_NAMES[_PILE[star]]
        yield Text(
            "take 1 {star} star from the pile by {control}", star=STAR_NAMES[star], control=control
        )


def _marker(points: int) -> InstructionLines:
    if points:
        yield Text("move the score marker {n}", n=points)


def _cards(number: int, kind: str | None) -> InstructionLines:
    """Yields where spent energy cards go."""
    if number and kind in CONTROLS:
        yield Text(
            "put {n} {kind} card on the discard pile by the deck",
            "put {n} {kind} cards on the discard pile by the deck",
            n=number,
            kind=CONTROL_NAMES[kind],
        )
    elif number:
        yield Text(
            "put {n} energy card on the discard pile by the deck",
            "put {n} energy cards on the discard pile by the deck",
            n=number,
        )


def _life_back(number: int) -> InstructionLines:
    if number:
        yield Text(
            "return {n} life to the supply by Chemistry",
            "return {n} life to the supply by Chemistry",
            n=number,
        )


def _slider(name: Text, number: int = 1) -> Text:
    return Text("lower the {slider} slider by {n}", slider=name, n=number)


_DNA, _NOVA, _GRAVITON = Text("DNA"), Text("supernova"), Text("graviton")


def _deal(s: State, seat: int, a: DealMarbles) -> InstructionLines:
    yield Text("place the marbles as shown")
    if first := apply(s, seat, a).first:
        yield Text("{who} goes first", who=SeatName(first))


def _goal(s: State, seat: int, a: RevealGoal) -> InstructionLines:
    if a.goal is None:
        return
    yield Text("put {goal} on space 1", goal=GOALS[a.goal].title)
    if s.stage != SETUP:
        yield Text("set all end-of-turn markers on alpha")


def _lay(s: State, seat: int, a: PlaceNebula) -> InstructionLines:
    yield Text("place the nebula with its elements up")


def _complete(s: State, seat: int, a: CompleteNebula) -> InstructionLines:
    yield _back(a.star)
    yield Text("turn the nebula to its completed side")
    yield from _marker(a.points)


def _discharge(s: State, seat: int, a: DischargeCrystal) -> InstructionLines:
    points = next_discharge_points(s.board(seat))
    if points:
        yield Text("the crystal goes from 6 to the scoring space for {n} points", n=points)
    yield from _marker(points)
    if a.gain in POWERS:
        yield from _steps(s, seat, a.power_part(s.board(seat)), a.converts)
    elif a.gain != NO_STAR:
        yield from _from_pile(s, seat, a.gain)


def _create(s: State, seat: int, a: CreateLife) -> InstructionLines:
    yield from _life_back(a.proto)
    if has_life_stack_left(s):
        yield Text("the top advanced life goes face down on the nebula; you may look at it")


def _gain(s: State, seat: int, a: GainPower) -> InstructionLines:
    deck = POWERS[a.power].deck
    yield from _cards(CARD_PRICE_BY_POWER_SLOT[a.slot], deck)
    yield Text("the cards you didn't keep go under their deck")
    yield Text(
        "move the power token of slot {slot} to {control}", slot=a.slot, control=CONTROL_NAMES[deck]
    )
    if a.used:
        yield from _use(s, seat, UsePower(a.power))


def _use(s: State, seat: int, a: UsePower) -> InstructionLines:
    power = POWERS[a.power]
    price = power.price
    yield from _cards(price.cards, paid_card_kind(power, a))
    if price.graviton:
        yield _slider(_GRAVITON, price.graviton)
    if pays_supernova_with_token(s, power):
        yield _back("nova")
    elif price.supernova:
        yield _slider(_NOVA, price.supernova)
    yield from _life_back(price.proto + price.stable)
    yield from _steps(s, seat, power, a.picks)


def _steps(s: State, seat: int, power: Power, words: tuple[str, ...]) -> InstructionLines:
    """Yields which piles a card's effect takes from and gives to; its own text says the rest."""
    for name, *args in power.does:
        taken = leading_step_answers(CARD_STEP_BY_NAME[name], words)
        if taken is None:
            return
        words = words[len(taken) :]
        if name == "discard-star":
            yield _back(taken[0])
        elif name in ("star", "gain-star"):
            yield from _from_pile(s, seat, (*args, *taken)[0])
        elif name == "points":
            yield from _marker(int(args[0]))


def _five(s: State, seat: int, a: TradeFiveCards) -> InstructionLines:
    yield from _cards(TRADED_CARD_COUNT, a.kind)
    yield from _marker(TRADE_POINTS)


def _convert(s: State, seat: int, a: ConvertStar) -> InstructionLines:
    yield _slider(_NOVA)
    yield Text("turn the star over")


def _stabilise(s: State, seat: int, a: StabiliseLife) -> InstructionLines:
    yield _slider(_DNA, a.number or 1)
    yield from _green(a.number or 1)


def _green(number: int) -> InstructionLines:
    """Yields how proto life becomes stable."""
    if number:
        yield Text(
            "turn {n} proto life green side up", "turn {n} proto life green side up", n=number
        )


def _move(s: State, seat: int, a: MovePiece) -> InstructionLines:
    yield _slider(_GRAVITON)


def _end(s: State, seat: int, a: EndTurn) -> InstructionLines:
    if a.act == "nebula":
        yield Text("set the end-of-turn marker on the nebula spot at omega")
    elif a.act == "stabilise":
        yield Text("set the end-of-turn marker on the stabilise spot at omega")
    yield from _green((a.dna or 0) + (a.act == "stabilise"))
    if a.nova:
        yield Text("turn the star over")
    board = s.board(seat)
    if board.has_unplaced_pieces:
        yield Text("what you didn't place goes back to its pile")
    if board.dna or board.nova or board.graviton:
        yield Text("set all sliders to 0")


def _score(s: State, seat: int, a: ScoreGoal) -> InstructionLines:
    if s.goal_being_scored is None:
        return
    if any(apply(s, seat, a).scored[-1].points):
        yield Text("discard the goal card and move the score markers")
    else:
        yield Text("discard the goal card")
    if a.goal:
        yield Text("put the new goal on space 1")


def _discard(s: State, seat: int, a: DiscardCards) -> InstructionLines:
    yield from _cards(s.board(seat).hand - HAND_LIMIT, None)


def _show(s: State, seat: int, a: RevealLife) -> InstructionLines:
    if s.board(seat).lives:
        yield Text("turn your advanced life face up and add it on the score track")


INSTRUCTIONS_BY_ACTION: dict[type[Any], PieceInstructionFunction] = {
    DealMarbles: _deal,
    RevealGoal: _goal,
    PlaceNebula: _lay,
    CompleteNebula: _complete,
    DischargeCrystal: _discharge,
    CreateLife: _create,
    GainPower: _gain,
    UsePower: _use,
    TradeFiveCards: _five,
    ConvertStar: _convert,
    StabiliseLife: _stabilise,
    MovePiece: _move,
    EndTurn: _end,
    ScoreGoal: _score,
    DiscardCards: _discard,
    RevealLife: _show,
}

piece_instructions = compose_piece_instructions(INSTRUCTIONS_BY_ACTION)
