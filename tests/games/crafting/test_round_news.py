"""What everybody is told to do on the board as one round ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.board import SHIFT
from companion.games.crafting.pieces import GOALS
from companion.games.crafting.rules.corrections import CorrectNumber
from companion.games.crafting.rules.goal import known_count_for_goal
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.show.track import SmallTrack, small_track_scene
from companion.games.crafting.state import OVER, PLAY, REVEAL_LIFE, State
from companion.referee.panels import ABOVE_ALL_TABS, Notice, Scene, Sheet, Tally
from companion.referee.text import Text, english_translator
from tests.games.crafting.positions import opened, played
from tests.kit.kept_games import each_file_of, kept_games, moves, states
from tests.kit.spoken import tongue
from tests.kit.strategies import play

SAY = english_translator(lambda seat: ("", "Mira", "Ben", "Tom", "Lea")[seat]).say
NEW_GOAL = "New goal: Most oxygen stars"


def marbles_note(state: State) -> str:
    (sheet,) = [each for each in GAME.show(state, 1) if each.id == "deal"]
    assert isinstance(sheet, Sheet) and sheet.note is not None
    return SAY(sheet.note)


def test_the_marbles_sheet_says_which_there_are_and_that_some_are_entered() -> None:
    state = GAME.setup(2, {})
    assert marbles_note(state).startswith("4 dark marbles and one per player.")
    dealt = GAME.apply(state, 1, GAME.read("deal dark 2 1 dark dark dark"))
    assert marbles_note(dealt).startswith("Marbles are entered already: these replace them.")


def notices(state: State, viewer: int) -> str:
    """Every notice that this viewer has on the first tab, one after another."""
    shown = [x for x in GAME.show(state, viewer) if isinstance(x, Notice) and x.tab == "turn"]
    return " / ".join(SAY(words) for x in shown for words in (x.words, x.detail) if words)


def won(state: State, viewer: int) -> dict[int, tuple[str, int]]:
    """What each seat has of the goal just scored, in words, and its points, as the end of a round
    shows them to this viewer.
    """
    (told,) = [x for x in GAME.show(state, viewer) if x.id == "goal-won"] or [None]
    scores = told.scores if isinstance(told, Tally) else ()
    return {each.seat: (", ".join(map(SAY, each.marks)), each.points) for each in scores}


@pytest.mark.parametrize("viewer", [0, 1, 2], ids=["the table screen", "Mira", "Ben"])
def test_everybody_is_told_which_goal_came_and_what_to_move(viewer: int) -> None:
    state = played(opened("drawing"), "1 mend hand 10", "2 mend hand 10", "1 goal oxygen")
    news = notices(state, viewer)
    assert NEW_GOAL in news
    assert "Put it on space 1. Put all end-of-turn markers back on alpha" in news
    assert "Mira keeps the first-player token" in news, "two players never pass it"


def test_the_goal_is_told_while_hands_go_down_and_the_markers_only_after() -> None:
    state = opened("discarding")
    assert NEW_GOAL in notices(state, 0) and "Put it on space 1" in notices(state, 0)
    assert goals_now(state, 2)[0] == "Most oxygen stars, Put it on space 1"
    news = notices(state, 2)
    assert NEW_GOAL not in news, "the track tells it"
    assert "alpha" not in news and "Discard 2 energy cards" in news


def goals_now(state: State, viewer: int) -> list[str]:
    """What the small track says of each space, space 1 first."""
    (scene,) = [x for x in GAME.show(state, viewer) if x.id == f"goals-{state.stage}"]
    assert isinstance(scene, Scene)
    spaces = [(each.goal and each.goal.title, each.words) for each in scene.facts.spaces]
    return [", ".join(SAY(words) for words in each if words) for each in spaces]


def test_the_small_track_moves_with_the_goals() -> None:
    """As the board: at the end of a round all of them come one space down, then the next comes."""
    state = opened("scoring")
    before = [x.goal for x in small_track_scene(replace(state, stage=PLAY)).facts.spaces]
    after = [x.goal for x in small_track_scene(state).facts.spaces]
    assert before[2] and after == [None, *before[:3]]
    ends = goals_now(state, 2)
    assert ends[0] == "The next card" and ends[3].endswith(", scores now")
    drawn = goals_now(played(opened("scoring"), "1 mend hand 10", "2 mend hand 10", "1 score"), 1)
    assert drawn[:3] == ends[:3] and drawn[3] == "Goals are scored here"
    for stage in ("scoring", "drawing", "discarding", "second-crafting"):
        state = opened(stage)
        tracks = [x for x in GAME.show(state, 1) if x.id == f"goals-{state.stage}"]
        (track,) = [x for x in GAME.show.later["shared"].panels(state, 1) if x.id == "track"]
        assert isinstance(track, Scene)
        for small in tracks:
            assert isinstance(small, Scene) and small.facts.slides == (stage == "scoring")
            assert [x.goal and x.goal.slug for x in small.facts.spaces] == [
                x and x.slug for x in track.facts.spaces
            ]


def test_the_small_track_says_who_leads() -> None:
    state = played(opened("drawing"), "1 mend stable 2", "2 mend stable 2")
    (scene,) = [x for x in GAME.show(state, 1) if x.id == f"goals-{state.stage}"]
    assert isinstance(scene, Scene)
    leads = {x.goal.slug: (x.leaders, x.count) for x in scene.facts.spaces if x.goal}
    counts = {
        slug: [known_count_for_goal(state, seat, slug) or 0 for seat in (1, 2)] for slug in leads
    }
    for slug, (leaders, count) in leads.items():
        assert count == max(counts[slug])
        assert leaders == tuple(n for n in (1, 2) if counts[slug][n - 1] == count > 0)


def test_the_news_is_gone_once_the_round_is_under_way() -> None:
    begun = opened("round-2")
    assert "New goal" in notices(begun, 1)
    shifted = played(begun, "1 shift 1", "1 collect")
    assert "New goal" not in notices(shifted, 1), "Mira has seen it"
    assert "New goal" in notices(shifted, 2), "who waits may look up later"
    ended = played(shifted, "1 took", "1 end nebula 1 psi")
    assert "New goal" not in notices(ended, 1) and "New goal" not in notices(ended, 2)


def test_nothing_is_told_of_the_first_round() -> None:
    assert "alpha" not in notices(opened("shifting"), 2)


@pytest.mark.parametrize("viewer", [1, 2], ids=["Mira", "Ben"])
def test_everybody_is_told_who_got_what_for_the_goal(viewer: int) -> None:
    given = ("1 mend stable 2", "2 mend stable 1", "1 count 1 2", "2 count 2 1")
    scored = played(opened("scoring"), *given, "1 score")
    assert won(scored, viewer) == {1: ("+6, had 2", 6), 2: ("+3, had 1", 3)}
    assert not won(scored, 0), "the table screen has its own place for it"
    assert not won(opened("scoring"), viewer)


def test_the_goals_move_before_one_is_scored_or_turned_up() -> None:
    assert "Move the goals down 1 space" in notices(opened("scoring"), 0)
    first = played(opened("second-crafting"), "2 end nebula 1 psi")
    assert "Move the goals down 1 space, then put the next card on space 1" in notices(first, 1)
    assert "Move the goals" not in notices(opened("drawing"), 1), "they moved before the scoring"


def test_the_first_player_token_goes_round() -> None:
    begun = opened("shifting-4")
    for seat, took in ((4, "took 1"), (1, "took"), (2, "took"), (3, "took 1")):
        begun = played(
            begun,
            f"{seat} shift {seat}",
            f"{seat} collect",
            f"{seat} {took}",
            f"{seat} end nebula 1 psi",
        )
    begun = played(begun, "1 goal oxygen")
    assert "Mira takes the first-player token" in notices(begun, 3), "Lea had it"


def test_where_no_goal_is_left_the_markers_are_still_told() -> None:
    late = replace(opened("round-2"), round=7)
    assert notices(late, 2) == (
        "Put all end-of-turn markers back on alpha / Mira keeps the first-player token"
    )


def with_points(state: State, *totals: int) -> State:
    return played(state, *(f"{seat} mend points {n}" for seat, n in enumerate(totals, start=1)))


def level(*totals: int) -> State:
    """The goal on space 4 is about to give 6 points to each, who have so many."""
    stable = ("1 mend stable 3", "2 mend stable 3", "1 count 1 3", "1 count 2 3")
    return played(with_points(opened("scoring"), *totals), *stable)


def passed(state: State, viewer: int = 0) -> str:
    """What is told above all sections of whoever has just come past 50 or 100."""
    shown = [
        x for x in GAME.show(state, viewer) if isinstance(x, Notice) and x.tab == ABOVE_ALL_TABS
    ]
    return " / ".join(SAY(words) for x in shown for words in (x.words, x.detail) if words)


FIFTY = "Take a 50-point token. Marker back to the start, then keep counting"
HUNDRED = "Turn the 50-point token to its 100 side. Marker back to the start, then keep counting"
#: ways to score in the craft phase, and how much each gives
SCORES = {
    "complete": (("1 mend proto 1",), "1 complete 1 ? 5 h", 5),
    "discharge": (("1 mend waiting 1",), "1 discharge h", 3),
    "five": (("1 mend hand 9",), "1 five light", 6),
    "power": (("1 mend hand 12", "1 gain 1 speed-of-light"), "1 use speed-of-light h", 6),
}


@pytest.mark.parametrize("way", SCORES)
@pytest.mark.parametrize(("mark", "tells"), [(50, FIFTY), (100, HUNDRED)])
def test_every_way_to_score_tells_everyone_who_came_past(way: str, mark: int, tells: str) -> None:
    given, action, gives = SCORES[way]
    ready = played(opened("crafting"), *given)
    short = played(with_points(ready, mark - gives - 1), action)
    assert short.board(1).points.total == mark - 1 and passed(short) == ""
    there = with_points(ready, mark - gives)
    assert passed(there) == ""
    there = played(there, action)
    assert there.board(1).points.total == mark
    for viewer in (0, 1, 2):
        assert passed(there, viewer) == f"Reached {mark} points: Mira / {tells}"


def test_whoever_comes_past_both_at_once_is_told_of_the_last() -> None:
    ready = played(opened("crafting"), "1 mend hand 9")
    leap = GAME.apply(with_points(ready, 45), 1, CompleteNebula(1, "?", 56, "h"))
    assert leap.board(1).points.total == 101
    assert passed(leap) == f"Reached 100 points: Mira / {HUNDRED}"
    over = played(with_points(ready, 149), "1 five light")
    assert passed(over) == (
        "Reached 150 points: Mira / Marker back to the start again. The app keeps counting"
    )


@pytest.mark.parametrize("seed", range(4))
def test_in_any_game_whoever_comes_past_is_told_until_they_collect(seed: int) -> None:
    """Also where a move of a marble collects, and where the goals of a round's end score."""
    game = play("crafting", seed)
    came = 0
    for (seat, move), before, after in zip(game.moves, game.states, game.states[1:], strict=False):
        for who in before.all_seats:
            was, now = (s.board(who).points.total // 50 for s in (before, after))
            told = dict(after.passed).get(who)
            if now > was and not isinstance(GAME.read(move), CorrectNumber):
                came += 1
                assert told == now * 50
                over = after.stage == OVER  # The result tells it.
                assert all((str(told) in passed(after, n)) != over for n in (0, who))
            if who == seat and before.board(who).step == SHIFT != after.board(who).step:
                assert told is None
    assert came


def test_one_goal_takes_several_past() -> None:
    state = played(level(44, 99), "2 score")
    assert [b.points.total for b in state.boards] == [50, 105]
    told = f"Reached 50 points: Mira / {FIFTY} / Reached 100 points: Ben / {HUNDRED}"
    assert passed(state, 1) == passed(state, 2) == passed(state, 0) == told
    assert passed(played(level(44, 49), "2 score")) == f"Reached 50 points: Mira, Ben / {FIFTY}"


def test_a_number_that_is_corrected_tells_nothing_and_takes_back_what_was_told() -> None:
    ready = with_points(played(opened("crafting"), "1 mend hand 9"), 49)
    there = played(ready, "1 five light")
    assert passed(played(there, "1 mend points 49")) == "", "not there after all"
    assert passed(played(there, "1 mend points 56")) != "", "still past it"
    assert passed(with_points(there, 120)) == f"Reached 50 points: Mira / {FIFTY}"
    assert passed(with_points(ready, 60)) == "", "the board shows it already"
    again = played(there, "1 mend points 49", "1 mend hand 9", "1 five light")
    assert passed(again) == f"Reached 50 points: Mira / {FIFTY}"


def test_it_is_told_until_the_next_turn_is_over() -> None:
    there = played(with_points(played(opened("crafting"), "1 mend hand 9"), 49), "1 five light")
    ended = played(there, "1 end nebula 1 psi")
    assert passed(ended, 2) != "", "it's Ben's turn"
    collected = played(ended, "2 shift 2", "2 collect", "2 took")
    assert passed(collected, 1) != ""
    assert passed(played(collected, "2 end stabilise"), 1) == ""


@each_file_of("crafting")
def test_the_next_card_is_told_only_where_one_comes(file: Path) -> None:
    """From the deck of 6, and none as the game ends."""
    kept = list(states("crafting", file))
    told = 0
    for at, state in enumerate(kept):
        facts = small_track_scene(state).facts
        assert isinstance(facts, SmallTrack)
        if facts.spaces[0].words == Text("The next card"):
            told += 1
            later = (len(each.goals) for each in kept[at:])
            assert max(later) > len(state.goals), "the deck is empty, or the game ends"
    assert told


#: What the box calls it, as it stands before a goal's name.
GOAL_CARD = {
    "en": "the goal card",
    "de": "die Zielkarte",
    "es": "la carta de objetivo",
    "fr": "la carte objectif",
}


@pytest.mark.parametrize("language", GOAL_CARD)
@each_file_of("crafting")
def test_a_goals_name_is_no_order_to_move_its_pieces(file: Path, language: str) -> None:
    """ "Put Nebulae in Delta on space 1" would be one."""
    named = 0
    for state, (seat, text) in zip(states("crafting", file), moves(file), strict=False):
        told = GAME.piece_instructions(state, seat, GAME.read(text))
        goals = {goal.title.source for goal in GOALS.values()}
        names = [each for each in _sources(told) if each in goals] if told else []
        words = tongue(language).say(told) if told else ""
        for name in names:
            named += 1
            assert re.search(f"{GOAL_CARD[language]} [“„«]", words), (name, words)
    assert named


def _sources(text: Text) -> Iterator[str]:
    yield text.source
    for _, value in text.values:
        if isinstance(value, Text):
            yield from _sources(value)


def test_what_nobody_has_revealed_is_not_called_revealed() -> None:
    state = next(
        each for each in states("crafting", kept_games("crafting")[0]) if each.stage == REVEAL_LIFE
    )
    (title,) = [each.title for each in GAME.show(state, 0) if each.id == "revealed"]
    assert "who has revealed" in SAY(title)
