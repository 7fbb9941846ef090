"""What cards allow a seat and produce: production, totals, and who is paid for a dice total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.games.empires.pieces import BIO, CARDS, SPIRIT
from companion.games.empires.state import (
    BuiltCard,
    CardArrival,
    CardPayout,
    Empire,
    RollPayout,
    State,
)
from companion.referee.memo import memoized_by_identity, memoized_by_parts
from companion.referee.text import SeatName, Text

FREE_SHIFT, FREE_MECH, FREE_CYCLE, CHEAPER_MECHS = (
    "free-shift",
    "free-mech",
    "free-cycle",
    "cheaper-mechs",
)


def cards_with_ability(s: State, seat: int, ability: str) -> int:
    """Returns how many cards with this ability a seat owns: each gives it once a turn."""
    return _abilities(s.empire(seat).cards).get(ability, 0)


# Saves 1 % of the calls of a tap and its pages; with the five like it, a tenth of their time.
@memoized_by_identity
def _abilities(cards: tuple[BuiltCard, ...]) -> Counter[str]:
    """Returns how many of these cards give each ability; abilities are the same in every game."""
    return Counter(CARDS[built.card].ability for built in cards)


def ability_uses_this_turn(s: State, ability: str) -> int:
    """Returns how often the ability was used this turn."""
    return {
        FREE_SHIFT: s.turn.shifted,
        FREE_MECH: s.turn.fabricated,
        FREE_CYCLE: s.turn.scouted,
    }[ability]


def remaining_ability_uses(s: State, seat: int, ability: str) -> int:
    """Returns how often the ability can still be used this turn."""
    return max(0, cards_with_ability(s, seat, ability) - ability_uses_this_turn(s, ability))


#: after all that corrections have added at a moment
LATEST_ARRIVAL_ORDER = 10**6


def copies_by_card(empire: Empire) -> Counter[str]:
    """Returns how many copies of each card name an empire has."""
    return Counter(built.card for built in empire.cards)


def is_bio(s: State, seat: int, slug: str) -> bool:
    """Returns whether a card is a Bio for this seat (rule culture.transcendent)."""
    kinds = s.card(slug).kinds
    return BIO in kinds or (SPIRIT in kinds and _spirits_are_bios(s, seat))


def _spirits_are_bios(s: State, seat: int) -> bool:
    """Returns whether Transcendent counts: open, and in time if the group asks for that."""
    empire = s.empire(seat)
    late = empire.transcendent is not None and empire.transcendent.late
    too_late = late and s.option_value("culture.transcendent-late") == "no"
    return "transcendent" in empire.open and not too_late


def built_roll_values(s: State, built: BuiltCard) -> tuple[int, ...]:
    """Returns the roll values of a card in an empire; () if the chosen one was not entered."""
    return (built.chosen,) if built.chosen else s.card(built.card).rolls


def seat_roll_values(s: State, seat: int) -> frozenset[int]:
    """Returns all roll values of a seat's cards."""
    return frozenset(roll for built in s.empire(seat).cards for roll in built_roll_values(s, built))


def bio_count(s: State, seat: int) -> int:
    """Returns how many Bios a seat has."""
    return sum(is_bio(s, seat, built.card) for built in s.empire(seat).cards)


def card_names_owned_twice(s: State, seat: int) -> tuple[str, ...]:
    """Returns the names that a seat owns at least twice, as The Collective counts them."""
    own_name = s.option_value("card.collective-self") != "no"
    return tuple(
        slug
        for slug, number in copies_by_card(s.empire(seat)).items()
        if number > 1 and (own_name or s.card(slug).works != "pairs")
    )


def most_copies_of_one_card(s: State, seat: int) -> int:
    """Returns the number of copies of the name that a seat owns most often."""
    return max(copies_by_card(s.empire(seat)).values(), default=0)


#: how the production of a variable card is worked out, for each copy separately
PRODUCTION_FUNCTIONS_BY_RULE: dict[str, Callable[[State, int], int]] = {
    "bios": bio_count,
    "pairs": lambda s, seat: 2 * len(card_names_owned_twice(s, seat)),
    "largest-group": most_copies_of_one_card,
    "roll-values": lambda s, seat: len(seat_roll_values(s, seat)),
}


def card_production(s: State, seat: int, slug: str) -> int:
    """Returns what one copy of this card produces in a seat's empire now."""
    card = s.card(slug)
    return (
        PRODUCTION_FUNCTIONS_BY_RULE[card.works](s, seat)
        if card.production is None
        else card.production
    )


