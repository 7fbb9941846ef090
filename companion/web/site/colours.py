"""The colours of the style sheets, for what is drawn without them: read from `tokens.css`."""

from __future__ import annotations

import re
from functools import lru_cache

from companion.paths import ROOT

TOKENS = ROOT / "static" / "css" / "tokens.css"

#: What stands before it is the dark theme, which holds wherever the light one says nothing.
LIGHT = "@media (prefers-color-scheme: light)"

COLOUR = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6});")

SEAT = re.compile(r"seat-(?!ink)(\w+)")


@lru_cache(maxsize=2)
def colours(light: bool = False) -> dict[str, str]:
    """Colour by the name of its token, as `#rrggbb`."""
    dark, _, other = TOKENS.read_text(encoding="utf-8").partition(LIGHT)
    return dict(COLOUR.findall(dark + other if light else dark))


def seat_colours() -> dict[str, str]:
    """Colour by the name that a seat's marker has in the box."""
    return {seat[1]: value for name, value in colours().items() if (seat := SEAT.fullmatch(name))}
