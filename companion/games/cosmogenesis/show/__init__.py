"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

No panel may hold another seat's `told` and `noted` objectives: only `tiles` reads them, for the
viewer alone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.rules.score import has_anybody_moved
from companion.games.cosmogenesis.show.after import (
    after_main_action_panels,
    round_end_panels,
    token_instruction_panels,
)
from companion.games.cosmogenesis.show.ending import enter_points_panels, result_panels
from companion.games.cosmogenesis.show.opening import setup_panels
from companion.games.cosmogenesis.show.own import own_system_panels
from companion.games.cosmogenesis.show.scored import points_matrix_panels
from companion.games.cosmogenesis.show.table import (
    acting_system_scene,
    all_systems_panels,
    own_system_scene,
    tally,
)
from companion.games.cosmogenesis.show.turn import banner, main_action_panels
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.referee.panels import Panel


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels for this seat (0: a spectator or the table screen)."""
    if viewer not in s.all_seats:
        viewer = 0
    mine = own_system_panels(s, viewer) if viewer else ()
    # A watcher's page has no other tab than the table's, and gets none while it is open.
    scored = points_matrix_panels(s) if has_anybody_moved(s) else ()
    if not viewer:
        scored = tuple(replace(each, tab="table", shared=False) for each in scored)
    everybody = (*all_systems_panels(s, viewer), *scored)
    return (banner(s, viewer), tally(s), *_turn(s, viewer), *mine, *everybody)


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
        return (system, *token_instruction_panels(s, viewer))
    return (
        main_action_panels(s, viewer)
        if s.turn.step == Step.MAIN
        else after_main_action_panels(s, viewer)
    )
