"""The counts of a seat, and what is said of their changes: of every game, over its kept games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.games.crafting.instructions import marker_words
from companion.referee.counts import POINTS, UNSURE
from companion.referee.panels import Banner
from companion.referee.text import english_translator
from companion.tables import Table, changes_by_others, changes_of_entry, differing_counts
from tests.games.test_every_correction import table_of
from tests.kit.kept_games import each_kept_game, moves, states
from tests.kit.strategies import play

SAY = english_translator().say
#: Games in which no marker shows a seat's points: there hands move other things first.
WITHOUT_MARKER = ("cosmogenesis",)
each_game = pytest.mark.parametrize("slug", CATALOGUE)


@each_kept_game
def test_the_counts_are_the_same_in_every_state(slug: str, file: Path) -> None:
    game, known = CATALOGUE[slug], None
    for state in list(states(slug, file))[::7]:
        for seat in state.all_seats:
            keys = [count.key for count in game.counts(state, seat)]
            assert len(set(keys)) == len(keys)
            assert POINTS in keys[:2] or slug in WITHOUT_MARKER, "what was scored is told first"
            assert keys == (known := known or keys)


@each_kept_game
def test_what_a_tap_scored_is_told_as_the_head_has_it(slug: str, file: Path) -> None:
    """The points that last, and apart from them those that another's move may still take."""
    game, looked = CATALOGUE[slug], 0
    for state in list(states(slug, file))[::5]:
        for seat in state.all_seats:
            found = {count.key: count.number for count in game.counts(state, seat)}
            for head in game.show(state, seat):
                if isinstance(head, Banner) and head.points is not None:
                    looked += 1
                    assert (found[POINTS], found.get(UNSURE, 0)) == (head.points, head.unsure)
    assert looked > 20


@each_kept_game
def test_each_change_is_said_from_a_to_b(slug: str, file: Path) -> None:
    """Every change of every count of every kept game has its words, each with its number."""
    game, said = CATALOGUE[slug], 0
    before = None
    for (seat, action), after in zip([(0, ""), *moves(file)], states(slug, file), strict=True):
        changes = differing_counts(game, before, after, after.all_seats) if action else ()
        for change in changes:
            words = SAY(change.words)
            assert not set("{}") & set(words + SAY(change.set_right)), words
            assert change.before != change.after
            said += 1
            if change.key not in (POINTS, "monolith", "module"):
                assert str(change.after) in words, (seat, action)
        before = after
    assert said > 50


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (28, 35, "marker from 28 to 35"),
        (48, 55, "marker from 48 to 5, and a 50 token"),
        (43, 50, "marker from 43 to 0, and a 50 token"),
        (55, 62, "marker from 5 to 12 (62 points)"),
        (98, 105, "marker from 48 to 5, the token on its 100 side"),
        (105, 112, "marker from 5 to 12 (112 points)"),
        (55, 48, "marker from 5 to 48, the 50 token goes back"),
        (35, 28, "marker from 35 to 28"),
        (148, 155, "marker from 48 to 5 (155 points)"),
    ],
)
def test_the_marker_goes_round_after_50(before: int, after: int, told: str) -> None:
    assert SAY(marker_words(before, after)) == told


def numbers(table: Table, seat: int) -> dict[str, int]:
    return {count.key: count.number for count in table.game.counts(table.state, seat)}


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_what_others_changed_is_told_until_the_own_next_action(slug: str, seed: int) -> None:
    """By two states alone: those after each seat's own action and after each of another's."""
    length = len(play(slug, seed).moves)
    at_own: dict[int, dict[str, int]] = {}
    told = 0
    for steps in range(length // 3, length // 3 + 60):
        table = table_of(slug, seed, steps)
        newest = next(table.newest_entries())
        for seat in (each.number for each in table.seats):
            now = numbers(table, seat)
            changes = changes_by_others(table, seat)
            if newest.seat == seat:
                at_own[seat] = now
                assert changes == ()
                own = {each.key: each.after for each in changes_of_entry(table, newest)}
                assert own.items() <= now.items()
            elif seat in at_own:
                was = at_own[seat]
                found = {each.key: (each.before, each.after) for each in changes}
                differs = {key: (was[key], now[key]) for key in now if was[key] != now[key]}
                assert found.items() <= differs.items()
                assert set(differs) - set(found) <= {POINTS, UNSURE}
                assert UNSURE not in found, "nothing is moved for them"
                told += len(found)
    assert told or slug != "empires"
