"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

No panel may hold another seat's `entered` culture cards: only `own` reads it, for the viewer alone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.rules.production import production_inputs
from companion.games.empires.show.ending import result_panels, reveal_culture_panels
from companion.games.empires.show.opening import setup_panels
from companion.games.empires.show.own import (
    culture_panels,
    own_empire_inputs,
    own_empire_panels,
    reveal_choice,
)
from companion.games.empires.show.scored import points_matrix_panels
from companion.games.empires.show.shared import card_reference_panels
from companion.games.empires.show.table import (
    empires_scene,
    final_round_panels,
    own_rolls_scene,
    payout_scene,
    tally,
    waiting_tally,
)
from companion.games.empires.show.turn import (
    action_panels,
    banner,
    last_payout_panels,
    own_pay_panels,
    pending_payout_panels,
    roll_panels,
    shift_panels,
)
from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import LaterTab, Panel, ShowByTab


def _now(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns what this seat's page shows on any tab, and on the turn's."""
    viewer = viewer if viewer in s.all_seats else 0
    mine = culture_panels(s, viewer) if viewer else ()
    return (banner(s, viewer), *_turn(s, viewer), *mine)


def _own(s: State, viewer: int) -> tuple[Panel, ...]:
    return own_empire_panels(s, viewer) if viewer in s.all_seats else ()


def _own_parts(s: State, viewer: int) -> tuple[object, ...]:
    return own_empire_inputs(s, viewer) if viewer in s.all_seats else ()


def _cards(s: State, viewer: int) -> tuple[Panel, ...]:
    if viewer not in s.all_seats:
        return ()
    return (*card_reference_panels(s), *points_matrix_panels(s))


def _cards_parts(s: State, viewer: int) -> tuple[object, ...]:
    return _cards_inputs(s) if viewer in s.all_seats else ()


@memoized_by_identity
def _cards_inputs(s: State) -> tuple[object, ...]:
    return (s.playing_seats, *(part for seat in s.all_seats for part in production_inputs(s, seat)))


def _table(s: State, viewer: int) -> tuple[Panel, ...]:
    # A watcher's page has no other tab than the table's, and gets none while it is open.
    watched = () if viewer in s.all_seats else points_matrix_panels(s)
    scored = (replace(each, tab="table", shared=False) for each in watched)
    return (tally(s), empires_scene(s), *scored)


#: What each seat sees (0: a spectator or the table screen).
show = ShowByTab(
    _now,
    {
        "own": LaterTab(_own, _own_parts),
        "shared": LaterTab(_cards, _cards_parts),
        "table": LaterTab(_table),
    },
)


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == SETUP:
        return setup_panels(s, viewer)
    if s.stage == REVEAL:
        return reveal_culture_panels(s, viewer)
    if s.stage == OVER:
        return result_panels(s)
    waiting = () if s.turn.seat == viewer else (waiting_tally(s),)
    # A seat that builds has the warning below its cards, which are what it taps; one that rolls
    # sees on the totals what they pay it.
    builds = s.turn.seat == viewer and s.turn.step != ROLL
    rolls = s.turn.seat == viewer and s.turn.step == ROLL
    return (
        *(own_pay_panels(s, viewer) if viewer else ()),
        *(() if builds else final_round_panels(s)),
        *_playing(s, viewer),
        *waiting,
        *((own_rolls_scene(s, viewer),) if viewer and not rolls else ()),
        payout_scene(s),
        *_payouts(s),
    )


# With the two like it in `own`, saves 5 % of an action's processor time.
@memoized_by_identity
def _payouts(s: State) -> tuple[Panel, ...]:
    """Returns what the total would pay, or what the last one has paid; the same for every seat."""
    return (*pending_payout_panels(s), *last_payout_panels(s))


def _playing(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage != PLAY or s.turn.seat != viewer:
        return ()
    if s.turn.step == ROLL:
        return roll_panels(s, viewer)
    builds = {SHIFT: shift_panels, ACT: action_panels}[s.turn.step]
    return builds(s, viewer, reveal_choice(s, viewer))
