"""What cards let a seat do besides its actions: how often, and what is left of it this turn."""

from __future__ import annotations

from collections import Counter

from companion.games.empires.empire import Built
from companion.games.empires.pieces import CARDS
from companion.games.empires.state import State

FREE_SHIFT, FREE_MECH, FREE_CYCLE, CHEAPER_MECHS = (
    "free-shift",
    "free-mech",
    "free-cycle",
    "cheaper-mechs",
)


def owned(s: State, seat: int, ability: str) -> int:
    """How many cards with this ability a seat owns: each gives it once a turn."""
    return _abilities(s.empire(seat).cards).get(ability, 0)


def _abilities(cards: tuple[Built, ...]) -> Counter[str]:
    """How many of these cards give each ability: that one is the same at every table."""
    return Counter(CARDS[built.card].ability for built in cards)


def used(s: State, ability: str) -> int:
    """How often the ability was used in this turn."""
    return {
        FREE_SHIFT: s.turn.shifted,
        FREE_MECH: s.turn.fabricated,
        FREE_CYCLE: s.turn.scouted,
    }[ability]


def left(s: State, seat: int, ability: str) -> int:
    """How often the ability can still be used in this turn."""
    return max(0, owned(s, seat, ability) - used(s, ability))
