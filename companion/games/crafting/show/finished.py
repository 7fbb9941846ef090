"""The finished galaxies, drawn: nebulae by size around a middle, the completed ones in colour.

The real places of tiles are not entered, so these are the drawing's own.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.crafting.show.table import galaxy_summary_words
from companion.games.crafting.state import State
from companion.referee.boards import DrawnBoard, PieceShape
from companion.referee.panels import Scene
from companion.referee.text import Text

#: steps around the middle: first to a ring's beginning, then along its six sides; in half a
#: hexagon's width, and rows
_SIDES = ((-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1))
HALF_COLUMN_WIDTH, ROW_HEIGHT = 21, 36
#: from a hexagon's middle to its corners, and beyond them
HEXAGON_RADIUS, EDGE_WIDTH = 22, 24


@dataclass(frozen=True)
class NebulaCell:
    """A nebula: the middle of its drawing, its size, whether it was completed."""

    x: int
    y: int
    size: int
    completed: bool


@dataclass(frozen=True)
class GalaxyDrawing:
    """One seat's galaxy. `half_side`: how far from the middle anything is drawn."""

    seat: int
    points: int
    facts: Text
    cells: tuple[NebulaCell, ...]

    @property
    def half_side(self) -> int:
        """Half the side of the square around it."""
        return EDGE_WIDTH + max((max(abs(cell.x), abs(cell.y)) for cell in self.cells), default=0)

    @property
    def full_side(self) -> int:
        """The side of that square."""
        return 2 * self.half_side


def hexagon_centres(number: int) -> list[tuple[int, int]]:
    """Returns the middles of `number` hexagons in rings around the first one."""
    found, ring = [(0, 0)], 0
    while len(found) < number:
        ring += 1
        x, y = 2 * ring, 0
        for across, down in _SIDES:
            for _ in range(ring):
                x, y = x + across, y + down
                found.append((x, y))
    return [(x * HALF_COLUMN_WIDTH, y * ROW_HEIGHT) for x, y in found[:number]]


def galaxies_scene(s: State, seats: tuple[int, ...]) -> Scene:
    """Returns every seat's galaxy in the order of the result."""
    return Scene(
        id="finished",
        drawing="finished",
        screen="scores",
        shared=True,
        title=Text("The finished galaxies"),
        facts=tuple(_galaxy(s, seat) for seat in seats),
    )


def _galaxy(s: State, seat: int) -> GalaxyDrawing:
    board = s.board(seat)
    tiles = sorted(board.tiles, key=lambda tile: (not tile.completed, -tile.size))
    cells = tuple(
        NebulaCell(x, y, tile.size, tile.completed)
        for tile, (x, y) in zip(tiles, hexagon_centres(len(tiles)), strict=True)
    )
    return GalaxyDrawing(seat, board.points.total, galaxy_summary_words(board), cells)


def galaxy_board(s: State, seat: int) -> DrawnBoard:
    """Returns the seat's galaxy as shapes: incomplete nebulae are outlines."""
    shapes = (
        PieceShape(
            "hexagon",
            cell.x,
            cell.y,
            HEXAGON_RADIUS,
            str(cell.size),
            "" if cell.completed else None,
        )
        for cell in _galaxy(s, seat).cells
    )
    return DrawnBoard(tuple(shapes))
