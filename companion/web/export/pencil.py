"""Draws letters, badges, bars and lines on a picture, in the colours of the dark theme.

It knows no table. Check words with `readable` first: a letter missing from the typeface would be
drawn as a box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from math import hypot
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.referee.boards import DrawnBoard, PieceShape
from companion.web.files import css_token_colours, seat_colours

NIGHT, CARD, LINE, INK, INK_2, INK_3, SEAT_INK = (
    css_token_colours()[name]
    for name in ("bg", "surface", "line", "ink", "ink-2", "ink-3", "seat-ink")
)

SEAT_COLOURS = seat_colours()

#: The seats' symbols on a 24 by 24 grid, as in static/icons.svg.
SEAT_SYMBOL_CORNERS = {
    "triangle": ((12, 3.6), (21.4, 20), (2.6, 20)),
    "diamond": ((12, 2), (21.5, 12), (12, 22), (2.5, 12)),
    "square": ((4, 4), (20, 4), (20, 20), (4, 20)),
    "heart": ((3.2, 11.6), (20.8, 11.6), (12, 21)),
    "cross": (
        *((8.8, 2.5), (15.2, 2.5), (15.2, 8.8), (21.5, 8.8), (21.5, 15.2), (15.2, 15.2)),
        *((15.2, 21.5), (8.8, 21.5), (8.8, 15.2), (2.5, 15.2), (2.5, 8.8), (8.8, 8.8)),
    ),
    "star": (
        *((12, 2), (15, 8.7), (22.3, 9.4), (16.8, 14.3), (18.4, 21.5)),
        *((12, 17.7), (5.6, 21.5), (7.2, 14.3), (1.7, 9.4), (9, 8.7)),
    ),
}

#: Centre, radius, and whether the disc is cut out.
SEAT_SYMBOL_DISCS = {
    "moon": ((11.4, 12.4, 9.4, False), (17, 8, 8.2, True)),
    "ring": ((12, 12, 9.75, False), (12, 12, 5.25, True)),
    "heart": ((7.3, 8.6, 4.9, False), (16.7, 8.6, 4.9, False)),
}

#: Lines differ by their dashes too: lengths drawn and left out, in turn.
LINE_DASH_LENGTHS: tuple[tuple[int, ...], ...] = ((), (22, 10), (6, 11), (28, 10, 6, 10))

#: The corners of a hexagon that stands on one, for half a height of 1.
HEXAGON_CORNERS = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))

#: Pixels of a board's unit at most.
MAX_PIXELS_PER_BOARD_UNIT = 2.2

#: Drawn enlarged by this factor and scaled down, for smooth edges.
SUPERSAMPLING_FACTOR = 2

Point = tuple[float, float]

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=32)
def load_font(size: int, bold: bool = False) -> Font:
    """Returns the bundled typeface, so that every picture looks the same."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(Path(__file__).parent / "fonts" / name), size)


def has_all_glyphs(words: str) -> bool:
    """Returns whether the typeface has all letters of these words."""
    return all(_has(sign) for sign in words if not sign.isspace())


@lru_cache(maxsize=4096)
def _has(sign: str) -> bool:
    return _drawn(sign) != _drawn("\uffff")


def _drawn(sign: str) -> tuple[tuple[int, int], bytes]:
    mask = load_font(24).getmask(sign)
    return mask.size, bytes(mask)


