"""Whether a seat could still act in its turn, as far as all seats may know."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.empires.pieces import CARDS, DICE_TOTALS, MECH, CardSlug
from companion.games.empires.rules.build import INDUSTRIOUS_MAX_CARD_COST, BuildCard
from companion.games.empires.rules.card import CopyCard, ScoutCard, copyable_card
from companion.games.empires.rules.culture import seat_that_showed_culture
from companion.games.empires.rules.production import FREE_CYCLE, FREE_MECH, remaining_ability_uses
from companion.games.empires.state import ACT, PLAY, State
from companion.referee.actions import Action
from companion.referee.ruling import Objection


def has_more_to_do(s: State, seat: int) -> bool:
    """Returns whether anything but ending is left of this seat's turn.

    Its face-down cards count as any they may be, even if entered: a turn that ends by itself must
    reveal nothing about them.
    """
    turn = s.turn
    if s.stage != PLAY or turn.seat != seat or turn.step != ACT or turn.actions:
        return True
    return _could_reveal(s, seat) or any(_allowed(s, seat, a) for a in _free(s, seat))


def _allowed(s: State, seat: int, a: Action) -> bool:
    return not any(isinstance(no, Objection) for no in a.objections(s, seat))


def _free(s: State, seat: int) -> Iterator[Action]:
    """Yields the actions that cards allow the seat without using an action."""
    if remaining_ability_uses(s, seat, FREE_CYCLE):
        yield ScoutCard()
    if remaining_ability_uses(s, seat, FREE_MECH):
        for card in s.cards.values():
            if MECH in card.kinds:
                yield from (BuildCard(card.slug, value) for value in _values(card.slug))
    copied = copyable_card(s, seat)
    if copied:
        yield from (CopyCard(value) for value in _values(copied))


def _values(slug: CardSlug) -> tuple[int | None, ...]:
    return tuple(DICE_TOTALS) if CARDS[slug].has_builder_chosen_roll else (None,)


def _could_reveal(s: State, seat: int) -> bool:
    """Returns whether a culture card that may be face down here would still work in this turn
    alone, with its actions used. All others are as good after it.
    """
    if not s.turn.built:
        return False
    empire = s.empire(seat)
    hidden = s.hidden_culture_count(seat) > 0
    late = s.turn.latest and s.turn.latest_price <= INDUSTRIOUS_MAX_CARD_COST
    if hidden and late and seat_that_showed_culture(s, "industrious") is None:
        return s.option_value("culture.industrious-late") != "no"
    again = "innovative" in empire.known and "innovative" not in empire.open and not empire.resting
    unseen = hidden and seat_that_showed_culture(s, "innovative") is None
    return (again or unseen) and s.option_value("culture.innovative-late") == "all"
