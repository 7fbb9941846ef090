"""Draws the key visual of a game that brings none: a night with its own stars, a constellation and
a ringed body that carries the game's first icon, or its first letter.

The same game has the same picture everywhere: all that differs comes out of its slug and colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from math import cos, pi, sin

from companion.referee.art import GameArt

#: The picture's size, in units of its view box; the body's centre and radius. It stands right of
#: the middle, so that a title fits at its left.
WIDTH, HEIGHT = 640, 360
CENTRE_X, CENTRE_Y, RADIUS = 392, 176, 74
#: Degrees by which the orbits and the ring lean.
LEAN = -14

#: The hue and three glows of a game that names no colours, chosen by its slug.
PALETTES = (
    ("#ffd27a", ("#7a4d0c", "#123a63", "#4a2a86")),
    ("#7ae0d2", ("#0b5a5a", "#1c2f74", "#5a2a6e")),
    ("#ff9db5", ("#7a1f45", "#23306e", "#5a3a0c")),
    ("#9fc4ff", ("#173f86", "#3f1f6e", "#0d5350")),
    ("#b9e07a", ("#2f5a14", "#123a63", "#5c2a52")),
    ("#c9a9ff", ("#4a2a86", "#0d4a63", "#6e2a3a")),
)
NIGHT, NIGHT_EDGE = "#070b1c", "#101a3c"

_FIRST_SYMBOL = re.compile(r"<symbol\b[^>]*?viewBox=\"([^\"]+)\"[^>]*>(.*?)</symbol>", re.DOTALL)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def default_art(slug: str, title: str, art: GameArt) -> str:
    """Returns the picture as svg of 640 x 360 that may be cropped to its middle."""
    hue, glows = _colours(slug, art)
    values = _Values(slug)
    faint, bright = (_stars(values, count) for count in (110, 22))
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            ' preserveAspectRatio="xMidYMid slice">',
            _definitions(hue, glows),
            f'<path fill="url(#n)" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>',
            '<ellipse cx="500" cy="60" rx="330" ry="230" fill="url(#g0)" opacity=".95"/>',
            '<ellipse cx="90" cy="150" rx="300" ry="200" fill="url(#g1)"/>',
            '<ellipse cx="420" cy="350" rx="330" ry="170" fill="url(#g2)" opacity=".85"/>',
            '<g stroke="#fff" stroke-linecap="round">'
            f'<path stroke-width="1.1" opacity=".55" d="{faint}"/>'
            f'<path stroke-width="2" opacity=".85" d="{bright}"/></g>',
            *_orbits(hue),
            *_constellation(values, hue),
            *_body(),
            _mark(title, art),
            "</svg>",
        )
    )


class _Values:
    """Numbers from 0 up to 1 that follow from a word, always the same ones."""

    def __init__(self, word: str) -> None:
        self._word, self._count = word, 0

    def next(self) -> float:
        self._count += 1
        digest = sha256(f"{self._word} {self._count}".encode()).digest()
        return int.from_bytes(digest[:4]) / 2**32

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.next()


def _colours(slug: str, art: GameArt) -> tuple[str, tuple[str, str, str]]:
    """Returns the hue and the glows: the dark theme's where the game has plain ones."""
    if art.tints and all(map(_COLOUR.fullmatch, (art.tints[0].hue, *art.tints[0].auras))):
        return art.tints[0].hue, art.tints[0].auras
    return PALETTES[sha256(slug.encode()).digest()[0] % len(PALETTES)]


def _definitions(hue: str, glows: tuple[str, str, str]) -> str:
    auras = "".join(
        f'<radialGradient id="g{n}"><stop stop-color="{glow}"/>'
        f'<stop offset="1" stop-color="{glow}" stop-opacity="0"/></radialGradient>'
        for n, glow in enumerate(glows)
    )
    return (
        f'<defs><linearGradient id="n" x2=".7" y2="1"><stop stop-color="{NIGHT}"/>'
        f'<stop offset="1" stop-color="{NIGHT_EDGE}"/></linearGradient>{auras}'
        '<radialGradient id="p" cx=".32" cy=".28" r=".95"><stop stop-color="#fff"/>'
        f'<stop offset=".22" stop-color="{hue}"/><stop offset=".72" stop-color="{glows[0]}"/>'
        f'<stop offset="1" stop-color="{NIGHT}"/></radialGradient><linearGradient id="r">'
        f'<stop stop-color="{hue}" stop-opacity=".1"/><stop offset=".5" stop-color="{hue}"/>'
        f'<stop offset="1" stop-color="{hue}" stop-opacity=".1"/></linearGradient></defs>'
    )


