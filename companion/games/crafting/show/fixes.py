"""Setting right what the app has of a board: numbers, tiles, powers."""

from __future__ import annotations

from functools import cache, lru_cache

from companion.games.crafting.actions import Mend
from companion.games.crafting.notation import NOTATION
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    POWERS,
)
from companion.games.crafting.player import Board
from companion.games.crafting.show.offers import energy_picks, sector_picks, size_picks
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Count, Sheet
from companion.referee.text import Text


def fix(label: Text, value: int | None, field: str, icon: str = "", high: int = 99) -> Count:
    return Count(label=label, value=value, verb=f"mend {field}", icon=icon or field, high=high)


@cache
def fixes(has_powers: bool) -> Choices:
    choices: tuple[Choice, ...] = (
        Choice(
            label=Text("Enter your cards"),
            detail=Text("Private. Lets the app show what you can afford"),
            sheet="tell",
            icon="cards",
        ),
        Choice(label=Text("Fix a nebula"), sheet="mend-tiles", icon="nebula"),
        Choice(label=Text("Fix a marble"), sheet="put", icon="marble"),
    )
    if has_powers:
        choices += (Choice(label=Text("Empty a power slot"), sheet="empty-slot", icon="power"),)
    return Choices(id="mending", tab="own", style="list", choices=choices)


@lru_cache(maxsize=1000)
def powers_sheet(powers: tuple[tuple[int, str], ...]) -> tuple[Sheet, ...]:
    """For a power that the app holds and the board does not; none without powers."""
    slots = tuple(
        Choice(
            label=Text("Slot {n}: {card}", n=slot, card=POWERS[slug].name),
            action=NOTATION.write(Mend(f"slot-{slot}", 0)),
            icon="power",
        )
        for slot, slug in powers
    )
    title = Text("Which slot is empty on your board?")
    return (Sheet(id="empty-slot", tab="own", title=title, choices=slots),) if slots else ()


def tell_sheet(board: Board, seat: int) -> Sheet:
    told = board.told or (0, 0, 0, 0)
    return Sheet(
        id="tell",
        tab="own",
        title=Text("Your energy cards"),
        verb="hand",
        note=Text("{n} card in hand", "{n} cards in hand", n=board.hand),
        fields=tuple(
            Field(label=CONTROL_NAMES[c], kind="number", value=str(n), low=0, high=60)
            for c, n in zip(CONTROLS, told, strict=True)
        ),
        submit=Text("Save"),
        icon="cards",
        keeps=True,
    )


@cache
def tiles_sheet() -> Sheet:
    states = (
        Pick(value="open", label=Text("Incomplete")),
        Pick(value="done", label=Text("Completed")),
    )
    return Sheet(
        id="mend-tiles",
        tab="own",
        title=Text("Fix a nebula"),
        verb="tiles",
        fields=(
            Field(label=Text("Which side is up?"), kind="pick", picks=states),
            Field(label=Text("Size"), kind="pick", picks=size_picks()),
            Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True)),
            Field(label=Text("How many?"), kind="number", low=0, high=12),
        ),
        submit=Text("Save"),
        icon="nebula",
    )


@cache
def put_sheet(seats: range, seat: int) -> Sheet:
    marbles = (
        Pick(value=str(seat), label=Text("Your marble"), icon="marble"),
        Pick(value="dark", label=Text("A dark one"), icon="marble"),
        *(
            Pick(value=str(n), label=Text("Seat {n}", n=n), icon="marble")
            for n in seats
            if n != seat
        ),
    )
    return Sheet(
        id="put",
        tab="own",
        title=Text("Fix a marble"),
        verb="put",
        fields=(
            Field(label=Text("Which marble?"), kind="pick", picks=marbles),
            Field(label=Text("The app shows it in"), kind="pick", picks=energy_picks()),
            Field(label=Text("It's really in"), kind="pick", picks=energy_picks()),
        ),
        submit=Text("Save"),
        icon="marble",
    )
