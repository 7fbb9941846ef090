"""What a seat has built, as plain shapes, for pictures that the server draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class PieceShape:
    """A piece. `x`, `y`: its middle; `r`: half its height; `label`: lines of text on it; `fill`:
    the name of its colour in `static/css/tokens.css`, "" for the seat's, None for an outline alone.
    """

    kind: Literal["disc", "hexagon", "card"]
    x: float
    y: float
    r: float
    label: str = ""
    fill: str | None = ""

    @property
    def half_width(self) -> float:
        """Returns half its width."""
        return self.r * 1.25 if self.kind == "card" else self.r


@dataclass(frozen=True)
class DrawnBoard:
    """A drawn board: its pieces. `rails`: the heights of lines across it, behind the pieces."""

    shapes: tuple[PieceShape, ...]
    rails: tuple[float, ...] = ()

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Returns its left, upper, right and lower edge; a square of 1 if it is empty."""
        across = [
            each.x + side for each in self.shapes for side in (-each.half_width, each.half_width)
        ]
        down = [each.y + side for each in self.shapes for side in (-each.r, each.r)]
        down += self.rails
        return (
            min(across, default=0),
            min(down, default=0),
            max(across, default=1),
            max(down, default=1),
        )
