"""Set-up: the checklist with the right numbers, the marbles, the first goal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    CRYSTAL_COUNT_BY_PLAYERS,
    DARK_MARBLE_COUNT_BY_PLAYERS,
    GOALS,
    group_1_life_token_count,
    life_stack_size,
)
from companion.games.crafting.rules.setup import BeginGame, marbles_in_bag
from companion.games.crafting.show.goals import enter_goal_sheet
from companion.games.crafting.show.offers import offer
from companion.games.crafting.show.table import WheelControl, wheel_scene
from companion.games.crafting.state import State
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import (
    Checklist,
    ChecklistLine,
    ChecklistSection,
    Choices,
    Dock,
    Notice,
    Panel,
    Sheet,
    Spot,
)
from companion.referee.text import SeatName, Text

_ENTER_MARBLES = Choice(label=Text("Enter the marbles we drew"), sheet="deal", icon="marble")
_DEAL_AGAIN = Choice(label=Text("Deal again"), action="deal", icon="refresh")
_ENTER_GOAL = Choice(label=Text("Enter the goal we drew"), sheet="goal-card", icon="flag")


def setup_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the set-up checklist, who goes first, and the choice that begins the game."""
    panels: tuple[Panel, ...] = ()
    if s.goals:
        panels += (
            Notice(
                id="first-goal",
                screen="no",
                kind="ok",
                words=Text("First goal: {goal}", goal=GOALS[s.goals[0]].title),
                detail=Text("Take this card and put it on space 1"),
                rule="setup.goals",
            ),
        )
    if s.first:
        panels += (
            Notice(
                id="first",
                kind="ok",
                words=Text(
                    "{who} goes first and takes the first-player token", who=SeatName(s.first)
                ),
                detail=Text("Place the marbles as shown"),
                rule="setup.deal",
            ),
        )
    panels += (setup_checklist(s),)
    if s.first:
        panels += (wheel_scene(s, 0),)
    if not seat:
        return panels
    return (
        *panels,
        _ways(s),
        _deal_sheet(s),
        enter_goal_sheet(s, seat),
        Dock(id="dock", choices=_next(s, seat)),
    )


