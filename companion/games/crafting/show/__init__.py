"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

No panel may hold another seat's `entered` cards or token values: the modules read only those of the
viewer's own board.
"""

from __future__ import annotations

from companion.games.crafting.board import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.show.banner import banner
from companion.games.crafting.show.craft import craft_panels
from companion.games.crafting.show.ending import result_panels, reveal_life_panels
from companion.games.crafting.show.energy import collect_panels, shift_panels, waiting_panels
from companion.games.crafting.show.galaxy import galaxy_inputs, galaxy_panels
from companion.games.crafting.show.goals import (
    discard_cards_panels,
    draw_goal_panels,
    new_goal_panels,
    passed_points_panels,
    round_end_panels,
    round_news_panels,
    score_goal_panels,
    scored_goals_panels,
)
from companion.games.crafting.show.lens import nebula_lens_sheets
from companion.games.crafting.show.opening import setup_panels
from companion.games.crafting.show.table import (
    crystal_supply_scene,
    end_warning_words,
    galaxy_summary_words,
    time_chambers_scene,
    wheel_scene,
)
from companion.games.crafting.show.track import (
    goal_track_inputs,
    goal_track_scene,
    own_goal_count_panels,
    small_track_scene,
)
from companion.games.crafting.state import (
    DISCARD,
    DRAW,
    OVER,
    PLAY,
    REVEAL_LIFE,
    SCORE,
    SETUP,
    State,
)
from companion.referee.panels import LaterTab, Notice, Panel, SeatScore, ShowByTab, Tally
from companion.referee.text import Text


def _now(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns what this seat's page shows on any tab, and on the turn's."""
    viewer = viewer if viewer in s.all_seats else 0
    lenses = nebula_lens_sheets(s, viewer) if viewer else ()
    return (banner(s, viewer), *passed_points_panels(s), *_turn(s, viewer), *lenses)


def _own(s: State, viewer: int) -> tuple[Panel, ...]:
    return galaxy_panels(s, viewer) if viewer in s.all_seats else ()


def _own_parts(s: State, viewer: int) -> tuple[object, ...]:
    return galaxy_inputs(s, viewer) if viewer in s.all_seats else ()


def _goals(s: State, viewer: int) -> tuple[Panel, ...]:
    mine = own_goal_count_panels(s, viewer) if viewer in s.all_seats else ()
    return (goal_track_scene(s), *mine, *scored_goals_panels(s))


def _goals_parts(s: State, _: int) -> tuple[object, ...]:
    return goal_track_inputs(s)


def _table(s: State, _: int) -> tuple[Panel, ...]:
    return (tally(s), time_chambers_scene(s), crystal_supply_scene(s))


#: What each seat sees (0: a spectator or the table screen).
show = ShowByTab(
    _now,
    {
        "own": LaterTab(_own, _own_parts),
        "shared": LaterTab(_goals, _goals_parts),
        "table": LaterTab(_table),
    },
)


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == PLAY:
        return (*_warning(s), *round_news_panels(s, viewer), *_playing(s, viewer))
    if s.stage == SETUP:
        return setup_panels(s, viewer)
    if s.stage == SCORE:
        return score_goal_panels(s, viewer)
    if s.stage == DRAW:
        return (*draw_goal_panels(s, viewer), *_wheel_for_watchers(s, viewer))
    if s.stage == DISCARD:
        return (
            *round_end_panels(s),
            *((small_track_scene(s),) if viewer else new_goal_panels(s)),
            *(discard_cards_panels(s, viewer) if viewer else ()),
            *_wheel_for_watchers(s, viewer),
        )
    if s.stage == REVEAL_LIFE:
        return (*reveal_life_panels(s, viewer), *round_end_panels(s))
    return result_panels(s) if s.stage == OVER else ()


def _playing(s: State, viewer: int) -> tuple[Panel, ...]:
    step = s.board(viewer).step if viewer else ""
    if step == SHIFT:
        return shift_panels(s, viewer)
    if step == COLLECT:
        return collect_panels(s, viewer)
    if step == CRAFT:
        return craft_panels(s, viewer)
    return waiting_panels(s, viewer)


def _wheel_for_watchers(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the wheel for the table screen and for who has no seat; () for a seat."""
    return () if viewer else (wheel_scene(s, 0),)


def _warning(s: State) -> tuple[Panel, ...]:
    words = end_warning_words(s)
    if words is None:
        return ()
    warning = Notice(
        id="warning", shared=True, screen="no", kind="warn", words=words, rule="game.end"
    )
    return (warning,)


def tally(s: State) -> Tally:
    """Returns all scores, the same for every seat."""
    return Tally(
        id="tally",
        tab="table",
        shared=True,
        screen="no",
        title=Text("Points"),
        scores=tuple(_score(s.board(n), n, n == s.first) for n in s.turn_order),
    )


def _score(board: Board, seat: int, first: bool) -> SeatScore:
    return SeatScore(
        seat=seat,
        points=board.points.total,
        marks=(galaxy_summary_words(board), Text("{n} card", "{n} cards", n=board.hand)),
        acting=board.step in (SHIFT, COLLECT, CRAFT),
        flags=(Text("first player"),) if first else (),
    )
