"""The picture of a result: a real PNG that shows everybody's colour, whatever the names are."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageColor, ImageDraw

from companion.referee.game import Game
from companion.web.export import pencil
from companion.web.files import css_token_colours
from tests.kit.phones import Phone
from tests.kit.toy_ending import CLOSING

HIGHEST = 1024 * 1024


@pytest.fixture
def games() -> Mapping[str, Game]:
    return {"heap": CLOSING}


def picture_of(phone: Phone, code: str) -> Image.Image:
    answer = phone.get(f"/t/{code}/result.png")
    assert answer.status_code == 200
    assert answer.content_type == "image/png"
    assert len(answer.data) < HIGHEST
    image = Image.open(io.BytesIO(answer.data))
    assert image.format == "PNG"
    return image.convert("RGB")


def finished(ana: Phone, seats: int = 1, names: tuple[str, ...] = ()) -> str:
    code = ana.open_table(seats=seats)
    for seat, name in enumerate(names, start=1):
        ana.post(f"/t/{code}/sit", seat=seat)
        ana.post(f"/t/{code}/rename", seat=seat, name=name)
    ana.post(f"/t/{code}/start")
    for seat in range(1, seats + 1):
        count = 9 - seats + 1 if seat == seats else 1
        ana.tap(code, f"take {count}", seat=seat)
    return code


def test_every_seat_is_on_it_in_its_colour(phone: Callable[[], Phone]) -> None:
    ana = phone()
    image = picture_of(ana, finished(ana, 4, ("Ana", "Ben", "Zoë", "Łukasz")))
    assert image.width == 1080
    painted = {colour for _, colour in image.getcolors(HIGHEST * 4) or ()}
    for name in ("seat-magenta", "seat-cyan", "seat-violet", "seat-amber", "bg", "surface", "ink"):
        assert ImageColor.getrgb(css_token_colours()[name]) in painted


def test_it_has_a_line_for_each_player(phone: Callable[[], Phone]) -> None:
    ana = phone()
    tall = [
        picture_of(ana, finished(ana, seats, ("A", "B", "C", "D")[:seats])).height
        for seats in (1, 4)
    ]
    assert tall[1] - tall[0] == 3 * 92


@pytest.mark.parametrize("name", ["田中さん", "😀😀", "W" * 20, "a\u0301", "محمد"])
def test_no_name_is_too_much_for_it(phone: Callable[[], Phone], name: str) -> None:
    ana = phone()
    picture_of(ana, finished(ana, 2, (name, "Ben")))


@pytest.mark.parametrize(
    ("words", "readable"),
    [("Ana", True), ("Łukasz Żółć", True), ("Ирина", True), ("田中", False), ("Ana 😀", False)],
)
def test_what_the_typeface_has_letters_for(words: str, readable: bool) -> None:
    assert pencil.has_all_glyphs(words) is readable


def test_words_are_cut_where_the_room_ends() -> None:
    letters = pencil.load_font(30)
    assert pencil.cut_to_width("short", letters, 500) == "short"
    short = pencil.cut_to_width("a very long name that goes on", letters, 200)
    assert short.endswith("…") and letters.getlength(short) <= 200
    lines = pencil.wrap_text("one two three four five six seven", letters, 150, 2)
    assert len(lines) == 2 and lines[-1].endswith("…")
    assert all(letters.getlength(line) <= 150 for line in lines)


@pytest.mark.parametrize("style", range(4))
def test_lines_differ_by_more_than_their_colour(style: int) -> None:
    image = Image.new("RGB", (600, 40))
    pencil.draw_line(ImageDraw.Draw(image), [(10, 20), (300, 20), (590, 20)], "cyan", style)
    row = [image.getpixel((x, 20)) != (0, 0, 0) for x in range(600)]
    breaks = sum(here and not after for here, after in pairwise(row))
    assert (breaks == 1) == (style == 0)
    assert row[12] and sum(row) > 150


@pytest.mark.parametrize(
    "symbol", ["triangle", "diamond", "moon", "cross", "star", "ring", "square", "heart"]
)
def test_every_symbol_is_drawn(symbol: str) -> None:
    pixels = pencil.draw_badge("cyan", symbol, 60).convert("RGB").getcolors(4000) or []
    dark = sum(count for count, colour in pixels if colour == (16, 21, 42))
    assert 100 < dark < 1500
    assert Path(pencil.load_font(12).path).parent.name == "fonts"  # type: ignore[arg-type]
