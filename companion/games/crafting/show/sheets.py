"""The sheets of the craft phase: what each action has to be told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    POWERS,
    STAR_NAMES,
    UNTOLD,
)
from companion.games.crafting.player import Board
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.craft_rows import RARE_POINTS, USUAL_POINTS, points_field
from companion.games.crafting.show.end_sheets import end_sheet
from companion.games.crafting.show.offers import (
    likely_star,
    offer,
    sector_picks,
    size_picks,
    star_picks,
)
from companion.games.crafting.show.power_sheets import (
    effect_text,
    gain_sheet,
    has_sheet,
    is_plain,
    use_sheet,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.controls import Field, Pick
from companion.referee.panels import Sheet
from companion.referee.text import Text, raw


def craft_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """All sheets that the craft phase may open now."""
    board = s.board(seat)
    return (
        _complete(board),
        _tell_tile(board),
        *_discharges(s, seat),
        _life(board),
        gain_sheet(s, seat),
        five(s, seat),
        *(
            use_sheet(board, POWERS[slug])
            for _, slug in board.powers
            if has_sheet(board, POWERS[slug])
        ),
        *end_sheet(s, seat),
    )


def _complete(board: Board) -> Sheet:
    tiles = [t for t in board.tiles if not t.completed]
    size, sector = (str(tiles[0].size), tiles[0].sector) if tiles else ("1", UNTOLD)
    # A sector that nobody told is asked here: the goals that add up nebulae will need it.
    sector = "" if sector == UNTOLD else sector
    return Sheet(
        id="complete",
        title=Text("Complete a nebula"),
        verb="complete",
        note=Text("The stars it needs must surround it; a supernova counts as any type"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=size),
            Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True), value=sector),
            points_field(),
            Field(
                label=Text("Star to discard (must touch the nebula)"),
                kind="pick",
                picks=star_picks(board, novae=True),
                value=likely_star(board),
            ),
        ),
        submit=Text("Complete the nebula"),
        icon="nebula",
    )


def _tell_tile(board: Board) -> Sheet:
    """What a tile prints, entered once: this table and the house's next ones know it then."""
    tile = next((t for t in board.tiles if not t.completed and not t.code), Tile(1))
    return _tile_sheet(tile.size, tile.sector)


@cache
def _tile_sheet(size: int, sector: str) -> Sheet:
    needs = tuple(
        Field(
            label=STAR_NAMES[element],
            kind="pick",
            picks=tuple(
                Pick(value=f"{element}{n}" if n else "", label=raw(str(n))) for n in range(7)
            ),
            join="code",
        )
        for element in ELEMENTS
    )
    points = tuple(Pick(value=f"={n}", label=raw(str(n))) for n in USUAL_POINTS)
    rare = tuple(Pick(value=f"={n}", label=raw(str(n))) for n in RARE_POINTS)
    printed = Text("Points printed on the tile")
    return Sheet(
        id="tile",
        title=Text("Add a tile's stars"),
        verb="tile",
        note=Text("Once is enough: your group's next tables know it too"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=str(size)),
            Field(
                label=Text("Sector"),
                kind="pick",
                picks=sector_picks(untold=True),
                value=sector,
            ),
            *needs,
            Field(label=printed, kind="pick", picks=points, rare=rare, join="code"),
        ),
        submit=Text("Enter this tile"),
        icon="nebula",
    )


def _discharges(s: State, seat: int) -> Iterator[Sheet]:
    """The cards that replace a discharge's star and ask something."""
    board = s.board(seat)
    own = [POWERS[slug] for _, slug in board.powers if POWERS[slug].instead]
    for power in own:
        if not is_plain(power):
            yield Sheet(
                id=f"use-{power.slug}",
                title=raw(power.name),
                verb=f"discharge {power.slug}",
                note=effect_text(power),
                fields=answer_fields(board, power),
                submit=Text("Discharge with {card}", card=power.name),
                icon="power",
            )


def _life(board: Board) -> Sheet:
    values = tuple(Pick(value=str(n), label=raw(str(n))) for n in (4, 5, 6, 7, 8))
    numbers = tuple(
        Pick(value=str(n), label=raw(str(n)), off=n > board.proto or 6 - n > board.stable)
        for n in range(7)
    )
    return Sheet(
        id="life",
        title=Text("Create advanced life"),
        verb="life",
        note=Text(
            "Discard the proto life around the nebula; stable life stays. Place the token face down"
        ),
        fields=(
            Field(
                label=Text("Proto life around it (discard all of it)"),
                kind="pick",
                picks=numbers,
                value=str(min(6, board.proto)),
            ),
            Field(
                label=Text("Value of the token you drew"),
                kind="secret",
                picks=values,
                note=Text("Only you see it. You can also enter it at the end"),
            ),
        ),
        submit=Text("Create advanced life"),
        icon="life",
    )


def five(s: State, seat: int) -> Sheet:
    """Which type pays for points; for the seat that crafts."""
    return Sheet(
        id="five",
        title=Text("5 matching cards for 6 points"),
        note=Text("Which type do you discard?"),
        choices=tuple(offer(s, seat, do.Five(c), CONTROL_NAMES[c], icon=c) for c in CONTROLS),
        icon="five",
    )
