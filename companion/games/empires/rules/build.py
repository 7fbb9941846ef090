"""Chapter "build": the price of a card for a seat, what forbids it, and building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.empires.pieces import (
    CARDS,
    DICE_TOTALS,
    MECH,
    SPIRIT,
    Card,
    CardSlug,
    RollValue,
    card_words,
    cost_words,
    require_choosable_roll_value,
)
from companion.games.empires.rules.cycle import cards_left_in_deck, credits_for_cycling
from companion.games.empires.rules.end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    with_optional_turn_end,
)
from companion.games.empires.rules.production import (
    CHEAPER_MECHS,
    FREE_MECH,
    cards_with_ability,
    from_bank,
    remaining_ability_uses,
    seat_roll_values,
    with_card_in_empire,
)
from companion.games.empires.rules.turn import no_action_left_objections, with_action_spent
from companion.games.empires.state import ACT, BuiltCard, State, Turn
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

#: the highest cost of a card that Industrious copies
INDUSTRIOUS_MAX_CARD_COST = 3

INNOVATIVE_CREDITS_PER_BUILD = 1


def card_price(s: State, seat: int, slug: str) -> int:
    """Returns a card's price for this seat: discounts add up, never below 0 (rule build.price)."""
    card = s.card(slug)
    less = cards_with_ability(s, seat, CHEAPER_MECHS) if MECH in card.kinds else 0
    if SPIRIT in card.kinds and "awakened" in s.empire(seat).open:
        less += 1
    return max(0, card.cost - less)


def is_built_by_fabricator_belt(s: State, seat: int, slug: str) -> bool:
    """Returns whether a Fabricator Belt builds the card: before an action, which can do more."""
    return MECH in s.card(slug).kinds and is_next_mech_built_by_fabricator_belt(s, seat)


def is_next_mech_built_by_fabricator_belt(s: State, seat: int) -> bool:
    """Returns whether a Fabricator Belt would build the next Mech.

    If only an action may build from the deck, the action goes first while Scientific opens the
    deck.
    """
    if not remaining_ability_uses(s, seat, FREE_MECH):
        return False
    by_action = s.turn.searching and s.option_value("culture.scientific-abilities") == "none"
    return not (by_action and s.turn.actions)


def copies_left_objections(s: State, card: Card) -> Objections:
    """Yields an objection if every copy of the card is built (build.copies)."""
    if s.built_copies(card.slug) >= card.copies:
        yield Objection(
            "build.copies",
            Text(
                "The one copy of {card} is built",
                "All {n} copies of {card} are built",
                n=card.copies,
                card=card.name,
            ),
            Text("Build another card, or fix one that's wrong in the app"),
        )


def darkspace_hub_objections(s: State, seat: int, card: Card, value: int | None) -> Objections:
    """Yields an objection if a Darkspace Hub's roll value is bad, or equals this card's."""
    if card.has_builder_chosen_roll:
        yield from _bad_choice(s, seat, card, value)
        return
    for roll in card.rolls:
        if roll in chosen_roll_values(s.empire(seat).cards):
            yield Objection(
                "card.darkspace-hub",
                Text("Your Darkspace Hub already pays on {roll}", roll=roll),
                Text("Build a card with another roll value", roll=roll),
            )


def chosen_roll_values(cards: tuple[BuiltCard, ...]) -> frozenset[int]:
    """Returns the roll values that were chosen for cards when they were built."""
    return frozenset(built.chosen for built in cards if built.chosen)


def _bad_choice(s: State, seat: int, card: Card, value: int | None) -> Objections:
    taken = seat_roll_values(s, seat)
    free = [roll for roll in DICE_TOTALS if roll not in taken]
    if value in free:
        return
    if not free:
        reason = Text("You own a card of every roll value: none is left for {card}", card=card.name)
    elif value is None:
        reason = Text("{card} needs a roll value", card=card.name)
    elif value in taken:
        reason = Text("You own a card with roll value {roll}", roll=value)
    else:
        reason = Text("The dice can't total {roll}", roll=value)
    remedy = Text("Choose one none of your cards has")
    if not free:
        remedy = Text("Build another card")
    yield Objection("card.darkspace-hub", reason, remedy)


