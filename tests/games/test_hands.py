"""What hands do after an action, said to whoever is learning: every verb of every game, over the
games that are kept, and its numbers against what the action changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.games.crafting import GAME as CRAFTING
from companion.games.crafting.rules.goal import ScoreGoal
from companion.referee.actions import Action
from companion.referee.text import english_translator
from tests.games.crafting import positions

NAMES = ("", "Mira", "Ben", "Tom", "Lea", "Ada", "Eva", "Kim", "Max")
SAY = english_translator(lambda seat: NAMES[seat]).say

#: verbs after which there is nothing to be done, or the page tells it to everyone anyway
NOTHING = {
    "crafting": {
        "begin",  # the list of the set-up
        "count",  # notices of the end of a round
        *("shift", "back"),  # the drawing is what the marbles do
        *("collect", "took"),  # the list of what is taken
        *("place", "leave", "short"),  # say what hands have done
        *("tile", "around", "hand", "drew"),  # what the app is told of the board
        *("mend", "tiles", "put"),  # and what is set right
    },
    "empires": {
        *("keep", "roll", "total", "cocked", "shift", "done"),
        *("short", "leave", "return"),
        *("mend", "add", "remove", "card"),
    },
    "cosmogenesis": {
        *("keep", "end", "worth", "done", "tile", "note", "colour"),
        "next",  # the list between the rounds
        *("mend", "set", "clear", "hold", "drop"),
    },
}
#: the kinds of action that say what hands do
HANDS = {
    slug: {f.make for f in CATALOGUE[slug].notation.forms if f.make.instruct != Action.instruct}
    for slug in NOTHING
}
each_game = pytest.mark.parametrize("slug", sorted(NOTHING))

Moment = tuple[Any, int, Any]


@cache
def kept_moments(slug: str) -> tuple[Moment, ...]:
    """Every action of every kept game, with the state before it."""
    return tuple(_kept(slug))


def _kept(slug: str) -> Iterator[Moment]:
    game = CATALOGUE[slug]
    for path in sorted((Path(__file__).parent / slug / "games").glob("*.txt")):
        told = transcript.read_transcript(path.read_text(encoding="utf-8"))
        state = game.setup(told.seats, dict(told.options))
        for move in told.moves:
            action = game.read(move.action)
            yield state, move.seat, action
            state = game.apply(state, move.seat, action)


def said(slug: str, state: Any, seat: int, action: Any) -> str:
    told = CATALOGUE[slug].piece_instructions(state, seat, action)
    return SAY(told) if told else ""


@each_game
def test_every_verb_has_a_line_or_needs_none(slug: str) -> None:
    forms = CATALOGUE[slug].notation.forms
    assert NOTHING[slug] <= {form.verb for form in forms}
    for form in forms:
        assert (form.make in HANDS[slug]) != (form.verb in NOTHING[slug]), form.verb


@each_game
def test_it_can_be_said_of_every_action_of_the_kept_games(slug: str) -> None:
    spoke: dict[type[Any], bool] = {}
    for state, seat, action in kept_moments(slug):
        words = said(slug, state, seat, action)
        assert not set("{}") & set(words), words
        assert bool(words) <= (type(action) in HANDS[slug])
        spoke[type(action)] = spoke.get(type(action), False) or bool(words)
    silent = {kind.__name__ for kind in HANDS[slug] if kind in spoke and not spoke[kind]}
    assert not silent and len(spoke) > len(NOTHING[slug]) // 2


def numbers(pattern: str, words: str) -> int:
    return sum(int(found) for found in re.findall(pattern, words))


def test_crafting_moves_the_marker_from_where_it_is_to_where_it_goes() -> None:
    moved = 0
    for state, seat, action in kept_moments("crafting"):
        words = said("crafting", state, seat, action)
        if not words or isinstance(action, ScoreGoal):
            continue  # It moves the markers of all.
        was = state.board(seat).points.total
        now = CRAFTING.apply(state, seat, action).board(seat).points.total
        told = re.findall(r"marker from (\d+) to (\d+)", words)
        assert told == ([(f"{was % 50}", f"{now % 50}")] if was != now else []), words
        moved += was != now
    assert moved > 50


def test_crafting_discards_the_cards_that_left_the_hand() -> None:
    spent = 0
    for state, seat, action in kept_moments("crafting"):
        words = said("crafting", state, seat, action)
        told = numbers(r"(\d+) (?:\w+ )?cards? on the discard pile", words)
        if told:
            after = CRAFTING.apply(state, seat, action)
            assert state.board(seat).hand - after.board(seat).hand == told, words
            spent += 1
    assert spent > 20


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        ("dealt", "put the goal card “Life in Psi” on space 1"),
        (
            "drawing",
            "put the goal card “Life in Psi” on space 1, set all end-of-turn markers on alpha",
        ),
    ],
)
def test_crafting_puts_the_goal_that_came_on_space_1(stage: str, told: str) -> None:
    assert said("crafting", positions.opened(stage), 1, CRAFTING.read("goal life-psi")) == told


@pytest.mark.parametrize(
    ("star", "control"),
    [("h", "Light"), ("o", "Time"), ("he", "Gravity"), ("c", "Chemistry")],
)
def test_a_star_goes_back_to_the_pile_by_its_control(star: str, control: str) -> None:
    at = positions.played(positions.opened("crafting"), f"1 mend {star} 3")
    words = said("crafting", at, 1, CRAFTING.read(f"complete 1 ? 5 {star}"))
    assert f"star goes to the pile by {control}" in words
    gained = positions.played(at, "1 mend waiting 1")
    words = said("crafting", gained, 1, CRAFTING.read(f"discharge {star}"))
    assert words.endswith(f"star from the pile by {control}")


def test_empires_pays_what_the_bank_gives_and_takes() -> None:
    paid = 0
    game = CATALOGUE["empires"]
    for state, seat, action in kept_moments("empires"):
        words = said("empires", state, seat, action)
        if not words:
            continue
        after = game.apply(state, seat, action)
        for n in state.all_seats:
            takes = numbers(rf"{NAMES[n]} takes (\d+) credits? from the bank", words)
            gives = numbers(r"(\d+) credits? to the bank", words) if n == seat else 0
            assert after.empire(n).credits - state.empire(n).credits == takes - gives, words
            paid += bool(takes or gives)
    assert paid > 100


def test_cosmogenesis_moves_the_asteroids_that_the_belt_counts() -> None:
    moved = 0
    game = CATALOGUE["cosmogenesis"]
    for state, seat, action in kept_moments("cosmogenesis"):
        words = said("cosmogenesis", state, seat, action)
        takes = words.count("take an asteroid for your belt")
        gives = words.count("return an asteroid") + words.count("move an asteroid from your belt")
        gives += 2 * words.count("return 2 asteroids")
        if takes or gives:
            after = game.apply(state, seat, action)
            belt = after.system(seat).asteroids - state.system(seat).asteroids
            assert belt == takes - gives, words
            moved += 1
    assert moved > 20
