"""Nebula tiles: what one prints, as far as the table has been told. Values only; no rule here.

A code says what a tile prints: the stars that it needs in the order H, He, O, C, then its points:
"h1he2c3=10". The code of a tile of which nothing was told is "".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from companion.games.crafting.pieces import ELEMENTS, MOST_POINTS, SIZES, UNTOLD
from companion.referee.notation import Word

_CODE = re.compile("".join(f"(?:{e}([1-9]))?" for e in ELEMENTS) + "=([1-9][0-9]?)")
#: what an option is called that tells of a tile of the table's own box: "tile.3.h1he2c3" = "10"
_OPTION = "tile"


@dataclass(frozen=True)
class PrintedTile:
    """What a tile prints: the stars that it needs, in the order of `ELEMENTS`, and its points."""

    needs: tuple[int, ...]
    points: int


@lru_cache(maxsize=1000)
def parse_tile_code(code: str) -> PrintedTile:
    """What this code says. Raises `ValueError` where it is none."""
    found = _CODE.fullmatch(code)
    if found is None:
        raise ValueError(code)
    *needs, points = (int(number or 0) for number in found.groups())
    if not any(needs) or points > MOST_POINTS:
        raise ValueError(code)
    return PrintedTile(tuple(needs), points)


@dataclass(frozen=True, order=True)
class Tile:
    """A nebula: its size, its sector (UNTOLD if not told), completed or not, what it prints."""

    size: int
    sector: str = UNTOLD
    completed: bool = False
    code: str = ""

    @property
    def kind(self) -> Tile:
        """A tile like this of which it is not told what it prints."""
        return replace(self, code="")

    @property
    def needs(self) -> tuple[int, ...] | None:
        """How many stars of each element it needs; None where nobody told."""
        return parse_tile_code(self.code).needs if self.code else None

    @property
    def points(self) -> int | None:
        """The points that it prints; None where nobody told."""
        return parse_tile_code(self.code).points if self.code else None


def matching_tile(
    tiles: Iterable[Tile], sector: str, points: int = 0, code: str = ""
) -> Tile | None:
    """The tile that is meant: never one that is known to print something else, where there is
    another; one in this sector before one whose sector nobody told; one that prints just that.
    """

    def distance(tile: Tile) -> tuple[bool, bool, bool]:
        fits = can_print(tile, points, code)
        return bool(tile.code) and not fits, tile.sector != sector, not (tile.code and fits)

    return min(tiles, key=distance, default=None)


def can_print(tile: Tile, points: int = 0, code: str = "") -> bool:
    """Whether it can print what is said: a code, or points alone, or nothing."""
    if not tile.code:
        return True
    return tile.code == code if code else points in (0, tile.points)


def without_tile(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The same tiles with one less of these."""
    index = tiles.index(tile)
    return (*tiles[:index], *tiles[index + 1 :])


def with_sector(tile: Tile, sector: str) -> Tile:
    """The tile with its sector, if that is told now and was not before."""
    return tile if sector == UNTOLD else replace(tile, sector=sector)


def tile_option(tile: Tile) -> tuple[str, str] | None:
    """How the house keeps what this tile prints: a name and its value; None if it was not told."""
    if not tile.code:
        return None
    needs, _, points = tile.code.partition("=")
    return f"{_OPTION}.{tile.size}.{needs}", points


def tile_from_option(key: str, value: str) -> Tile | None:
    """The tile that an option tells of; None where it tells of none."""
    match key.split("."):
        case ["tile", size, needs] if size in map(str, SIZES):
            code = f"{needs}={value}"
            try:
                parse_tile_code(code)
            except ValueError:
                return None
            return Tile(int(size), code=code)
    return None


@lru_cache(maxsize=100)
def tiles_from_options(options: tuple[tuple[str, str], ...]) -> tuple[Tile, ...]:
    """The tiles of the box that options tell of."""
    told = (tile_from_option(key, value) for key, value in options)
    return tuple(sorted(tile for tile in told if tile))


def house_entries(tiles: Iterable[Tile]) -> Mapping[str, str]:
    """What the house keeps of these tiles, by name; of two that contradict each other the later."""
    return dict(told for told in map(tile_option, tiles) if told)


@lru_cache(maxsize=1000)
def known_house_entries(
    options: tuple[tuple[str, str], ...], here: tuple[tuple[Tile, ...], ...]
) -> Mapping[str, str]:
    """What is known of the box: from options, and told at the table, which is newer."""
    return house_entries(
        (*tiles_from_options(options), *(tile for tiles in here for tile in tiles))
    )


def checked_tile_code(word: str) -> str:
    """The code that this word is. Raises `ValueError` where it is none."""
    parse_tile_code(word)
    return word


#: how actions are written: what a nebula tile prints
TileCode = Annotated[str, Word("tile", checked_tile_code)]
