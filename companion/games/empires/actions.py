"""The actions as dataclasses: what a player may say. Their text form stands in `notation`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.empires.pieces import CARDS, KINDS


def _need_fitting(card: str, value: int | None) -> None:
    if value is not None and not CARDS[card].chooses:
        raise ValueError("this card prints its roll value")


@dataclass(frozen=True)
class Begin:
    """The game begins with this seat; None: to be drawn by the app."""

    seat: int | None = None


@dataclass(frozen=True)
class Keep:
    """The own culture cards that lie face down. Seen by nobody else."""

    cultures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roll:
    """What the dice show; none: to be rolled by the app."""

    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Total:
    """The real dice were rolled: their sum."""

    total: int


@dataclass(frozen=True)
class Shift:
    """The total goes "up" or "down" by 1."""

    way: str


@dataclass(frozen=True)
class Confirm:
    """The total stands: everybody is paid. `then`: what is done in the same tap, "build", "cycle"
    or "end"; `card` and `value`: of the build.
    """

    then: str | None = None
    card: str | None = None
    value: int | None = None

    def __post_init__(self) -> None:
        if (self.then == "build") != (self.card is not None):
            raise ValueError("a build needs a card, nothing else takes one")
        if self.card is not None:
            _need_fitting(self.card, self.value)


@dataclass(frozen=True)
class Cocked:
    """A die was cocked: both are rolled again."""


@dataclass(frozen=True)
class Build:
    """A card is built; `value` is the roll value of one that has it chosen."""

    card: str
    value: int | None = None

    def __post_init__(self) -> None:
        _need_fitting(self.card, self.value)


@dataclass(frozen=True)
class Copy:
    """Industrious: the second copy of the card just built."""

    value: int | None = None


@dataclass(frozen=True)
class Cycle:
    """A card of the pool goes under the deck, as an action."""


@dataclass(frozen=True)
class Scout:
    """A card of the pool goes under the deck, by Deepspace Scouts."""


@dataclass(frozen=True)
class Reveal:
    """A culture card is turned over."""

    culture: str


@dataclass(frozen=True)
class End:
    """The turn ends."""


@dataclass(frozen=True)
class Done:
    """At the end of the game: nothing more to reveal."""


@dataclass(frozen=True)
class Short:
    """The bank ran out: so many of the own credits were not there."""

    missing: int


@dataclass(frozen=True)
class Leave:
    """This player leaves the game."""


@dataclass(frozen=True)
class Return:
    """This player is back."""


@dataclass(frozen=True)
class Mend:
    """A number is corrected: of the own empire, the own turn, or whose turn it is. A culture card's
    number: 0 face down, 1 open, 2 shown and hidden again.
    """

    field: str
    value: int


@dataclass(frozen=True)
class Add:
    """A card that the app missed lies in the own empire."""

    card: str
    value: int | None = None

    def __post_init__(self) -> None:
        _need_fitting(self.card, self.value)


@dataclass(frozen=True)
class Remove:
    """A card that the app counts does not lie in the own empire."""

    card: str
    value: int | None = None

    def __post_init__(self) -> None:
        _need_fitting(self.card, self.value)


@dataclass(frozen=True)
class Print:
    """This table's cards print another value."""

    card: str
    field: str
    value: int | str

    def __post_init__(self) -> None:
        if (self.field == "kind") != (self.value in KINDS):
            raise ValueError("a type needs a type, everything else a number")


def redact(action: Any) -> Any | None:
    """The action without what only its seat may know; None where nothing is left to say."""
    return None if isinstance(action, Keep) else action
