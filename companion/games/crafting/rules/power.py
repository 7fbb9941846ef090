"""Chapter "power": gaining power cards and using them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    CRAFT,
    Board,
    add_proto_life,
    add_stable_life,
    add_star,
    put_back_on_pile,
    spend_cards,
)
from companion.games.crafting.instructions import (
    GRAVITON,
    NOVA,
    cards_spent,
    life_back,
    score_marker,
    slider_down,
    star_back,
)
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CARDS_PER_POWER_DECK,
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    POWERS,
    SECTORS,
    UNKNOWN_SECTOR,
    Power,
    PowerSlug,
)
from companion.games.crafting.rules.card import (
    missing_cards_objections,
    no_matching_cards_objections,
)
from companion.games.crafting.rules.power_cards import (
    card_effect_instructions,
    step_objections,
    unseen_of_card,
    with_card_effect,
)
from companion.games.crafting.rules.slider import slider_too_low_objections
from companion.games.crafting.state import State
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text


@action(
    "gain",
    "gain 2 time-dilation used",
    Text("Gain a power card, and use it if you like"),
    when=CRAFT,
)
class GainPower(Action):
    """Puts a power card into a slot. `used`: it is activated at once, which needs no choice."""

    grounds = ("power.price", "power.slot", "power.deck")
    offers = (
        ("{who} gained {card} in slot {slot}", Text("Gain {card} in slot {slot}")),
        (
            "{who} gained {card} in slot {slot} and used it",
            Text("Gain {card} in slot {slot} and use it"),
        ),
    )
    rests_on_secrets = True

    slot: Annotated[int, whole_number_reader(1, 4)]
    power: PowerSlug
    used: Annotated[str | None, one_of("used")] = None

    def objections(self, s: State, seat: int) -> Objections:
        board, deck = s.board(seat), POWERS[self.power].deck
        filled = board.power_in_slot(self.slot)
        if filled is not None:
            free = [slot for slot in CARD_PRICE_BY_POWER_SLOT if board.power_in_slot(slot) is None]
            yield Objection(
                "power.slot",
                Text("Slot {slot} has {card}", slot=self.slot, card=POWERS[filled].name)
                if free
                else Text("All 4 power slots are full"),
                Text("Fill slot {slot}", slot=free[0]) if free else Text("Use the cards you have"),
                f"gain {free[0]} {self.power}" if free else "",
                Text("Gain it in slot {slot}", slot=free[0]) if free else None,
            )
        owner = next((n for n in s.all_seats if s.board(n).has_power(self.power)), None)
        if owner is not None:
            yield Objection(
                "power.one-of-each",
                Text("{who} already has {card}", who=SeatName(owner), card=POWERS[self.power].name),
                Text("Choose the card you kept"),
            )
        yield from missing_cards_objections(
            board, CARD_PRICE_BY_POWER_SLOT[self.slot], deck, "power.price"
        )
        yield from _short_deck(s, deck, CARD_PRICE_BY_POWER_SLOT[self.slot])
        if self.used:
            yield from UsePower(self.power).objections(
                replace(self, used=None).apply(s, seat), seat
            )

    def apply(self, s: State, seat: int) -> State:
        board = spend_cards(
            s.board(seat), CARD_PRICE_BY_POWER_SLOT[self.slot], POWERS[self.power].deck
        )
        # Each card exists once and a slot holds one, even after an overruled objection.
        others = (
            (slot, slug) for slot, slug in board.powers if slot != self.slot and slug != self.power
        )
        powers = tuple(sorted((*others, (self.slot, self.power))))
        s = s.with_board(seat, replace(board, powers=powers))
        return UsePower(self.power).apply(s, seat) if self.used else s

    def log_line(self, s: State, seat: int) -> Text:
        gained = (
            Text("{who} gained {card} in slot {slot} and used it")
            if self.used
            else Text("{who} gained {card} in slot {slot}")
        )
        return gained.filled(who=SeatName(seat), card=POWERS[self.power].name, slot=self.slot)

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        deck = POWERS[self.power].deck
        yield from cards_spent(CARD_PRICE_BY_POWER_SLOT[self.slot], deck)
        yield Text("the cards you didn't keep go under their deck")
        control = CONTROL_NAMES[deck]
        yield Text("move the power token of slot {slot} to {control}",
                   slot=self.slot, control=control)  # fmt: skip
        if self.used:
            yield from UsePower(self.power).instruct(s, seat, after)


def _short_deck(s: State, deck: str, wanted: int) -> Objections:
    owned = sum(POWERS[slug].deck == deck for b in s.boards for _, slug in b.powers)
    choice = s.option_value("power.short-deck")
    if CARDS_PER_POWER_DECK - owned >= wanted or choice == "draw-what-is-left":
        return
    reason = Text(
        "Only {n} {deck} power card is left; you'd draw {wanted}",
        "Only {n} {deck} power cards are left; you'd draw {wanted}",
        n=CARDS_PER_POWER_DECK - owned,
        deck=CONTROL_NAMES[deck],
        wanted=wanted,
    )
    if choice == "not-allowed":
        yield Objection("power.short-deck", reason, Text("Choose a cheaper slot, or another deck"))
    else:
        yield Doubt("power.short-deck", reason)


def paid_card_kind(power: Power, a: UsePower) -> str | None:
    """Returns the kind of card paid: the power card's own, else the chosen one or None."""
    return power.price.kind if power.price.kind in CONTROLS else a.paid


def pays_supernova_with_token(s: State, power: Power) -> bool:
    """Returns whether this power's supernova is paid with a token that is not on the seat's board,
    as the table answered the question event-horizon-supernova.
    """
    return (
        bool(power.price.supernova) and s.option_value("power.event-horizon-supernova") == "token"
    )


