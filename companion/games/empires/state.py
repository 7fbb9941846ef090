"""The state of a game of Cosmos: Empires: each player's cards and credits, what this group's cards
print, the turn. Values only, no rules.

Secrets of a seat: `Empire.entered`, the culture cards it holds face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games.empires.pieces import (
    BASE_CULTURES,
    CARD_KINDS,
    CARDS,
    PRINTED_CARD_FIELDS,
    START_CREDITS,
    Card,
    cultures_per_player,
)
from companion.referee.standard import SeatedState

#: a card, which of its values, and the value
PrintedValueChange = tuple[str, str, int | str]


def printed_value(card: Card, field: str) -> int | str | None:
    """Returns what a card prints in this field; None if it prints nothing there."""
    if field == "kind":
        return card.kinds[0]
    if field == "roll":
        return card.rolls[0] if card.rolls else None
    return card.cost if field == "cost" else card.production


def with_printed_value(card: Card, field: str, value: int | str) -> Card:
    """Returns the card with another printed value."""
    if isinstance(value, str):
        return replace(card, kinds=(value,))
    if field == "cost":
        return replace(card, cost=value)
    if field == "roll":
        return replace(card, rolls=(value,))
    return replace(card, production=value)


def parse_known_printed_values(text: str) -> Iterator[PrintedValueChange]:
    """Yields what the previous game knew of its cards, without what cannot be read."""
    for part in text.split(","):
        slug, _, rest = part.partition(".")
        field, _, value = rest.partition(".")
        if (
            slug in CARDS
            and field in PRINTED_CARD_FIELDS
            and (field == "kind") == (value in CARD_KINDS)
        ):
            if value in CARD_KINDS:
                yield slug, field, value
            elif value.isascii() and value.isdecimal():
                yield slug, field, int(value)


def changed_printed_values(changes: Iterable[PrintedValueChange]) -> tuple[PrintedValueChange, ...]:
    """Returns the latest change of each value, in order, without those equal to our cards again."""
    latest = {(slug, which): value for slug, which, value in changes}
    return tuple(
        (slug, which, value)
        for (slug, which), value in sorted(latest.items())
        if value != printed_value(CARDS[slug], which)
    )


@dataclass(frozen=True, order=True)
class BuiltCard:
    """A card in an empire. `chosen`: the roll value given when it was built; 0: none or unknown."""

    card: str
    chosen: int = 0


@dataclass(frozen=True, order=True)
class CardArrival:
    """When a card came: after how many builds and reveals of this game.

    `number`: the number of the correction that added it at that moment; 0: it was played. `late`:
    after the last turn.
    """

    at: int = 0
    number: int = 0
    late: bool = False


@dataclass(frozen=True)
class RemovedCard:
    """A card that a correction removed, with when and where it was, in case it returns."""

    card: str
    arrival: CardArrival
    place: int


@dataclass(frozen=True)
class CardPayout:
    """What one card earned."""

    card: str
    amount: int


@dataclass(frozen=True)
class RollPayout:
    """What a confirmed total paid: for each seat, card by card.

    `at`: after how many builds and reveals. `instead`: what was paid before a correction.
    """

    total: int
    seats: tuple[tuple[CardPayout, ...], ...]
    at: int = 0
    instead: RollPayout | None = None

    def amount_for_seat(self, seat: int) -> int:
        """Returns what a seat was paid."""
        return sum(pay.amount for pay in self.seats[seat - 1])


@dataclass(frozen=True)
class Empire:
    """One player's cards and credits.

    `turns`: turns begun. `open`: face-up culture cards. `known`: those that every seat has seen,
    open or hidden again. `entered`: the hidden ones that this seat entered; None: not entered.
    `resting`: Innovative was hidden this turn. `passed`: has nothing (more) to reveal. `arrivals`:
    when each card came, in the order of `cards`. `transcendent`: when it was revealed. `lost`: what
    corrections removed, no longer part of the empire. `gone`: has left the game. `early`: culture
    cards revealed in another seat's turn that work in this seat's next one.
    """

    credits: int = START_CREDITS
    cards: tuple[BuiltCard, ...] = ()
    turns: int = 0
    open: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    entered: tuple[str, ...] | None = None
    resting: bool = False
    passed: bool = False
    arrivals: tuple[CardArrival, ...] = ()
    transcendent: CardArrival | None = None
    lost: tuple[RemovedCard, ...] = field(default=(), compare=False)
    gone: bool = False
    early: tuple[str, ...] = ()

    @property
    def card_arrivals(self) -> tuple[CardArrival, ...]:
        """When each card came; the beginning if unknown."""
        return (*self.arrivals, *(CardArrival(),) * (len(self.cards) - len(self.arrivals)))

    def copies_of_card(self, slug: str) -> int:
        """Returns how many copies of a card are in this empire."""
        return sum(built.card == slug for built in self.cards)


SETUP, PLAY, REVEAL, OVER = "setup", "play", "reveal", "over"

ROLL, SHIFT, ACT = "roll", "shift", "act"

CULTURES_OFF, CULTURES_SINGLE, CULTURES_HYBRID = "off", "single", "hybrid"

#: the option that passes what cards print to the group's next game: "t-wing.cost.2,..."
PRINTED_VALUES_OPTION_KEY = "cards"


@dataclass(frozen=True)
class Turn:
    """The present turn.

    `actions`: those left. `total`: of the dice, shifted. `shifted`, `fabricated`, `scouted`: how
    often the free abilities were used. `pair`: the card just built while Industrious was open;
    `paired`: Industrious was used. `searching`: Scientific was revealed this turn. `built`: how
    many cards were built this turn. `latest`, `latest_price`: the last of them, unless another
    action followed. `instead`: the turn before a correction made it this seat's.
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
    """A whole game.

    Facts, which only actions change: `empires`, `first`, `turn`, `round`, `changes` (where this
    group's cards differ from ours: card, field, value), `moment` (builds and reveals so far),
    `rounds` (the moment at the end of each round), `closed` (the last turn is over). Worked out
    from them after every action, by `rules.end.with_stage_updated`: `stage` and `caller`, the seat
    that started the final round, 0: none. `last`: the end of the previous round, until an action is
    played in this one: a correction may show that the game ended there.
    """

    seats: int
    options: tuple[tuple[str, str], ...]
    empires: tuple[Empire, ...]
    stage: str = SETUP
    first: int = 1
    turn: Turn = Turn(0, ROLL, 0)
    round: int = 1
    caller: int = 0
    paid: RollPayout | None = None
    changes: tuple[PrintedValueChange, ...] = ()
    moment: int = 0
    rounds: tuple[int, ...] = ()
    closed: bool = False
    last: State | None = None

    @cached_property
    def playing_seats(self) -> tuple[int, ...]:
        """The seats that have not left, in turn order."""
        return tuple(seat for seat in self.turn_order if not self.empire(seat).gone)

    @property
    def last_playing_seat(self) -> int:
        """The last seat in turn order that plays."""
        return (self.playing_seats or self.turn_order)[-1]

    def has_finished_revealing(self, seat: int) -> bool:
        """Returns whether this seat has nothing more to reveal at the end."""
        empire = self.empire(seat)
        return empire.passed or empire.gone or not self.hidden_culture_count(seat)

    @property
    def culture_variant(self) -> str:
        """How this game uses culture cards."""
        return self.option_value("culture") or CULTURES_OFF

    @property
    def cultures_per_player(self) -> int:
        """How many culture cards each player starts with."""
        if self.culture_variant == CULTURES_OFF:
            return 0
        return 1 if self.culture_variant == CULTURES_SINGLE else cultures_per_player(self.seats)

    def hidden_culture_count(self, seat: int) -> int:
        """Returns how many culture cards of this seat no other seat has seen."""
        return max(0, self.cultures_per_player - len(self.empire(seat).known))

    def empire(self, seat: int) -> Empire:
        """Returns a seat's empire."""
        return self.empires[seat - 1]

    def with_empire(self, seat: int, empire: Empire) -> State:
        """Returns the state with another empire for the seat."""
        empires = (*self.empires[: seat - 1], empire, *self.empires[seat:])
        return replace(self, empires=empires)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards as this group's copies print them."""
        cards = dict(CARDS)
        for slug, which, value in self.changes:
            cards[slug] = with_printed_value(cards[slug], which, value)
        return cards

    def card(self, slug: str) -> Card:
        """Returns a card as this group's copies print it."""
        return self.cards[slug]

    def built_copies(self, slug: str) -> int:
        """Returns how many copies of a card are in all empires."""
        return self._all_built[slug]

    @cached_property
    def used_up_cards(self) -> frozenset[str]:
        """The cards of which every copy is in an empire."""
        built = self._all_built
        return frozenset(slug for slug, card in self.cards.items() if built[slug] >= card.copies)

    @cached_property
    def cards_by_empire(self) -> tuple[tuple[BuiltCard, ...], ...]:
        """The cards of each empire."""
        return tuple([empire.cards for empire in self.empires])

    @cached_property
    def _all_built(self) -> Counter[str]:
        return Counter(built.card for cards in self.cards_by_empire for built in cards)


def cultures_in_box_order(cultures: Iterable[str]) -> tuple[str, ...]:
    """Returns culture cards in the order of the box, so that their order reveals nothing."""
    named = set(cultures)
    return tuple(slug for slug in BASE_CULTURES if slug in named)


def options_for_next_game(s: State) -> tuple[tuple[str, str], ...]:
    """Returns the options of this game that the group's next game also begins with."""
    text = ",".join(f"{slug}.{field}.{value}" for slug, field, value in s.changes)
    return ((PRINTED_VALUES_OPTION_KEY, text),) if text else ()


def current_round(s: State) -> int:
    """Returns the number of the present round; 0 before the first one."""
    return 0 if s.stage == SETUP else s.round


def setup(seats: int, options: Mapping[str, str]) -> State:
    """Returns the state of a new game, before a first player is chosen."""
    return State(
        seats=seats,
        options=tuple(sorted(options.items())),
        empires=(Empire(),) * seats,
        changes=changed_printed_values(
            parse_known_printed_values(options.get(PRINTED_VALUES_OPTION_KEY, ""))
        ),
    )
