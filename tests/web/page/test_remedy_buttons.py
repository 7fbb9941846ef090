"""Every button of a refusal names the action that it sends, in every game.

Walks the rulings of random games, through the toast that a phone is told. What a question of the
book brings is told as what a rule does, and named by its key.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from html import unescape

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.play.answer import Corrected, Played, Refused
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Doubt, Objection, Ruling
from companion.referee.text import untranslated
from companion.tables import Event, SettleQuestion, Table, table_from_events
from companion.web.language.sentences import say
from companion.web.page import toast
from companion.web.page.toast import Toast, toast_for_answer
from companion.web.request.phone import set_current_table
from tests.kit.strategies import PLAYS, make_up, play

#: a game that joins the catalogue joins here as soon as its buttons say what they do
GAMES = ("crafting", "empires", "cosmogenesis")
TRIES = 30  # made-up actions in each state


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


def table_of(game: Game, seats: int, *more: tuple[int, str, str]) -> Table:
    lines = ((0, "opened", f"{game.slug} {seats} pa"), (0, "started", ""), *more)
    table = table_from_events(Event("K7QX", n, 5.0, *line) for n, line in enumerate(lines, start=1))
    assert table is not None
    return table


def refusals(slug: str, seed: int) -> Iterator[Ruling]:
    """What the judge refuses on the way through a random game."""
    played, rng = play(slug, seed), random.Random(seed)
    for state in played.states[::4]:
        for _ in range(TRIES):
            seat = rng.randint(1, played.seats)
            ruling = judge(played.game, state, seat, make_up(played.game, rng.choice))
            if not ruling.allowed:
                yield ruling


def stems(words: str) -> set[str]:
    """The beginnings of words, so that "marble" is found in "marbles"."""
    return {word[:4] for word in re.findall(r"[a-z]{3,}", words.lower())} - {"the", "with", "your"}


@pytest.mark.parametrize("slug", GAMES)
def test_the_button_of_a_refusal_names_the_action_that_it_sends(app: Flask, slug: str) -> None:
    game, seen = CATALOGUE[slug], set[tuple[str, str]]()
    means = {form.verb: form.means for form in game.notation.forms}
    with app.test_request_context():
        for seed in PLAYS[:4]:
            table = table_of(game, play(slug, seed).seats)
            set_current_table(table)
            for ruling in refusals(slug, seed):
                told = toast_for_answer(Refused(table=table, ruling=ruling), ruling.seat)
                assert told is not None and told.words and told.rule
                seen.update(_offered(told))
    assert len(seen) > 2
    for label, verb in seen:
        assert label and " or " not in label, f"{label!r} sends one action: {verb}"
        assert stems(label) & stems(f"{verb} {means[verb].source}"), f"{label!r} sends {verb}"


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_tables_own_answer_bars_is_told_as_what_a_rule_does(app: Flask, slug: str) -> None:
    """Beside a control and after a tap: a question of the book stands where a rule would."""
    table = table_of(CATALOGUE[slug], 2)
    with app.test_request_context():
        set_current_table(table)
        shown = {"viewer": 1, "table": table}
        why = app.jinja_env.get_template("_taps.html").make_module(shown).why
        for question in table.game.rulebook.questions:
            barred = Objection(question.key, untranslated("So the table has decided"))
            assert say(question.asks) in unescape(why(barred))
            answer = Refused(table=table, ruling=Ruling(1, "", (barred,)))
            told = toast_for_answer(answer, 1)
            assert told is not None and told.rule == question.key


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_question_has_brought_names_it(app: Flask, slug: str) -> None:
    """By its key: what the table was asked then leaves the sill once it is answered."""
    table = table_of(CATALOGUE[slug], 2)
    with app.test_request_context():
        set_current_table(table)
        for question in table.game.rulebook.questions:
            key, (choice, _) = question.key, question.choices[0]
            decided = table_of(table.game, 2, (1, "settled", f"{key} {choice} 2"))
            doubts = (Doubt(key, untranslated("It is silent")),)
            for told in (
                toast._played(Played(table=table, entry_seq=0, doubts=doubts)),
                toast._played(Played(table=decided, entry_seq=0, precedents=(key,))),
                toast_for_answer(Corrected(table=table, wanted=SettleQuestion(key, choice, 0)), 1),
            ):
                assert told is not None and told.rule == key
                assert told.whole == ""


def _offered(told: Toast) -> Iterator[tuple[str, str]]:
    if told.remedy_choice is not None:
        yield say(told.remedy_choice.label), told.remedy_choice.action.split()[0]
