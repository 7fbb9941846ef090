"""The head of a phone never counts what is not there: "0 actions" is no step of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.referee.panels import Banner, Tally
from companion.referee.text import Text
from tests.kit.kept_games import each_kept_game, states


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
