"""Set-up: the checklist with the right numbers, and the choice of who goes first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from companion.games.empires.pieces import (
    BASE_CULTURES,
    BUILD_POOL_SIZE,
    DICE_COUNT,
    DICE_TOTALS,
    START_CREDITS,
    actions_per_turn,
    cultures_per_player,
    final_round_threshold,
)
from companion.games.empires.rules.setup import BeginGame
from companion.games.empires.show.turn import offer
from companion.games.empires.state import CULTURES_OFF, CULTURES_SINGLE, State
from companion.referee.panels import (
    Checklist,
    ChecklistLine,
    ChecklistSection,
    Choices,
    Panel,
    Spot,
)
from companion.referee.text import SeatName, Text

#: what the tokens of the credits are worth, besides the silver ones of 1
CREDITS_PER_YELLOW_TOKEN = 5


def setup_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the set-up checklist, and the choice of who goes first, which begins the game."""
    if not seat:
        return (setup_checklist(s),)
    first = tuple(
        offer(s, seat, BeginGame(n), Text("{who}", who=SeatName(n)), icon="flag")
        for n in s.all_seats
    )
    draw = offer(
        s,
        seat,
        BeginGame(),
        Text("Draw who goes first"),
        Text("That starts the game"),
        "refresh",
    )
    return (
        setup_checklist(s),
        Choices(
            id="first",
            title=Text("Who goes first?"),
            note=Text(
                "Tap the first player to start the game. The last in turn order is the final player"
            ),
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
                title=Text("Middle of the table"),
                lines=_table(s),
                drawing="laid",
                facts=_middle_drawing(s),
            ),
            ChecklistSection(
                title=Text("Each player"),
                lines=_each(s),
                drawing="laid_own",
                facts=_own_drawing(s),
            ),
        ),
    )


@dataclass(frozen=True)
class SetupMiddleLayout:
    """Where the cards of the build pool and the dice lie, and the production that ends the game."""

    pool: tuple[tuple[int, int], ...]
    dice: tuple[tuple[int, int], ...]
    final_round: int


@dataclass(frozen=True)
class SetupPlayerLayout:
    """Where what each player has lies: how far right the fewest tokens for the credits are, and the
    room for each roll, its die and its number. `seats`: each with the place of its mark.
    """

    seats: tuple[tuple[int, int, int], ...]
    yellow: tuple[int, ...]
    silver: tuple[int, ...]
    rolls: tuple[tuple[int, int, int, int], ...]


def _middle_drawing(s: State) -> SetupMiddleLayout:
    return SetupMiddleLayout(
        pool=tuple((3 + 39 * (k % 5), 4 + 66 * (k // 5)) for k in range(BUILD_POOL_SIZE)),
        dice=tuple((282 + 36 * k, 8 + 8 * (k % 2)) for k in range(DICE_COUNT)),
        final_round=final_round_threshold(s.seats),
    )


def _own_drawing(s: State) -> SetupPlayerLayout:
    yellow, silver = divmod(START_CREDITS, CREDITS_PER_YELLOW_TOKEN)
    top = 14 if s.seats > 4 else 28
    return SetupPlayerLayout(
        seats=tuple(
            (n, 168 + 26 * (k % 4), top + 27 * (k // 4)) for k, n in enumerate(s.all_seats)
        ),
        yellow=tuple(40 + 34 * k for k in range(yellow)),
        silver=tuple(42 + 34 * yellow + 27 * k for k in range(silver)),
        rolls=tuple((n, x, x + 8, x + 23) for n, x in zip(DICE_TOTALS, count(4, 51))),
    )


def _table(s: State) -> tuple[ChecklistLine, ...]:
    lines: tuple[ChecklistLine, ...] = (
        ChecklistLine(
            spot=Spot("pool", 1, 1, 6, 4),
            icon="cards",
            words=Text("{n} cards face up as the build pool", n=BUILD_POOL_SIZE),
            detail=Text("Shuffle the whole deck first; the rest stays face down"),
        ),
        ChecklistLine(
            spot=Spot("dice", 10, 1, 3),
            icon="turn",
            words=Text("{n} production dice", n=DICE_COUNT),
        ),
        ChecklistLine(
            spot=Spot("final", 10, 3, 3),
            icon="score",
            words=Text(
                "The final round starts at {n} production", n=final_round_threshold(s.seats)
            ),
            detail=Text("{n} actions a turn", n=actions_per_turn(s.seats)),
        ),
    )
    return lines if s.culture_variant == CULTURES_OFF else (*lines, _cultures(s))


def _cultures(s: State) -> ChecklistLine:
    dealt = cultures_per_player(s.seats)
    aside = len(BASE_CULTURES) - dealt * s.seats
    if aside:
        words = Text("{n} culture cards each, {aside} set aside face down", n=dealt, aside=aside)
    else:
        words = Text("{n} culture card each", "{n} culture cards each", n=dealt)
    detail = (
        Text("Keep 1, discard the rest face down. Best after a first game without them")
        if s.culture_variant == CULTURES_SINGLE
        else Text("Keep all. Best after a first game without them")
    )
    return ChecklistLine(spot=Spot("cultures", 8, 3), icon="reveal", words=words, detail=detail)


def _each(s: State) -> tuple[ChecklistLine, ...]:
    return (
        ChecklistLine(
            spot=Spot("credits", 1, 1, 4),
            icon="score",
            words=Text("{n} credits", n=START_CREDITS),
            detail=Text("Silver is 1, yellow is 5"),
        ),
        ChecklistLine(
            spot=Spot("last", 10, 1, 3),
            icon="flag",
            words=Text("Final player card for whoever plays last"),
        ),
        ChecklistLine(
            spot=Spot("room", 1, 3, 6),
            icon="cards",
            words=Text("Room for your cards, by roll value"),
            detail=Text("Lowest first; stack those that share a value"),
        ),
    )
