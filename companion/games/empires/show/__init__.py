"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

Nothing of another seat's `told` culture cards may get into a panel: only `cultures` reads it, and
only that of the viewer.
"""

from __future__ import annotations

from companion.games.empires.show.ending import result, revealing
from companion.games.empires.show.opening import setting_up
from companion.games.empires.show.own import culture_panels, own_empire
from companion.games.empires.show.shared import reference
from companion.games.empires.show.table import empires, payouts, standing, tally, warnings
from companion.games.empires.show.turn import acting, banner, own_pay, paid, pays, rolling, shifting
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State
from companion.referee.panels import Panel


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """The panels for this seat (0: a spectator or the table screen)."""
    if viewer not in s.all_seats:
        viewer = 0
    mine: tuple[Panel, ...] = ()
    if viewer:
        mine = (*culture_panels(s, viewer), *own_empire(s, viewer), *reference(s))
    return (banner(s, viewer), tally(s), *_turn(s, viewer), *mine, empires(s))


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == SETUP:
        return setting_up(s, viewer)
    if s.stage == REVEAL:
        return revealing(s, viewer)
    if s.stage == OVER:
        return result(s)
    pay = own_pay(s, viewer) if viewer else ()
    waiting = () if s.turn.seat == viewer else (standing(s),)
    return (*warnings(s), *pay, *_playing(s, viewer), *waiting, payouts(s), *_told(s))


def _told(s: State) -> tuple[Panel, ...]:
    """What the total would pay, or what the last one has paid: the same for everyone."""
    return (*pays(s), *paid(s))


def _playing(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage != PLAY or s.turn.seat != viewer:
        return ()
    return {ROLL: rolling, SHIFT: shifting, ACT: acting}[s.turn.step](s, viewer)
