"""Nebula tiles: what each prints, as far as the group entered it. Values only, no rules.

A code has the stars that a tile needs in the order H, He, O, C, then its points: "h1he2c3=10". The
code of an unknown tile is "".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from companion.games.crafting.pieces import ELEMENTS, MAX_TILE_POINTS, NEBULA_SIZES, UNKNOWN_SECTOR
from companion.referee.notation import Word

_CODE = re.compile("".join(f"(?:{e}([1-9]))?" for e in ELEMENTS) + "=([1-9][0-9]?)")
#: how what is around a nebula is written: stars, supernovae, proto and stable life
SURROUNDING_KINDS = (*ELEMENTS, "n", "p", "s")
_AROUND = re.compile("".join(f"(?:{kind}([0-9]))?" for kind in SURROUNDING_KINDS))
#: the name of an option about a tile of the group's own box: "tile.3.h1he2c3" = "10"
_OPTION = "tile"


@dataclass(frozen=True)
class PrintedTile:
    """The print of a tile: the stars that it needs, in the order of `ELEMENTS`, and its points."""

    needed_stars: tuple[int, ...]
    points: int


@lru_cache(maxsize=1000)
def parse_tile_code(code: str) -> PrintedTile:
    """Returns the print of this code. Raises ValueError if it is not a code."""
    found = _CODE.fullmatch(code)
    if found is None:
        raise ValueError(code)
    *needs, points = (int(number or 0) for number in found.groups())
    if not any(needs) or points > MAX_TILE_POINTS:
        raise ValueError(code)
    return PrintedTile(tuple(needs), points)


@dataclass(frozen=True)
class Surroundings:
    """What is on the corners and sides of a nebula: stars in the order of `ELEMENTS`."""

    stars: tuple[int, ...]
    novae: int
    proto: int
    stable: int

    @property
    def piece_counts(self) -> tuple[int, ...]:
        """All of it, in the order of `SURROUNDING_KINDS`."""
        return (*self.stars, self.novae, self.proto, self.stable)

    @property
    def star_and_supernova_count(self) -> int:
        """All stars and supernovae."""
        return sum(self.stars) + self.novae

    @property
    def life_count(self) -> int:
        """Proto and stable life."""
        return self.proto + self.stable


@lru_cache(maxsize=1000)
def parse_surroundings(text: str) -> Surroundings:
    """Returns what is around a nebula, nothing for "". Raises ValueError for other words."""
    found = _AROUND.fullmatch(text)
    if found is None:
        raise ValueError(text)
    *stars, novae, proto, stable = (int(number or 0) for number in found.groups())
    return Surroundings(tuple(stars), novae, proto, stable)


def format_surroundings(counts: tuple[int, ...]) -> str:
    """Returns how it is written, without what is not there; "h0" for nothing at all."""
    text = "".join(f"{kind}{n}" for kind, n in zip(SURROUNDING_KINDS, counts, strict=True) if n)
    return text or f"{SURROUNDING_KINDS[0]}0"


def validated_surroundings(word: str) -> str:
    """Returns the word as it is written. Raises ValueError if it says nothing of a nebula."""
    if not word:
        raise ValueError(word)
    return format_surroundings(parse_surroundings(word).piece_counts)


def without_surrounding_star(tile: Tile, kind: str) -> Tile:
    """Returns the tile when one star of this kind, which touched it, has gone."""
    if not tile.around:
        return tile
    gone = SURROUNDING_KINDS.index("n" if kind == "nova" else kind)

    def fewer(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(max(0, n - (i == gone)) for i, n in enumerate(counts))

    around = format_surroundings(fewer(parse_surroundings(tile.around).piece_counts))
    return replace(tile, around=around, counted=fewer(tile.counted))


@dataclass(frozen=True, order=True)
class Tile:
    """A nebula: its size, its sector (UNKNOWN_SECTOR if unknown), completed or not, its code.

    `around`: what its seat told of its corners and sides, which is the seat's secret; "" if
    nothing. `counted`: all that the galaxy had then, in the order of `Surroundings.piece_counts`.
    """

    size: int
    sector: str = UNKNOWN_SECTOR
    completed: bool = False
    code: str = ""
    around: str = ""
    counted: tuple[int, ...] = ()

    @property
    def without_print_or_surroundings(self) -> Tile:
        """The same tile with its print and what is around it unknown."""
        return replace(self, code="", around="", counted=())

    @property
    def needed_stars(self) -> tuple[int, ...] | None:
        """How many stars of each element it needs; None if unknown."""
        return parse_tile_code(self.code).needed_stars if self.code else None

    @property
    def points(self) -> int | None:
        """The points that it prints; None if unknown."""
        return parse_tile_code(self.code).points if self.code else None


def best_matching_tile(
    tiles: Iterable[Tile], sector: str, points: int = 0, code: str = ""
) -> Tile | None:
    """Returns the best match, None if there are no tiles: a tile known to print something else
    comes last; one in this sector comes before one with an unknown sector; then one that prints
    exactly this; then one whose seat told what is around it.
    """

    def distance(tile: Tile) -> tuple[bool, bool, bool, bool]:
        fits = can_tile_have_print(tile, points, code)
        exact = bool(tile.code and fits)
        return bool(tile.code) and not fits, tile.sector != sector, not exact, not tile.around

    return min(tiles, key=distance, default=None)


def can_tile_have_print(tile: Tile, points: int = 0, code: str = "") -> bool:
    """Returns whether it can print a code, or points alone, or anything if neither is given."""
    if not tile.code:
        return True
    return tile.code == code if code else points in (0, tile.points)


def without_one_tile(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Returns the tiles without one copy of `tile`."""
    index = tiles.index(tile)
    return (*tiles[:index], *tiles[index + 1 :])