def _next(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the one next step: marbles, then the goal, then the beginning."""
    if not s.first:
        return (
            Choice(
                label=Text("Deal marbles at random"),
                detail=Text("Or enter what you drew"),
                action="deal",
                icon="marble",
                main=True,
            ),
        )
    if not s.goals:
        return (
            Choice(
                label=Text("Draw the first goal"),
                detail=Text("Or enter the card you drew"),
                action="goal",
                icon="flag",
                main=True,
            ),
        )
    label, detail = Text("Begin round 1"), Text("Set-up done")
    return (offer(s, seat, BeginGame(), label, detail, "check", main=True),)


def _ways(s: State) -> Choices:
    """Returns the ways to say what the table drew itself, or to draw anew."""
    marbles = (_ENTER_MARBLES, _DEAL_AGAIN) if s.first else (_ENTER_MARBLES,)
    return Choices(id="ways", style="row", choices=(*marbles, _ENTER_GOAL))


def _deal_sheet(s: State) -> Sheet:
    picks = (
        *(Pick(value=str(n), label=Text("{who}", who=SeatName(n)), seat=n) for n in s.all_seats),
        Pick(value="dark", label=Text("Dark"), icon="marble"),
    )
    return Sheet(
        id="deal",
        title=Text("The marbles in the order drawn"),
        verb="deal",
        note=_deal_note(s),
        fields=tuple(
            Field(
                label=Text(
                    "Marble {n}, to {control}",
                    n=i + 1,
                    control=CONTROL_NAMES[CONTROLS[i % len(CONTROLS)]],
                ),
                kind="pick",
                picks=picks,
            )
            for i in range(len(marbles_in_bag(s.seats)))
        ),
        submit=Text("Save marbles"),
        icon="marble",
    )


def _deal_note(s: State) -> Text:
    """Returns which marbles there are, and that others are replaced: a phone may have had the sheet
    open while another one entered them.
    """
    needed = Text("{n} dark marbles and one per player", n=DARK_MARBLE_COUNT_BY_PLAYERS[s.seats])
    last = Text("The last player marble drawn decides who goes first")
    words = Text("{some}. {more}", some=needed, more=last)
    if not s.first:
        return words
    known = Text("Marbles are entered already: these replace them")
    return Text("{some}. {more}", some=known, more=words)


def setup_checklist(s: State) -> Checklist:
    """Returns the checklist of the set-up for this number of players."""
    return Checklist(
        id="setup",
        kept=True,
        shared=True,
        sections=(
            ChecklistSection(
                title=Text("Main board"),
                lines=_main_board(s),
                drawing="laid",
                facts=_main_board_drawing(s),
            ),
            ChecklistSection(
                title=Text("Each player"),
                lines=_player_board(),
                drawing="laid_own",
                facts=_seat_marks(s),
            ),
        ),
    )


@dataclass(frozen=True)
class MainBoardDrawing:
    """The main board as it is laid out: where each crystal lies, which marbles (by owner, 0: dark)
    aren't on a control yet, each turned by so many degrees around the bag, and the first goal's
    icon, "" before it is drawn.
    """

    controls: tuple[WheelControl, ...]
    crystals: tuple[tuple[int, int], ...]
    in_bag: tuple[tuple[int, int], ...]
    goal: str


def _main_board_drawing(s: State) -> MainBoardDrawing:
    crystals = range(CRYSTAL_COUNT_BY_PLAYERS[s.seats])
    in_bag = () if s.first else marbles_in_bag(s.seats)
    return MainBoardDrawing(
        controls=wheel_scene(s, 0).facts.controls,
        crystals=tuple((206 + 25 * (k % 6), 3 + 28 * (k // 6)) for k in crystals),
        in_bag=tuple((owner, 360 * k // len(in_bag)) for k, owner in enumerate(in_bag)),
        goal=GOALS[s.goals[0]].icon if s.goals else "",
    )


def _seat_marks(s: State) -> tuple[tuple[int, int], ...]:
    """Returns each seat with how far right its mark is on the player board's drawing."""
    return tuple((seat, 174 + 26 * seat) for seat in s.all_seats)


def _main_board(s: State) -> tuple[ChecklistLine, ...]:
    return (
        ChecklistLine(
            spot=Spot("board", 2, 5),
            icon="hexagon",
            words=Text("Main board in the middle"),
            detail=Text("Card risers along its sides, if you like, for goals and energy cards"),
        ),
        ChecklistLine(
            spot=Spot("crystals", 7, 1, 6),
            icon="crystal",
            words=Text("{n} time crystals in the supply", n=CRYSTAL_COUNT_BY_PLAYERS[s.seats]),
            detail=Text("Plus {n}: one for each player. The rest stay in the box", n=s.seats),
        ),
        ChecklistLine(
            spot=Spot("goals", 11, 7),
            icon="flag",
            words=Text("6 goal cards face down"),
            detail=Text("Or skip this: the app can draw the goals for you"),
        ),
        ChecklistLine(
            spot=Spot("powers", 11, 3),
            icon="power",
            words=Text("4 decks of power cards, by type, shuffled"),
            detail=Text("Each face down at its control"),
        ),
        ChecklistLine(
            spot=Spot("energy", 1, 1, 6),
            icon="cards",
            words=Text("4 energy cards face up as the display"),
            detail=Text("At Light, with the deck and room for a discard pile beside it"),
        ),
        *_stacks(s),
    )


def _stacks(s: State) -> tuple[ChecklistLine, ...]:
    return (
        ChecklistLine(
            spot=Spot("nebulae", 1, 9, 6),
            icon="nebula",
            words=Text("3 stacks of nebulae, by size, element side down"),
        ),
        ChecklistLine(
            spot=Spot("life", 7, 9, 3),
            icon="life",
            words=Text("{n} advanced life in the stack", n=life_stack_size(s.seats)),
            detail=Text(
                "All 16 without the bright border, then {n} random ones with it on top",
                n=group_1_life_token_count(s.seats),
            ),
        ),
        ChecklistLine(
            spot=Spot("stars", 3, 3),
            icon="h",
            words=Text("Stars and life by their controls"),
            detail=Text(
                "Hydrogen at Light (red), oxygen at Time (green), helium at Gravity (blue), "
                "carbon and life at Chemistry (purple)"
            ),
        ),
        ChecklistLine(
            spot=Spot("tokens", 10, 9, 3),
            icon="score",
            words=Text("+50/+100 tokens beside the board"),
            detail=Text("Take one at 50 points and flip it at 100; your marker starts over"),
        ),
        ChecklistLine(
            spot=Spot("marbles", 5, 5),
            icon="marble",
            words=Text(
                "{n} dark marbles and one per player", n=DARK_MARBLE_COUNT_BY_PLAYERS[s.seats]
            ),
            detail=Text("One by one from Light, clockwise"),
        ),
    )


def _player_board() -> tuple[ChecklistLine, ...]:
    return (
        ChecklistLine(
            spot=Spot("own", 5, 3),
            icon="hexagon",
            words=Text("A player board and the pieces of your colour"),
        ),
        ChecklistLine(
            spot=Spot("tiles", 3, 1),
            icon="nebula",
            words=Text("1 nebula of each size on its spot, element side up"),
        ),
        ChecklistLine(
            spot=Spot("proto", 5, 1),
            icon="proto",
            words=Text("1 proto life on the white space, purple side up"),
        ),
        ChecklistLine(
            spot=Spot("star", 3, 3), icon="h", words=Text("1 hydrogen star in the centre")
        ),
        ChecklistLine(
            spot=Spot("crystal", 7, 1, 6),
            icon="crystal",
            words=Text("1 time crystal on 0 of the time chamber"),
        ),
        ChecklistLine(
            spot=Spot("power", 1, 1, 2, 3),
            icon="power",
            words=Text("4 power tokens on the left side of the board"),
        ),
        ChecklistLine(
            spot=Spot("sliders", 7, 3, 6),
            icon="score",
            words=Text("Score marker and 3 sliders on 0, marker on alpha"),
        ),
        ChecklistLine(spot=Spot("hand", 1, 4), icon="cards", words=Text("4 energy cards in hand")),
    )
