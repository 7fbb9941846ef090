"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

No panel may hold another seat's `entered` and `noted` objectives: only `tiles` reads them, for the
viewer alone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.rules.score import has_anybody_moved
from companion.games.cosmogenesis.show.after import (
    after_main_action_panels,
    round_end_panels,
)
from companion.games.cosmogenesis.show.ending import enter_points_panels, result_panels
from companion.games.cosmogenesis.show.opening import setup_panels
from companion.games.cosmogenesis.show.own import own_system_inputs, own_system_panels
from companion.games.cosmogenesis.show.scored import points_matrix_panels
from companion.games.cosmogenesis.show.swap import token_swap_panels
from companion.games.cosmogenesis.show.table import (
    acting_system_scene,
    all_systems_panels,
    own_system_scene,
    system_boards_scene,
    tally,
    waiting_scores,
)
from companion.games.cosmogenesis.show.tiles import objectives_tab_inputs, objectives_tab_panels
from companion.games.cosmogenesis.show.turn import banner, main_action_panels
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.referee.panels import LaterTab, Panel, ShowByTab


def _now(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns what this seat's page shows on any tab, and on the turn's."""
    viewer = viewer if viewer in s.all_seats else 0
    boards = (system_boards_scene(),) if viewer or s.stage != Stage.SETUP else ()
    return (banner(s, viewer), *_turn(s, viewer), *boards)


def _own(s: State, viewer: int) -> tuple[Panel, ...]:
    return own_system_panels(s, viewer) if viewer in s.all_seats else ()


def _own_parts(s: State, viewer: int) -> tuple[object, ...]:
    return own_system_inputs(s, viewer) if viewer in s.all_seats else ()


def _objectives(s: State, viewer: int) -> tuple[Panel, ...]:
    if viewer not in s.all_seats:
        return ()
    return (*objectives_tab_panels(s, viewer), *_scored(s))


def _objectives_parts(s: State, viewer: int) -> tuple[object, ...]:
    if viewer not in s.all_seats:
        return ()
    return (*objectives_tab_inputs(s, viewer), _scored(s))


def _table(s: State, viewer: int) -> tuple[Panel, ...]:
    viewer = viewer if viewer in s.all_seats else 0
    # A watcher's page has no other tab than the table's, and gets none while it is open.
    scored = (
        () if viewer else tuple(replace(each, tab="table", shared=False) for each in _scored(s))
    )
    return (tally(s), *all_systems_panels(s, viewer), *scored)


def _scored(s: State) -> tuple[Panel, ...]:
    return points_matrix_panels(s) if has_anybody_moved(s) else ()


#: What each seat sees (0: a spectator or the table screen).
show = ShowByTab(
    _now,
    {
        "own": LaterTab(_own, _own_parts),
        "shared": LaterTab(_objectives, _objectives_parts),
        "table": LaterTab(_table),
    },
)


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == Stage.SETUP:
        return setup_panels(s, viewer)
    if s.stage == Stage.ROUND:
        return round_end_panels(s, viewer)
    if s.stage == Stage.COUNT:
        return enter_points_panels(s, viewer)
    if s.stage == Stage.OVER:
        return result_panels(s)
    if s.turn.seat != viewer:
        system = own_system_scene(s, viewer) if viewer else acting_system_scene(s)
        swap = token_swap_panels(s, viewer)
        if viewer and viewer == s.turn.wood.hands:
            return (*swap, waiting_scores(s), system)
        # Below what stays: it comes and goes with what others do, and moves nothing.
        return (waiting_scores(s), system, *swap)
    return (
        main_action_panels(s, viewer)
        if s.turn.step == Step.MAIN
        else after_main_action_panels(s, viewer)
    )
