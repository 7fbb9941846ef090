"""The set-up is drawn as the table from above: every step has its number where its pieces lie, a
tick once it is done, and what is drawn is what this table has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.games.cosmogenesis.pieces import sector_one_filled_space_count
from companion.games.crafting.pieces import CRYSTAL_COUNT_BY_PLAYERS, DARK_MARBLE_COUNT_BY_PLAYERS
from tests.kit.phones import Phone

DRAWING = re.compile(r'<div class="lay">\s*<svg .*?</svg>', re.DOTALL)
STEP = re.compile(r'<g class="step (\w+)"[^>]*><circle r="11"/>(?:<text dy=".36em">(\d+)|<path)')
LINE = re.compile(r'name="line" value="([^"]+)">\s*<button class="lay-cell"')
MARK = re.compile(r'<g class="mark [\w-]+" transform="translate\((\d+) (\d+)\)"')
#: How wide a drawing and half of a mark are, in its units.
WIDTH, RADIUS = 360, 11
SEATS = [(slug, seats) for slug in sorted(CATALOGUE) for seats in CATALOGUE[slug].seats]


@pytest.fixture
def real(config: Config) -> Iterator[Flask]:
    """With the real games."""
    app = create_app(config)
    app.testing = True
    yield app
    app.extensions["companion"].close()


class LaidTable:
    """A table in its set-up, all seats played from one phone."""

    def __init__(self, app: Flask, game: str, seats: int, **options: str) -> None:
        self.phone = Phone(app)
        self.code = self.phone.post("/tables", game=game, seats=seats, name="Ana").location[-4:]
        for seat in range(2, seats + 1):
            self.phone.post(f"/t/{self.code}/sit", seat=seat, name=f"P{seat}")
        for key, value in options.items():
            self.phone.post(f"/t/{self.code}/option", key=key, value=value)
        self.phone.post(f"/t/{self.code}/start")

    def page(self) -> str:
        return self.phone.get(f"/t/{self.code}").text

    def drawn(self) -> str:
        return "".join(DRAWING.findall(self.page()))

    def steps(self) -> list[tuple[str, str]]:
        """What is drawn of each step, by number: its state and its number, "" for a tick."""
        return sorted(STEP.findall(self.drawn()), key=lambda step: int(step[1] or 0))

    def tick(self, *numbers: int) -> None:
        keys = LINE.findall(self.page())
        for number in numbers:
            self.phone.post(f"/t/{self.code}/tick", line=keys[number - 1], on=1)


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_every_step_has_its_number_on_the_drawing(real: Flask, game: str, seats: int) -> None:
    laid = LaidTable(real, game, seats)
    lines = len(LINE.findall(laid.page()))
    numbers = [str(number) for number in range(1, lines + 1)]
    assert [number for _, number in laid.steps()] == numbers
    assert [state for state, _ in laid.steps()] == ["now", *["later"] * (lines - 1)]


@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_a_step_is_ticked_on_the_drawing_and_the_next_is_lit(real: Flask, game: str) -> None:
    laid = LaidTable(real, game, 2)
    lines = len(LINE.findall(laid.page()))
    laid.tick(1, 3)
    later = [("later", str(number)) for number in range(4, lines + 1)]
    assert laid.steps() == [("done", ""), ("done", ""), ("now", "2"), *later]
    laid.tick(*range(1, lines + 1))
    assert laid.steps() == [("done", "")] * lines


@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_every_step_has_pieces_of_its_own(real: Flask, game: str) -> None:
    laid = LaidTable(real, game, 2)
    pieces = re.findall(
        r'<g class="(now|later|done)\b[^"]*"[^>]*>\s*<(?:g|rect|use|path|circle)', laid.drawn()
    )
    assert pieces and Counter(pieces) == Counter(state for state, _ in laid.steps())


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_marks_of_all_seats_stand_apart_within_the_drawing(
    real: Flask, game: str, seats: int
) -> None:
    found = MARK.findall(LaidTable(real, game, seats).drawn())
    marks = [(int(x), int(y)) for x, y in found]
    assert len(marks) == seats
    assert all(RADIUS <= x <= WIDTH - RADIUS for x, _ in marks)
    assert all(dist(a, b) >= 2 * RADIUS for a, b in combinations(marks, 2))


@pytest.mark.parametrize("seats", CATALOGUE["cosmogenesis"].seats)
def test_sectors_and_asteroids_are_those_of_this_table(real: Flask, seats: int) -> None:
    _, sectors, own = DRAWING.findall(LaidTable(real, "cosmogenesis", seats).page())
    filled = sector_one_filled_space_count(seats)
    assert sectors.count("#stellar") == filled
    bodies = re.findall(r'<circle class="hole piece" cx="(\d+)"', sectors)
    assert len(set(bodies)) == len(bodies) == 2 * filled
    rows = Counter(re.findall(r'#asteroid" x="\d+" y="(\d+)"', own))
    assert sorted(rows.values()) == list(range(1, seats + 1))


def test_culture_cards_lie_there_where_they_are_played(real: Flask) -> None:
    laid = LaidTable(real, "empires", 2)
    without = len(laid.steps())
    laid = LaidTable(real, "empires", 2, culture="single")
    assert len(laid.steps()) == without + 1 == laid.drawn().count("#reveal") + without


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_crystals_and_marbles_are_those_of_this_table(real: Flask, seats: int) -> None:
    laid = LaidTable(real, "crafting", seats)
    main, own = DRAWING.findall(laid.page())
    assert (
        len(re.findall(r'#crystal" x="\d+" y="\d+" width="25"', main))
        == CRYSTAL_COUNT_BY_PLAYERS[seats]
    )
    marbles = Counter(re.findall(r'class="ball ([\w-]+)"', main))
    assert marbles.pop("dark") == DARK_MARBLE_COUNT_BY_PLAYERS[seats]
    assert sorted(marbles.values()) == [1] * seats
    assert len(re.findall(r'class="mark colour-', own)) == seats
    assert main.count('class="socket"') == 12, "none is on a control yet"


def test_dealt_marbles_lie_on_their_controls(real: Flask) -> None:
    laid = LaidTable(real, "crafting", 2)
    laid.phone.tap(laid.code, "deal dark 2 1 dark dark dark")
    _, *quarters = re.split(r'<g class="c-(\w+)" transform="rotate', laid.drawn())
    found = {
        control: re.findall(r'class="ball (?:colour-)?(\w+)"', inside)
        for control, inside in zip(quarters[::2], quarters[1::2], strict=True)
    }
    assert found == {
        "light": ["dark", "dark"],
        "time": ["dark", "cyan"],
        "gravity": ["magenta"],
        "chemistry": ["dark"],
    }


@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_the_guide_goes_on_once_everything_is_there(real: Flask, game: str) -> None:
    """Its first sentence is about the list; it isn't said on when all of that is done."""
    laid = LaidTable(real, game, 2)
    laid.phone.post(f"/t/{laid.code}/teach", on=1)
    says = re.compile(r'id="coach-words"[^>]*>(.*?)</', re.S)
    before = says.findall(laid.page())
    assert before and "Set it up as shown" in before[0]
    assert "data-ticks" in laid.page()
    laid.tick(*range(1, len(LINE.findall(laid.page())) + 1))
    after = says.findall(laid.page())
    assert after and after[0].strip().startswith("Then ")
