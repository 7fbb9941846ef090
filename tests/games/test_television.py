"""What the games put on the television, while they run and at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.games.crafting.show.track import GoalStanding, TrackGoal
from companion.games.empires.show.table import ProductionRace
from companion.referee.panels import Scene
from companion.referee.text import SeatName, Text, untranslated
from tests.kit.kept_games import each_kept_game, last_state, transcript_of


@each_kept_game
def test_at_the_end_everybody_s_work_is_drawn_once(slug: str, file: Path) -> None:
    panels = CATALOGUE[slug].show(last_state(slug, file), 0)
    drawn = [panel for panel in panels if panel.id == "finished" and panel.screen == "scores"]
    assert len(drawn) == 1 and isinstance(drawn[0], Scene)
    works = getattr(drawn[0].facts, "systems", drawn[0].facts)
    assert sorted(work.seat for work in works) == [*range(1, transcript_of(file).seats + 1)]


@pytest.mark.parametrize(
    ("counts", "behind", "gap", "ahead"),
    [
        ({1: 5, 2: 4, 3: 1}, 2, 1, 1),
        ({1: 2, 3: 4, 2: 2}, 0, 0, 0),
        ({2: 3, 4: 1}, 4, 2, 2),
        ({2: 4, 4: 1}, 0, 0, 0),
        ({1: 3, 2: 3, 3: 2}, 0, 0, 0),
        ({1: 1}, 0, 0, 0),
        ({1: 3, 2: None}, 0, 0, 0),
    ],
)
def test_a_duel_is_told_while_one_seat_alone_is_close(
    counts: dict[int, int | None], behind: int, gap: int, ahead: int
) -> None:
    ranked = sorted(counts.items(), key=lambda each: -(each[1] or 0))
    standing = tuple(GoalStanding(seat, count, None) for seat, count in ranked)
    told = TrackGoal(
        "", untranslated(""), untranslated(""), "", untranslated(""), False, standing
    ).needed_to_tie_text
    meant = Text(
        "{who} needs {n} more to tie {other}", who=SeatName(behind), n=gap, other=SeatName(ahead)
    )
    assert told == (meant if behind else None)


@pytest.mark.parametrize(
    ("counts", "steps"),
    [
        ((15, 4), (11, 4)),
        ((3, 3, 1), (0, 2, 1)),
        ((2, 0, 0), (2, 0, 0)),
        ((2, 1, None), (1, 1, 0)),
        ((None, None), (0, 0)),
    ],
)
def test_a_lane_has_a_step_for_each_that_somebody_has_more(
    counts: tuple[int | None, ...], steps: tuple[int, ...]
) -> None:
    words = untranslated("")
    standing = tuple(GoalStanding(seat, count, None) for seat, count in enumerate(counts, 1))
    lane = TrackGoal("", words, words, "", words, False, standing).standings_with_leads
    assert lane == tuple(zip(standing, steps, strict=True))


@pytest.mark.parametrize(("total", "length"), [(0, 660), (30, 660), (33, 660), (41, 820)])
def test_no_ship_leaves_the_track_of_its_race(total: int, length: int) -> None:
    race = ProductionRace(total, 30)
    assert (race.track_length, race.goal_position, race.ship_position) == (length, 600, 20 * total)
