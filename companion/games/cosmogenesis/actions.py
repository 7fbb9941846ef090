"""The actions as dataclasses: what a player may say. Their text form is in `notation`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import Sector, Space
from companion.games.cosmogenesis.tiles import fits


@dataclass(frozen=True)
class Begin:
    """The game begins with this seat, which takes the Monolith; None: the app draws one."""

    seat: int | None = None


@dataclass(frozen=True)
class Keep:
    """The planetary objectives in the own hand, face down. Seen by no one else."""

    tiles: tuple[str, ...] = ()


# The main action: something out of a sector, and what is done with it.


@dataclass(frozen=True)
class MakePlanet:
    """A body becomes the next planet."""

    sector: Sector
    body: Body


@dataclass(frozen=True)
class MakeMoon:
    """A body becomes a moon of this orbit."""

    sector: Sector
    body: Body
    orbit: int


@dataclass(frozen=True)
class Collide:
    """A body hits the one at this place."""

    sector: Sector
    body: Body
    place: Place


@dataclass(frozen=True)
class HitWithComet:
    """A comet that was taken hits the body at this place; out of sector IV, if none is named."""

    place: Place
    sector: Sector | None = None


@dataclass(frozen=True)
class FillBelt:
    """Asteroids or a comet go to the belt; out of sector IV, if none is named."""

    space: Space
    sector: Sector | None = None


@dataclass(frozen=True)
class TakeExotic:
    """An exotic object is taken; `counters`: how many it starts with, if nobody typed it in."""

    sector: Sector
    tile: str
    counters: int | None = None


@dataclass(frozen=True)
class TakeStellar:
    """A stellar objective is taken, face up."""

    tile: str


@dataclass(frozen=True)
class TakePlanetary:
    """A planetary objective is taken, face down; which one, only its seat knows."""

    tile: str | None = None


@dataclass(frozen=True)
class Discard:
    """What was taken is discarded for an asteroid; `space`: of sector IV."""

    sector: Sector
    space: Space | None = None


# The additional action.


@dataclass(frozen=True)
class ExtraMoon:
    """An asteroid of the belt becomes a moon."""

    orbit: int


@dataclass(frozen=True)
class ExtraCollide:
    """An asteroid of the belt hits the body at this place."""

    place: Place


@dataclass(frozen=True)
class ExtraComet:
    """Two asteroids become a comet: for the belt, or to hit the body at this place."""

    place: Place | None = None


@dataclass(frozen=True)
class CreateLife:
    """An asteroid pays for a life counter on the body at this place."""

    place: Place


@dataclass(frozen=True)
class Expand:
    """An asteroid pays for the expansion module."""


@dataclass(frozen=True)
class Reveal:
    """A planetary objective is revealed beside an orbit. `code`: what it says, as its seat typed it
    in before in secret.
    """

    tile: str
    orbit: int
    code: str | None = None

    def __post_init__(self) -> None:
        if self.code is not None and not fits(self.tile, self.code):
            raise ValueError("no planetary objective says that")


@dataclass(frozen=True)
class Smash:
    """A comet of the belt hits the body at this place."""

    place: Place


@dataclass(frozen=True)
class Use:
    """An exotic object is used."""

    tile: str


@dataclass(frozen=True)
class Gain:
    """Something that a tile gives at once is taken; `place`: where, an orbit or a body."""

    gift: str
    place: Place | None = None


@dataclass(frozen=True)
class End:
    """The turn ends."""


@dataclass(frozen=True)
class FinishRound:
    """Life evolves; the next round begins, or after the sixth the points are counted."""


# The end, and what people type in.


@dataclass(frozen=True)
class Worth:
    """So many points for an own objective that the app cannot count."""

    tile: str
    points: int


@dataclass(frozen=True)
class Done:
    """Nothing more to count for this seat."""


@dataclass(frozen=True)
class TypeTile:
    """What a tile of this group's box says."""

    tile: str
    code: str

    def __post_init__(self) -> None:
        if not fits(self.tile, self.code):
            raise ValueError("no tile of this kind says that")


@dataclass(frozen=True)
class Note:
    """What a planetary objective in the own hand says. Seen by no one else."""

    tile: str
    code: str

    def __post_init__(self) -> None:
        if not fits(self.tile, self.code):
            raise ValueError("no planetary objective says that")


@dataclass(frozen=True)
class NameColour:
    """What colour the fourth or fifth kind of gas giant is."""

    colour: str
    hue: str


# Corrections.


@dataclass(frozen=True)
class Mend:
    """A number is corrected."""

    field: str
    value: int


@dataclass(frozen=True)
class SetBody:
    """What is at a place of the own system. A planet can be put on the next free orbit, a moon
    beside the last one.
    """

    place: Place
    body: Body
    side: str | None = None
    life: int | None = None


@dataclass(frozen=True)
class Clear:
    """Nothing is at this place: a moon is taken out, or the outermost planet with its moons."""

    place: Place


@dataclass(frozen=True)
class Hold:
    """A tile that the app missed lies open in the own system; `orbit`: beside which planet."""

    tile: str
    orbit: int | None = None


@dataclass(frozen=True)
class Drop:
    """A tile that the app shows is not there."""

    tile: str


def redact(action: Any) -> Any | None:
    """The action without what only its seat may know; None where nothing is left to say."""
    if isinstance(action, Keep | Note):
        return None
    return replace(action, tile=None) if isinstance(action, TakePlanetary) else action
