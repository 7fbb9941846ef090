"""Chapter "cycle": a card of the pool goes under the deck, as an action or by Deepspace Scouts."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Cycle, Scout
from companion.games.empires.pieces import CYCLE_PAY, DECK_SIZE, POOL
from companion.games.empires.rules.card_abilities import FREE_CYCLE, left, owned
from companion.games.empires.rules.turn import ROLLED, no_action, spend
from companion.games.empires.state import ACT, State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

RESOURCEFUL_PAY = 3


def cycle_pay(s: State, seat: int) -> int:
    """What cycling as an action pays (rules cycle.action, culture.resourceful)."""
    return CYCLE_PAY + (RESOURCEFUL_PAY if "resourceful" in s.empire(seat).open else 0)


def deck_left(s: State) -> int:
    """How many cards the face-down deck holds: only building takes cards out for good."""
    built = sum(len(empire.cards) for empire in s.empires)
    return max(0, DECK_SIZE - POOL - built)


def _empty_deck(s: State) -> Answers:
    if deck_left(s):
        return
    choice = s.option("cycle.empty-deck")
    reason = Text("The deck is empty: nothing can replace the card")
    if choice == "no-cycle":
        yield Objection("cycle.empty-deck", reason, Text("Build, or end your turn"), "end")
    elif choice != "stay":
        yield Doubt("cycle.empty-deck", reason)


def _may_cycle(s: State, seat: int, a: Cycle) -> Answers:
    yield from no_action(s, "turn.actions")
    yield from _empty_deck(s)


def _cycle(s: State, seat: int, a: Cycle) -> State:
    empire = s.empire(seat)
    s = s.with_empire(seat, replace(empire, credits=empire.credits + cycle_pay(s, seat)))
    return replace(s, turn=replace(spend(s.turn), pair="", latest="")) if s.turn.seat == seat else s


def _may_scout(s: State, seat: int, a: Scout) -> Answers:
    own = owned(s, seat, FREE_CYCLE)
    if not own:
        yield Objection(
            "card.deepspace-scouts",
            Text("You have no Deepspace Scouts"),
            Text("Cycle as an action instead"),
        )
    elif not left(s, seat, FREE_CYCLE):
        yield Objection(
            "card.deepspace-scouts",
            Text(
                "Your {n} Deepspace Scouts has already cycled this turn",
                "Your {n} Deepspace Scouts have all cycled this turn",
                n=own,
            ),
            Text("Cycle as an action instead"),
        )
    else:
        yield from _without_a_roll(s, seat)
    yield from _empty_deck(s)


def _without_a_roll(s: State, seat: int) -> Answers:
    """The ability comes after the roll, and a first turn has none."""
    if s.turn.seat != seat or s.turn.total:
        return
    choice = s.option("cycle.scouts-first")
    if choice == "no":
        reason = Text("Deepspace Scouts cycle after the roll, and your first turn has none")
        yield Objection("cycle.scouts-first", reason, Text("Cycle as an action instead"))
    elif choice != "yes":
        yield Doubt("cycle.scouts-first", Text("Does it need a roll? Your first turn has none"))


def _scout(s: State, seat: int, a: Scout) -> State:
    if s.turn.seat != seat:
        return s
    return replace(s, turn=replace(s.turn, scouted=s.turn.scouted + 1, pair="", latest=""))


DEEDS = {
    Cycle: ActionRule(ACT, _may_cycle, _cycle),
    Scout: ActionRule(ROLLED, _may_scout, _scout),
}
