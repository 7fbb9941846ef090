"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

No panel may hold another seat's `told` culture cards: only `own` reads it, for the viewer alone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.show.ending import result_panels, reveal_culture_panels
from companion.games.empires.show.opening import setup_panels
from companion.games.empires.show.own import culture_panels, own_empire_panels, reveal_choice
from companion.games.empires.show.scored import points_matrix_panels
from companion.games.empires.show.shared import card_reference_panels
from companion.games.empires.show.table import (
    empires_scene,
    final_round_panels,
    payout_scene,
    tally,
    waiting_tally,
)
from companion.games.empires.show.turn import (
    action_panels,
    banner,
    last_payout_panels,
    own_income_panels,
    pending_payout_panels,
    roll_panels,
    shift_panels,
)
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import Panel


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels for this seat (0: a spectator or the table screen)."""
    if viewer not in s.all_seats:
        viewer = 0
    mine: tuple[Panel, ...] = ()
    if viewer:
        mine = (
            *culture_panels(s, viewer),
            *own_empire_panels(s, viewer),
            *card_reference_panels(s),
        )
    # A watcher's page has no other tab than the table's, and gets none while it is open.
    scored = points_matrix_panels(s)
    if not viewer:
        scored = tuple(replace(each, tab="table", shared=False) for each in scored)
    everybody = (empires_scene(s), *scored)
    return (banner(s, viewer), tally(s), *_turn(s, viewer), *mine, *everybody)


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == SETUP:
        return setup_panels(s, viewer)
    if s.stage == REVEAL:
        return reveal_culture_panels(s, viewer)
    if s.stage == OVER:
        return result_panels(s)
    pay = own_income_panels(s, viewer) if viewer else ()
    waiting = () if s.turn.seat == viewer else (waiting_tally(s),)
    # A seat that builds has both below its cards, which are what it taps.
    builds = s.turn.seat == viewer and s.turn.step != ROLL
    return (
        *(() if builds else final_round_panels(s)),
        *(() if builds else pay),
        *_playing(s, viewer),
        *(pay if builds else ()),
        *waiting,
        payout_scene(s),
        *_told(s),
    )


# With the two like it in `own`, saves 5 % of an action's processor time.
@memoized_by_identity
def _told(s: State) -> tuple[Panel, ...]:
    """Returns what the total would pay, or what the last one has paid; the same for every seat."""
    return (*pending_payout_panels(s), *last_payout_panels(s))


def _playing(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage != PLAY or s.turn.seat != viewer:
        return ()
    if s.turn.step == ROLL:
        return roll_panels(s, viewer)
    builds = {SHIFT: shift_panels, ACT: action_panels}[s.turn.step]
    return builds(s, viewer, reveal_choice(s, viewer))
