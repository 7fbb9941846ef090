"""What tiles can need, as chips: each tap goes a step on. Only names; nothing of any box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cosmogenesis.pieces import COLOUR_NAMES, COLOURS, LIFE_NAMES
from companion.games.cosmogenesis.tiles import OTHER
from companion.referee.text import Text, raw

#: said of what is needed once; a mark is seen instead
YES = Text("Yes")


@dataclass(frozen=True)
class Chip:
    """What a tile can need, as one thing to tap: each tap goes one of its steps on. A step is what
    is needed then, how many of it, and how that is said.
    """

    name: str
    label: Text
    steps: tuple[tuple[str, int, Text], ...]


def _many(name: str, label: Text, most: int) -> Chip:
    """One thing, several times."""
    return Chip(name, label, tuple((name, n, raw(str(n))) for n in range(1, most + 1)))


def _sizes(name: str, label: Text, *named: str) -> Chip:
    """A size or more, up to the largest."""
    return Chip(name, label, tuple((each, 1, raw(each[-1])) for each in named))


_COLOURS = tuple(COLOURS)
_LIFE = Chip(
    "life",
    Text("Life"),
    tuple(
        (name, 1, Text(LIFE_NAMES[step].source))
        for step, name in enumerate(("life", "jellyfish", "fish", "lizard", "intelligent"))
    ),
)


def _coloured(prefix: str) -> Chip:
    steps = tuple((f"{prefix}-{each}", 1, Text(COLOUR_NAMES[each].source)) for each in _COLOURS)
    return Chip(f"{prefix}-colour", Text("Colour"), steps)


_ELSE = Chip(OTHER, Text("Something else"), ((OTHER, 1, YES),))
_RINGS = Chip("rings", Text("Rings"), (("rings", 1, YES),))

#: what the orbit of a planetary objective can need
CHIPS = (
    Chip("rock", Text("Terrestrial planet"), (("rock", 1, YES),)),
    _sizes("size", Text("Size"), "rock-2", "rock-3", "rock-4"),
    Chip("giant", Text("Gas giant"), (("giant", 1, YES), ("large-giant", 1, Text("large")))),
    _coloured("giant"),
    _many("moons", Text("Moon"), 3),
    _sizes("moon-size", Text("Moon of size"), "moons-2", "moons-3", "moons-4"),
    _RINGS,
    Chip("wet", Text("Water"), (("wet", 1, YES),)),
    _LIFE,
    _many("wet-moons", Text("Moon with water"), 3),
    _many("living-moons", Text("Moon with life"), 3),
    Chip(
        "zone",
        Text("Habitable zone"),
        (("zone", 1, Text("inside")), ("outside", 1, Text("outside"))),
    ),
    _sizes("orbit", Text("Orbit"), *(f"orbit-{n}" for n in range(1, 8))),
    _ELSE,
)
#: what the system of a stellar objective can need
SYSTEM_CHIPS = (
    _many("planets", Text("Planets"), 7),
    _many("moons", Text("Moons"), 9),
    _many("giants", Text("Gas giants"), 5),
    _many("large-giants", Text("Large gas giants"), 3),
    _coloured("giants"),
    _many("rocks", Text("Terrestrial bodies"), 9),
    *(_many(f"size-{n}", Text("Size {size}", size=n), 4) for n in range(1, 5)),
    _many("rings", Text("Rings"), 4),
    _many("wet", Text("With water"), 6),
    _many("life", Text("With life"), 6),
    _many("intelligent", Text("Intelligent life"), 3),
    _many("asteroids", Text("Asteroids"), 6),
    _many("comets", Text("Comets"), 5),
    _many("exotics", Text("Exotic objects"), 5),
    _many("revealed", Text("Planetary objectives"), 4),
    _ELSE,
)

#: what is paid for most often; the rest folds out
OFTEN_PAID = {
    "planets": Text("Planet"),
    "moons": Text("Moon"),
    "giants": Text("Gas giant"),
    "rings": Text("Rings"),
    "wet": Text("Water"),
    "life": Text("Life"),
    "comets": Text("Comet"),
    "exotics": Text("Exotic object"),
}
#: what a tile can give at once
GIFT_CHIPS = {
    "asteroid": Text("Asteroid"),
    "comet": Text("Comet"),
    "extra": Text("Extra action"),
    "advance": Text("Life step"),
    "life": Text("New life"),
    "moon": Text("Moon"),
    "collide": Text("Collision"),
    "water-or-rings": Text("Comet hits"),
    "monolith": Text("Monolith"),
    "module": Text("Expansion"),
    OTHER: Text("Something else"),
}
