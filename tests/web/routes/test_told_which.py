"""An answer says which piece or place it was, where the numbers don't; what only its seat may know
of that is on its own phone alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.kit.phones import Phone
from tests.web.routes.test_lessons import table_of_two
from tests.web.test_secrets import LAID_OUT

New = Callable[..., Phone]


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


def laid_out(mira: Phone, code: str) -> None:
    mira.post(f"/t/{code}/start")
    mira.post(f"/t/{code}/consent", consent="0")
    for action in LAID_OUT:
        assert mira.tap(code, action, seat=1).status_code == 200, action


def test_the_value_of_a_token_is_told_to_its_seat_alone(phone: New) -> None:
    code, mira, ben = table_of_two(phone, "crafting")
    laid_out(mira, code)
    answer = mira.tap(code, "life 3 8", seat=1).text
    assert "Token 8: " in answer and "advanced life from 0 to 1" in answer
    for page in ("", "/own", "/history", "/screen", "/transcript"):
        assert "oken 8" not in ben.get(f"/t/{code}{page}").text


def test_a_phone_of_two_players_keeps_it_to_itself(phone: New) -> None:
    mira = phone()
    answer = mira.post("/tables", game="crafting", name="Mira", **{"seats-crafting": 2})
    code = answer.headers["location"].rpartition("/")[2]
    mira.post(f"/t/{code}/sit", seat=2, name="Ben")
    laid_out(mira, code)
    answer = mira.tap(code, "life 3 8", seat=1)
    assert "dvanced life from 0 to 1" in answer.text and "oken 8" not in answer.text


def test_a_nebula_is_told_with_its_sector(phone: New) -> None:
    code, mira, _ = table_of_two(phone, "crafting")
    mira.post(f"/t/{code}/start")
    for action in LAID_OUT[:7]:
        mira.tap(code, action, seat=1)
    mira.post(f"/t/{code}/consent", consent="0")
    mira.tap(code, "tiles open 2 phi 1", seat=1)
    answer = mira.tap(code, "complete 2 phi 7 h", seat=1)
    assert answer.status_code == 200, answer.text
    assert "Size 2 in Phi: marker from 0 to 7" in answer.text


def test_a_body_is_told_with_its_place(phone: New) -> None:
    code, ana, _ = table_of_two(phone, "cosmogenesis")
    ana.post(f"/t/{code}/start")
    ana.tap(code, "begin 1", seat=1)
    ana.post(f"/t/{code}/consent", consent="0")
    ana.tap(code, "set 1 rock-4", seat=1)
    answer = ana.tap(code, "moon iii rock-2 1", seat=1)
    assert answer.status_code == 200, answer.text
    assert "Size 2 rock, orbit 1: moons from 0 to 1" in answer.text
