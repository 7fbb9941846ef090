"""What a seat sees: the panels of each tab. `show` decides which; the modules fill them.

Nothing of another seat's `told` cards or token values may get into a panel: the modules only
ever read those of the viewer's own board.
"""

from __future__ import annotations

from companion.games.crafting.board import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.show.banner import banner
from companion.games.crafting.show.craft import crafting
from companion.games.crafting.show.ending import result, revealing
from companion.games.crafting.show.energy import collecting, shifting, waiting
from companion.games.crafting.show.galaxy import galaxy
from companion.games.crafting.show.goals import (
    discarding,
    drawing,
    goal_told,
    new_goal,
    points_passed,
    round_news,
    scored,
    scoring,
)
from companion.games.crafting.show.opening import setting_up
from companion.games.crafting.show.table import (
    chambers,
    end_warning,
    facts_line,
    supply,
    wheel,
)
from companion.games.crafting.show.track import enter_mine, track
from companion.games.crafting.state import DISCARD, DRAW, OVER, PLAY, REVEAL, SCORE, SETUP, State
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import Notice, Panel, Score, Tally
from companion.referee.text import Text


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """The panels for this seat (0: a spectator or the table screen)."""
    if viewer not in s.all_seats:
        viewer = 0
    own = galaxy(s, viewer) if viewer else ()
    mine = enter_mine(s, viewer) if viewer else ()
    goals, *rest = _for_everybody(s)
    now = (banner(s, viewer), *points_passed(s), *_turn(s, viewer))
    return (*now, *own, goals, *mine, *rest)


# Saves 3 % of the calls of a tap and its pages.
@memoized_by_identity
def _for_everybody(s: State) -> tuple[Panel, ...]:
    """What everybody sees."""
    return (track(s), *scored(s), tally(s), chambers(s), supply(s))


def _turn(s: State, viewer: int) -> tuple[Panel, ...]:
    if s.stage == PLAY:
        return (*_warning(s), *round_news(s, viewer), *_playing(s, viewer))
    if s.stage == SETUP:
        return setting_up(s, viewer)
    if s.stage == SCORE:
        return scoring(s, viewer)
    if s.stage == DRAW:
        return drawing(s, viewer)
    if s.stage == DISCARD:
        return (*goal_told(s), *new_goal(s), *(discarding(s, viewer) if viewer else ()))
    if s.stage == REVEAL:
        return revealing(s, viewer)
    return result(s) if s.stage == OVER else ()


def _playing(s: State, viewer: int) -> tuple[Panel, ...]:
    step = s.board(viewer).step if viewer else ""
    if step == SHIFT:
        return shifting(s, viewer)
    if step == COLLECT:
        return collecting(s, viewer)
    if step == CRAFT:
        return crafting(s, viewer)
    return waiting(s, viewer) if viewer else (wheel(s, 0),)


def _warning(s: State) -> tuple[Panel, ...]:
    words = end_warning(s)
    if words is None:
        return ()
    warning = Notice(
        id="warning", shared=True, screen="no", kind="warn", words=words, rule="game.end"
    )
    return (warning,)


def tally(s: State) -> Tally:
    """All scores, the same for everyone."""
    return Tally(
        id="tally",
        tab="table",
        shared=True,
        screen="no",
        title=Text("Points"),
        scores=tuple(_score(s.board(n), n, n == s.first) for n in s.order),
    )


def _score(board: Board, seat: int, first: bool) -> Score:
    return Score(
        seat=seat,
        points=board.points.total,
        marks=(facts_line(board), Text("{n} card", "{n} cards", n=board.hand)),
        acting=board.step in (SHIFT, COLLECT, CRAFT),
        flags=(Text("first player"),) if first else (),
    )
