"""The energy wheel: where a marble stands, and where it comes to when it is moved."""

from __future__ import annotations

from functools import lru_cache

from companion.games.crafting.actions import Shift
from companion.games.crafting.pieces import (
    CAPACITY,
    CONTROLS,
    DARK,
    MOVES,
)
from companion.games.crafting.state import State


def start_of(s: State, a: Shift) -> str | None:
    """The control that the marble leaves; None if it is not there."""
    if a.marble == DARK:
        there = a.control is not None and DARK in s.wheel[CONTROLS.index(a.control)]
        return a.control if there else None
    return s.where(a.marble)


def landing(wheel: tuple[tuple[int, ...], ...], start: str) -> str:
    """One space clockwise from `start`, jumping full controls (rule energy.full-control)."""
    index = CONTROLS.index(start)
    for step in range(1, len(CONTROLS)):
        spot = (index + step) % len(CONTROLS)
        if len(wheel[spot]) < CAPACITY:
            return CONTROLS[spot]
    return start


def carry(
    wheel: tuple[tuple[int, ...], ...], marble: int, start: str, end: str
) -> tuple[tuple[int, ...], ...]:
    """The wheel after a marble has gone from one control to another."""
    controls = [list(control) for control in wheel]
    controls[CONTROLS.index(start)].remove(marble)
    controls[CONTROLS.index(end)].append(marble)
    return tuple(tuple(sorted(control)) for control in controls)


Hops = tuple[tuple[str, str], ...]


@lru_cache(maxsize=1000)
def way(wheel: tuple[tuple[int, ...], ...], marble: int, start: str, to: str | None) -> Hops:
    """The moves that bring a marble to a control, one without a destination; () where none do."""
    hops: Hops = ()
    while len(hops) < MOVES:
        end = landing(wheel, start)
        wheel, hops, start = carry(wheel, marble, start, end), (*hops, (start, end)), end
        if to in (None, end):
            return hops
    return ()


def hops_of(s: State, a: Shift) -> Hops:
    """The moves that this shift makes; none where the marble or the way is not there."""
    start = start_of(s, a)
    return way(s.wheel, a.marble, start, a.to) if start else ()


def moved_own(s: State, seat: int) -> bool:
    return any(marble == seat for marble, _, _ in s.moves)
