"""The steps that power cards' effects are made of, and how a card walks through its steps.

A card names its steps in cards.toml. A step takes its words from the action's answers, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.crafting.board import (
    add_proto,
    add_stable,
    add_star,
    convert,
    life_moved,
    move_stable,
    stabilise,
    turn_back,
)
from companion.games.crafting.pieces import ELEMENTS, SECTORS, SIZES, UNTOLD, Power
from companion.games.crafting.piles import back_in, take
from companion.games.crafting.player import Board
from companion.games.crafting.rules import power_deeds, power_effects
from companion.games.crafting.rules.power_effects import At
from companion.games.crafting.state import State
from companion.referee.action_rules import Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

STARS = (*ELEMENTS, "nova")

PLACES = (*SECTORS, UNTOLD)

#: how many life tokens a wormhole moves at most
WORMHOLE = 3

NUMBERS = tuple(str(n) for n in range(31))

VALUES = ("4", "5", "6", "7", "8")


@dataclass(frozen=True)
class Step:
    """`asks`: the words that each answer may be, in order; "secret" ones may be left out."""

    asks: tuple[tuple[str, ...], ...]
    objections: Callable[[At], Answers]
    apply: Callable[[At], State]
    optional: bool = False


def gained_star(board: Board, element: str) -> Board:
    """The board with a star more, if one is left in its pile."""
    board, number = take(board, element, 1)
    return add_star(board, element, number)


def put_star(at: At) -> State:
    return at.put(gained_star(at.board, at.arg or at.words[0]))


def lose_star(at: At) -> State:
    star = at.words[0]
    return at.put(add_star(back_in(at.board, star, 1), star, -1))


def gain_life(add: Callable[[Board, int], Board]) -> Callable[[At], State]:
    """New life of one side; proto and stable life come out of one pile."""

    def apply(at: At) -> State:
        board, number = take(at.board, "proto", int(at.arg))
        return at.put(add(board, number))

    return apply


def turn_to_nova(at: At) -> State:
    return at.put(convert(at.board, at.words[0]))


def turn_back_star(at: At) -> State:
    return at.put(turn_back(at.board, at.words[0]))


def flip_some(at: At) -> State:
    return at.put(stabilise(at.board, int(at.words[0])))


def move_life(at: At) -> State:
    board = at.board
    return at.put(move_stable(board, WORMHOLE) if at.words[0] == "stable" else life_moved(board))


_STAR = (STARS,)

_ELEMENT = (ELEMENTS,)

_STUFF = (("gain", "replace"), PLACES)

_SHOT = (("star", "nova", "nebula"), tuple(str(n) for n in SIZES), PLACES, PLACES)

STEPS = {
    "crystals": Step((), power_effects.fine, power_effects.crystals),
    "points": Step((), power_effects.fine, power_effects.points),
    "star": Step((), power_effects.fine, put_star),
    "stable": Step((), power_effects.fine, gain_life(add_stable)),
    "proto": Step((), power_effects.fine, gain_life(add_proto)),
    "needs-supernova": Step((), power_effects.has_nova, power_effects.same),
    "needs-stable": Step((), power_effects.has_stable, power_effects.same),
    "needs-star": Step((), power_deeds.needs_star, power_effects.same),
    "survive": Step((), power_deeds.can_survive, power_deeds.survive),
    "drift": Step((), power_deeds.drift, lambda at: at.put(life_moved(stabilise(at.board, 1)))),
    "discard-star": Step(_STAR, power_effects.has_star, lose_star),
    "gain-star": Step(_ELEMENT, power_effects.fine, put_star),
    "convert-star": Step(_STAR, power_effects.can_convert, turn_to_nova),
    "turn-back": Step(_ELEMENT, power_effects.can_turn_back, turn_back_star),
    "stabilise-some": Step((NUMBERS,), power_deeds.must_stabilise, flip_some),
    "stabilise-near": Step((NUMBERS,), power_deeds.must_stabilise, flip_some),
    "stabilise-any": Step((NUMBERS,), power_deeds.can_stabilise, flip_some),
    "crystals-or-proto": Step(
        (("crystals", "proto"),), power_effects.fine, power_deeds.crystals_or_proto
    ),
    "evolve": Step((VALUES,), power_deeds.can_evolve, power_deeds.evolve, optional=True),
    "star-stuff": Step(_STUFF, power_deeds.can_star_stuff, power_deeds.star_stuff),
    "shoot": Step(_SHOT, power_deeds.can_shoot, power_deeds.shoot),
    "wormhole": Step((("proto", "stable"),), power_deeds.can_wormhole, move_life),
}


def take_words(step: Step, words: Sequence[str]) -> tuple[str, ...] | None:
    """The answers that this step takes from the front; None where they do not fit it."""
    asks = step.asks
    if len(asks) == len(_SHOT) and words and words[0] != "nebula":
        asks = asks[:1]
    if step.optional and not words:
        return ()
    if len(words) < len(asks):
        return None
    taken = tuple(words[: len(asks)])
    return taken if all(w in ask for w, ask in zip(taken, asks, strict=True)) else None


def answers_fit(power: Power, words: Sequence[str]) -> bool:
    """Whether these are answers to exactly what the card asks."""
    for name, *_ in power.does:
        taken = take_words(STEPS[name], words)
        if taken is None:
            return False
        words = words[len(taken) :]
    return not words


def _walk(s: State, seat: int, power: Power, words: Sequence[str]) -> Iterator[tuple[Step, At]]:
    """Each step of the card with the table as the steps before it leave it."""
    before: tuple[Step, At] | None = None
    for name, *args in power.does:
        taken = take_words(STEPS[name], words)
        if taken is None:
            return
        if before is not None:
            s = before[0].apply(before[1])
        before = STEPS[name], At(s, seat, f"power.{power.slug}", " ".join(args), taken)
        yield before
        words = words[len(taken) :]


def step_objections(s: State, seat: int, power: Power, words: Sequence[str]) -> Answers:
    """What speaks against the card's effect with these answers."""
    if not answers_fit(power, words):
        yield Objection(
            f"power.{power.slug}",
            Text("Some choices for {card} are missing or wrong", card=power.name),
            Text("Open the card and choose again"),
        )
        return
    for step, at in _walk(s, seat, power, words):
        yield from step.objections(at)


def carry_out(s: State, seat: int, power: Power, words: Sequence[str]) -> State:
    """The table after the card's effect; a step whose answers are missing ends it."""
    steps = list(_walk(s, seat, power, words))
    if not steps:
        return s
    last, at = steps[-1]
    return last.apply(at)
