"""What every seat has, and the facts behind the drawings of energy wheel and time chamber, with the
lines of their pictures; templates only insert them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.crafting.board import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    CRYSTAL_COUNT_BY_PLAYERS,
    DARK_MARBLE,
    DISCHARGE_POINTS,
    MAX_MARBLES_PER_CONTROL,
    MOVES_PER_SHIFT,
)
from companion.games.crafting.rules import NOTATION
from companion.games.crafting.rules.energy import ShiftMarble
from companion.games.crafting.rules.game import is_last_round
from companion.games.crafting.show.offers import refusal
from companion.games.crafting.state import OVER, PLAY, REVEAL_LIFE, State
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Scene
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: the time chamber: the middle of space 0, and the distance to the next one
_FIRST, _WAY = 22, 47

#: how far from a space's middle an arrow begins and ends
_GAP = 3

QUARTER_TURN_DEGREES = 90
_QUARTERS = 4

#: sizes of the arrows of one shift, from the first: they do not overlap
_LARGEST_ARROW, _SMALLEST_ARROW = 1.18, 0.94
_ARROW_STEP = (_LARGEST_ARROW - _SMALLEST_ARROW) / (MOVES_PER_SHIFT - 1)

#: where an arrow over that many quarters of the wheel ends
_TIPS = {1: "31.8-50.9", 2: "50.9 31.8", 3: "-31.8 50.9", 4: "-50.9-31.8"}

_LEAN = 29


@dataclass(frozen=True)
class MarbleMoveArrow:
    """The arrow of a marble's move round the wheel: its rotation, size and far end.

    `long`: more than half way round, 1 or 0. `lean`: how its tip is turned.
    """

    owner: int
    angle: int
    size: float
    tip: str
    long: int
    lean: int


def marble_move_arrow(at: int, owner: int, start: int, end: int) -> MarbleMoveArrow:
    """Returns the arrow of a shift's move number `at`, between two controls by number."""
    span = (end - start) % _QUARTERS or _QUARTERS
    return MarbleMoveArrow(
        owner=owner,
        angle=QUARTER_TURN_DEGREES * start,
        size=round(_LARGEST_ARROW - at * _ARROW_STEP, 2),
        tip=_TIPS[span],
        long=int(span > _QUARTERS // 2),
        lean=_LEAN + QUARTER_TURN_DEGREES * (span - 1),
    )


def chamber_space_x(space: int) -> int:
    """Returns the middle of a space of the time chamber, from the left."""
    return _FIRST + _WAY * space


def crystal_arrow_path(start: int, end: int) -> str:
    """Returns the path of the arrow over the time chamber from one space to another."""
    a, b = chamber_space_x(start) + _GAP, chamber_space_x(end) - _GAP
    return f"M{a} 8Q{(a + b) // 2}-12 {b} 8m-5-6 5 6-7.5 1"


#: the spaces of a time chamber for its crystal: 0 to 6
CHAMBER_SPACE_COUNT = 7


@dataclass(frozen=True)
class WheelMarble:
    """A marble on the wheel: owner 0 is dark; `action` is what a tap sends, `label` says so.

    `held`: the action of a long press, the same and collecting.
    """

    owner: int
    movable: bool = False
    action: str = ""
    refusal: Objection | None = None
    label: Text | None = None
    held: str = ""


@dataclass(frozen=True)
class WheelControl:
    """One of the four controls with its marbles. `action`: the own marble goes here, in `steps`;
    `held`: the action of a long press, the same and collecting.
    """

    key: str
    title: Text
    marbles: tuple[WheelMarble, ...]
    capacity: int = MAX_MARBLES_PER_CONTROL
    current: bool = False
    action: str = ""
    steps: int = 0
    held: str = ""

    @property
    def label(self) -> Text:
        """What `action` does, in words."""
        return Text("Move your marble to {control}", control=self.title)

    @property
    def rotation_degrees(self) -> int:
        """The rotation of its quarter from the first one."""
        return QUARTER_TURN_DEGREES * CONTROLS.index(self.key)


@dataclass(frozen=True)
class Wheel:
    """The energy wheel. `steps`: the moves in words; `arcs`: owner, from, to (control numbers)."""

    controls: tuple[WheelControl, ...]
    moves: int
    steps: tuple[Text, ...]
    arcs: tuple[tuple[int, int, int], ...]
    hub: Text | None = None
    interactive: bool = False
    most: int = MOVES_PER_SHIFT

    @property
    def move_arrows(self) -> tuple[MarbleMoveArrow, ...]:
        """The moves as arrows."""
        return tuple(marble_move_arrow(at, *move) for at, move in enumerate(self.arcs))


@dataclass(frozen=True)
class TimeChamber:
    """A time chamber. `preview`: the moves that the steps being collected make, from and to."""

    position: int
    waiting: int
    scored: int
    supply: int
    spaces: tuple[int, ...] = DISCHARGE_POINTS
    preview: tuple[tuple[int, int], ...] = ()

    @property
    def space_x_positions(self) -> tuple[int, ...]:
        """The positions of the crystal's spaces, from the left."""
        return tuple(chamber_space_x(space) for space in range(CHAMBER_SPACE_COUNT))

    @property
    def preview_arrow_paths(self) -> tuple[str, ...]:
        """The arrows of the preview."""
        return tuple(crystal_arrow_path(start, end) for start, end in self.preview if end > start)


def _shown_on_wheel(s: State, viewer: int) -> tuple[object, ...]:
    return (viewer, s.stage, s.first, s.wheel, s.moves, *[board.step for board in s.boards])


# Saves 0.7 % of the calls of a tap and its pages.
@memoized_by_parts(_shown_on_wheel)
def wheel_scene(s: State, viewer: int) -> Scene:
    """Returns the wheel; the seat that shifts now can tap marbles."""
    shifting = bool(viewer) and s.stage == PLAY and s.board(viewer).step == SHIFT
    acting = next((n for n in s.turn_order if s.board(n).step == SHIFT), 0)
    facts = Wheel(
        controls=tuple(
            _open_control(s, control, viewer, acting in marbles)
            if shifting
            else _control(control, marbles, bool(acting) and acting in marbles)
            for control, marbles in zip(CONTROLS, s.wheel, strict=True)
        ),
        moves=len(s.moves),
        # The others have them in the newest lines: a list that grows would move what they read.
        steps=tuple(_retold(move) for move in s.moves) if shifting else (),
        arcs=tuple(
            (marble, CONTROLS.index(start), CONTROLS.index(end)) for marble, start, end in s.moves
        )
        if acting
        else (),
        hub=_hub(s, acting),
        interactive=shifting,
    )
    return Scene(id="wheel", drawing="wheel", facts=facts, shared=not shifting, screen="middle")


def _hub(s: State, acting: int) -> Text | None:
    """Returns who acts and where that marble is, for the middle; None while a seat shifts."""
    crafting = next((n for n in reversed(s.turn_order) if s.board(n).step in (COLLECT, CRAFT)), 0)
    where = s.control_of_marble(crafting) if crafting else None
    if acting or where is None:
        return None if acting else Text("Energy wheel")
    return Text("{who} in {control}", who=SeatName(crafting), control=CONTROL_NAMES[where])


def _control(control: str, marbles: tuple[int, ...], current: bool) -> WheelControl:
    """Returns a control without buttons."""
    there = tuple(WheelMarble(owner=marble) for marble in marbles)
    return WheelControl(key=control, title=CONTROL_NAMES[control], marbles=there, current=current)


def _open_control(s: State, control: str, viewer: int, current: bool) -> WheelControl:
    """Returns a control for the seat that shifts, with buttons for its marbles and maybe itself."""
    marbles = s.wheel[CONTROLS.index(control)]
    taps = {marble: _marble(s, control, marble, viewer) for marble in set(marbles)}
    there = ShiftMarble(viewer, to=control)
    open_to = refusal(s, viewer, there) is None
    action = NOTATION.write(_last(s, there)) if open_to else ""
    held = NOTATION.write(replace(there, then="collect")) if open_to else ""
    return WheelControl(
        key=control,
        title=CONTROL_NAMES[control],
        marbles=tuple(taps[marble] for marble in marbles),
        current=current,
        action=action,
        steps=len(there.marble_moves(s)) if open_to else 0,
        held="" if held == action else held,
    )


def _last(s: State, move: ShiftMarble) -> ShiftMarble:
    """Returns the move with the collecting, if it is the last possible one; unchanged if not."""
    return (
        replace(move, then="collect")
        if len(s.moves) + len(move.marble_moves(s)) == MOVES_PER_SHIFT
        else move
    )


def _marble(s: State, control: str, marble: int, viewer: int) -> WheelMarble:
    action = ShiftMarble(marble, control if marble == DARK_MARBLE else None)
    no, collecting = refusal(s, viewer, action), replace(action, then="collect")
    # The own marble has to have moved as well.
    held = "" if no or refusal(s, viewer, collecting) else NOTATION.write(collecting)
    action = action if no else _last(s, action)
    label = Text("Move your marble 1 space")
    if marble == DARK_MARBLE:
        label = Text("Move a dark marble on from {control}", control=CONTROL_NAMES[control])
    does = NOTATION.write(action)
    return WheelMarble(marble, no is None, does, no, label, "" if held == does else held)


def _retold(move: tuple[int, str, str]) -> Text:
    marble, start, end = move
    names = {"start": CONTROL_NAMES[start], "end": CONTROL_NAMES[end]}
    jumped = (CONTROLS.index(end) - CONTROLS.index(start)) % len(CONTROLS) > 1
    who = Text("Dark") if marble == DARK_MARBLE else Text("{who}", who=SeatName(marble))
    if jumped:
        return Text("{who}: {start} to {end}, skipping a full control", who=who, **names)
    return Text("{who}: {start} to {end}", who=who, **names)


def chamber_scene(s: State, seat: int) -> Scene:
    """Returns one seat's time chamber."""
    board = s.board(seat)
    return _chamber(board.crystal, board.waiting, board.scored, s.supply)


def _chamber(position: int, waiting: int, scored: int, supply: int) -> Scene:
    facts = TimeChamber(position, waiting, scored, supply)
    return Scene(id="chamber", drawing="chamber", facts=facts, title=Text("Time chamber"))


def crystal_moves_by_steps(position: int, steps: int) -> tuple[tuple[int, int], ...]:
    """Returns (from, to) of each move that `steps` make; past 6 a new crystal goes on from 0."""
    moves = []
    while steps > 0:
        end = min(6, position + steps)
        moves.append((position, end))
        steps -= end - position
        position = 0
    return tuple(moves)


@dataclass(frozen=True)
class ChamberRow:
    """One seat's chamber among all of them. `acting`: on turn; `first`: the first player."""

    seat: int
    chamber: TimeChamber
    points: int
    facts: Text
    acting: bool = False
    first: bool = False


@dataclass(frozen=True)
class CrystalSupply:
    """The crystals that are left, of how many, and the warning before the end; `last`: in the last
    round.
    """

    supply: int
    supply_start: int
    warning: Text | None
    last: bool


def time_chambers_scene(s: State) -> Scene:
    """Returns every seat's chamber, the same for all; on the table screen these are the scores."""
    rows = tuple(_row(s, seat, s.board(seat)) for seat in s.all_seats)
    return Scene(
        id="chambers",
        tab="table",
        drawing="chambers",
        facts=rows,
        shared=True,
        screen="scores",
        title=Text("Time chambers"),
    )


def _row(s: State, seat: int, board: Board) -> ChamberRow:
    return ChamberRow(
        seat,
        TimeChamber(board.crystal, board.waiting, board.scored, s.supply),
        board.points.total,
        galaxy_summary_words(board),
        s.stage == PLAY and board.step in (SHIFT, COLLECT, CRAFT),
        seat == s.first,
    )


def crystal_supply_scene(s: State) -> Scene:
    """Returns the crystals that are left, the same for every seat."""
    return Scene(
        id="supply",
        tab="table",
        drawing="supply",
        facts=CrystalSupply(
            s.supply,
            CRYSTAL_COUNT_BY_PLAYERS[s.seats],
            end_warning_words(s),
            plays_last_round(s),
        ),
        shared=True,
        screen="side",
        title=Text("Time crystals"),
    )


def galaxy_summary_words(board: Board) -> Text:
    """Returns a galaxy in one short line."""
    return _facts(board.completed_nebula_count, len(board.lives))


def _facts(completed: int, lives: int) -> Text:
    nebulae = Text("{n} nebula", "{n} nebulae", n=completed)
    if not lives:
        return nebulae
    advanced = Text("{n} advanced life", "{n} advanced life", n=lives)
    return Text("{nebulae}, {advanced}", nebulae=nebulae, advanced=advanced)


def plays_last_round(s: State) -> bool:
    """Returns whether the round that is played is the last, for whatever reason."""
    return s.stage == PLAY and (s.round == 8 or is_last_round(s))


def end_warning_words(s: State) -> Text | None:
    """Returns a warning if the end is near; None if not."""
    if s.stage in (REVEAL_LIFE, OVER):
        return None
    if plays_last_round(s):
        if is_last_round(s):
            return Text("No crystals left: the game ends after this round")
        return Text("The last goal is scored after this round, then the game ends")
    if s.supply and s.supply <= s.seats + 1:
        return Text("When the last time crystal is taken, the game ends after that round")
    return None
