"""Each colour stands once: in tokens.css, or at the head of the styles of the one game that has it.

Whatever shows a colour without a style sheet has the same.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image

from companion.paths import ROOT_FOLDER
from companion.tables.seats import COLOURS
from companion.web.export import pencil
from companion.web.files import css_token_colours, seat_colours
from tests.kit.shape import sources, templates

STATIC = ROOT_FOLDER / "static"
TOKENS = STATIC / "css" / "tokens.css"
SHEETS = sorted(set(STATIC.glob("css/**/*.css")) - {TOKENS})
HEX = r"#(?:[0-9a-fA-F]{3,4}){1,2}\b"
LITERAL = re.compile(rf"{HEX}|\b(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color)\(")
#: Words for colours that people write without thinking.
WORD = re.compile(r"(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|yellow|orange)(?![\w-])")
COLOURS_OF_GAMES = re.compile(r"\bGameColours\([^()]*\([^()]*\)\)")
DECLARED = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DARK, LIGHT = css_token_colours(), css_token_colours(light=True)


def declared(css: str) -> list[tuple[str, str]]:
    return DECLARED.findall(COMMENT.sub("", css))


def without_tokens(css: str) -> str:
    """A sheet without the blocks that tell its colours by name."""
    return re.sub(r":root \{[^}]*\}", "", css)


def themes() -> list[list[tuple[str, str]]]:
    return [declared(part) for part in TOKENS.read_text(encoding="utf-8").split("@media", 2)[:2]]


def of_game(sheet: Path) -> list[Counter[str]]:
    """How often a game tells each of its tokens, theme by theme."""
    found = re.findall(r":root \{[^}]*\}", sheet.read_text(encoding="utf-8"))
    return [Counter(name for name, _ in declared(theme)) for theme in found]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_sheet_but_the_tokens_has_a_colour_of_its_own(sheet: object) -> None:
    found = declared(without_tokens(STATIC.joinpath(str(sheet)).read_text(encoding="utf-8")))
    assert found
    own = [pair for pair in found if LITERAL.search(pair[1]) or WORD.search(pair[1])]
    assert own == []


def test_nothing_else_has_a_colour_of_its_own() -> None:
    """No template, script, symbol or module; the icon of the home screen is tied below."""
    quoted = re.compile(rf"""["']({HEX})["']""")
    texts = {f"templates/{name}": text for name, text in templates().items()}
    files = [
        *STATIC.glob("js/*.js"),
        STATIC / "icons.svg",
        *STATIC.glob("icons/games/*.svg"),
        # A game's picture is art, also where the companion draws it.
        *(path for path in sources("companion") if path.name != "default_art.py"),
    ]
    texts |= {str(file): file.read_text(encoding="utf-8") for file in files}
    # A game tells its own tint on its `Art`, and nowhere else.
    texts = {name: COLOURS_OF_GAMES.sub("", text) for name, text in texts.items()}
    assert {name: quoted.findall(text) for name, text in texts.items() if quoted.search(text)} == {}


def test_a_token_is_told_once_a_theme() -> None:
    dark, light = (Counter(name for name, _ in theme) for theme in themes())
    assert set(dark.values()) == set(light.values()) == {1}
    assert light.keys() <= dark.keys()


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("css/games/*.css")), ids=lambda s: s.name)
def test_a_game_tells_its_own_tokens_once_a_theme(sheet: Path) -> None:
    dark, light = of_game(sheet)
    assert set(dark.values()) == set(light.values()) == {1}
    assert light.keys() <= dark.keys()
    assert dark.keys() & {name for name, _ in themes()[0]} == set(), "those are everybody's"


def test_every_colour_is_read() -> None:
    """As `#rrggbb`, in both themes: what another spelling hid would be missing in the picture."""
    for theme, read in zip(themes(), (DARK, LIGHT), strict=True):
        plain = {name.removeprefix("--"): value for name, value in theme if "#" in value}
        assert plain and plain.items() <= read.items()


def test_every_seat_has_its_colour_everywhere() -> None:
    assert {*COLOURS, "green", "orange", "blue", "white"} == seat_colours().keys()
    style = (STATIC / "css" / "app.css").read_text(encoding="utf-8")
    for name in seat_colours():
        assert f"--seat: var(--seat-{name});" in style
    assert seat_colours() == pencil.SEAT_COLOURS


def test_the_address_bar_and_the_home_screen_have_the_colours_of_the_page(app: Flask) -> None:
    client = app.test_client()
    told = client.get("/manifest.webmanifest").get_json(force=True)
    assert told["theme_color"] == told["background_color"] == DARK["bg"]
    bars = re.findall(
        r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"',
        client.get("/").text,
    )
    assert bars == [(DARK["bg"], "dark"), (LIGHT["bg"], "light")]


def test_the_icon_has_the_colours_of_the_page() -> None:
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    assert set(re.findall(HEX, icon)) == {DARK["bg"], DARK["act"]}


@pytest.mark.parametrize("name", ["any-192", "any-512", "maskable-512", "apple-180"])
def test_the_icons_are_painted_with_them(name: str) -> None:
    with Image.open(STATIC / "icons" / f"{name}.png") as image:
        pixels = image.convert("RGBA")
    counted = Counter({pixel: n for n, pixel in pixels.getcolors(pixels.width**2) or ()})
    ground, lines = [pixel for pixel, _ in counted.most_common(3) if pixel[3] > 250][:2]
    for painted, token in ((ground, "bg"), (lines, "act")):
        wanted = bytes.fromhex(DARK[token].removeprefix("#"))
        # Where a corner is round, the painter of the icon rounded too.
        assert all(abs(a - b) <= 1 for a, b in zip(painted, wanted, strict=False)), token


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_asks_for_what_its_page_tells(sheet: Path) -> None:
    """A colour of one game is known on its own pages alone."""
    told = [TOKENS, *STATIC.glob("css/*.css"), *({sheet} if sheet.parent.name == "games" else ())]
    known = {name for each in told for name, _ in declared(each.read_text(encoding="utf-8"))}
    known |= set(re.findall(r"@property (--[\w-]+)", sheet.read_text(encoding="utf-8")))
    # With a second value: it is fine to be unknown.
    asked = set(re.findall(r"var\((--[\w-]+)\)", sheet.read_text(encoding="utf-8")))
    assert asked - known == set()
