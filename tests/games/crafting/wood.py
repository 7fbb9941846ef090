"""A player board of wood: hexagons, their corners for stars and their sides for life.

It knows where pieces lie, which no phone does. Nothing here is of the companion's rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

Hexagon = tuple[int, int]
#: a side lies between two hexagons, a corner between three; some of them off the board
Space = frozenset[Hexagon]

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
#: 3-4-3-2, our guess of a board: nothing that is tested hangs on it
ROWS = ((0, 3), (-1, 4), (-1, 3), (-1, 2))
HEXAGONS = [(start + n, r) for r, (start, long) in enumerate(ROWS) for n in range(long)]
#: 4 hexagons a sector, which meet at the centre: a guess as well
_IN = {
    "psi": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "phi": ((-1, 1), (0, 1), (-1, 2), (-1, 3)),
    "delta": ((1, 1), (0, 2), (1, 2), (0, 3)),
}
SECTOR = {hexagon: sector for sector, there in _IN.items() for hexagon in there}


def neighbours(hexagon: Hexagon) -> list[Hexagon]:
    return [(hexagon[0] + q, hexagon[1] + r) for q, r in AROUND]


def sides(hexagon: Hexagon) -> list[Space]:
    return [frozenset({hexagon, other}) for other in neighbours(hexagon)]


def corners(hexagon: Hexagon) -> list[Space]:
    ring = neighbours(hexagon)
    return [frozenset({hexagon, ring[i - 1], ring[i]}) for i in range(6)]


SIDES = sorted({side for h in HEXAGONS for side in sides(h)}, key=sorted)
CORNERS = sorted({corner for h in HEXAGONS for corner in corners(h)}, key=sorted)
#: the sides that meet at each corner
AT_CORNER: Mapping[Space, list[Space]] = {c: [s for s in SIDES if s < c] for c in CORNERS}
#: life spaces that share a corner, star spaces that a side joins
NEXT: Mapping[Space, list[Space]] = {
    **{
        s: [o for o in SIDES if o != s and any({s, o} <= {*at} for at in AT_CORNER.values())]
        for s in SIDES
    },
    **{c: [o for o in CORNERS if o != c and len(c & o) == 2] for c in CORNERS},
}
CENTRE: Space = frozenset({(0, 1), (1, 0), (1, 1)})


def sectors(space: Space) -> set[str]:
    """Every sector that a piece there touches."""
    return {SECTOR[h] for h in space if h in SECTOR}


def reach(start: Space, filled: Collection[Space]) -> Iterator[Space]:
    """The free spaces to which one move leads: next door, or over any run of filled ones."""
    seen, ways = {start}, [start]
    while ways:
        for space in NEXT[ways.pop()]:
            if space in seen:
                continue
            seen.add(space)
            if space in filled:
                ways.append(space)
            else:
                yield space


def group(filled: Collection[Space]) -> int:
    """The size of the largest run of filled spaces."""
    left, best = set(filled), 0
    while left:
        ways, size = [left.pop()], 0
        while ways:
            size += 1
            joined = [space for space in NEXT[ways.pop()] if space in left]
            left.difference_update(joined)
            ways += joined
        best = max(best, size)
    return best