def production_inputs(s: State, seat: int) -> tuple[object, ...]:
    """Returns what the production of a seat's cards depends on."""
    empire = s.empire(seat)
    return (empire.cards, empire.open, empire.transcendent, s.changes, s.options)


# Saves 4 % of the calls of a tap and its pages.
@memoized_by_parts(production_inputs)
def total_production(s: State, seat: int) -> int:
    """Returns a seat's total production, which decides the final round and the win."""
    return sum(
        card_production(s, seat, slug) * n for slug, n in copies_by_card(s.empire(seat)).items()
    )


def with_card_in_empire(
    s: State, seat: int, built: BuiltCard, arrival: CardArrival | None = None
) -> State:
    """Returns the state with one more card in a seat's empire."""
    empire = s.empire(seat)
    came = (*empire.card_arrivals, arrival or CardArrival(s.moment))
    return s.with_empire(seat, replace(empire, cards=(*empire.cards, built), arrivals=came))


def arrival_of_corrected_card(s: State) -> CardArrival:
    """Returns the arrival of a card that a correction adds: after all known ones of this moment."""
    known = [came for empire in s.empires for came in empire.card_arrivals]
    known += [empire.transcendent for empire in s.empires if empire.transcendent]
    return CardArrival(s.moment, 1 + max((a.number for a in known if a.at == s.moment), default=0))


def _empire_at(empire: Empire, arrival: CardArrival) -> Empire:
    """Returns the empire without what came later."""
    inside = zip(empire.cards, empire.card_arrivals, strict=True)
    kept = [(built, came) for built, came in inside if came <= arrival]
    later = empire.transcendent is not None and empire.transcendent > arrival
    return replace(
        empire,
        cards=tuple(built for built, _ in kept),
        arrivals=tuple(came for _, came in kept),
        open=tuple(slug for slug in empire.open if not (later and slug == "transcendent")),
    )


def total_production_at_moment(s: State, seat: int, arrival: CardArrival) -> int:
    """Returns a seat's total production at that moment, by what its cards print as known now."""
    return total_production(s.with_empire(seat, _empire_at(s.empire(seat), arrival)), seat)


def arrival_reaching_production(s: State, seat: int, enough: int) -> CardArrival | None:
    """Returns when a seat's cards first produced `enough`; None if they do not."""
    if total_production(s, seat) < enough:
        return None
    empire = s.empire(seat)
    moments = {*empire.card_arrivals, *((empire.transcendent,) if empire.transcendent else ())}
    found = (
        arrival
        for arrival in sorted(moments)
        if total_production_at_moment(s, seat, arrival) >= enough
    )
    return next(found, CardArrival())


# Saves 5 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, seat, built: (*production_inputs(s, seat), built.card, built.chosen))
def production_gain(s: State, seat: int, built: BuiltCard) -> int:
    """Returns how much a seat's total production would grow with this card."""
    inside = {built.card, *(each.card for each in s.empire(seat).cards)}
    if all(s.card(slug).production is not None for slug in inside):
        return card_production(s, seat, built.card)
    return total_production(with_card_in_empire(s, seat, built), seat) - total_production(s, seat)


def seat_payout(s: State, seat: int, total: int) -> tuple[CardPayout, ...]:
    """Returns what each of a seat's cards earns for a total, in the order built."""
    return tuple(
        CardPayout(built.card, card_production(s, seat, built.card))
        for built in s.empire(seat).cards
        if total in built_roll_values(s, built)
    )


def payout_of_total(s: State, total: int) -> RollPayout:
    """Returns what each seat earns for a total (rule roll.paid)."""
    return RollPayout(total, tuple(seat_payout(s, seat, total) for seat in s.all_seats), s.moment)


def payout_if_confirmed_at(s: State, total: int, moment: int) -> RollPayout:
    """Returns what each seat would have earned for a total confirmed at that moment."""
    arrival = CardArrival(moment, number=LATEST_ARRIVAL_ORDER)
    empires = tuple(_empire_at(empire, arrival) for empire in s.empires)
    return replace(payout_of_total(replace(s, empires=empires), total), at=moment)


def with_payout_paid(s: State, paid: RollPayout) -> State:
    """Returns the state with each seat's credits paid."""
    for seat in s.all_seats:
        empire = s.empire(seat)
        s = s.with_empire(
            seat, replace(empire, credits=empire.credits + paid.amount_for_seat(seat))
        )
    return replace(s, paid=paid)


def from_bank(number: int, seat: int) -> Text:
    """Returns how many credits the seat takes from the bank."""
    return Text(
        "{who} takes {n} credit from the bank",
        "{who} takes {n} credits from the bank",
        who=SeatName(seat),
        n=number,
    )
