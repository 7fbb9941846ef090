"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

Nothing of another seat's `told` and `noted` objectives may get into a panel: `hand` and
`tile_sheets` read them, and only those of the viewer.
"""

from __future__ import annotations

from companion.games.cosmogenesis.show.after import after, round_end, wood_panels
from companion.games.cosmogenesis.show.ending import counting, result
from companion.games.cosmogenesis.show.opening import setting_up
from companion.games.cosmogenesis.show.own import own_panels
from companion.games.cosmogenesis.show.table import my_system, systems, tally, their_system
from companion.games.cosmogenesis.show.turn import banner, taking
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.referee.panels import Panel


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """The panels for this seat (0: a spectator or the table screen)."""
    if viewer not in s.all_seats:
        viewer = 0
    mine = own_panels(s, viewer) if viewer else ()
    return (banner(s, viewer), tally(s), *_turn(s, viewer), *mine, *systems(s, viewer))


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == Stage.SETUP:
        return setting_up(s, viewer)
    if s.stage == Stage.ROUND:
        return round_end(s, viewer)
    if s.stage == Stage.COUNT:
        return counting(s, viewer)
    if s.stage == Stage.OVER:
        return result(s)
    if s.turn.seat != viewer:
        system = my_system(s, viewer) if viewer else their_system(s)
        return (system, *wood_panels(s, viewer))
    return taking(s, viewer) if s.turn.step == Step.MAIN else after(s, viewer)
