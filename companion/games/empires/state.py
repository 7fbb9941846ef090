"""The state of a table of Cosmos: Empires: what lies before each player, what this table's cards
print, the turn. Values only; no rule lives here.

What one seat alone may know: `Empire.told`, the culture cards it holds face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games.empires.pieces import (
    CARD_FIELDS,
    CARDS,
    CULTURES,
    KINDS,
    START_CREDITS,
    Card,
    cultures_per_player,
)
from companion.referee.standard import SeatedState

#: a card, which of its values, and what it is
Change = tuple[str, str, int | str]


def printed_value(card: Card, field: str) -> int | str | None:
    """What a card prints in this field; None where it prints nothing there."""
    if field == "kind":
        return card.kinds[0]
    if field == "roll":
        return card.rolls[0] if card.rolls else None
    return card.cost if field == "cost" else card.production


def with_printed_value(card: Card, field: str, value: int | str) -> Card:
    if isinstance(value, str):
        return replace(card, kinds=(value,))
    if field == "cost":
        return replace(card, cost=value)
    if field == "roll":
        return replace(card, rolls=(value,))
    return replace(card, production=value)


def carried_values(told: str) -> Iterator[Change]:
    """What the table before this one said of its cards; what cannot be read is left out."""
    for part in told.split(","):
        slug, _, rest = part.partition(".")
        field, _, value = rest.partition(".")
        if slug in CARDS and field in CARD_FIELDS and (field == "kind") == (value in KINDS):
            if value in KINDS:
                yield slug, field, value
            elif value.isascii() and value.isdecimal():
                yield slug, field, int(value)


def differing_values(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The latest word on each value, in order; what is as in our cards again leaves no trace."""
    latest = {(slug, which): value for slug, which, value in changes}
    return tuple(
        (slug, which, value)
        for (slug, which), value in sorted(latest.items())
        if value != printed_value(CARDS[slug], which)
    )


@dataclass(frozen=True, order=True)
class BuiltCard:
    """A card in an empire. `chosen`: the roll value it was given when built; 0: it prints its own,
    or nobody told."""

    card: str
    chosen: int = 0


@dataclass(frozen=True, order=True)
class CardArrival:
    """When a card came: after how many builds and reveals of this table.

    `told`: it was added by a correction, as the first, second... one at that moment; 0: it was
    played. `late`: after the last turn.
    """

    at: int = 0
    told: int = 0
    late: bool = False


@dataclass(frozen=True)
class RemovedCard:
    """A card that a correction took out: should it come back, it is where and when it was."""

    card: str
    arrival: CardArrival
    place: int


@dataclass(frozen=True)
class CardPay:
    """What one card earned."""

    card: str
    amount: int


@dataclass(frozen=True)
class PaidTotal:
    """What a confirmed total paid: for each seat, card by card.

    `at`: after how many builds and reveals. `instead`: what was paid before a correction.
    """

    total: int
    seats: tuple[tuple[CardPay, ...], ...]
    at: int = 0
    instead: PaidTotal | None = None

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
    cards: tuple[BuiltCard, ...] = ()
    turns: int = 0
    open: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    told: tuple[str, ...] | None = None
    resting: bool = False
    passed: bool = False
    arrivals: tuple[CardArrival, ...] = ()
    transcendent: CardArrival | None = None
    lost: tuple[RemovedCard, ...] = field(default=(), compare=False)
    gone: bool = False
    early: tuple[str, ...] = ()

    @property
    def came(self) -> tuple[CardArrival, ...]:
        """When each card came; the beginning where it is not known."""
        return (*self.arrivals, *(CardArrival(),) * (len(self.cards) - len(self.arrivals)))

    def number(self, slug: str) -> int:
        """How many copies of a card are in this empire."""
        return sum(built.card == slug for built in self.cards)


SETUP, PLAY, REVEAL, OVER = "setup", "play", "reveal", "over"

ROLL, SHIFT, ACT = "roll", "shift", "act"

OFF, SINGLE, HYBRID = "off", "single", "hybrid"

#: the option in which a table hands on to its next one what its cards print: "t-wing.cost.2,..."
OWN_CARDS = "cards"


@dataclass(frozen=True)
class Turn:
    """The turn that is being played.

    `actions`: those left. `total`: of the dice, shifted. `shifted`, `fabricated`, `scouted`: how
    often the free abilities were used. `pair`: the card just built while Industrious was open;
    `paired`: Industrious was used. `searching`: Scientific was revealed in this turn. `built`: the
    number of cards built in this turn. `latest`, `latest_price`: the last of them, unless something
    else was done after it.
    `instead`: whose turn it was before a correction said that it is this seat's.
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
    paired: bool = False
    searching: bool = False
    built: int = 0
    latest: str = ""
    latest_price: int = 0
    instead: Turn | None = None


@dataclass(frozen=True)
class State(SeatedState):
    """A whole table.

    Facts, which only actions change: `empires`, `first`, `turn`, `round`, `changes` (where this
    table's cards differ from ours: card, field, value), `moment` (builds and reveals so far),
    `rounds` (the moment at the end of each round), `closed` (the last turn is over).

    Worked out from them after every action, by `rules.end.worked_out`: `stage` and `caller`,
    the seat that brought the final round, 0: none.

    `last`: the end of the round before, until something is played in this one: a correction may
    show that the game ended there.
    """

    seats: int
    options: tuple[tuple[str, str], ...]
    empires: tuple[Empire, ...]
    stage: str = SETUP
    first: int = 1
    turn: Turn = Turn(0, ROLL, 0)
    round: int = 1
    caller: int = 0
    paid: PaidTotal | None = None
    changes: tuple[Change, ...] = ()
    moment: int = 0
    rounds: tuple[int, ...] = ()
    closed: bool = False
    last: State | None = None

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """Those of them who have not left."""
        return tuple(seat for seat in self.order if not self.empire(seat).gone)

    @property
    def final_player(self) -> int:
        return (self.playing or self.order)[-1]

    def has_passed(self, seat: int) -> bool:
        """Whether this seat has nothing more to reveal at the end."""
        empire = self.empire(seat)
        return empire.passed or empire.gone or not self.hidden_culture_count(seat)

    @property
    def culture(self) -> str:
        """How this table plays with culture cards."""
        return self.option("culture") or OFF

    @property
    def cultures_each(self) -> int:
        """How many culture cards each player starts with."""
        if self.culture == OFF:
            return 0
        return 1 if self.culture == SINGLE else cultures_per_player(self.seats)

    def hidden_culture_count(self, seat: int) -> int:
        """How many culture cards of this seat no other seat has seen."""
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
        for slug, which, value in self.changes:
            cards[slug] = with_printed_value(cards[slug], which, value)
        return cards

    def card(self, slug: str) -> Card:
        return self.cards[slug]

    def built_count(self, slug: str) -> int:
        """How many copies of a card lie in all empires."""
        return self._all_built[slug]

    @cached_property
    def all_cards(self) -> tuple[tuple[BuiltCard, ...], ...]:
        """The cards of each empire."""
        return tuple([empire.cards for empire in self.empires])

    @cached_property
    def _all_built(self) -> Counter[str]:
        return Counter(built.card for cards in self.all_cards for built in cards)


def cultures_in_box_order(cultures: Iterable[str]) -> tuple[str, ...]:
    """Culture cards in the order of the box, so that it never tells in which they were named."""
    named = set(cultures)
    return tuple(slug for slug in CULTURES if slug in named)


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
        changes=differing_values(carried_values(options.get(OWN_CARDS, ""))),
    )