@dataclass(frozen=True)
class CardAction(Action):
    """An action with a card; `value`: the roll value chosen for one that prints none."""

    card: CardSlug
    value: RollValue | None = None

    def __post_init__(self) -> None:
        require_choosable_roll_value(self.card, self.value)


@action("build", "build darkspace-hub 5", Text("Build a card"), when=ACT)
class BuildCard(CardAction, MayEndTurn):
    """Builds a card; `value`: its chosen roll value, if it has one. `last`: the turn ends."""

    grounds = ("build.price", "card.{card}", "turn.actions")
    offers = (
        ("{who} built {card} for {cost}", Text("Build {card} for {cost}")),
        (
            "{who} built {card} for {cost}, with Fabricator Belt",
            Text("Build {card} for {cost}, with Fabricator Belt"),
        ),
    )

    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        card, belt = s.card(self.card), is_built_by_fabricator_belt(s, seat, self.card)
        yield from copies_left_objections(s, card)
        # A roll value that is still to be chosen is no reason while the card can't be built at all.
        about_roll = tuple(darkspace_hub_objections(s, seat, card, self.value))
        yield from () if card.has_builder_chosen_roll else about_roll
        if not belt:
            yield from _no_action_for(s, seat, card)
        yield from _too_dear(s, seat, card, belt)
        yield from about_roll if card.has_builder_chosen_roll else ()
        yield from second_collective_doubts(s, seat, card)
        if belt:
            yield from build_from_deck_doubts(
                s, Text("May Fabricator Belt build from the deck too?")
            )

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your table shows whether the card is in the build pool.")

    def apply(self, s: State, seat: int) -> State:
        """Returns the state with the card built, even if the group accepted an unpaid remainder."""
        cost, turn = card_price(s, seat, self.card), _turn_after(s, seat, self.card)
        empire = s.empire(seat)
        s = s.with_empire(seat, replace(empire, credits=max(0, empire.credits - cost)))
        s = replace(with_built_card(s, seat, self.card, self.value), turn=turn)
        return with_optional_turn_end(s, seat, self.last)

    def log_line(self, s: State, seat: int) -> Text:
        words: dict[str, SeatName | Text] = {
            "who": SeatName(seat),
            "card": card_words(self.card, self.value),
            "cost": cost_words(card_price(s, seat, self.card)),
        }
        line = Text("{who} built {card} for {cost}", **words)
        if is_built_by_fabricator_belt(s, seat, self.card):
            line = Text("{who} built {card} for {cost}, with Fabricator Belt", **words)
        return log_line_with_turn_end(line, seat, self.last)

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        cost = card_price(s, seat, self.card)
        if cost:
            yield Text("pay {n} credit to the bank", "pay {n} credits to the bank", n=cost)
        yield from built_card_instructions(s, seat, self.card, self.value)


def build_from_deck_doubts(s: State, reason: Text) -> Objections:
    """Yields a doubt if Scientific opens the deck: whether abilities may use it is open."""
    if s.turn.searching and not s.option_value("culture.scientific-abilities"):
        yield Doubt("culture.scientific-abilities", reason)


def _no_action_for(s: State, seat: int, card: Card) -> Objections:
    if s.turn.actions <= 0 and remaining_ability_uses(s, seat, FREE_MECH):
        yield Objection(
            "card.fabricator-belt",
            Text("Only Fabricator Belt is left, and {card} isn't a Mech", card=card.name),
            Text("Build a Mech with it, or end your turn"),
            "end",
            Text("End turn"),
        )
        return
    yield from no_action_left_objections(s, "turn.actions")


