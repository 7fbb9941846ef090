"""The fields that ask what a power card has to be told, one or more per step of its effect."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.crafting.pieces import ELEMENTS, SECTORS, Power
from companion.games.crafting.player import Board
from companion.games.crafting.rules.bounds import AT_A_STAR
from companion.games.crafting.show.offers import (
    element_picks,
    likely_star,
    sector_picks,
    star_picks,
)
from companion.referee.controls import Field, Pick
from companion.referee.text import Text, raw


def _discard(board: Board, arg: str) -> tuple[Field, ...]:
    picks = star_picks(board, novae=True)
    return (
        Field(
            label=Text("Star you discard"),
            kind="pick",
            picks=picks,
            value=likely_star(board),
        ),
    )


def _gain(board: Board, arg: str) -> tuple[Field, ...]:
    return (Field(label=Text("Star you gain"), kind="pick", picks=element_picks()),)


def _convert(board: Board, arg: str) -> tuple[Field, ...]:
    return (
        Field(
            label=Text("Star you flip to a supernova"),
            kind="pick",
            picks=star_picks(board, novae=False),
            value=likely_star(board),
        ),
    )


def _turn_back(board: Board, arg: str) -> tuple[Field, ...]:
    return (Field(label=Text("Star under the supernova"), kind="pick", picks=element_picks()),)


def _some(low: int) -> Callable[[Board, str], tuple[Field, ...]]:
    def fields(board: Board, arg: str) -> tuple[Field, ...]:
        stars = max((board.star(kind) for kind in arg.split() if kind in ELEMENTS), default=0)
        reach = int(arg) if arg.isdecimal() else AT_A_STAR * stars
        high = max(low, min(reach, board.proto))
        return (
            Field(
                label=Text("Proto life next to it to stabilise"),
                kind="number",
                value=str(low),
                low=low,
                high=high,
            ),
        )

    return fields


def _crystals_or_proto(board: Board, arg: str) -> tuple[Field, ...]:
    picks = (
        Pick(
            value="crystals",
            label=Text("{n} time crystal", "{n} time crystals", n=int(arg)),
            icon="time",
        ),
        Pick(
            value="proto", label=Text("{n} proto life", "{n} proto life", n=int(arg)), icon="proto"
        ),
    )
    return (Field(label=Text("You gain"), kind="pick", picks=picks),)


def _evolve(board: Board, arg: str) -> tuple[Field, ...]:
    values = tuple(Pick(value=str(n), label=raw(str(n))) for n in (4, 5, 6, 7, 8))
    return (
        Field(
            label=Text("Value of the token you drew"),
            kind="secret",
            picks=values,
            note=Text("Only you see it. You can also enter it at the end"),
        ),
    )


def _star_stuff(board: Board, arg: str) -> tuple[Field, ...]:
    acts = (
        Pick(value="gain", label=Text("Gain a size 1"), icon="nebula-1"),
        Pick(value="replace", label=Text("Replace a size 1 with a size 2"), icon="nebula-2"),
    )
    return (
        Field(label=Text("What will you do?"), kind="pick", picks=acts),
        _sector(Text("Sector")),
    )


def _sector(label: Text) -> Field:
    return Field(label=label, kind="pick", picks=sector_picks(untold=True), value="?")


def _shoot(board: Board, arg: str) -> tuple[Field, ...]:
    tiles = sorted({t for t in board.tiles if not t.completed})
    nebulae = tuple(
        Pick(
            value=f"nebula {t.size} {t.sector} {end}",
            label=Text(
                "Size {size}: {start} to {end}",
                size=t.size,
                start=_mark(t.sector),
                end=_mark(end),
            ),
            icon=f"nebula-{t.size}",
        )
        for t in tiles
        for end in SECTORS
    )
    stars = (
        Pick(value="star", label=Text("A star"), icon="h", off=not sum(board.stars)),
        Pick(value="nova", label=Text("A supernova"), icon="nova", off=not board.novae),
    )
    return (Field(label=Text("What moves?"), kind="pick", picks=(*stars, *nebulae)),)


def _mark(sector: str) -> Text:
    marks = {"psi": raw("Ψ"), "phi": raw("Φ"), "delta": raw("Δ")}
    return marks.get(sector, raw("?"))


def _wormhole(board: Board, arg: str) -> tuple[Field, ...]:
    picks = (
        Pick(value="proto", label=Text("Up to 3 proto life"), icon="proto"),
        Pick(value="stable", label=Text("Up to 3 stable life"), icon="stable"),
    )
    return (Field(label=Text("What moves?"), kind="pick", picks=picks),)


_FIELDS: dict[str, Callable[[Board, str], tuple[Field, ...]]] = {
    "discard-star": _discard,
    "gain-star": _gain,
    "convert-star": _convert,
    "turn-back": _turn_back,
    "stabilise-some": _some(1),
    "stabilise-near": _some(1),
    "stabilise-any": _some(0),
    "crystals-or-proto": _crystals_or_proto,
    "evolve": _evolve,
    "star-stuff": _star_stuff,
    "shoot": _shoot,
    "wormhole": _wormhole,
}


def answer_fields(board: Board, power: Power) -> tuple[Field, ...]:
    """What using this card asks, in the order of its steps."""
    return tuple(
        field
        for name, *args in power.does
        if name in _FIELDS
        for field in _FIELDS[name](board, " ".join(args))
    )
