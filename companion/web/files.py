"""All style sheets of a page as one file, and all its scripts as another.

Together they compress a fifth better than one by one, and a phone sends two requests, not fifteen.
Comments and indentation are removed. There is no build step: the files in static/ are the only
source. A table's page has its game's styles in the same file, and never another game's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from companion.paths import ROOT_FOLDER
from companion.referee.game import Game

try:
    from rjsmin import jsmin
except ModuleNotFoundError:
    # Nothing ready to install but for Linux. Whole scripts are 1 to 2 kB more, compressed.
    jsmin = str

DESIGN_TOKENS_FILE = ROOT_FOLDER / "static" / "css" / "tokens.css"

#: The dark theme stands before this mark; it also applies where the light one is silent.
LIGHT_THEME_MEDIA_QUERY = "@media (prefers-color-scheme: light)"

COLOUR_VARIABLE_PATTERN = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6});")

SEAT_COLOUR_PATTERN = re.compile(r"seat-(?!ink)(\w+)")


@lru_cache(maxsize=2)
def css_token_colours(light: bool = False) -> dict[str, str]:
    """Returns the colour of each CSS token as `#rrggbb`; `light`: of the light theme."""
    dark, _, other = DESIGN_TOKENS_FILE.read_text(encoding="utf-8").partition(
        LIGHT_THEME_MEDIA_QUERY
    )
    return dict(COLOUR_VARIABLE_PATTERN.findall(dark + other if light else dark))


def seat_colours() -> dict[str, str]:
    """Returns the colour of each seat marker by its name."""
    return {
        seat[1]: value
        for name, value in css_token_colours().items()
        if (seat := SEAT_COLOUR_PATTERN.fullmatch(name))
    }


#: The parts of every page, in this order.
BUNDLED_FILES_BY_SUFFIX = {
    "css": ("tokens", "app", "panels", "scenes", "pages", "sill", "checks", "asking", "ending"),
    "js": (
        *("vendor/htmx.min", "vendor/hx-sse.min"),
        *(
            "press",
            "sill",
            "focus",
            "live",
            "taps",
            "hold",
            "sheets",
            "back",
            "steppers",
            "drawings",
            "app",
            "awake",
            "mine",
        ),
    ),
}

#: What to remove from style sheets: comments with their lines, indentation. rcssmin saves little
#: more once compressed, and drops a significant space: `.a :is(b)` inside @container.
CSS_COMMENT_OR_INDENT_PATTERN = re.compile(
    r"^\s*/\*.*?\*/\s*|/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE
)

#: What of a game's style sheet a television alone reads; a phone isn't sent it.
TELEVISION_PATTERN = re.compile(
    r"^@media \(min-width: 1000px\) and \(min-aspect-ratio: 5/4\) \{\n.*?^\}\n",
    re.DOTALL | re.MULTILINE,
)

CONTENT_TYPE_BY_SUFFIX = {"css": "text/css", "js": "text/javascript"}

#: Endpoints whose addresses carry the version, and whose responses may be cached.
VERSIONED_ENDPOINTS = frozenset(
    {
        "static",
        "assets.bundle",
        "assets.game_bundle",
        "assets.television_bundle",
        "assets.game_picture",
    }
)

#: The shared icons; a game's icons are in its own file.
ICON_SPRITE_FILE_NAME = "icons.svg"


def game_colour_css(game: Game) -> str:
    """Returns the game's colours as rules for the body of its pages; they differ by theme."""
    dark, *light = (f".g-{game.slug}{{{tint.css_rules}}}" for tint in game.art.tints)
    return "\n".join([dark, *(f"{LIGHT_THEME_MEDIA_QUERY}{{{rule}}}" for rule in light)])


@lru_cache(maxsize=64)
def join_files(
    folder: Path, kind: str, game: Game | None = None, television: bool = False
) -> bytes:
    """Returns the files in order, each after its name; a game's own at the end. `television`: with
    what is read on a television alone.
    """
    more = game.art.file_path(kind) if game else None
    # A script that ends without a semicolon would call what the next one begins with.
    between = "\n;\n" if kind == "js" else "\n"
    names = [f"{part}.{kind}" for part in BUNDLED_FILES_BY_SUFFIX[kind]]
    named = [(name, folder / kind / name) for name in names] + ([(more.name, more)] if more else [])
    parts = [f"/* {name} */\n{minified_text(file, television)}" for name, file in named]
    if game and game.art.tints:
        parts.append(game_colour_css(game))
    return between.join(parts).encode()


def minified_text(file: Path, television: bool = True) -> str:
    """Returns a file without comments and indentation, and without what a television alone reads
    unless this is one; a minified one unchanged.
    """
    text = file.read_text(encoding="utf-8")
    if ".min." in file.name:
        return text
    if file.suffix == ".js":
        return str(jsmin(text))
    return CSS_COMMENT_OR_INDENT_PATTERN.sub(
        "", text if television else TELEVISION_PATTERN.sub("", text)
    )


@lru_cache(maxsize=1)
def icon_names(folder: Path) -> frozenset[str]:
    """Returns the names of the shared icons."""
    return frozenset(
        re.findall(r'<symbol id="([^"]+)"', (folder / ICON_SPRITE_FILE_NAME).read_text("utf-8"))
    )
