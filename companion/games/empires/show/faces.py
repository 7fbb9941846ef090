"""What is drawn of a card on the phones and the table screen: its sign, types and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.empires.pieces import CARD_KIND_NAMES, Card
from companion.games.empires.rules.production import built_roll_values, card_production
from companion.games.empires.state import BuiltCard, State
from companion.referee.text import Text, joined_texts


@dataclass(frozen=True)
class CardFace:
    """A card as printed: `roll` and `made` as text. `copies`: how many of it; `free`: building it
    takes no action; `ends`: a tap on it ends the turn; `pays`: it pays now.
    """

    slug: str
    kinds: tuple[str, ...]
    type: Text
    roll: str
    made: str
    cost: int
    copies: int = 1
    free: bool = False
    ends: bool = False
    pays: bool = False


#: for a roll value chosen by the builder, and for a production that is worked out
UNPRINTED_VALUE_SIGN = "?"


def roll_values_label(rolls: Iterable[int]) -> str:
    """Returns the roll values of a card in short: "7", "6/8"."""
    return "/".join(map(str, rolls)) or UNPRINTED_VALUE_SIGN


def printed_card_face(card: Card) -> CardFace:
    """Returns the card as it is printed in this group's box."""
    made = UNPRINTED_VALUE_SIGN if card.production is None else f"{card.production}"
    return CardFace(
        slug=card.slug,
        kinds=card.kinds,
        type=joined_texts(CARD_KIND_NAMES[kind] for kind in card.kinds),
        roll=roll_values_label(card.rolls),
        made=made,
        cost=card.cost,
    )


def built_card_face(s: State, seat: int, built: BuiltCard, copies: int) -> CardFace:
    """Returns cards of one name in an empire: when they pay, and what they produce together."""
    return replace(
        printed_card_face(s.card(built.card)),
        roll=roll_values_label(built_roll_values(s, built)),
        made=f"+{copies * card_production(s, seat, built.card)}",
        copies=copies,
    )
