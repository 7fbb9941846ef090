"""What lies before one player: cards, trackers, what is won and lost. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.empires.pieces import (
    START_CREDITS,
)


@dataclass(frozen=True, order=True)
class Built:
    """A card in an empire. `chosen`: the roll value it was given when built; 0: it prints its own,
    or nobody told."""

    card: str
    chosen: int = 0


@dataclass(frozen=True, order=True)
class Arrival:
    """When a card came: after how many builds and reveals of this table.

    `told`: it was added by a correction, as the first, second... one at that moment; 0: it was
    played. `late`: after the last turn.
    """

    at: int = 0
    told: int = 0
    late: bool = False


@dataclass(frozen=True)
class Lost:
    """A card that a correction took out: should it come back, it is where and when it was."""

    card: str
    arrival: Arrival
    place: int


@dataclass(frozen=True)
class Pay:
    """What one card earned."""

    card: str
    amount: int


@dataclass(frozen=True)
class Paid:
    """What a confirmed total paid: for each seat, card by card.

    `at`: after how many builds and reveals. `instead`: what was paid before a correction.
    """

    total: int
    seats: tuple[tuple[Pay, ...], ...]
    at: int = 0
    instead: Paid | None = None

    def amount(self, seat: int) -> int:
        return sum(pay.amount for pay in self.seats[seat - 1])


@dataclass(frozen=True)
class Empire:
    """One player's cards and credits. `turns`: own turns begun.

    `open`: culture cards that lie face up. `known`: those that everybody has seen, open or hidden
    again. `told`: the hidden ones that this seat has told the app; None: not told. `resting`:
    Innovative was hidden in this turn. `passed`: said that there is nothing (more) to reveal.

    `arrivals`: when each card came, in the order of `cards`. `transcendent`: when it was revealed.
    `lost`: what corrections took out, in no way a part of the empire. `gone`: has left the game.
    `early`: culture cards revealed in another's turn that wait for this seat's own next one.
    """

    credits: int = START_CREDITS
    cards: tuple[Built, ...] = ()
    turns: int = 0
    open: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    told: tuple[str, ...] | None = None
    resting: bool = False
    passed: bool = False
    arrivals: tuple[Arrival, ...] = ()
    transcendent: Arrival | None = None
    lost: tuple[Lost, ...] = field(default=(), compare=False)
    gone: bool = False
    early: tuple[str, ...] = ()

    @property
    def came(self) -> tuple[Arrival, ...]:
        """When each card came; the beginning where nobody knows."""
        return (*self.arrivals, *(Arrival(),) * (len(self.cards) - len(self.arrivals)))

    def number(self, slug: str) -> int:
        """How many copies of a card are in this empire."""
        return sum(built.card == slug for built in self.cards)
