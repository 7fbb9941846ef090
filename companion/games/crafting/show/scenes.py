"""The facts behind the drawings: energy wheel, time chamber, goal track."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from companion.games.crafting.actions import Shift
from companion.games.crafting.notation import NOTATION
from companion.games.crafting.pieces import (
    CAPACITY,
    CHAMBER_POINTS,
    CONTROL_NAMES,
    CONTROLS,
    DARK,
    MOVES,
)
from companion.games.crafting.player import COLLECT, CRAFT, SHIFT
from companion.games.crafting.show.offers import refusal
from companion.games.crafting.show.shapes import QUARTER, Arc, arc, hop, place_of
from companion.games.crafting.state import PLAY, State
from companion.games.crafting.wheel import hops_of
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Scene
from companion.referee.ruling import Objection
from companion.referee.text import Text, Who

#: of a time chamber, for its crystal: 0 to 6
SPACES = 7


@dataclass(frozen=True)
class Marble:
    """A marble on the wheel: owner 0 is dark; `action` is what a tap sends, `label` says so."""

    owner: int
    movable: bool = False
    action: str = ""
    refusal: Objection | None = None
    label: Text | None = None


@dataclass(frozen=True)
class Control:
    """One of the four controls with its marbles. `action`: the own marble goes here, in `steps`."""

    key: str
    title: Text
    marbles: tuple[Marble, ...]
    capacity: int = CAPACITY
    current: bool = False
    action: str = ""
    steps: int = 0

    @property
    def label(self) -> Text:
        """What `action` does."""
        return Text("Move my marble to {control}", control=self.title)

    @property
    def angle(self) -> int:
        """How far its quarter is turned from the first one's."""
        return QUARTER * CONTROLS.index(self.key)


@dataclass(frozen=True)
class Wheel:
    """The energy wheel. `steps` retell the moves; `arcs`: owner, from, to (control numbers)."""

    controls: tuple[Control, ...]
    moves: int
    steps: tuple[Text, ...]
    arcs: tuple[tuple[int, int, int], ...]
    hub: Text | None = None
    interactive: bool = False
    most: int = MOVES

    @property
    def arrows(self) -> tuple[Arc, ...]:
        """The moves as they are drawn."""
        return tuple(arc(at, *move) for at, move in enumerate(self.arcs))


@dataclass(frozen=True)
class Chamber:
    """A time chamber. `preview`: the moves that the steps being collected make, from and to."""

    position: int
    waiting: int
    scored: int
    supply: int
    spaces: tuple[int, ...] = CHAMBER_POINTS
    preview: tuple[tuple[int, int], ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """Where the spaces of the crystal are, from the left."""
        return tuple(place_of(space) for space in range(SPACES))

    @property
    def hops(self) -> tuple[str, ...]:
        """The arrows of the preview."""
        return tuple(hop(start, end) for start, end in self.preview if end > start)


def _shown_on_wheel(s: State, viewer: int) -> tuple[object, ...]:
    return (viewer, s.stage, s.first, s.wheel, s.moves, *[board.step for board in s.boards])


# Saves 0.7 % of the calls of a tap and its pages.
@memoized_by_parts(_shown_on_wheel)
def wheel(s: State, viewer: int) -> Scene:
    """The wheel; marbles can be tapped by the seat that shifts now."""
    shifting = bool(viewer) and s.stage == PLAY and s.board(viewer).step == SHIFT
    acting = next((n for n in s.order if s.board(n).step == SHIFT), 0)
    facts = Wheel(
        controls=tuple(
            _open_control(s, control, viewer, acting in marbles)
            if shifting
            else _control(control, marbles, bool(acting) and acting in marbles)
            for control, marbles in zip(CONTROLS, s.wheel, strict=True)
        ),
        moves=len(s.moves),
        steps=tuple(_retold(move) for move in s.moves) if acting else (),
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
    """What stands in the middle while nobody shifts: who acts, and where that marble lies."""
    crafting = next((n for n in reversed(s.order) if s.board(n).step in (COLLECT, CRAFT)), 0)
    where = s.where(crafting) if crafting else None
    if acting or where is None:
        return None if acting else Text("Energy wheel")
    return Text("{who} in {control}", who=Who(crafting), control=CONTROL_NAMES[where])


@lru_cache(maxsize=1000)
def _control(control: str, marbles: tuple[int, ...], current: bool) -> Control:
    """A control to look at."""
    there = tuple(Marble(owner=marble) for marble in marbles)
    return Control(key=control, title=CONTROL_NAMES[control], marbles=there, current=current)


def _open_control(s: State, control: str, viewer: int, current: bool) -> Control:
    """A control for the seat that shifts: its marbles can be tapped, and perhaps itself."""
    marbles = s.wheel[CONTROLS.index(control)]
    taps = {marble: _marble(s, control, marble, viewer) for marble in set(marbles)}
    there = Shift(viewer, to=control)
    open_to = refusal(s, viewer, there) is None
    return Control(
        key=control,
        title=CONTROL_NAMES[control],
        marbles=tuple(taps[marble] for marble in marbles),
        current=current,
        action=NOTATION.write(there) if open_to else "",
        steps=len(hops_of(s, there)) if open_to else 0,
    )


def _marble(s: State, control: str, marble: int, viewer: int) -> Marble:
    action = Shift(marble, control if marble == DARK else None)
    no = refusal(s, viewer, action)
    label = Text("Move my marble 1 space")
    if marble == DARK:
        label = Text("Move a dark marble on from {control}", control=CONTROL_NAMES[control])
    return Marble(marble, no is None, NOTATION.write(action), no, label)


@cache
def _retold(move: tuple[int, str, str]) -> Text:
    marble, start, end = move
    names = {"start": CONTROL_NAMES[start], "end": CONTROL_NAMES[end]}
    jumped = (CONTROLS.index(end) - CONTROLS.index(start)) % len(CONTROLS) > 1
    who = Text("Dark") if marble == DARK else Text("{who}", who=Who(marble))
    if jumped:
        return Text("{who}: {start} to {end}, skipping a full control", who=who, **names)
    return Text("{who}: {start} to {end}", who=who, **names)


def chamber(s: State, seat: int) -> Scene:
    """One seat's time chamber."""
    board = s.board(seat)
    return _chamber(board.crystal, board.waiting, board.scored, s.supply)


@lru_cache(maxsize=1000)
def _chamber(position: int, waiting: int, scored: int, supply: int) -> Scene:
    facts = Chamber(position, waiting, scored, supply)
    return Scene(id="chamber", drawing="chamber", facts=facts, title=Text("Time chamber"))


def time_moves(position: int, steps: int) -> tuple[tuple[int, int], ...]:
    """How crystals slide for so many steps: to 6, then a new one from 0."""
    moves = []
    while steps > 0:
        end = min(6, position + steps)
        moves.append((position, end))
        steps -= end - position
        position = 0
    return tuple(moves)
