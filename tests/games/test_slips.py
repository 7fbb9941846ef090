"""The slip runner: it sees what is said, is blind where nothing is, and its slips all happen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.benchmarks.slips import reaches
from tests.kit.slips.catalogue import GIVEN, HELD_OUT, NamedSlip, named_slips
from tests.kit.slips.kept import KeptGame, Line, kept_games_of
from tests.kit.slips.mechanical import KINDS
from tests.kit.slips.seen import sight_of
from tests.kit.slips.tally import mechanical_drifts, named_drifts, tally_of
from tests.kit.slips.voices import SPOKEN, Voices, nothing
from tests.kit.slips.worlds import Slip, drift_of

#: One slip in so many is tried.
SAMPLE = 97
#: And where the goals are held, of every kind.
SAMPLE_FOR_GOALS = 29

SILENT = Voices(nothing, nothing, nothing, nothing)


def _counts(game: Game, state: Any, seat: int) -> Hashable:
    return game.counts(state, seat)


def _points(game: Game, state: Any, seat: int) -> Hashable:
    return game.points(state, seat)


def _points_moved(game: Game, before: Any, after: Any, _: int, __: Any, to: int) -> Hashable:
    points = game.points(before, to), game.points(after, to)
    return points if points[0] != points[1] else ()


@pytest.mark.parametrize("named", (*GIVEN, *HELD_OUT), ids=lambda named: named.name)
def test_every_slip_happens_in_a_kept_game(named: NamedSlip) -> None:
    assert any(any(named_slips(kept, named)) for kept in kept_games_of(named.game))


def test_as_many_slips_are_held_out_as_were_asked_for() -> None:
    assert len(HELD_OUT) >= 40
    assert len({(each.game, each.name) for each in (*GIVEN, *HELD_OUT)}) == len(GIVEN + HELD_OUT)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_silence_shows_nothing_and_what_breaks_a_rule_is_noticed(slug: str) -> None:
    drifts = list(mechanical_drifts(kept_games_of(slug), SAMPLE))
    tally = tally_of(drifts, SILENT)
    assert {drift.slip.kind for drift in drifts} == set(KINDS)
    assert tally.never.drifts and tally.later
    assert tally.never.result == tally.harmful.result == 0
    wrong_seat = [drift for drift in drifts if drift.slip.kind == "wrong seat"]
    unnoticed = [drift for drift in wrong_seat if drift.noticed is None and not drift.healed]
    assert len(unnoticed) * 8 < len(wrong_seat)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_counts_that_are_said_show_every_harmful_slip_before_the_result(slug: str) -> None:
    said = Voices(_points_moved, nothing, _counts, _counts)
    games = kept_games_of(slug)
    drifts = [drift for _, drift in named_drifts(games, GIVEN, SAMPLE // 2)]
    tally = tally_of(drifts, said)
    assert tally.harmful.drifts
    # The finish is before what only people can count.
    late = [sight.drift for sight in tally.unseen if sight.at is None and sight.drift.is_harmful]
    assert all(drift.kept.lines[drift.slip.at].said.startswith("worth") for drift in late)


def _completed_nebula() -> tuple[KeptGame, int]:
    """A kept game, and a line of it with a nebula that can be left out unnoticed."""
    kept = kept_games_of("crafting")[-2]
    lines = (at for at, line in enumerate(kept.lines) if line.text.startswith("complete"))
    return kept, next(at for at in lines if drift_of(kept, Slip("", at, ())).noticed is None)


def test_a_completed_nebula_that_nobody_told_is_shown_by_the_next_points() -> None:
    kept, at = _completed_nebula()
    drift = drift_of(kept, Slip("untold", at, ()))
    assert drift.is_harmful
    assert sight_of(drift, SILENT).at is None
    shown = sight_of(drift, Voices(_points_moved, nothing, nothing, nothing))
    assert shown.at is not None and shown.at > at and shown.by == "answer"
    by_the_end = sight_of(drift, Voices(nothing, nothing, _points, nothing))
    assert by_the_end.by == "turn" and by_the_end.by_the_turns_end


def test_what_was_told_otherwise_than_done_is_answered_otherwise() -> None:
    kept, at = _completed_nebula()
    *words, points, star = kept.lines[at].text.split()
    told = Line(kept.lines[at].seat, " ".join((*words, str(int(points) + 1), star)))
    drift = drift_of(kept, Slip("retold", at, (told,)))
    assert drift.noticed is None and drift.is_harmful
    shown = sight_of(drift, Voices(_points_moved, nothing, nothing, nothing))
    assert (shown.at, shown.by) == (at, "answer")


@pytest.mark.parametrize("slug", CATALOGUE)
def test_harmful_slips_that_nobody_notices_are_shown(slug: str) -> None:
    tally = tally_of(mechanical_drifts(kept_games_of(slug), SAMPLE_FOR_GOALS), SPOKEN)
    assert tally.harmful.drifts > 5
    assert reaches(tally.harmful, slug), tally.harmful


@pytest.mark.parametrize("named", GIVEN, ids=lambda named: named.name)
def test_every_slip_of_the_catalogue_is_shown_before_the_result(named: NamedSlip) -> None:
    games = kept_games_of(named.game)
    found = [drift for _, drift in named_drifts(games, [named], SAMPLE_FOR_GOALS)]
    tally = tally_of(found, SPOKEN)
    assert tally.never.result == tally.never.drifts
    assert tally.never.turn * 20 >= tally.never.drifts * 19
