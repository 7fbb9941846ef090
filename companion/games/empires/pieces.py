"""The components: cards, culture cards, dice, numbers of the box; read from cards.toml.

Only what is printed on the real pieces, and arithmetic of dice. No rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.text import Text, printed

MECH, BIO, SPIRIT = "mech", "bio", "spirit"
CARD_KINDS = (MECH, BIO, SPIRIT)
CARD_KIND_NAMES = {MECH: Text("Mech"), BIO: Text("Bio"), SPIRIT: Text("Spirit")}

#: the values that a group's own cards may print differently
PRINTED_CARD_FIELDS = ("cost", "kind", "roll", "production")
CARD_FIELD_NAMES = {
    "cost": Text("cost"),
    "kind": Text("type"),
    "roll": Text("roll value"),
    "production": Text("production"),
    "ability": Text("ability"),
}

DICE_COUNT = 2
DIE_FACES = range(1, 5)
DICE_TOTALS = range(2, 9)
#: all rolls, equally likely
POSSIBLE_ROLL_COUNT: int = len(DIE_FACES) ** DICE_COUNT

START_CREDITS = 8
BUILD_POOL_SIZE = 10
CREDITS_FOR_CYCLING = 2
#: from this number of players on, a turn has more actions and the game ends earlier
MIN_PLAYERS_OF_LARGE_GAME = 7
#: the highest printed cost or production, even if a group's cards differ
MAX_PRINTED_NUMBER = 20


@dataclass(frozen=True)
class Card:
    """A card of the deck.

    `rolls` is empty if the value is chosen when the card is built. `production` is None if it is
    worked out; `works` then names how. `unsure`: what only one source gives, of the fields of
    `CARD_FIELD_NAMES`.
    """

    slug: str
    name: str
    cost: int
    kinds: tuple[str, ...]
    rolls: tuple[int, ...]
    production: int | None
    works: str
    copies: int
    ability: str = ""
    unsure: tuple[str, ...] = ()

    @property
    def has_builder_chosen_roll(self) -> bool:
        """Whether its roll value is chosen when it is built."""
        return not self.rolls


@dataclass(frozen=True)
class Culture:
    """A culture card. `when`: "lasting", "turn" (of its reveal) or "end" (of the game)."""

    slug: str
    name: str
    when: str


def _card(slug: str, entry: Mapping[str, Any]) -> Card:
    made = entry["production"]
    return Card(
        slug=slug,
        name=entry["name"],
        cost=entry["cost"],
        kinds=tuple(entry["kinds"]),
        rolls=tuple(entry["rolls"]),
        production=made if isinstance(made, int) else None,
        works=made if isinstance(made, str) else "",
        copies=entry["copies"],
        ability=entry.get("ability", ""),
        unsure=tuple(entry.get("unsure", ())),
    )


_BOX = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))

CARDS = {slug: _card(slug, entry) for slug, entry in _BOX["card"].items()}
DECK_SIZE = sum(card.copies for card in CARDS.values())
#: edition -> culture cards, since a name can have another effect in a later edition
CULTURES_BY_EDITION = {
    edition: {slug: Culture(slug, **entry) for slug, entry in cultures.items()}
    for edition, cultures in _BOX["culture"].items()
}
BASE_CULTURES = CULTURES_BY_EDITION["base"]


def actions_per_turn(seats: int) -> int:
    """Returns how many actions a turn has."""
    return 3 if seats >= MIN_PLAYERS_OF_LARGE_GAME else 2


def final_round_threshold(seats: int) -> int:
    """Returns the production that starts the final round."""
    return 20 if seats >= MIN_PLAYERS_OF_LARGE_GAME else 30


def cultures_per_player(seats: int) -> int:
    """Returns how many culture cards each player gets; a remainder is set aside."""
    return len(BASE_CULTURES) // seats


# Saves 3 % of an action's processor time.
@cache
def count_rolls_with_totals(totals: tuple[int, ...]) -> int:
    """Returns how many of the equally likely rolls give one of these totals."""
    return sum(sum(dice) in totals for dice in product(DIE_FACES, repeat=DICE_COUNT))


def totals_chance_percent(totals: tuple[int, ...]) -> float:
    """Returns the chance of one of these totals, in percent."""
    return 100 * count_rolls_with_totals(totals) / POSSIBLE_ROLL_COUNT


# Saves 2 % of an action's processor time.
@cache
def totals_chance_words(totals: tuple[int, ...]) -> Text:
    """Returns the chance of these totals: "6.25%"."""
    return Text("{percent}%", percent=totals_chance_percent(totals))


def cost_words(number: int) -> Text:
    """Returns a number of credits in words."""
    return Text("{n} credit", "{n} credits", n=number)


def card_words(slug: str, value: int | None = None) -> Text:
    """Returns a card's name, with the roll value that was chosen for it."""
    if value is None:
        return printed(CARDS[slug].name)
    return Text("{card} (roll {value})", card=CARDS[slug].name, value=value)


#: how actions are written: a card, the roll value chosen for it, a culture card. Numbers that no
#: die or card shows can be read too: an objection then says what is wrong
CardSlug = Annotated[str, Word("card", one_of(*CARDS))]
RollValue = Annotated[int, Word("value", whole_number_reader(0, 99))]
CultureSlug = Annotated[str, Word("culture", one_of(*BASE_CULTURES))]


def require_choosable_roll_value(card: str, value: int | None) -> None:
    """Raises ValueError if a roll value is chosen for a card that prints one."""
    if value is not None and not CARDS[card].has_builder_chosen_roll:
        raise ValueError("this card prints its roll value")