def _stars(values: _Values, count: int) -> str:
    """Returns so many dots as a path."""
    places = ((values.between(0, WIDTH), values.between(0, HEIGHT)) for _ in range(count))
    return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in places)


def _leaning(inside: str) -> str:
    return f'<g transform="rotate({LEAN} {CENTRE_X} {CENTRE_Y})">{inside}</g>'


def _orbits(hue: str) -> Iterator[str]:
    rings = "".join(
        f'<ellipse cx="{CENTRE_X}" cy="{CENTRE_Y}" rx="{across}" ry="{high}"'
        f' stroke-opacity="{seen}"/>'
        for across, high, seen in ((250, 84, 0.22), (196, 62, 0.35), (142, 42, 0.48))
    )
    yield _leaning(f'<g fill="none" stroke="{hue}" stroke-width="1.4">{rings}</g>')


def _constellation(values: _Values, hue: str) -> Iterator[str]:
    """Yields seven to nine stars around the body, joined by a line."""
    count = 7 + int(values.between(0, 3))
    turned = values.between(0, 2 * pi)
    places = [
        (
            CENTRE_X + values.between(170, 240) * cos(turned + 2 * pi * n / count),
            CENTRE_Y + values.between(100, 150) * sin(turned + 2 * pi * n / count),
        )
        for n in range(count)
    ]
    line = "L".join(f"{x:.0f} {y:.0f}" for x, y in places)
    yield f'<path d="M{line}" fill="none" stroke="{hue}" stroke-opacity=".62" stroke-width="1.3"/>'
    for x, y in places:
        size = values.between(2.6, 4.6)
        yield (
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{2.6 * size:.1f}" fill="{hue}" opacity=".17"/>'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:.1f}" fill="#fff"/>'
        )


def _body() -> Iterator[str]:
    """Yields the ring's far half, the body, the ring's near half."""
    across, high = 142, 30
    yield _leaning(
        f'<ellipse cx="{CENTRE_X}" cy="{CENTRE_Y}" rx="{across}" ry="{high}" fill="none"'
        ' stroke="url(#r)" stroke-width="11" opacity=".75"/>'
    )
    yield f'<circle cx="{CENTRE_X}" cy="{CENTRE_Y}" r="{RADIUS}" fill="url(#p)"/>'
    yield _leaning(
        f'<path d="M{CENTRE_X - across} {CENTRE_Y}A{across} {high} 0 0 0 {CENTRE_X + across}'
        f' {CENTRE_Y}" fill="none" stroke="url(#r)" stroke-width="11"/>'
    )


def _mark(title: str, art: GameArt) -> str:
    """Returns what the body carries, on a darker disc: the game's first icon or first letter."""
    disc = f'<circle cx="{CENTRE_X}" cy="{CENTRE_Y}" r="50" fill="{NIGHT}" opacity=".4"/>'
    icons = art.file_path("svg")
    found = _FIRST_SYMBOL.search(icons.read_text(encoding="utf-8")) if icons else None
    if found is None:
        return disc + (
            f'<text x="{CENTRE_X}" y="{CENTRE_Y + 26}" text-anchor="middle" fill="#fff"'
            f' font-family="sans-serif" font-weight="700" font-size="76">{escape(title[:1])}</text>'
        )
    size = RADIUS
    return disc + (
        f'<svg x="{CENTRE_X - size / 2:g}" y="{CENTRE_Y - size / 2:g}"'
        f' width="{size}" height="{size}"'
        f' viewBox="{escape(found[1])}" color="#fff" fill="none" stroke="none">{found[2]}</svg>'
    )