def unpayable_price_objections(s: State, seat: int, a: UsePower) -> Objections:
    """Yields an objection if the seat cannot pay this card's price."""
    board, power = s.board(seat), POWERS[a.power]
    price, rule = power.price, f"power.{power.slug}"
    if price.kind in CONTROLS and a.paid not in (None, price.kind):
        yield Objection(
            rule,
            Text("{card} costs {kind} cards", card=power.name, kind=CONTROL_NAMES[price.kind]),
            Text("Pay with those"),
        )
    yield from missing_cards_objections(board, price.cards, paid_card_kind(power, a), rule)
    if price.kind == "matching" and a.paid is None:
        yield from no_matching_cards_objections(board, price.cards, rule)
    yield from slider_too_low_objections(board, "graviton", price.graviton)
    yield from _supernova_missing(s, board, power)
    for have, cost, what in (
        (board.proto, price.proto, Text("{n} proto life", "{n} proto life", n=price.proto)),
        (board.stable, price.stable, Text("{n} stable life", "{n} stable life", n=price.stable)),
    ):
        if have < cost:
            yield Objection(
                rule,
                Text("It costs {what}; you have {have}", what=what, have=have),
                Text("Gain more first, or fix your count under Galaxy"),
            )


def _supernova_missing(s: State, board: Board, power: Power) -> Objections:
    if not power.price.supernova:
        return
    if pays_supernova_with_token(s, power):
        if not board.novae:
            yield Objection(
                "power.event-horizon-supernova",
                Text("Your table pays a supernova here, and you have none"),
                Text("Turn a star into a supernova first"),
            )
        return
    yield from slider_too_low_objections(board, "nova")
    if not s.option_value("power.event-horizon-supernova"):
        yield Doubt(
            "power.event-horizon-supernova",
            Text(
                "The rulebook doesn't say whether it's a supernova from the slider or "
                "from your galaxy"
            ),
        )


def _paid(s: State, seat: int, a: UsePower) -> State:
    """Returns the state with the price paid, before the effect."""
    board, power = s.board(seat), POWERS[a.power]
    price = power.price
    board = spend_cards(board, price.cards, paid_card_kind(power, a))
    if price.graviton:
        board = _without_gravitons(board, price.graviton)
    if pays_supernova_with_token(s, power):
        board = add_star(board, "nova", -1)
    elif price.supernova:
        board = replace(board, nova=max(0, board.nova - price.supernova))
    if price.proto:
        board = add_proto_life(put_back_on_pile(board, "proto", price.proto), -price.proto)
    if price.stable:
        board = add_stable_life(put_back_on_pile(board, "proto", price.stable), -price.stable)
    return s.with_board(seat, board)


def _without_gravitons(board: Board, number: int) -> Board:
    """Returns the board without the gravitons paid for a card: these moved no life."""
    paid = min(number, board.graviton)
    stirred = max(0, board.stirred - paid)
    return replace(board, graviton=board.graviton - paid, stirred=stirred)


_PICKS = (*ELEMENTS, "nova", "proto", "stable", "crystals", "gain", "replace", "star", "nebula")


def _pick(word: str) -> str:
    if word in _PICKS or word in (*SECTORS, UNKNOWN_SECTOR):
        return word
    return str(whole_number_reader(0, 30)(word))


@action("use", "use nuclear-fusion he o", Text("Use a power card"), when=CRAFT)
class UsePower(Action):
    """Activates a power card: the choices in the card's order, and the kind of card paid."""

    grounds = ("power.{power}", "power.owned", "power.often")
    offers = (("{who} used {card}", Text("Use {card}")),)
    rests_on_secrets = True

    power: PowerSlug
    picks: Annotated[tuple[str, ...], Word("answer", _pick)] = ()
    paid: Annotated[str | None, Word("energy", one_of(*CONTROLS), lead="with")] = None

    def objections(self, s: State, seat: int) -> Objections:
        board, power = s.board(seat), POWERS[self.power]
        if not board.has_power(self.power):
            yield Objection(
                "power.owned",
                Text("You don't have {card}", card=power.name),
                Text("Use one of your own power cards"),
            )
        if power.instead:
            yield Objection(
                "time.star-instead",
                Text("{card} replaces the star of a discharge", card=power.name),
                Text("Discharge, and choose it there"),
            )
            return
        yield from unpayable_price_objections(s, seat, self)
        yield from step_objections(_paid(s, seat, self), seat, power, self.picks)

    def unseen(self, s: State, seat: int) -> Text | None:
        return unseen_of_card(s.board(seat), POWERS[self.power])

    def apply(self, s: State, seat: int) -> State:
        return with_card_effect(_paid(s, seat, self), seat, POWERS[self.power], self.picks)

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} used {card}", who=SeatName(seat), card=POWERS[self.power].name)

    def which(self, s: State, seat: int) -> Text | None:
        if self.power != "evolution" or not self.picks:
            return None
        return Text("Token {n}", n=self.picks[0])

    def reveals(self, s: State) -> Revealed:
        shown = self.power in ("evolution", "star-stuff")
        return Revealed.ON_TABLE if shown else Revealed.NOTHING

    def public(self) -> Action:
        return UsePower(self.power, (), self.paid) if self.power == "evolution" else self

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        power = POWERS[self.power]
        price = power.price
        yield from cards_spent(price.cards, paid_card_kind(power, self))
        if price.graviton:
            yield slider_down(GRAVITON, price.graviton)
        if pays_supernova_with_token(s, power):
            yield star_back("nova")
        elif price.supernova:
            yield slider_down(NOVA, price.supernova)
        yield from life_back(price.proto + price.stable)
        yield from card_effect_instructions(s, seat, power, self.picks)
        yield from score_marker(s, after, seat)
