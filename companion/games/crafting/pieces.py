"""The components: controls, stars, sectors, goals, power cards; read from cards.toml.

Only what is printed on the real pieces. No rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.text import Text

CONTROLS = ("light", "time", "gravity", "chemistry")
ELEMENTS = ("h", "he", "o", "c")
SECTORS = ("psi", "phi", "delta")
#: an unknown sector
UNKNOWN_SECTOR = "?"
NEBULA_SIZES = (1, 2, 3)
MAX_MARBLES_PER_CONTROL = 3
#: the most points that can be entered for a nebula tile
MAX_TILE_POINTS = 30
MOVES_PER_SHIFT = 3
DARK_MARBLE = 0
HAND_LIMIT = 10
CARDS_PER_KIND = 15
#: the scoring spaces of a time chamber, in the order they fill
DISCHARGE_POINTS = (3, 6, 10, 15, 21)
#: a discharge that brings no star
NO_STAR = "none"
LAST_CHAMBER_SPACE = 6
#: the spaces of the score track; then a token counts the laps
SCORE_SPACES_PER_LAP = 50
#: the cards that each slot costs, and so the power cards to draw
CARD_PRICE_BY_POWER_SLOT = {1: 2, 2: 3, 3: 3, 4: 4}
CARDS_PER_POWER_DECK = 8
#: in the box
ENERGY_CARD_COUNT = 60
GOALS_PER_GAME = 6
GOAL_TRACK_SPACE_COUNT = 4
DARK_MARBLE_COUNT_BY_PLAYERS = {2: 4, 3: 3, 4: 3}
CRYSTAL_COUNT_BY_PLAYERS = {2: 6, 3: 9, 4: 11}

CONTROL_NAMES = {
    "light": Text("Light"),
    "time": Text("Time"),
    "gravity": Text("Gravity"),
    "chemistry": Text("Chemistry"),
}
STAR_NAMES = {
    "h": Text("hydrogen"),
    "he": Text("helium"),
    "o": Text("oxygen"),
    "c": Text("carbon"),
    "nova": Text("supernova"),
}
SECTOR_NAMES = {
    "psi": Text("Psi"),
    "phi": Text("Phi"),
    "delta": Text("Delta"),
    UNKNOWN_SECTOR: Text("an unknown sector"),
}


def energy_card_count_words(number: int) -> Text:
    """Returns a number of energy cards in words."""
    return Text("{n} energy card", "{n} energy cards", n=number)


@dataclass(frozen=True)
class Goal:
    """A universal goal card."""

    slug: str
    title: Text
    icon: str


@dataclass(frozen=True)
class PowerPrice:
    """The price of a power card. `kind`: an energy type, "any" or "matching"."""

    cards: int = 0
    kind: str = "any"
    graviton: int = 0
    supernova: int = 0
    proto: int = 0
    stable: int = 0


@dataclass(frozen=True)
class Power:
    """A power card.

    `instead`: it replaces a discharge's star, and costs nothing else. `does`: the steps of its
    effect, each a name with an optional number or star.
    """

    slug: str
    name: str
    deck: str
    price: PowerPrice
    instead: bool
    does: tuple[tuple[str, ...], ...]


def _goals(cards: Mapping[str, Any]) -> dict[str, Goal]:
    return {
        slug: Goal(slug, Text(entry["title"]), entry["icon"])
        for slug, entry in cards["goal"].items()
    }


def _powers(cards: Mapping[str, Any]) -> dict[str, Power]:
    return {
        slug: Power(
            slug=slug,
            name=entry["name"],
            deck=entry["deck"],
            price=PowerPrice(**entry.get("price", {})),
            instead=entry.get("instead", False),
            does=tuple(tuple(step.split()) for step in entry["does"]),
        )
        for slug, entry in cards["power"].items()
    }


def _tokens(group: Mapping[str, int]) -> dict[int, int]:
    return {int(value): number for value, number in group.items()}


_CARDS = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))

GOALS = _goals(_CARDS)
POWERS = _powers(_CARDS)
#: advanced life: value -> number of tokens, in the group on top of the stack and the one below
GROUP_1_LIFE_TOKENS = _tokens(_CARDS["life"]["group-1"])
GROUP_2_LIFE_TOKENS = _tokens(_CARDS["life"]["group-2"])
LIFE_VALUES = tuple(sorted({*GROUP_1_LIFE_TOKENS, *GROUP_2_LIFE_TOKENS}))


def group_1_life_token_count(seats: int) -> int:
    """Returns how many Group 1 tokens are on top of the advanced-life stack."""
    return 2 * seats


def life_stack_size(seats: int) -> int:
    """Returns how many advanced-life tokens are in the stack."""
    return sum(GROUP_2_LIFE_TOKENS.values()) + group_1_life_token_count(seats)


def _marble(word: str) -> int:
    return DARK_MARBLE if word == "dark" else whole_number_reader(1, 4)(word)


def _write_marble(marble: int) -> str:
    return "dark" if marble == DARK_MARBLE else str(marble)


#: how actions are written
MarbleOwner = Annotated[int, Word("marble", _marble, _write_marble)]
ControlName = Annotated[str, Word("control", one_of(*CONTROLS))]
EnergyKind = Annotated[str, Word("energy", one_of(*CONTROLS))]
CardCount = Annotated[int, whole_number_reader(0, ENERGY_CARD_COUNT)]
StarKind = Annotated[str, Word("star", one_of(*ELEMENTS, "nova"))]
NebulaSize = Annotated[int, Word("size", whole_number_reader(1, 3))]
SectorName = Annotated[str, Word("sector", one_of(*SECTORS, UNKNOWN_SECTOR))]
PowerSlug = Annotated[str, Word("power", one_of(*POWERS))]
