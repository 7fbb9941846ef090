"""The head of a phone never counts what is not there: "0 actions" is no step of a turn. Its whole
title goes on where the short one ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.referee.panels import Banner, Tally
from companion.referee.text import Text
from companion.web.language.languages import LANGUAGES
from tests.kit.kept_games import each_kept_game, kept_games, states
from tests.kit.spoken import tongue


def texts(text: Text) -> Iterator[Text]:
    """The text, and those in it."""
    yield text
    for _, value in text.values:
        if isinstance(value, Text):
            yield from texts(value)


@pytest.mark.some(3)
@each_kept_game
def test_a_head_counts_nothing_that_is_gone(slug: str, file: Path) -> None:
    found, looked = set(), 0
    for state in states(slug, file):
        for seat in (0, *state.all_seats):
            for banner in CATALOGUE[slug].show(state, seat):
                if isinstance(banner, Banner):
                    looked += 1
                    # Its line tells what a seat has, and that may be nothing.
                    said = [part for part in (banner.title, banner.whole) if part]
                    parts = [each for part in said for each in texts(part)]
                    found |= {each.source for each in parts if dict(each.values).get("n") == 0}
    assert looked
    assert found == set()


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_whole_title_begins_with_the_short_one(slug: str) -> None:
    """In every language: what follows is what the page sets smaller."""
    titles = {
        (panel.title, panel.whole)
        for state in islice(states(slug, kept_games(slug)[0]), 0, None, 3)
        for seat in state.all_seats
        for panel in CATALOGUE[slug].show(state, seat)
        if isinstance(panel, Banner) and panel.whole
    }
    said = {
        (tongue(each).say(title), tongue(each).say(whole))
        for each in LANGUAGES
        for title, whole in titles
    }
    assert said
    assert [(title, whole) for title, whole in said if not whole.startswith(title)] == []


@pytest.mark.some(3)
@each_kept_game
def test_who_plays_is_not_next_as_well(slug: str, file: Path) -> None:
    """Not even where nobody else has a turn left."""
    for state in states(slug, file):
        for seat in (0, *state.all_seats):
            tallies = [
                each for each in CATALOGUE[slug].show(state, seat) if isinstance(each, Tally)
            ]
            scores = [score for tally in tallies for score in tally.scores]
            assert not [each for each in scores if each.acting and Text("next") in each.marks]
