"""Tiles: objectives and exotic objects, by their place on the reference sheet, and what a group
entered of their text. Values only: no rules, and nothing that was not entered.

A tile is called "stellar-7", "planetary-12" or "exotic-3". Its text is a code without blanks, with
its parts in this order, and each but the first left out if it is empty:

    3,per=moons,needs=rings+moons:2,gives=asteroid/comet+extra,uses=2
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from companion.games.cosmogenesis.pieces import (
    EXOTIC_COUNT,
    EXPANDED_ORBIT_COUNT,
    GAS_GIANT_COLOURS,
    PLANETARY_COUNT,
    STELLAR_COUNT,
)
from companion.referee.notation import Word, one_of

STELLAR, PLANETARY, EXOTIC = "stellar", "planetary", "exotic"
TILE_COUNT_BY_KIND = {STELLAR: STELLAR_COUNT, PLANETARY: PLANETARY_COUNT, EXOTIC: EXOTIC_COUNT}
TILES = tuple(
    f"{kind}-{n}" for kind, number in TILE_COUNT_BY_KIND.items() for n in range(1, number + 1)
)
STELLAR_TILES = tuple(tile for tile in TILES if tile.startswith(STELLAR))
PLANETARY_TILES = tuple(tile for tile in TILES if tile.startswith(PLANETARY))
EXOTIC_TILES = tuple(tile for tile in TILES if tile.startswith(EXOTIC))

#: what only people can count or see
UNCOUNTABLE_FEATURE = "other"
#: what can be counted in a whole system, for "points per" and for the needs of stellar objectives
SYSTEM_FEATURES = (
    *("planets", "moons", "rocks", "giants", "small-giants", "large-giants"),
    *(f"giants-{colour}" for colour in GAS_GIANT_COLOURS),
    *("size-1", "size-2", "size-3", "size-4"),
    *("rings", "wet", "wet-planets", "wet-moons"),
    *("life", "bacteria", "jellyfish", "fish", "lizards", "intelligent"),
    *("asteroids", "comets", "belt", "exotics", "revealed", "stellars"),
    UNCOUNTABLE_FEATURE,
)
#: what a planetary objective can need of one orbit
ORBIT_FEATURES = (
    *("rock", "rock-2", "rock-3", "rock-4"),
    *("giant", "large-giant"),
    *(f"giant-{colour}" for colour in GAS_GIANT_COLOURS),
    *("rings", "wet", "life", "jellyfish", "fish", "lizard", "intelligent"),
    *("moons", "moons-2", "moons-3", "moons-4", "wet-moons", "living-moons"),
    *("zone", "outside"),
    *(f"orbit-{orbit}" for orbit in range(1, EXPANDED_ORBIT_COUNT + 1)),
    UNCOUNTABLE_FEATURE,
)
#: what a tile can give at once; the first ones are taken without choosing a place
GIFTS_WITHOUT_PLACE = ("asteroid", "comet", "extra", "monolith")
GIFTS_NEEDING_PLACE = ("advance", "life", "moon", "collide", "water-or-rings")
GIFTS = (*GIFTS_WITHOUT_PLACE, *GIFTS_NEEDING_PLACE, "module", UNCOUNTABLE_FEATURE)

MAX_TILE_POINTS = 30
MAX_EXOTIC_USES = 9
#: the longest code that fits where a group's box is stored
MAX_TILE_CODE_CHARACTERS = 100

TileRequirement = tuple[str, int]
#: alternative gifts, of which a player takes one
GiftAlternatives = tuple[str, ...]

_COUNTED = re.compile(r"([a-z0-9-]+?)(?::([1-9]))?")


@dataclass(frozen=True, order=True)
class TileText:
    """The text of a tile. `per`: what the points are for each of, "" if they are paid once.
    `needs`: what a system or orbit needs, and how many. `gives`: what it gives at once, each a
    choice of one. `uses`: how often an exotic object can be used, 0 if unknown.
    """

    points: int = 0
    per: str = ""
    needs: tuple[TileRequirement, ...] = ()
    gives: tuple[GiftAlternatives, ...] = ()
    uses: int = 0


def tile_kind(tile: str) -> str:
    """Returns "stellar", "planetary" or "exotic"."""
    return tile.partition("-")[0]


def tile_number(tile: str) -> int:
    """Returns its place on the reference sheet."""
    return int(tile.partition("-")[2])


@lru_cache(maxsize=1000)
def parse_tile_code(code: str) -> TileText:
    """Returns the tile of this code. Raises ValueError if it is not a code."""
    points, *parts = code.split(",")
    named = dict(part.split("=", 1) for part in parts if "=" in part)
    if len(code) > MAX_TILE_CODE_CHARACTERS or len(named) != len(parts):
        raise ValueError(code)
    if not (points.isdecimal() and points.isascii() and int(points) <= MAX_TILE_POINTS):
        raise ValueError(code)
    tile = TileText(
        int(points),
        named.get("per", ""),
        tuple(_need(word) for word in named["needs"].split("+")) if "needs" in named else (),
        tuple(_gift(word) for word in named["gives"].split("+")) if "gives" in named else (),
        _uses(named.get("uses", "0")),
    )
    if tile.per not in ("", *SYSTEM_FEATURES) or format_tile_code(tile) != code:
        raise ValueError(code)
    return tile


def _need(word: str) -> TileRequirement:
    found = _COUNTED.fullmatch(word)
    if found is None or found[1] not in (*SYSTEM_FEATURES, *ORBIT_FEATURES):
        raise ValueError(word)
    return found[1], int(found[2] or 1)


def _gift(word: str) -> GiftAlternatives:
    choices = tuple(word.split("/"))
    if not set(choices) <= set(GIFTS):
        raise ValueError(word)
    return choices


def _uses(word: str) -> int:
    if not (word.isdecimal() and word.isascii() and int(word) <= MAX_EXOTIC_USES):
        raise ValueError(word)
    return int(word)


def format_tile_code(tile: TileText) -> str:
    """Returns the code of a tile."""
    needs = "+".join(name if n == 1 else f"{name}:{n}" for name, n in tile.needs)
    gives = "+".join("/".join(gift) for gift in tile.gives)
    parts = {"per": tile.per, "needs": needs, "gives": gives, "uses": str(tile.uses or "")}
    return ",".join((str(tile.points), *(f"{key}={said}" for key, said in parts.items() if said)))


#: the named parts of a code, in their order
_PARTS = ("per", "needs", "gives", "uses")
#: in a row of parts: one of the gifts is chosen
_EITHER = "either"


def normalized_tile_code(row: str) -> str:
    """Returns the code of parts in any order and number, as a sheet's chips make them: for
    ",needs=wet,uses=2,needs=rings" "0,needs=wet+rings,uses=2".
    """
    points, *parts = row.split(",")
    said: dict[str, list[str]] = {}
    for part in parts:
        name, _, value = part.partition("=")
        said.setdefault(name, []).append(value)
    glue = {"gives": "/" if said.pop(_EITHER, None) else "+"}
    named = sorted(said, key=lambda name: _PARTS.index(name) if name in _PARTS else -1)
    return ",".join((points or "0", *(f"{n}={glue.get(n, '+').join(said[n])}" for n in named)))


def can_tile_kind_have_code(tile: str, code: str) -> bool:
    """Returns whether a tile of this kind can have this code: stellar ones need things of a system,
    planetary ones of an orbit, exotic objects nothing.
    """
    try:
        said = parse_tile_code(code)
    except ValueError:
        return False
    kind, needed = tile_kind(tile), {name for name, _ in said.needs}
    if kind == EXOTIC:
        return not (said.points or said.per or needed)
    known = SYSTEM_FEATURES if kind == STELLAR else ORBIT_FEATURES
    return needed <= set(known) and not said.uses and not (kind == STELLAR and said.gives)


#: the names of options about the group's own box: "tile.stellar-7" = "3,per=moons", "colour.d" =
#: "yellow"
TILE_OPTION_PREFIX, COLOUR_OPTION_PREFIX = "tile.", "colour."


def tile_codes_from_options(options: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Returns the codes that options hold, by tile."""
    codes = {
        key.removeprefix(TILE_OPTION_PREFIX): code
        for key, code in options
        if key.startswith(TILE_OPTION_PREFIX)
    }
    return {
        tile: code
        for tile, code in codes.items()
        if tile in TILES and can_tile_kind_have_code(tile, code)
    }


def _code(word: str) -> str:
    code = normalized_tile_code(word)
    parse_tile_code(code)
    return code


#: how actions are written: a tile by its place on the reference sheet, and its code
TileParameter = Annotated[str, Word("tile", one_of(*TILES))]
StellarTileParameter = Annotated[str, Word("tile", one_of(*STELLAR_TILES))]
PlanetaryTileParameter = Annotated[str, Word("tile", one_of(*PLANETARY_TILES))]
ExoticTileParameter = Annotated[str, Word("tile", one_of(*EXOTIC_TILES))]
TileCodeParameter = Annotated[str, Word("says", _code)]