def cut_to_width(words: str, letters: Font, width: float) -> str:
    """Returns as much of the words as fits into the width (pixels)."""
    if letters.getlength(words) <= width:
        return words
    while words and letters.getlength(words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrap_text(words: str, letters: Font, width: float, most: int) -> list[str]:
    """Returns the words in up to `most` lines of this width (pixels); the rest is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if letters.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept, rest = lines[: most - 1], lines[most - 1 :]
    return [
        cut_to_width(draw_line, letters, width)
        for draw_line in (*kept, " ".join(rest))
        if draw_line
    ]


@lru_cache(maxsize=64)
def draw_badge(colour: str, symbol: str, size: int) -> Image.Image:
    """Returns a seat's badge, colour and symbol, on a transparent background."""
    large = size * SUPERSAMPLING_FACTOR
    image = Image.new("RGBA", (large, large))
    draw = ImageDraw.Draw(image)
    fill = SEAT_COLOURS.get(colour, INK_3)
    draw.ellipse((0, 0, large - 1, large - 1), fill=fill)
    unit, edge = large * 0.58 / 24, large * 0.21
    if symbol in SEAT_SYMBOL_CORNERS:
        corners = [(edge + x * unit, edge + y * unit) for x, y in SEAT_SYMBOL_CORNERS[symbol]]
        draw.polygon(corners, fill=SEAT_INK)
    for x, y, radius, out in SEAT_SYMBOL_DISCS.get(symbol, ()):
        middle = (edge + x * unit, edge + y * unit)
        draw.circle(middle, radius * unit, fill=fill if out else SEAT_INK)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def draw_board(board: DrawnBoard, colour: str, wide: int, tallest: int) -> Image.Image:
    """Returns a board in the middle of a card of this width, as tall as it needs to be."""
    left, top, right, bottom = board.bounds
    pad = 20 * SUPERSAMPLING_FACTOR
    across, down = wide * SUPERSAMPLING_FACTOR - 2 * pad, tallest * SUPERSAMPLING_FACTOR - 2 * pad
    unit = min(
        across / (right - left),
        down / (bottom - top),
        MAX_PIXELS_PER_BOARD_UNIT * SUPERSAMPLING_FACTOR,
    )
    tall = round((bottom - top) * unit) + 2 * pad
    image = Image.new("RGB", (wide * SUPERSAMPLING_FACTOR, tall), NIGHT)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (0, 0, wide * SUPERSAMPLING_FACTOR - 1, tall - 1),
        28 * SUPERSAMPLING_FACTOR,
        CARD,
        LINE,
        2 * SUPERSAMPLING_FACTOR,
    )
    aside = (wide * SUPERSAMPLING_FACTOR - (right - left) * unit) / 2
    for y in board.rails:
        at = pad + (y - top) * unit
        draw.line(
            (2 * SUPERSAMPLING_FACTOR, at, (wide - 3) * SUPERSAMPLING_FACTOR, at),
            LINE,
            2 * SUPERSAMPLING_FACTOR,
        )
    for shape in board.shapes:
        middle = (aside + (shape.x - left) * unit, pad + (shape.y - top) * unit)
        _draw_shape(draw, shape, middle, unit, SEAT_COLOURS.get(colour, INK_3))
    return image.resize((wide, tall // SUPERSAMPLING_FACTOR), Image.Resampling.LANCZOS)


def _draw_shape(
    draw: ImageDraw.ImageDraw, shape: PieceShape, middle: Point, unit: float, seat_fill: str
) -> None:
    (x, y), r, half = middle, shape.r * unit, shape.half_width * unit
    fill = (
        css_token_colours()[shape.fill] if shape.fill else seat_fill if shape.fill == "" else None
    )
    edge = fill or seat_fill
    if shape.kind == "disc":
        draw.circle(middle, r, fill, edge, 2 * SUPERSAMPLING_FACTOR)
    elif shape.kind == "hexagon":
        corners = [(x + dx * r, y + dy * r) for dx, dy in HEXAGON_CORNERS]
        draw.polygon(corners, fill, edge, 2 * SUPERSAMPLING_FACTOR)
    else:
        box = (x - half, y - r, x + half, y + r)
        draw.rounded_rectangle(box, r / 4, fill, edge, 2 * SUPERSAMPLING_FACTOR)
    lines = shape.label.count("\n") + 1
    letters = load_font(round(r * (0.95 if lines == 1 else 0.62)), True)
    draw.text(middle, shape.label, SEAT_INK if fill else INK, letters, anchor="mm", align="center")


def draw_line(draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: str, style: int) -> None:
    """Draws a line through these points, in one of four dash styles."""
    dashes = LINE_DASH_LENGTHS[style % len(LINE_DASH_LENGTHS)]
    fill, width = SEAT_COLOURS.get(colour, INK_3), 4 * SUPERSAMPLING_FACTOR
    for piece in (
        _dashed(points, [dash * SUPERSAMPLING_FACTOR for dash in dashes])
        if dashes
        else [list(points)]
    ):
        draw.line(piece, fill=fill, width=width, joint="curve")
        for x, y in (piece[0], piece[-1]):
            draw.circle((x, y), width / 2 - 0.5, fill=fill)


def _dashed(points: Sequence[Point], dashes: Sequence[int]) -> Iterator[list[Point]]:
    """Yields the parts of the line that are drawn; a dash continues around corners."""
    lengths = cycle(dashes)
    left, drawn = float(next(lengths)), True
    piece = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        whole = hypot(to_x - x, to_y - y)
        gone = 0.0
        while whole - gone > left:
            gone += left
            at = (x + (to_x - x) * gone / whole, y + (to_y - y) * gone / whole)
            if drawn:
                yield [*piece, at]
            piece, drawn, left = [at], not drawn, float(next(lengths))
        left -= whole - gone
        piece.append((to_x, to_y))
    if drawn and len(piece) > 1:
        yield piece
