"""The actions as dataclasses: what a player may say. Their text form stands in `notation`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.crafting.tiles import printed


@dataclass(frozen=True)
class Deal:
    """The marbles, one by one from Light clockwise; none: to be dealt by the app."""

    marbles: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reveal:
    """A goal card goes on space 1; none: to be drawn by the app."""

    goal: str | None = None


@dataclass(frozen=True)
class Begin:
    """Set-up is done."""


@dataclass(frozen=True)
class Shift:
    """A marble goes clockwise: one space, or as many moves as it takes to reach `to`.

    A dark one is named by the control it lies in.
    """

    marble: int
    control: str | None = None
    to: str | None = None


@dataclass(frozen=True)
class Back:
    """All marbles go back to where this energy phase found them."""


@dataclass(frozen=True)
class Collect:
    """Shifting is over. `placed`: all of it is taken and in the galaxy, but for a nebula drawn."""

    placed: str | None = None


@dataclass(frozen=True)
class Short:
    """The supply ran out: only so many of a line could be taken."""

    kind: str
    got: int


@dataclass(frozen=True)
class Took:
    """Everything on the list was taken; the size of the nebula, where one was drawn."""

    size: int | None = None


@dataclass(frozen=True)
class Place:
    """Stars of one kind, or proto life, or everything but nebulae, goes into the galaxy."""

    piece: str
    number: int | None = None


@dataclass(frozen=True)
class Leave:
    """So many of what was collected and placed this turn are not in the galaxy: they are lost."""

    kind: str
    number: int


@dataclass(frozen=True)
class Lay:
    """A nebula goes into the galaxy; what it prints, where it is told now."""

    size: int
    sector: str
    code: str | None = None


@dataclass(frozen=True)
class TellTile:
    """What one of the own nebulae prints, "" for not known; `was`: what was told of it before."""

    size: int
    sector: str
    code: str
    was: str | None = None


@dataclass(frozen=True)
class Complete:
    """A nebula is completed: the points printed on it, or all that it prints, as a code, and the
    star that is discarded.
    """

    size: int
    sector: str
    prints: int | str
    star: str

    @property
    def code(self) -> str:
        """The code of the tile; "" where only its points are told."""
        return self.prints if isinstance(self.prints, str) else ""

    @property
    def points(self) -> int:
        return self.prints if isinstance(self.prints, int) else printed(self.prints).points


@dataclass(frozen=True)
class Discharge:
    """A crystal leaves space 6: for a star, or for a power card that replaces the star."""

    gain: str
    converts: tuple[str, ...] = ()


@dataclass(frozen=True)
class CreateLife:
    """Advanced life: how many proto life go, and the secret value drawn (None: not told)."""

    proto: int
    value: int | None = None


@dataclass(frozen=True)
class GainPower:
    """A power card goes into a slot. `used`: it is activated at once, and asks nothing."""

    slot: int
    power: str
    used: str | None = None


@dataclass(frozen=True)
class UsePower:
    """A power card is activated: its answers in the card's own order, the kind of card paid."""

    power: str
    picks: tuple[str, ...] = ()
    paid: str | None = None


@dataclass(frozen=True)
class Five:
    """Five matching energy cards for 6 points."""

    kind: str


@dataclass(frozen=True)
class Convert:
    """A supernova point turns a star into a supernova."""

    star: str


@dataclass(frozen=True)
class Stabilise:
    """DNA points turn as many proto life into stable life; one, where no number is given."""

    number: int | None = None


@dataclass(frozen=True)
class Move:
    """A graviton moves a star or a life."""

    piece: str


@dataclass(frozen=True)
class End:
    """The turn ends: with a nebula, with a stabilised proto life, or with neither.

    Before that, `dna` DNA points and a supernova point for `nova` are spent.
    """

    act: str | None = None
    size: int | None = None
    sector: str | None = None
    code: str | None = None
    dna: int | None = None
    nova: str | None = None

    def __post_init__(self) -> None:
        told = self.size is not None and self.sector is not None
        if (self.act == "nebula") != told:
            raise ValueError("a nebula needs its size and sector")


@dataclass(frozen=True)
class CountGoal:
    """How many of the thing on the goal card a seat has."""

    seat: int
    number: int


@dataclass(frozen=True)
class ScoreGoal:
    """The goal on space 4 is scored with the counts as they stand."""


@dataclass(frozen=True)
class Discard:
    """Down to the hand limit; the kinds, if they are told."""

    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class TellHand:
    """The kinds of the own cards: Light, Time, Gravity, Chemistry. Seen by nobody else."""

    light: int
    time: int
    gravity: int
    chemistry: int


@dataclass(frozen=True)
class TellCard:
    """One more of the own cards, of those whose kind is not known yet. Seen by nobody else."""

    kind: str


@dataclass(frozen=True)
class ShowLife:
    """The own advanced life is turned over; the values in the order drawn, where not told yet."""

    values: tuple[int, ...] = ()


@dataclass(frozen=True)
class Mend:
    """A number of the own board, or of the table, is set right."""

    field: str
    value: int | str


@dataclass(frozen=True)
class MendTiles:
    """How many nebulae of one size, sector and state there are is set right."""

    state: str
    size: int
    sector: str
    number: int


@dataclass(frozen=True)
class Put:
    """A marble is set right on the wheel."""

    marble: int
    start: str
    end: str


def redact(action: Any) -> Any | None:
    """The action without what only its seat may know; None where nothing is left to say."""
    if isinstance(action, TellHand | TellCard):
        return None
    if isinstance(action, CreateLife):
        return CreateLife(action.proto)
    if isinstance(action, UsePower) and action.power == "evolution":
        return UsePower("evolution", (), action.paid)
    return action
