"""The sheets of the craft phase: what each action has to be told."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    POWERS,
    SIZES,
    STAR_NAMES,
    UNTOLD,
)
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.craft_rows import RARE_POINTS, USUAL_POINTS, points_field
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
    effect_text,
    gain_sheet,
    has_sheet,
    is_plain,
    use_sheet,
)
from companion.games.crafting.show.taken import left_sheet, placed_words
from companion.games.crafting.state import Board, State
from companion.games.crafting.tiles import Tile
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Sheet
from companion.referee.text import Text, Who, raw


def craft_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """All sheets that the craft phase may open now."""
    board = s.board(seat)
    return (
        _complete(board),
        _tell_tile(board),
        *_discharges(s, seat),
        _life(board),
        gain_sheet(s, seat),
        _five(s, seat),
        *(
            use_sheet(board, POWERS[slug])
            for _, slug in board.powers
            if has_sheet(board, POWERS[slug])
        ),
        *_end(s, seat),
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
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=str(tile.size)),
            Field(
                label=Text("Sector"),
                kind="pick",
                picks=sector_picks(untold=True),
                value=tile.sector,
            ),
            *needs,
            Field(label=printed, kind="pick", picks=points, rare=rare, join="code"),
        ),
        submit=Text("Save this tile"),
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


def _five(s: State, seat: int) -> Sheet:
    return Sheet(
        id="five",
        title=Text("5 matching cards for 6 points"),
        note=Text("Which type do you discard?"),
        choices=tuple(offer(s, seat, do.Five(c), CONTROL_NAMES[c], icon=c) for c in CONTROLS),
        icon="five",
    )


def _end(s: State, seat: int) -> tuple[Sheet, ...]:
    """What would be lost or was left out, then the end-of-turn choice, preset as last turn."""
    board = s.board(seat)
    out, lost = left_sheet(s, seat), losses(board) if board.holds_unplaced else None
    left = Choice(
        label=Text("I left some out"), detail=placed_words(board), sheet="left", icon="warn"
    )
    following = next_seat(s, seat)
    return (
        *out,
        Sheet(
            id="end",
            title=Text("End your turn"),
            verb="end",
            note=Text("Not placed or spent, so lost: {what}", what=lost) if lost else None,
            choices=(left,) if out else (),
            fields=(*_unspent(board), _closing(board)),
            submit=Text("End turn"),
            detail=Text("Then it's {who}'s turn", who=Who(following)) if following else None,
            icon="end",
        ),
    )


def next_seat(s: State, seat: int) -> int:
    """Who has the turn after this one; 0 where the round ends."""
    order = s.order
    after = order[order.index(seat) + 1 :]
    return after[0] if after else 0


def _unspent(board: Board) -> Iterator[Field]:
    """Slider points that would be lost: DNA preset to all that proto life allows."""
    most = min(board.dna, board.proto)
    if most:
        numbers = tuple(Pick(value=str(n) if n else "", label=raw(str(n))) for n in range(most + 1))
        yield Field(
            label=Text("{n} DNA left. Flip proto life, or the DNA is lost", n=board.dna),
            kind="pick",
            picks=numbers,
            value=str(most),
            lead="dna",
            at=3,
        )
    if board.nova and sum(board.stars):
        none = Pick(value="", label=Text("None"))
        yield Field(
            label=Text("1 supernova left. Tap the star you flipped, or it's lost"),
            kind="pick",
            picks=(*star_picks(board, novae=False), none),
            value="",
            lead="nova",
            at=4,
        )


def _closing(board: Board) -> Field:
    tiles = tuple(
        Pick(
            value=f"nebula {size} {sector}",
            label=Text("{size} in {sector}", size=size, sector=mark),
            icon=f"nebula-{size}",
        )
        for size in SIZES
        for sector, mark in SECTOR_MARKS.items()
    )
    stable = Pick(
        value="stabilise", label=Text("Stabilise 1 proto life"), icon="stable", off=not board.proto
    )
    preset = board.ended if board.ended != "stabilise" or board.proto else "-"
    return Field(
        label=Text("Then choose one (as last turn)") if board.ended else Text("Then choose one"),
        kind="grid",
        picks=(*tiles, stable, Pick(value="", label=Text("Neither"))),
        value=preset or "-",
        at=1,
    )
