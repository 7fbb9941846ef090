"""Chapter "cycle": a card of the pool goes under the deck, as an action or by Deepspace Scouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.empires.pieces import BUILD_POOL_SIZE, CREDITS_FOR_CYCLING, DECK_SIZE
from companion.games.empires.rules.end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    with_optional_turn_end,
)
from companion.games.empires.rules.production import from_bank
from companion.games.empires.rules.turn import no_action_left_objections, with_action_spent
from companion.games.empires.state import ACT, State
from companion.referee.actions import Objections, Revealed, action
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

RESOURCEFUL_CREDITS = 3


def credits_for_cycling(s: State, seat: int) -> int:
    """Returns what cycling as an action pays (rules cycle.action, culture.resourceful)."""
    return CREDITS_FOR_CYCLING + (
        RESOURCEFUL_CREDITS if "resourceful" in s.empire(seat).open else 0
    )


def cards_left_in_deck(s: State) -> int:
    """Returns how many cards the face-down deck holds: only building removes cards from it."""
    built = sum(len(empire.cards) for empire in s.empires)
    return max(0, DECK_SIZE - BUILD_POOL_SIZE - built)


def empty_deck_objections(s: State) -> Objections:
    """Yields an objection or a doubt if the deck is empty (cycle.empty-deck)."""
    if cards_left_in_deck(s):
        return
    choice = s.option_value("cycle.empty-deck")
    reason = Text("The deck is empty: nothing can replace the card")
    if choice == "no-cycle":
        remedy, does = Text("Build, or end your turn"), Text("End turn")
        yield Objection("cycle.empty-deck", reason, remedy, "end", does)
    elif choice != "stay":
        yield Doubt("cycle.empty-deck", reason)


@action("cycle", "cycle", Text("Cycle a card and take credits"), when=ACT)
class CycleCard(MayEndTurn):
    """Puts a card of the pool under the deck, as an action. `last`: the turn ends."""

    grounds = ("cycle.action", "turn.actions")

    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from no_action_left_objections(s, "turn.actions")
        yield from empty_deck_objections(s)

    def apply(self, s: State, seat: int) -> State:
        empire = s.empire(seat)
        s = s.with_empire(
            seat, replace(empire, credits=empire.credits + credits_for_cycling(s, seat))
        )
        if s.turn.seat != seat:
            return s
        s = replace(s, turn=replace(with_action_spent(s.turn), pair="", latest=""))
        return with_optional_turn_end(s, seat, self.last)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text(
            "{who} cycled a card for {n} credit",
            "{who} cycled a card for {n} credits",
            who=SeatName(seat),
            n=credits_for_cycling(s, seat),
        )
        return log_line_with_turn_end(line, seat, self.last)

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from card_under_deck(s)
        yield from_bank(credits_for_cycling(s, seat), seat)


def card_under_deck(s: State) -> Iterator[Text]:
    """Yields what becomes of a card that was cycled."""
    if cards_left_in_deck(s):
        yield Text("put the card under the deck and turn up a new one")
