"""The sheets on which a group enters once what a tile of its box says, by picks alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from companion.games.cosmogenesis.show.names import tile_picks
from companion.games.cosmogenesis.show.tile_chips import (
    CHIPS,
    GIFT_CHIPS,
    OFTEN_PAID,
    SYSTEM_CHIPS,
    YES,
    Chip,
)
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tile_words import COUNTER_NAMES
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    EXOTIC_TILES,
    PLANETARY,
    PLANETARY_TILES,
    STELLAR,
    STELLAR_TILES,
    kind_of,
)
from companion.games.cosmogenesis.words import tile_words
from companion.referee.controls import Field, Pick
from companion.referee.panels import Sheet
from companion.referee.text import Text, raw

#: numbers that a sheet offers
POINTS = range(1, 19)
COUNTERS = range(1, 7)

_TITLES = {
    STELLAR: Text("Enter a stellar objective"),
    PLANETARY: Text("Enter a planetary objective"),
    EXOTIC: Text("Enter an exotic object"),
}
_KEPT = Text("Everyone sees it, and your group keeps it")
_ALL = {STELLAR: STELLAR_TILES, PLANETARY: PLANETARY_TILES, EXOTIC: EXOTIC_TILES}


def open_tiles(s: State) -> frozenset[str]:
    """Every tile that all can see."""
    return frozenset(tile for system in s.systems for tile in system.open_tiles)


def first_unread(s: State, tiles: Iterable[str]) -> str:
    """The first of these that nobody entered; "" if there is none."""
    return next((tile for tile in tiles if tile not in s.codes), "")


def entering(s: State, seat: int) -> tuple[Sheet, ...]:
    """A sheet for each kind of tile. A planetary objective that no one revealed is a secret of
    whoever holds it, so only those that all can see are offered.
    """
    seen, own = open_tiles(s), s.system(seat).open_tiles
    sheets = []
    for kind, tiles in _ALL.items():
        offered = tuple(tile for tile in tiles if kind != PLANETARY or tile in seen)
        if offered:
            value = first_unread(s, (each for each in (*own, *sorted(seen)) if each in offered))
            number = _number(offered, value)
            sheets.append(_sheet(f"tile-{kind}", _TITLES[kind], "tile", (number, *_says(kind))))
    return tuple(sheets)


def noting(s: State, seat: int) -> Sheet:
    """The sheet for an objective in the own hand: what it says stays a secret."""
    noted, seen = dict(s.system(seat).noted), open_tiles(s)
    value = next((t for t in s.system(seat).told if t not in noted and t not in s.codes), "")
    offered = tuple(tile for tile in PLANETARY_TILES if tile not in seen)
    return _sheet(
        "note",
        Text("Enter an objective in your hand"),
        "note",
        (_number(offered, value), *_says(PLANETARY)),
        Text("Only you see it until you reveal it"),
    )


@cache
def entering_one(tile: str) -> Sheet:
    """The sheet for this very tile, in the tab where it was taken."""
    title = Text("Enter {tile}", tile=tile_words(tile))
    return _sheet("enter", title, f"tile {tile}", _says(kind_of(tile)), tab="turn")


def _sheet(
    id: str,
    title: Text,
    verb: str,
    fields: tuple[Field, ...],
    note: Text = _KEPT,
    tab: str = "shared",
) -> Sheet:
    return Sheet(
        id=id,
        tab=tab,
        title=title,
        verb=verb,
        fields=fields,
        note=note,
        submit=Text("Enter it"),
        icon="pencil",
    )


@cache
def _number(tiles: tuple[str, ...], value: str) -> Field:
    label = Text("Number on the reference sheet")
    return Field(label=label, kind="numbers", picks=tile_picks(tiles), value=value)


@cache
def _says(kind: str) -> tuple[Field, ...]:
    if kind == STELLAR:
        return (_points(), _per(), _needs(Text("Needs, at least"), SYSTEM_CHIPS))
    if kind == PLANETARY:
        needs = _needs(Text("Its orbit needs, at least"), CHIPS)
        return (_points(), _per(), needs, *_gives(Text("You get right away")))
    return (_uses(), *_gives(Text("Each use gives")))


def _points() -> Field:
    picks = tuple(Pick(value=str(n), label=raw(str(n))) for n in POINTS)
    return Field(label=Text("Points"), kind="numbers", picks=picks, join="says")


def _per() -> Field:
    often = tuple(Pick(value=f",per={name}", label=label) for name, label in OFTEN_PAID.items())
    seldom = {name: label for name, label in COUNTER_NAMES.items() if name not in OFTEN_PAID}
    return Field(
        label=Text("Once, or for each"),
        kind="pick",
        picks=(Pick(value="", label=Text("Once")), *often),
        rare=tuple(Pick(value=f",per={name}", label=label) for name, label in seldom.items()),
        join="says",
    )


def _needs(label: Text, chips: tuple[Chip, ...]) -> Field:
    picks = tuple(
        _step(f",needs={name}" + (f":{n}" if n > 1 else ""), said, chip.name)
        for chip in chips
        for name, n, said in chip.steps
    )
    groups = tuple(Pick(value=chip.name, label=chip.label) for chip in chips)
    note = Text("Tap again for more")
    return Field(label=label, kind="cycle", groups=groups, picks=picks, note=note, join="says")


def _step(value: str, said: Text, chip: str) -> Pick:
    return Pick(value=value, label=said, icon="check" if said is YES else "", group=chip)


def _gives(label: Text) -> tuple[Field, ...]:
    picks, groups = [], []
    for gift, words in GIFT_CHIPS.items():
        groups.append(Pick(value=gift, label=words))
        for n in range(1, 4 if gift in ("asteroid", "comet") else 2):
            value = ",gives=" + "+".join([gift] * n)
            picks.append(_step(value, raw(str(n)) if n > 1 else YES, gift))
    either = (
        Pick(value="", label=Text("All of it")),
        Pick(value=",either", label=Text("One of these")),
    )
    return (
        Field(label=label, kind="cycle", groups=tuple(groups), picks=tuple(picks), join="says"),
        Field(label=Text("If it's more than one"), kind="pick", picks=either, join="says"),
    )


def _uses() -> Field:
    picks = tuple(Pick(value=f",uses={n}", label=raw(str(n))) for n in COUNTERS)
    label = Text("Counters it starts with")
    return Field(label=label, kind="numbers", picks=picks, join="says")
