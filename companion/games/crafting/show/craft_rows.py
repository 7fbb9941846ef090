"""The rows of the craft phase: the own tiles, and what is spent with one tap on an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    ELEMENTS,
    MOST_POINTS,
    SECTOR_NAMES,
    UNTOLD,
)
from companion.games.crafting.player import Board
from companion.games.crafting.rules.nebula import EXPECTED_POINTS
from companion.games.crafting.rules.nebula_needs import needs_words
from companion.games.crafting.show.offers import (
    first_refusal,
    likely_star,
    offer,
    sector_picks,
    star_picks,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile, printed
from companion.referee.controls import Choice, Field, Pick
from companion.referee.rows import Row, Rows
from companion.referee.text import Text, raw

#: the points that tiles print, as far as we have seen them; those above wait under "More"
USUAL_POINTS = range(1, 15)

RARE_POINTS = range(15, MOST_POINTS + 1)

STARS = (*ELEMENTS, "nova")


def nebulae(s: State, seat: int) -> Rows:
    """The tiles that are not completed: a tap on the tile, a tap on the star that goes."""
    board = s.board(seat)
    tiles = Counter(tile for tile in board.tiles if not tile.completed)
    known = s.known_tiles if any(not tile.code for tile in tiles) else ()
    discards = _discards(board)
    rows = sorted(
        (_times(_tile(s, seat, tile, discards, known), tiles[tile]) for tile in sorted(tiles)),
        key=lambda row: row.refusal is not None,
    )
    return Rows(
        id="open-tiles",
        title=Text("Completed one? Tap it") if rows else None,
        aside=Choice(label=Text("Other tile"), sheet="complete"),
        rows=tuple(rows),
    )


def _times(row: Row, n: int) -> Row:
    """The same row with how many of these tiles there are, where it stands for several."""
    return row if n < 2 else replace(row, label=Text("{what} ×{n}", what=row.label, n=n))


def _tile(
    s: State, seat: int, tile: Tile, discards: tuple[Pick, ...], known: tuple[Tile, ...]
) -> Row:
    label = Text("Size {size}", size=tile.size)
    if tile.sector != UNTOLD:
        label = Text("Size {size} in {sector}", size=tile.size, sector=SECTOR_NAMES[tile.sector])
    if tile.code and tile.sector != UNTOLD:
        return _known(s, seat, tile, label, discards)
    prints = tile.code or 3 * tile.size
    tries = (do.Complete(tile.size, tile.sector, prints, star) for star in STARS)
    sector = () if tile.sector != UNTOLD else (_sector(),)
    return Row(
        label=label,
        icon=f"nebula-{tile.size}",
        detail=Text("stars unknown"),
        fold=True,
        verb=f"complete {tile.size}" + ("" if sector else f" {tile.sector}"),
        fields=(*sector, _discarded(discards)),
        asks=Text("Tap its points to complete it"),
        picks=_printed(tile.size, tile.code),
        at=2,
        choices=tuple(_known_ones(s, seat, tile, known)),
        refusal=first_refusal(s, seat, tries),
    )


def _known_ones(s: State, seat: int, tile: Tile, known_tiles: tuple[Tile, ...]) -> Iterator[Choice]:
    """The tiles of the house that this one can be: a tap, and what it prints is known."""
    if tile.code:
        return
    for known in known_tiles:
        if known.size == tile.size:
            told = do.TellTile(tile.size, tile.sector, known.code)
            words = Text("{n} points", "{n} points", n=known.points or 0)
            yield offer(s, seat, told, words, needs_words(known.code), f"nebula-{tile.size}")


def _known(s: State, seat: int, tile: Tile, label: Text, discards: tuple[Pick, ...]) -> Row:
    """A tile of which all is told: a tap on the star that goes completes it."""
    choices = tuple(
        replace(
            offer(s, seat, do.Complete(tile.size, tile.sector, tile.code, p.value), p.label),
            icon=p.icon,
            detail=Text("likely") if i == 0 else p.detail,
            pressed=i == 0,
        )
        for i, p in enumerate(discards)
    )
    return Row(
        label=label,
        icon=f"nebula-{tile.size}",
        marks=tuple(e for e, n in zip(ELEMENTS, tile.needs or (), strict=False) for _ in range(n)),
        worth=Text("{n} points", "{n} points", n=tile.points or 0),
        fold=True,
        asks=Text("Tap the star you discarded"),
        choices=choices,
        refusal=None
        if any(c.refusal is None for c in choices)
        else next((c.refusal for c in choices), None),
    )


@lru_cache(maxsize=1000)
def _printed(size: int, code: str) -> tuple[Pick, ...]:
    if code:
        n = printed(code).points
        return (Pick(value=code, label=Text("{n} points", "{n} points", n=n)),)
    return tuple(Pick(value=str(n), label=raw(str(n))) for n in EXPECTED_POINTS[size])


def _discarded(picks: tuple[Pick, ...]) -> Field:
    """The star that goes, the likely one preset."""
    return Field(
        label=Text("Star you discarded"),
        kind="pick",
        picks=picks,
        value=picks[0].value if picks else "",
        at=3,
    )


@cache
def _sector() -> Field:
    return Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True))


@cache
def points_field() -> Field:
    usual, rare = (
        tuple(Pick(value=str(n), label=raw(str(n))) for n in points)
        for points in (USUAL_POINTS, RARE_POINTS)
    )
    return Field(label=Text("Points printed on the tile"), kind="pick", picks=usual, rare=rare)


def _discards(board: Board) -> tuple[Pick, ...]:
    """The stars that may go, the likely one first: never a supernova if another will do."""
    likely = likely_star(board)
    picks = sorted(star_picks(board, novae=True), key=lambda pick: pick.value != likely)
    return tuple(
        Pick(
            value=p.value,
            label=p.label,
            icon=p.icon,
            detail=Text("have {n}", n=board.star(p.value)),
        )
        for p in picks
    )
