"""What cards make: the production of each, totals, and who is paid for a total of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.games.empires.pieces import BIO, SPIRIT
from companion.games.empires.state import Built, Empire, Paid, Pay, State


def groups(empire: Empire) -> Counter[str]:
    """How many copies of each card name lie in an empire."""
    return Counter(built.card for built in empire.cards)


def is_bio(s: State, seat: int, slug: str) -> bool:
    """Whether a card is a Bio for this seat (rule culture.transcendent)."""
    kinds = s.card(slug).kinds
    return BIO in kinds or (SPIRIT in kinds and "transcendent" in s.empire(seat).open)


def rolls_of(s: State, built: Built) -> tuple[int, ...]:
    """The roll values of a card in an empire; none where the chosen one was not told."""
    return (built.chosen,) if built.chosen else s.card(built.card).rolls


def roll_values(s: State, seat: int) -> frozenset[int]:
    """All roll values among a seat's cards."""
    return frozenset(roll for built in s.empire(seat).cards for roll in rolls_of(s, built))


def bios(s: State, seat: int) -> int:
    return sum(is_bio(s, seat, built.card) for built in s.empire(seat).cards)


def paired_names(s: State, seat: int) -> tuple[str, ...]:
    """The names that a seat owns at least twice, as The Collective counts them."""
    own_name = s.option("card.collective-self") != "no"
    return tuple(
        slug
        for slug, number in groups(s.empire(seat)).items()
        if number > 1 and (own_name or s.card(slug).works != "pairs")
    )


def largest_group(s: State, seat: int) -> int:
    return max(groups(s.empire(seat)).values(), default=0)


#: how the production of a variable card is worked out. Each copy is worked out by itself
WORKS: dict[str, Callable[[State, int], int]] = {
    "bios": bios,
    "pairs": lambda s, seat: 2 * len(paired_names(s, seat)),
    "largest-group": largest_group,
    "roll-values": lambda s, seat: len(roll_values(s, seat)),
}


def production(s: State, seat: int, slug: str) -> int:
    """What one copy of this card makes in a seat's empire as it lies now."""
    card = s.card(slug)
    return WORKS[card.works](s, seat) if card.production is None else card.production


def total_production(s: State, seat: int) -> int:
    """All that a seat's cards make; what the final round and the win go by."""
    return sum(production(s, seat, slug) * n for slug, n in groups(s.empire(seat)).items())


def with_card(s: State, seat: int, built: Built) -> State:
    """The table with one more card in a seat's empire."""
    empire = s.empire(seat)
    return s.with_empire(seat, replace(empire, cards=(*empire.cards, built)))


def gain_of(s: State, seat: int, built: Built) -> int:
    """How much a seat's total production would grow with this card."""
    return total_production(with_card(s, seat, built), seat) - total_production(s, seat)


def income(s: State, seat: int, total: int) -> tuple[Pay, ...]:
    """What each of a seat's cards earns for a total, in the order they were built."""
    return tuple(
        Pay(built.card, production(s, seat, built.card))
        for built in s.empire(seat).cards
        if total in rolls_of(s, built)
    )


def payout(s: State, total: int) -> Paid:
    """What everybody earns for a total (rule roll.paid)."""
    return Paid(total, tuple(income(s, seat, total) for seat in s.all_seats))


def pay(s: State, paid: Paid) -> State:
    """Everybody has the credits that they earned."""
    for seat in s.all_seats:
        empire = s.empire(seat)
        s = s.with_empire(seat, replace(empire, credits=empire.credits + paid.amount(seat)))
    return replace(s, paid=paid)