def _too_dear(s: State, seat: int, card: Card, belt: bool) -> Objections:
    cost, has = card_price(s, seat, card.slug), s.empire(seat).credits
    if has >= cost:
        return
    short, pay = cost - has, credits_for_cycling(s, seat)
    needs = 0 if belt else 1
    reason = Text(
        "Costs you {cost} credit; you have {has}",
        "Costs you {cost} credits; you have {has}",
        n=cost,
        cost=cost,
        has=has,
    )
    if s.turn.actions > needs and (s.turn.actions - needs) * pay >= short:
        remedy = Text("Cycle first: {pay} credits more", pay=pay)
        yield Objection("build.price", reason, remedy, "cycle", Text("Cycle a card"))
        return
    remedy = Text("First take {n} more credit", "First take {n} more credits", n=short)
    yield Objection("build.price", reason, remedy)


def second_collective_doubts(s: State, seat: int, card: Card) -> Objections:
    """Yields a doubt if the second Collective is built (card.collective-self)."""
    second = card.works == "pairs" and s.empire(seat).copies_of_card(card.slug) == 1
    if second and not s.option_value("card.collective-self"):
        yield Doubt(
            "card.collective-self",
            Text("Do two Collectives count as a pair themselves? The app says yes"),
        )


def with_built_card(s: State, seat: int, slug: str, value: int | None) -> State:
    """Returns the state with the card built; Innovative pays for it, whatever it cost."""
    chosen = value if value in DICE_TOTALS and s.card(slug).has_builder_chosen_roll else 0
    s = with_card_in_empire(replace(s, moment=s.moment + 1), seat, BuiltCard(slug, chosen or 0))
    empire = replace(s.empire(seat), lost=())
    if "innovative" in empire.open and s.turn.seat == seat:
        empire = replace(empire, credits=empire.credits + INNOVATIVE_CREDITS_PER_BUILD)
    return s.with_empire(seat, empire)


def _turn_after(s: State, seat: int, slug: str) -> Turn:
    """Returns the turn with what the build uses up; another seat's build uses nothing."""
    if s.turn.seat != seat:
        return s.turn
    belt = is_built_by_fabricator_belt(s, seat, slug)
    turn = replace(s.turn, fabricated=s.turn.fabricated + 1) if belt else with_action_spent(s.turn)
    industrious = "industrious" in s.empire(seat).open and not turn.paired
    return replace(
        turn,
        pair=slug if industrious else "",
        built=turn.built + 1,
        latest=slug,
        latest_price=card_price(s, seat, slug),
    )


INDUSTRIOUS_ADVICE_TEXT = Text(
    "First build a card for 3 credits or less that has a second copy in the pool"
)


def copy_before_industrious_doubts(s: State, card: Card) -> Objections:
    """Yields an objection or a doubt to copying a card built before Industrious was revealed."""
    choice = s.option_value("culture.industrious-late")
    reason = Text("You revealed Industrious after building {card}", card=card.name)
    if choice == "no":
        yield Objection("culture.industrious-late", reason, INDUSTRIOUS_ADVICE_TEXT)
    elif choice != "yes":
        yield Doubt("culture.industrious-late", reason)


def copy_price_objections(s: State, card: Card) -> Objections:
    """Yields an objection or a doubt to copying a card that only discounts make cheap enough."""
    choice = s.option_value("culture.industrious-price")
    reason = Text("{card} costs {cost} before your discounts", card=card.name, cost=card.cost)
    if choice == "printed":
        yield Objection("culture.industrious-price", reason, INDUSTRIOUS_ADVICE_TEXT)
    elif choice != "after":
        yield Doubt("culture.industrious-price", reason)


def built_card_instructions(s: State, seat: int, card: str, value: int | None) -> Iterator[Text]:
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
        yield from_bank(INNOVATIVE_CREDITS_PER_BUILD, seat)
