"""The state of a table of Cosmos: Empires. Values only; no rule lives here.

What one seat alone may know: `Empire.told`, the culture cards it holds face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.empires.pieces import (
    CARD_FIELDS,
    CARDS,
    KINDS,
    START_CREDITS,
    Card,
    cultures_dealt,
)

SETUP, PLAY, REVEAL, OVER = "setup", "play", "reveal", "over"
ROLL, SHIFT, ACT = "roll", "shift", "act"
OFF, SINGLE, HYBRID = "off", "single", "hybrid"
#: the option in which a table hands on to its next one what its cards print: "t-wing.cost.2,..."
OWN_CARDS = "cards"

Change = tuple[str, str, int | str]


@dataclass(frozen=True, order=True)
class Built:
    """A card in an empire. `chosen`: the roll value it was given when built; 0: it prints its own,
    or nobody told."""

    card: str
    chosen: int = 0


@dataclass(frozen=True)
class Pay:
    """What one card earned."""

    card: str
    amount: int


@dataclass(frozen=True)
class Paid:
    """What a confirmed total paid: for each seat, card by card."""

    total: int
    seats: tuple[tuple[Pay, ...], ...]

    def amount(self, seat: int) -> int:
        return sum(pay.amount for pay in self.seats[seat - 1])


@dataclass(frozen=True)
class Empire:
    """One player's cards and credits. `turns`: own turns begun.

    `open`: culture cards that lie face up. `known`: those that everybody has seen, open or hidden
    again. `told`: the hidden ones that this seat has told the app; None: not told. `resting`:
    Innovative was hidden in this turn. `passed`: nothing (more) to reveal at the end.
    """

    credits: int = START_CREDITS
    cards: tuple[Built, ...] = ()
    turns: int = 0
    open: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    told: tuple[str, ...] | None = None
    resting: bool = False
    passed: bool = False

    def number(self, slug: str) -> int:
        """How many copies of a card are in this empire."""
        return sum(built.card == slug for built in self.cards)


@dataclass(frozen=True)
class Turn:
    """The turn that is being played.

    `actions`: those left. `total`: of the dice, shifted. `shifted`, `fabricated`, `scouted`: how
    often the free abilities were used. `pair`, `pair_price`: the card just built, for Industrious;
    `paired`: Industrious was used. `searching`: Scientific was revealed in this turn.
    """

    seat: int
    step: str
    actions: int
    dice: tuple[int, ...] = ()
    total: int = 0
    shifted: int = 0
    fabricated: int = 0
    scouted: int = 0
    pair: str = ""
    pair_price: int = 0
    paired: bool = False
    searching: bool = False


@dataclass(frozen=True)
class State:
    """A whole table.

    `caller`: the seat that brought the final round, 0: nobody yet. `changes`: where this table's
    cards differ: card, field, value. `history`: everybody's production after each round.
    """

    seats: int
    options: tuple[tuple[str, str], ...]
    empires: tuple[Empire, ...]
    stage: str = SETUP
    first: int = 1
    turn: Turn = Turn(0, ROLL, 0)
    round: int = 1
    caller: int = 0
    paid: Paid | None = None
    changes: tuple[Change, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()

    @property
    def all_seats(self) -> range:
        return range(1, self.seats + 1)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn order, the first player first."""
        return tuple((self.first - 1 + i) % self.seats + 1 for i in range(self.seats))

    @property
    def final_player(self) -> int:
        return self.order[-1]

    def option(self, key: str) -> str:
        """What the table chose; "" where it chose nothing."""
        return dict(self.options).get(key, "")

    @property
    def culture(self) -> str:
        """How this table plays with culture cards."""
        return self.option("culture") or OFF

    @property
    def cultures_each(self) -> int:
        """How many culture cards each player starts with."""
        if self.culture == OFF:
            return 0
        return 1 if self.culture == SINGLE else cultures_dealt(self.seats)

    def hidden(self, seat: int) -> int:
        """How many culture cards of this seat nobody else has seen."""
        return max(0, self.cultures_each - len(self.empire(seat).known))

    def empire(self, seat: int) -> Empire:
        return self.empires[seat - 1]

    def with_empire(self, seat: int, empire: Empire) -> State:
        empires = (*self.empires[: seat - 1], empire, *self.empires[seat:])
        return replace(self, empires=empires)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards as this table's copies print them."""
        cards = dict(CARDS)
        for slug, field, value in self.changes:
            cards[slug] = _changed(cards[slug], field, value)
        return cards

    def card(self, slug: str) -> Card:
        return self.cards[slug]

    def built(self, slug: str) -> int:
        """How many copies of a card lie in all empires."""
        return self._all_built[slug]

    @cached_property
    def _all_built(self) -> Counter[str]:
        return Counter(built.card for empire in self.empires for built in empire.cards)


def _changed(card: Card, field: str, value: int | str) -> Card:
    if isinstance(value, str):
        return replace(card, kinds=(value,))
    if field == "cost":
        return replace(card, cost=value)
    if field == "roll":
        return replace(card, rolls=(value,))
    return replace(card, production=value)


def _handed_on(told: str) -> Iterator[Change]:
    """What the table before this one said of its cards; what cannot be read is left out."""
    for part in told.split(","):
        slug, _, rest = part.partition(".")
        field, _, value = rest.partition(".")
        if slug in CARDS and field in CARD_FIELDS and (field == "kind") == (value in KINDS):
            if value in KINDS:
                yield slug, field, value
            elif value.isascii() and value.isdecimal():
                yield slug, field, int(value)


def carried(s: State) -> tuple[tuple[str, str], ...]:
    """The options that the next table of the same people begins with besides its own."""
    told = ",".join(f"{slug}.{field}.{value}" for slug, field, value in s.changes)
    return ((OWN_CARDS, told),) if told else ()


def round_of(s: State) -> int:
    """The round that is played; 0 until the first one begins."""
    return 0 if s.stage == SETUP else s.round


def setup(seats: int, options: Mapping[str, str]) -> State:
    """The table before anybody goes first."""
    return State(
        seats=seats,
        options=tuple(sorted(options.items())),
        empires=(Empire(),) * seats,
        changes=tuple(_handed_on(options.get(OWN_CARDS, ""))),
    )
