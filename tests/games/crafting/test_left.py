"""What a turn has left, named where the eye begins: each row's taps do it, and none threatens."""

from __future__ import annotations

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import DISCHARGE_POINTS
from companion.games.crafting.state import State
from companion.referee.judge import judge
from companion.referee.panels import Banner
from companion.referee.rows import Row, Rows
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played

SAY = english_translator().say


def rows(state: State, panel: str = "remains") -> tuple[Row, ...]:
    (found,) = [each for each in GAME.show(state, 1) if each.id == panel]
    assert isinstance(found, Rows)
    return found.rows


def line(state: State) -> str:
    (found,) = [each for each in GAME.show(state, 1) if isinstance(each, Banner)]
    return SAY(found.line)


def at(*more: str) -> State:
    return played(opened("placed"), *more)


def test_nothing_is_named_where_nothing_is_left() -> None:
    state = at("1 mend waiting 0", "1 mend graviton 0", "1 mend dna 0", "1 mend nova 0")
    assert rows(state) == () and rows(state, "gravitons") == ()


@pytest.mark.parametrize("done", range(len(DISCHARGE_POINTS)))
def test_a_crystal_that_waits_says_the_points_of_the_next_discharge(done: int) -> None:
    state = at(f"1 mend scored {done}", "1 mend waiting 1")
    (row,) = rows(state)
    points = DISCHARGE_POINTS[done]
    assert row.worth is not None and SAY(row.worth) == f"+{points} points"
    assert f"A crystal waits: {points} points" in line(state)
    for choice in row.choices[:4]:
        assert judge(GAME, state, 1, GAME.read(choice.action)).allowed


def test_five_cards_are_named_only_where_their_type_is_known() -> None:
    unknown = at("1 mend hand 6")
    assert rows(unknown) == () and "5 cards" not in line(unknown)
    mixed = played(unknown, "1 hand 4 1 1 0")
    assert rows(mixed) == () and "5 cards" not in line(mixed)
    known = played(unknown, "1 hand 5 1 0 0")
    (row,) = rows(known)
    assert SAY(row.label) == "5 Light cards" and "5 cards: 6 points" in line(known)
    assert [choice.action for choice in row.choices] == ["five light"]
    other = english_translator().say
    shown = [each for each in GAME.show(known, 2) if isinstance(each, Banner)]
    assert "5 cards" not in other(shown[0].line), "no other seat reads what the hand holds"


def test_the_most_points_come_first() -> None:
    few = at("1 mend hand 5", "1 hand 5 0 0 0", "1 mend scored 0", "1 mend waiting 1")
    assert [row.icon for row in rows(few)] == ["five", "discharge"]
    many = played(few, "1 mend scored 2")
    assert [row.icon for row in rows(many)] == ["discharge", "five"]
    assert line(many).startswith("A crystal waits: 10 points. 5 cards: 6 points")


def test_gravitons_are_lost_at_the_end_and_a_tap_says_what_was_moved() -> None:
    state = at("1 mend graviton 2", "1 mend dna 0", "1 mend nova 0")
    (row,) = rows(state, "gravitons")
    assert SAY(row.label) == "2 gravitons" and row.detail and "are lost" in SAY(row.detail)
    assert "2 gravitons" in line(state)
    for choice in row.choices:
        assert judge(GAME, state, 1, GAME.read(choice.action)).allowed
    after = played(state, "1 " + row.choices[0].action)
    assert "1 graviton" in line(after)
