"""Set-up: the checklist with the right numbers, and the choice of who begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.cosmogenesis.pieces import (
    PLANETARY_DECK_SIZE_BY_PLAYERS,
    REMOVED_TOKEN_COUNT_BY_PLAYERS,
    STELLAR_DECK_SIZE_BY_PLAYERS,
    sector_one_filled_space_count,
)
from companion.games.cosmogenesis.rules.setup import BeginGame
from companion.games.cosmogenesis.show.names import offer
from companion.games.cosmogenesis.show.tiles import hand_objectives_sheet
from companion.games.cosmogenesis.state import State
from companion.referee.controls import Choice
from companion.referee.panels import (
    Checklist,
    ChecklistLine,
    ChecklistSection,
    Choices,
    Panel,
    Spot,
)
from companion.referee.text import SeatName, Text


def setup_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the set-up checklist, and the choice of who begins, which starts the game."""
    if not seat:
        return (setup_checklist(s),)
    first = tuple(
        offer(s, seat, BeginGame(n), Text("{who}", who=SeatName(n)), icon="flag")
        for n in s.all_seats
    )
    detail = Text("That starts the game")
    draw = offer(s, seat, BeginGame(), Text("Draw who goes first"), detail, "refresh")
    keep = replace(hand_objectives_sheet(s, seat, "turn"), id="keep-one")
    return (
        setup_checklist(s),
        Choices(
            id="kept",
            choices=(Choice(label=keep.title, sheet=keep.id, icon=keep.icon, detail=keep.note),),
            style="list",
        ),
        keep,
        Choices(
            id="first",
            title=Text("Who goes first?"),
            note=Text("Tap who takes the Monolith and begins"),
            choices=first,
            style="cells",
        ),
        Choices(id="draw-first", choices=(draw,), style="list"),
    )


def setup_checklist(s: State) -> Checklist:
    """Returns the checklist of the set-up for this number of players."""
    return Checklist(
        id="setup",
        kept=True,
        shared=True,
        sections=(
            ChecklistSection(
                title=Text("Middle of the table"), lines=tuple(_table(s)), drawing="laid"
            ),
            ChecklistSection(
                title=Text("Sectors"),
                lines=tuple(_sectors(s)),
                drawing="laid_sectors",
                facts=_sectors_drawing(s),
            ),
            ChecklistSection(
                title=Text("Each player"),
                lines=tuple(_each(s)),
                drawing="laid_own",
                facts=_own_drawing(s),
            ),
        ),
    )


@dataclass(frozen=True)
class SetupSectorsDrawing:
    """How far right the objectives of Sector I lie, and the bodies of Sectors II and III."""

    objectives: tuple[int, ...]
    bodies: tuple[int, ...]


@dataclass(frozen=True)
class SetupPlayerDrawing:
    """How far right each seat's mark is, and where the asteroids lie: a row for each turn."""

    seats: tuple[tuple[int, int], ...]
    asteroids: tuple[tuple[int, int], ...]


def _sectors_drawing(s: State) -> SetupSectorsDrawing:
    filled = range(sector_one_filled_space_count(s.seats))
    return SetupSectorsDrawing(
        objectives=tuple(26 + 23 * k for k in filled),
        bodies=tuple(first + 24 * k for first in (36, 202) for k in filled),
    )


def _own_drawing(s: State) -> SetupPlayerDrawing:
    return SetupPlayerDrawing(
        seats=tuple((seat, 32 + 26 * seat) for seat in s.all_seats),
        asteroids=tuple(
            (212 + 13 * k, 26 * turn - 13) for turn in s.all_seats for k in range(turn)
        ),
    )


def _table(s: State) -> Iterator[ChecklistLine]:
    yield ChecklistLine(
        spot=Spot("board", 5, 2),
        icon="system",
        words=Text("Central board within everyone's reach"),
        detail=Text("Grey counters and expansion modules beside it, the reference sheets at hand"),
    )
    if out := REMOVED_TOKEN_COUNT_BY_PLAYERS[s.seats]:
        marks = (
            Text("Marked 3+ or 4")
            if s.seats == min(REMOVED_TOKEN_COUNT_BY_PLAYERS)
            else Text("Marked 4")
        )
        words = Text("Put {n} body tokens back into the box", n=out)
        yield ChecklistLine(spot=Spot("removed", 1, 1, 3), icon="planet", words=words, detail=marks)
    yield ChecklistLine(
        spot=Spot("bag", 1, 3, 3),
        icon="planet",
        words=Text("Form the reserve; the other bodies and the exotic objects go in the bag"),
        detail=Text("Mix the tokens in the cloth bag"),
    )
    yield ChecklistLine(
        spot=Spot("stellar", 10, 1, 3),
        icon="flag",
        words=Text("{n} stellar objectives face down", n=STELLAR_DECK_SIZE_BY_PLAYERS[s.seats]),
        detail=Text("The rest stays in the box"),
    )
    yield ChecklistLine(
        spot=Spot("planetary", 10, 3, 3),
        icon="flag",
        words=Text("{n} planetary objectives face down", n=PLANETARY_DECK_SIZE_BY_PLAYERS[s.seats]),
        detail=Text("The rest stays in the box"),
    )
    yield ChecklistLine(
        spot=Spot("round", 4, 4),
        icon="turn",
        words=Text("A grey counter on round 1"),
        detail=Text("It marks the round"),
    )


def _sectors(s: State) -> Iterator[ChecklistLine]:
    n = sector_one_filled_space_count(s.seats)
    yield ChecklistLine(
        spot=Spot("sector_1", 1, 1, 6),
        icon="flag",
        words=Text("Sector I: {n} stellar objectives", n=n),
    )
    yield ChecklistLine(
        spot=Spot("sectors_2_3", 1, 3, 6),
        icon="planet",
        words=Text("Sectors II and III from the bag"),
        detail=Text("Turn over tokens that show water or rings"),
    )
    yield ChecklistLine(
        spot=Spot("sector_4", 7, 1, 6),
        icon="asteroid",
        words=Text("Sector IV from the reserve"),
    )


_ASTEROIDS = {
    2: Text("1 or 2 asteroids by turn order"),
    3: Text("1, 2 or 3 asteroids by turn order"),
    4: Text("1, 2, 3 or 4 asteroids by turn order"),
}


def _each(s: State) -> Iterator[ChecklistLine]:
    yield ChecklistLine(
        spot=Spot("own", 1, 2, 3),
        icon="system",
        words=Text("Board, 4 player tokens of your colour and a player aid"),
    )
    yield ChecklistLine(
        spot=Spot("asteroids", 5, 1, 4),
        icon="asteroid",
        words=_ASTEROIDS[s.seats],
        detail=Text("The player who takes the Monolith gets 1. The app counts them for you"),
    )
    yield ChecklistLine(
        spot=Spot("kept", 10, 1, 3),
        icon="lock",
        words=Text("Keep 1 of 2 planetary objectives, face down"),
        detail=Text("The other goes under the deck"),
    )
