"""What the judge adds to every game: nothing after the end, and whose turn it is."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest

from companion.games import CATALOGUE
from companion.referee.actions import Action, action, notation_from_actions
from companion.referee.game import Game, options_for_open_questions
from companion.referee.judge import judge
from companion.referee.notation import whole_number_reader
from companion.referee.panels import Panel, Tally
from companion.referee.result_panels import Breakdown, Result
from companion.referee.rulebook import read_rulebook
from companion.referee.ruling import Doubt, Objection, Outcome, Standing
from companion.referee.standard import panels_with_result
from companion.referee.text import Text, untranslated
from tests.kit.kept_games import kept_games
from tests.kit.places import TESTS
from tests.kit.strategies import PLAYS, make_up, play, recorded_play
from tests.kit.toy_ending import CLOSING
from tests.kit.toy_game import HEAP, Take

HERE = TESTS / "kit"


@dataclass(frozen=True)
class Race:
    """First to twenty."""

    points: tuple[int, ...]
    turn: int = 1


@action("run", "run 3", Text("Run"), turn="turn.yours")
class Run(Action):
    count: Annotated[int, whole_number_reader(1, 9)]


@action("fix", "fix 3", Text("Set it right"))
class Fix(Action):
    count: Annotated[int, whole_number_reader(1, 9)]


def over(s: Race) -> Outcome | None:
    best = max(s.points)
    if best < 20:
        return None
    ranking = tuple(Standing(n, 1 + (p < best), p) for n, p in enumerate(s.points, 1))
    winners = tuple(place.seat for place in ranking if place.rank == 1)
    return Outcome(winners, ranking, Text("Most counters"), "turn.heap")


def run(s: Race, seat: int, a: Run | Fix) -> Race:
    points = tuple(p + a.count * (n == seat) for n, p in enumerate(s.points, 1))
    return replace(s, points=points, turn=s.turn % len(s.points) + 1)


def nothing(s: Race, seat: int, a: Any) -> Iterable[Objection | Doubt]:
    return ()


#: No more than a game must say; it forgets to look at its end, and whose turn it is.
FORGETFUL = Game(
    slug="race",
    title="Race",
    seats=range(2, 5),
    rulebook=read_rulebook(HERE / "toy_rulebook.toml"),
    notation=notation_from_actions((Run, Fix)),
    setup=lambda seats, options: Race((0,) * seats),
    seats_to_act=lambda s: frozenset() if over(s) else frozenset({s.turn}),
    objections=nothing,
    apply=run,
    outcome=over,
    say=lambda s, seat, a, viewer: untranslated("ran"),
    show=lambda s, viewer: (Panel(id="p"),),
    after_end=frozenset({Fix}),
)


def test_a_game_that_forgets_its_end_does_not_play_on() -> None:
    state = FORGETFUL.setup(2, {})
    for _ in range(100):
        for seat in (1, 2):
            if judge(FORGETFUL, state, seat, Run(9)).allowed:
                state = FORGETFUL.apply(state, seat, Run(9))
    assert state.points == (27, 18)
    refused = judge(FORGETFUL, state, 2, Run(1)).objections
    assert [each.rule for each in refused] == ["turn.heap"], "the rule by which it ended"
    assert "over" in refused[0].reason.source and refused[0].remedy


def test_what_sets_a_number_right_is_let_through_after_the_end() -> None:
    assert judge(FORGETFUL, Race((21, 3), 2), 1, Fix(1)).allowed
    assert not judge(replace(FORGETFUL, after_end=frozenset()), Race((21, 3)), 1, Fix(1)).allowed


def test_what_needs_the_turn_is_done_by_the_seat_whose_turn_it_is() -> None:
    state = Race((0, 0))
    assert judge(FORGETFUL, state, 1, Run(1)).allowed
    refused = judge(FORGETFUL, state, 2, Run(1)).objections
    assert [(each.rule, dict(each.reason.values)["who"].number) for each in refused] == [
        ("turn.yours", 1)
    ]
    assert judge(FORGETFUL, state, 2, Fix(1)).allowed, "it does not say that it needs the turn"
    three = replace(FORGETFUL, seats_to_act=lambda s: frozenset({1, 3}))
    assert not judge(three, Race((0, 0, 0)), 2, Run(1)).allowed
    assert judge(three, Race((0, 0, 0)), 3, Run(1)).allowed


def test_a_game_says_its_end_in_its_own_words() -> None:
    def own(s: Any, seat: int, a: Any) -> Iterable[Objection]:
        yield Objection("turn.gem", Text("The heap is empty"))

    ended = HEAP.apply(HEAP.setup(2, {}), 1, Take(9))
    game = replace(HEAP, objections=own)
    assert judge(game, ended, 2, Take(1)).objections[0].rule == "turn.heap"
    named = replace(game, over="turn.gem")
    assert judge(named, ended, 2, Take(1)).objections[0].reason == Text("The heap is empty")


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_judge_adds_nothing_to_a_game_that_says_it_all_itself(slug: str) -> None:
    """What these games let count after their end, recorded games rely on."""
    game, rng, looked = CATALOGUE[slug], random.Random(7), 0
    ends = [recorded_play(slug, file) for file in kept_games(slug)[:4]] + [play(slug, PLAYS[1])]
    for played in ends:
        allowed = set()
        for _ in range(300):
            seat, action = rng.randint(1, played.seats), make_up(game, rng.choice)
            ruling = judge(game, played.last, seat, action)
            own = {*game.objections(played.last, seat, action)}
            assert {*ruling.objections, *ruling.doubts} == own, game.write(action)
            allowed |= {type(action)} if ruling.allowed else set()
        looked += game.outcome(played.last) is not None and bool(allowed)
    assert looked >= 2, "something is let through after the end"


def test_twelve_things_make_a_game() -> None:
    assert FORGETFUL.options == options_for_open_questions(FORGETFUL.rulebook) != ()
    assert replace(FORGETFUL, options=()).options == ()
    state = FORGETFUL.setup(2, {})
    assert not FORGETFUL.has_action_candidates and HEAP.has_action_candidates
    assert FORGETFUL.redact(Run(1)) == Run(1) and not FORGETFUL.reveals_hidden_pieces(state, Run(1))
    assert FORGETFUL.draw_for_action(state, Run(1)) is None and FORGETFUL.state_summary(
        state
    ) == repr(state)


def test_where_a_game_shows_no_result_the_standard_one_says_who_has_won() -> None:
    before, after = Race((0, 0)), Race((27, 18), 2)
    assert not any(isinstance(panel, Result) for panel in panels_with_result(FORGETFUL, before, 0))
    results = [
        panel for panel in panels_with_result(FORGETFUL, after, 0) if isinstance(panel, Result)
    ]
    assert [(each.winners, each.rule, each.shared) for each in results] == [
        ((1,), "turn.heap", True)
    ]
    [points] = [
        panel for panel in panels_with_result(FORGETFUL, after, 0) if isinstance(panel, Tally)
    ]
    assert [(each.seat, each.points) for each in points.scores] == [(1, 27), (2, 18)]
    assert points.shared and points.screen == "side"
    ended = HEAP.apply(HEAP.setup(2, {}), 1, Take(9))
    assert panels_with_result(CLOSING, ended, 1) == CLOSING.show(ended, 1), "its own is enough"


def test_points_that_a_game_shows_itself_are_not_shown_twice() -> None:
    own = Breakdown(
        id="points", title=untranslated("Points"), seats=(1, 2), rows=(), total=(27, 18)
    )
    game = replace(FORGETFUL, show=lambda s, viewer: (own,))
    panels = panels_with_result(game, Race((27, 18), 2), 0)
    assert [type(panel) for panel in panels] == [Result, Breakdown]
