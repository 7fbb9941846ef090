"""What to do with cards and credits after an action, for learners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.empires.pieces import BASE_CULTURES, CARDS
from companion.games.empires.rules import apply
from companion.games.empires.rules.build import INNOVATIVE_CREDITS_PER_BUILD, BuildCard, card_price
from companion.games.empires.rules.card import CopyCard, ScoutCard, copyable_card
from companion.games.empires.rules.culture import RevealCulture
from companion.games.empires.rules.cycle import CycleCard, cards_left_in_deck, credits_for_cycling
from companion.games.empires.rules.end import EndTurn
from companion.games.empires.rules.production import payout_of_total
from companion.games.empires.rules.roll import (
    ConfirmTotal,
    action_after_confirmation,
    with_confirmed_total_paid,
)
from companion.games.empires.rules.setup import BeginGame
from companion.games.empires.state import PLAY, State
from companion.referee.standard import PieceInstructionFunction, compose_piece_instructions
from companion.referee.text import SeatName, Text

InstructionLines = Iterator[Text]


def _begin(s: State, seat: int, a: BeginGame) -> InstructionLines:
    begun = apply(s, seat, a)
    if begun.stage == PLAY:
        yield Text("{who} takes the final player card", who=SeatName(begun.last_playing_seat))


def _confirm(s: State, seat: int, a: ConfirmTotal) -> InstructionLines:
    paid = payout_of_total(s, s.turn.total)
    for n in s.all_seats:
        if paid.amount_for_seat(n):
            yield _from_bank(paid.amount_for_seat(n), n)
    then = action_after_confirmation(a)
    if then is not None:
        yield from INSTRUCTIONS_BY_ACTION[type(then)](with_confirmed_total_paid(s), seat, then)


def _from_bank(number: int, seat: int) -> Text:
    return Text(
        "{who} takes {n} credit from the bank",
        "{who} takes {n} credits from the bank",
        who=SeatName(seat),
        n=number,
    )


def _laid(s: State, seat: int, card: str, value: int | None) -> InstructionLines:
    """Yields where the built card goes, and the card that replaces it."""
    yield Text("put {card} in front of you", card=CARDS[card].name)
    if value is not None:
        yield Text("put a die on it that shows {n}", n=value)
    # A card built from the deck leaves no gap in the pool.
    if s.turn.searching:
        yield Text("if it was in the pool, refill the pool from the deck")
    elif cards_left_in_deck(s):
        yield Text("put a new card from the deck into the pool")
    if "innovative" in s.empire(seat).open:
        yield _from_bank(INNOVATIVE_CREDITS_PER_BUILD, seat)


def _build(s: State, seat: int, a: BuildCard) -> InstructionLines:
    cost = card_price(s, seat, a.card)
    if cost:
        yield Text("pay {n} credit to the bank", "pay {n} credits to the bank", n=cost)
    yield from _laid(s, seat, a.card, a.value)
    yield from _then_ended(s, seat, a)


def _copy(s: State, seat: int, a: CopyCard) -> InstructionLines:
    card = copyable_card(s, seat)
    if card:
        yield from _laid(s, seat, card, a.value)
    yield from _then_ended(s, seat, a)


def _cycled(s: State) -> InstructionLines:
    if cards_left_in_deck(s):
        yield Text("put the card under the deck and turn up a new one")


def _cycle(s: State, seat: int, a: CycleCard) -> InstructionLines:
    yield from _cycled(s)
    yield _from_bank(credits_for_cycling(s, seat), seat)
    yield from _then_ended(s, seat, a)


def _scout(s: State, seat: int, a: ScoutCard) -> InstructionLines:
    yield from _cycled(s)
    yield Text("take no credits for it")


def _reveal(s: State, seat: int, a: RevealCulture) -> InstructionLines:
    yield Text("turn {card} face up", card=BASE_CULTURES[a.culture].name)


def _then_ended(s: State, seat: int, a: BuildCard | CopyCard | CycleCard) -> InstructionLines:
    if a.last:
        yield from _end(apply(s, seat, replace(a, last=None)), seat, EndTurn())


def _end(s: State, seat: int, a: EndTurn) -> InstructionLines:
    if s.turn.searching:
        yield Text("shuffle the deck")
    after = apply(s, seat, a)
    following = after.turn.seat
    if after.stage != PLAY or following == seat:
        return
    yield Text("the dice go to {who}", who=SeatName(following))
    hidden = {*s.empire(following).open} - {*after.empire(following).open}
    for culture in sorted(hidden):
        yield Text(
            "{who} turns {card} face down",
            who=SeatName(following),
            card=BASE_CULTURES[culture].name,
        )


INSTRUCTIONS_BY_ACTION: dict[type[Any], PieceInstructionFunction] = {
    BeginGame: _begin,
    ConfirmTotal: _confirm,
    BuildCard: _build,
    CopyCard: _copy,
    CycleCard: _cycle,
    ScoutCard: _scout,
    RevealCulture: _reveal,
    EndTurn: _end,
}

piece_instructions = compose_piece_instructions(INSTRUCTIONS_BY_ACTION)
