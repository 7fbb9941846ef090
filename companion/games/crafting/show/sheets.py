"""The sheets of the craft phase: what each action has to be told."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    MOST_POINTS,
    POWERS,
    STAR_NAMES,
    UNTOLD,
)
from companion.games.crafting.rules.scoring import next_discharge
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.losses import losses
from companion.games.crafting.show.offers import (
    SECTOR_MARKS,
    likely_star,
    offer,
    sector_picks,
    size_picks,
    star_picks,
)
from companion.games.crafting.show.power_sheets import (
    asks_nothing,
    effect_text,
    gain_sheet,
    has_sheet,
    use_sheet,
)
from companion.games.crafting.state import Board, State
from companion.games.crafting.tiles import Tile
from companion.referee.panels import Field, Pick, Sheet
from companion.referee.text import Text, raw

#: the points that tiles print, as far as we have seen them; those above wait under "More"
USUAL_POINTS = range(1, 15)
RARE_POINTS = range(15, MOST_POINTS + 1)


def craft_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """All sheets that the craft phase may open now."""
    board = s.board(seat)
    return (
        _complete(board),
        *_discharges(s, seat),
        _life(board),
        gain_sheet(s, seat),
        _five(s, seat),
        _convert(s, seat),
        _move(s, seat),
        *(use_sheet(board, POWERS[slug]) for _, slug in board.powers if has_sheet(POWERS[slug])),
        _end(s, seat),
    )


def completions(board: Board) -> Iterator[do.Complete]:
    """One try per incomplete tile, for saying why none can be completed."""
    star = likely_star(board)
    tiles = [t for t in board.tiles if not t.completed]
    for tile in tiles or [Tile(1, UNTOLD)]:
        yield do.Complete(tile.size, tile.sector, 1, star)


def _complete(board: Board) -> Sheet:
    tiles = [t for t in board.tiles if not t.completed]
    size, sector = (str(tiles[0].size), tiles[0].sector) if tiles else ("1", UNTOLD)
    # A sector that nobody told is asked here: the goals that add up nebulae will need it.
    sector = "" if sector == UNTOLD else sector
    usual, rare = (
        tuple(Pick(value=str(n), label=raw(str(n))) for n in points)
        for points in (USUAL_POINTS, RARE_POINTS)
    )
    return Sheet(
        id="complete",
        title=Text("Complete a nebula"),
        verb="complete",
        note=Text("Its stars must stand around it; a supernova stands for any one kind"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=size),
            Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True), value=sector),
            Field(label=Text("Points printed on the tile"), kind="pick", picks=usual, rare=rare),
            Field(
                label=Text("Discard one touching star, you choose"),
                kind="pick",
                picks=star_picks(board, novae=True),
                value=likely_star(board),
            ),
        ),
        submit=Text("Complete the nebula"),
        icon="nebula",
    )


def _discharges(s: State, seat: int) -> Iterator[Sheet]:
    board = s.board(seat)
    points = next_discharge(board)
    own = [POWERS[slug] for _, slug in board.powers if POWERS[slug].instead]
    plain = [power for power in own if asks_nothing(power)]
    yield Sheet(
        id="discharge",
        title=Text("Discharge for {points} points", points=points)
        if points
        else Text("Discharge for a star"),
        note=Text("Move the crystal to the {points} space and place the star", points=points)
        if points
        else Text("All 5 scoring spaces are full: a star, no points"),
        choices=(
            *(offer(s, seat, do.Discharge(e), STAR_NAMES[e], icon=e) for e in ELEMENTS),
            *(
                offer(
                    s,
                    seat,
                    do.Discharge(p.slug),
                    raw(p.name),
                    Text("instead of a star"),
                    "power",
                )
                for p in plain
            ),
        ),
        icon="discharge",
    )
    for power in own:
        if power not in plain:
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
            "Proto life around the nebula goes, stable life stays. Place the token face down"
        ),
        fields=(
            Field(
                label=Text("Proto life around it, all of it goes"),
                kind="pick",
                picks=numbers,
                value=str(min(6, board.proto)),
            ),
            Field(
                label=Text("Value of the token you drew"),
                kind="secret",
                picks=values,
                note=Text("Nobody else sees it. You may leave it out and tell it at the end"),
            ),
        ),
        submit=Text("Create advanced life"),
        icon="life",
    )


def _five(s: State, seat: int) -> Sheet:
    return Sheet(
        id="five",
        title=Text("5 matching cards for 6 points"),
        note=Text("Which kind do you discard?"),
        choices=tuple(offer(s, seat, do.Five(c), CONTROL_NAMES[c], icon=c) for c in CONTROLS),
        icon="five",
    )


def _convert(s: State, seat: int) -> Sheet:
    board = s.board(seat)
    return Sheet(
        id="convert",
        title=Text("Turn a star into a supernova"),
        choices=tuple(
            offer(s, seat, do.Convert(e), STAR_NAMES[e], raw(str(board.star(e))), e)
            for e in ELEMENTS
        ),
        icon="nova",
    )


def _move(s: State, seat: int) -> Sheet:
    return Sheet(
        id="move",
        title=Text("Move 1 piece for 1 graviton"),
        note=Text("To a space next to it, hopping over filled ones. Supernovae stay"),
        choices=(
            offer(s, seat, do.Move("star"), Text("A star"), icon="h"),
            offer(s, seat, do.Move("proto"), Text("Proto life"), icon="proto"),
            offer(s, seat, do.Move("stable"), Text("Stable life"), icon="stable"),
        ),
        icon="graviton",
    )


def _end(s: State, seat: int) -> Sheet:
    lost = losses(s.board(seat))
    tiles = tuple(
        offer(
            s,
            seat,
            do.End("nebula", size, sector),
            Text("Size {size} to {sector}", size=size, sector=mark),
            icon=f"nebula-{size}",
        )
        for size in (1, 2, 3)
        for sector, mark in SECTOR_MARKS.items()
    )
    return Sheet(
        id="end",
        title=Text("Your closing act"),
        note=Text("Then your turn ends and this is lost: {what}", what=lost)
        if lost
        else Text("Then your turn ends; nothing is lost"),
        choices=(
            *tiles,
            offer(s, seat, do.End("stabilise"), Text("Stabilise 1 proto"), icon="stable"),
            offer(s, seat, do.End(), Text("Neither, just end"), icon="end"),
        ),
        icon="end",
    )
