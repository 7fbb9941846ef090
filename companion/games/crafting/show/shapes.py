"""Where the lines of the drawings run, in units of their pictures; templates only put them down."""

from __future__ import annotations

from dataclasses import dataclass

#: The time chamber: the middle of space 0, and the way to the next one.
_FIRST, _WAY = 22, 47

#: How far from a space's middle an arrow begins and ends.
_GAP = 3

QUARTER = 90
_QUARTERS = 4

#: Arrows of one shift lie beside each other, further out and further in, in turn.
_SIZES = (1.18, 1.06, 0.94)

#: Where an arrow over so many quarters of the wheel ends, and how its tip leans there.
_TIPS = {1: "31.8-50.9", 2: "50.9 31.8", 3: "-31.8 50.9", 4: "-50.9-31.8"}

_LEAN = 29


@dataclass(frozen=True)
class Arc:
    """The way of a marble round the wheel: turned so far, in this size, and its far end.

    `long`: more than half way round, 1 or 0. `lean`: how its tip is turned.
    """

    owner: int
    angle: int
    size: float
    tip: str
    long: int
    lean: int


def arc(at: int, owner: int, start: int, end: int) -> Arc:
    """The arrow of the move at this place of a shift, between two controls by number."""
    span = (end - start) % _QUARTERS or _QUARTERS
    return Arc(
        owner=owner,
        angle=QUARTER * start,
        size=_SIZES[at % len(_SIZES)],
        tip=_TIPS[span],
        long=int(span > _QUARTERS // 2),
        lean=_LEAN + QUARTER * (span - 1),
    )


def place_of(space: int) -> int:
    """The middle of a space of the time chamber, from the left."""
    return _FIRST + _WAY * space


def hop(start: int, end: int) -> str:
    """The arrow over the time chamber from one space to another, as a path."""
    a, b = place_of(start) + _GAP, place_of(end) - _GAP
    return f"M{a} 8Q{(a + b) // 2}-12 {b} 8m-5-6 5 6-7.5 1"
