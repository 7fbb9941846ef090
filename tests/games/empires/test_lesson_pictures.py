"""The pictures of the lessons use the signs of this game: a die for a roll, as on the set-up."""

from __future__ import annotations

from companion.games.empires import GAME

ROLLS = ("roll both dice", "roll the two dice", "roll again")


def test_what_is_rolled_is_drawn_as_a_die() -> None:
    lessons = GAME.lessons
    scenes = {each.key for each in lessons.tour if each.scene}  # what a roll pays is drawn there
    cards = [*lessons.tour, *lessons.lessons, *lessons.led]
    rolled = [
        each
        for each in cards
        if each.key not in scenes and any(words in str(each.words).lower() for words in ROLLS)
    ]
    assert len(rolled) >= 3
    assert [each.key for each in rolled if "die" not in each.picture] == []
