"""Whoever follows the lessons is never alone: every step and every kind of action has one.

They are data: what they cite is in the rulebook, what they show is among our pictures, and every
language says all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.lessons import FittingLesson, Lesson, LessonCard, fitting_lessons
from companion.referee.offered import sheets_by_offered_verb
from companion.referee.panels import Notice, Scene
from tests.kit.places import ROOT
from tests.kit.sentences import everything
from tests.kit.shape import icons
from tests.kit.strategies import pasts, play, recorded_play

each_game = pytest.mark.parametrize("game", CATALOGUE.values(), ids=list(CATALOGUE))

SIGNS = {"+", ">", "/", "x", *map(str, range(11))}
#: Every so manieth state of a play is looked at.
SPARSE = 60
#: The random plays that other tests look at, but for two.
SKIPPED = 10
LONGEST_WORDS, LONGEST_WHY, MOST_SENTENCES = 190, 230, 2


def cards(game: Game) -> list[LessonCard | Lesson]:
    return [*game.lessons.tour, *game.lessons.lessons]


@dataclass(frozen=True)
class Moment:
    """What one seat sees: its step, what is offered, the ids of its panels, what it is taught."""

    step: str
    verbs: frozenset[str]
    panels: frozenset[str]
    fits: tuple[FittingLesson, ...]


def states(game: Game) -> Iterator[tuple[int, Any]]:
    """Seats and state: where somebody comes to a new step in a play, and some of the others."""
    for past in pasts(game.slug)[SKIPPED:]:
        told = recorded_play(game.slug, past) if isinstance(past, Path) else play(game.slug, past)
        known: set[str] = set()
        for number, state in enumerate(told.states):
            steps = {game.current_step(state, seat) for seat in range(1, told.seats + 1)}
            if steps - known or number % SPARSE == 0:
                yield told.seats, state
            known |= steps


@cache
def moments(game: Game) -> tuple[Moment, ...]:
    found = []
    for seats, state in states(game):
        for seat in range(1, seats + 1):
            panels, step = game.show(state, seat), game.current_step(state, seat)
            ids = frozenset(panel.id for panel in panels)
            ways = sheets_by_offered_verb(panels)
            fits = fitting_lessons(game.lessons, step, ways)
            found.append(Moment(step, frozenset(ways), ids, fits))
    return tuple(found)


@each_game
def test_a_tour_has_five_to_eight_cards(game: Game) -> None:
    assert 5 <= len(game.lessons.tour) <= 8


@each_game
def test_every_kind_of_action_has_its_lesson(game: Game) -> None:
    taught = {verb for lesson in game.lessons.lessons for verb in lesson.action_verbs}
    assert taught == {form.verb for form in game.notation.forms}


@each_game
def test_every_step_has_its_lesson(game: Game) -> None:
    """At every step that is ever reached something fits; and no lesson waits for another one."""
    assert [moment.step for moment in moments(game) if not moment.fits] == []
    assert {moment.step for moment in moments(game)} == set(game.steps)
    named = {step for lesson in game.lessons.lessons for step in lesson.steps}
    assert named <= set(game.steps)
    taught = {each.key for moment in moments(game) for each in moment.fits}
    assert {each.key for each in game.lessons.lessons if each.steps} <= taught


@pytest.mark.long
@each_game
def test_whatever_a_seat_may_tap_is_explained(game: Game) -> None:
    """Each kind of action that is offered has a lesson that fits at that very moment."""
    does = {lesson.key: lesson.action_verbs for lesson in game.lessons.lessons}
    silent = {
        (moment.step, verb)
        for moment in moments(game)
        for verb in moment.verbs - set().union(*(does[each.key] for each in moment.fits))
    }
    assert silent == set()


@pytest.mark.long
@each_game
def test_what_fits_can_be_tapped(game: Game) -> None:
    """A lesson about an action comes only where that action is open to the seat."""
    does = {lesson.key: lesson.action_verbs for lesson in game.lessons.lessons}
    for moment in moments(game):
        for each in moment.fits:
            assert not does[each.key] or moment.verbs & does[each.key]
            assert set(each.sheets) <= moment.panels


@each_game
def test_every_cited_rule_is_in_the_book(game: Game) -> None:
    for card in cards(game):
        assert card.rules, card.key
        for key in card.rules:
            game.rulebook.find_entry(key)


@each_game
def test_a_card_is_two_sentences_and_a_picture(game: Game) -> None:
    for card in cards(game):
        words = card.words.source
        assert len(re.findall(r"[.!?](?=\s|$)", words)) <= MOST_SENTENCES, words
        assert len(words) <= LONGEST_WORDS, words
        assert not isinstance(card, Lesson) or len(card.why.source) <= LONGEST_WHY, card.why
        assert set(card.picture) <= icons(game.slug) | set(game.art.letters) | SIGNS, card.key
        assert card.picture or (isinstance(card, LessonCard) and card.scene), card.key


@each_game
def test_the_example_breaks_no_rule_and_has_the_scenes(game: Game) -> None:
    example = game.lessons.example
    past = [game.setup(example.seats, {})]
    for seat, action in example.actions:
        read = game.read(action)
        assert judge(game, past[-1], seat, read).allowed, action
        past.append(game.apply(past[-1], seat, read))
    for card in game.lessons.tour:
        if card.scene:
            panels = {panel.id: panel for panel in game.show(past[card.after], card.seat)}
            scene = panels[card.scene]
            assert isinstance(scene, Scene | Notice) and scene.drawing, card.key


def test_what_is_done_is_not_taught_as_still_to_do() -> None:
    """Once the marbles lie there, dealing them again is nobody's next step."""
    found = [moment for moment in moments(CATALOGUE["crafting"]) if moment.step == "dealt"]
    for moment in found:
        keys = {each.key for each in moment.fits}
        assert "deal" not in keys and "deal-again" in keys
    assert found


def test_who_watches_a_first_evening_is_told_every_card_and_rule() -> None:
    page = (ROOT / "docs" / "TRY-IT.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    for game in CATALOGUE.values():
        for led in game.lessons.led:
            rules = ", ".join(f"`{key}`" for key in led.rules)
            assert any(row.startswith(f"| {led.key} |") and rules in row for row in rows), led.key
            for key in led.rules:
                game.rulebook.find_entry(key)


#: Names, questions, the heading of a phase: in every language the same in a lesson and elsewhere.
SAID_ELSEWHERE = {
    "Anything else?",
    "Craft your galaxy",
    "Getting in",
    "Nothing scored",
    "Objectives",
    "Planets and moons",
    "The last round",
    "What a collision does",
    "Who goes first?",
    "Your hidden culture cards",
}


@each_game
def test_a_title_that_gives_an_order_is_no_buttons_too(game: Game) -> None:
    """A sentence has one translation, and some languages give orders and name buttons otherwise."""
    book = {rule.title.source for rule in game.rulebook.rules}
    elsewhere = book | {each.source for each in everything()}
    titles = {card.title.source for card in cards(game)}
    assert titles & elsewhere <= SAID_ELSEWHERE