def with_sector(tile: Tile, sector: str) -> Tile:
    """Returns the tile with its sector; unchanged if that is unknown."""
    return tile if sector == UNKNOWN_SECTOR else replace(tile, sector=sector)


def option_from_tile(tile: Tile) -> tuple[str, str] | None:
    """Returns the option (name, value) that stores a tile's print; None if it is unknown."""
    if not tile.code:
        return None
    needs, _, points = tile.code.partition("=")
    return f"{_OPTION}.{tile.size}.{needs}", points


def tile_from_option(key: str, value: str) -> Tile | None:
    """Returns the tile of an option; None if it holds none."""
    match key.split("."):
        case ["tile", size, needs] if size in map(str, NEBULA_SIZES):
            code = f"{needs}={value}"
            try:
                parse_tile_code(code)
            except ValueError:
                return None
            return Tile(int(size), code=code)
    return None


def tiles_stored_in_options(options: tuple[tuple[str, str], ...]) -> tuple[Tile, ...]:
    """Returns the tiles of the box that options hold."""
    stored = (tile_from_option(key, value) for key, value in options)
    return tuple(sorted(tile for tile in stored if tile))


def options_from_tiles(tiles: Iterable[Tile]) -> Mapping[str, str]:
    """Returns the options that store these tiles, by name; a later tile replaces an earlier one."""
    return dict(option for option in map(option_from_tile, tiles) if option)


# With the eight like it in this game, saves 8 % of an action's processor time.
@lru_cache(maxsize=1000)
def options_of_known_tiles(
    options: tuple[tuple[str, str], ...], here: tuple[tuple[Tile, ...], ...]
) -> Mapping[str, str]:
    """Returns what is known of the box: from options, and from this game, which is newer."""
    return options_from_tiles(
        (*tiles_stored_in_options(options), *(tile for tiles in here for tile in tiles))
    )


def validated_tile_code(word: str) -> str:
    """Returns the word if it is a code. Raises ValueError if not."""
    parse_tile_code(word)
    return word


#: how actions are written: the print of a nebula tile
TileCode = Annotated[str, Word("tile", validated_tile_code)]
