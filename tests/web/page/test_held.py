"""When "You should have" stands on a phone: from the own turn's end on, also at a round's end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.kit.phones import Phone

#: Mira is first in every round, and Ben ends it.
LAID_OUT = ("deal dark 2 1 dark dark dark", "goal stable-life")
HELD = '<section id="held" class="card held">'


class Two(NamedTuple):
    """The phones of both seats, at one table."""

    mira: Phone
    ben: Phone
    code: str

    def plays(self, seat: int, *actions: str) -> None:
        for action in actions:
            assert self[seat - 1].tap(self.code, action, seat=seat).status_code == 200, action

    def who_has_it(self) -> list[bool]:
        return [HELD in each.get(f"/t/{self.code}").text for each in (self.mira, self.ben)]


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


@pytest.fixture
def two(app: Flask) -> Two:
    mira, ben = Phone(app), Phone(app)
    code = mira.post("/tables", game="crafting", seats=2, name="Mira").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    mira.post(f"/t/{code}/start")
    two = Two(mira, ben, code)
    two.plays(1, *LAID_OUT)
    two.plays(2, "begin")
    return two


def test_a_set_up_is_no_turn(two: Two) -> None:
    assert two.who_has_it() == [False, False], "Ben has only said that all is laid out"
    two.plays(1, "shift 1", "collect", "took 1", "end")
    assert two.who_has_it() == [True, False]


def test_who_ends_a_round_sees_it_before_the_next_one(two: Two) -> None:
    two.plays(1, "shift 1", "collect", "took 1", "end")
    two.plays(2, "shift 2", "collect", "took", "end")
    assert two.who_has_it() == [False, True]
    two.plays(1, "goal carbon")
    assert two.who_has_it() == [False, True], "Mira plays again"
