"""What everybody has, at a glance: points with all time chambers, the crystals left, the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.crafting.pieces import CRYSTALS
from companion.games.crafting.player import COLLECT, CRAFT, SHIFT, Board
from companion.games.crafting.rules.game import is_last_round
from companion.games.crafting.show.scenes import Chamber
from companion.games.crafting.state import OVER, PLAY, REVEAL, State
from companion.referee.panels import Scene
from companion.referee.text import Text


@dataclass(frozen=True)
class ChamberRow:
    """One seat's chamber among all of them. `acting`: in its turn; `first`: the first player."""

    seat: int
    chamber: Chamber
    points: int
    facts: Text
    acting: bool = False
    first: bool = False


@dataclass(frozen=True)
class Supply:
    """The crystals that are left, of how many, and the warning before the end."""

    supply: int
    supply_start: int
    warning: Text | None


def chambers(s: State) -> Scene:
    """Every seat's chamber, the same for everyone. On the table screen these are the scores."""
    rows = tuple(_row(s, seat, s.board(seat)) for seat in s.all_seats)
    return Scene(
        id="chambers",
        tab="table",
        drawing="chambers",
        facts=rows,
        shared=True,
        screen="scores",
        title=Text("Time chambers"),
    )


def _row(s: State, seat: int, board: Board) -> ChamberRow:
    return ChamberRow(
        seat,
        Chamber(board.crystal, board.waiting, board.scored, s.supply),
        board.points.total,
        facts_line(board),
        s.stage == PLAY and board.step in (SHIFT, COLLECT, CRAFT),
        seat == s.first,
    )


def supply(s: State) -> Scene:
    """The crystals that are left, the same for everyone."""
    return Scene(
        id="supply",
        tab="table",
        drawing="supply",
        facts=Supply(s.supply, CRYSTALS[s.seats], end_warning(s)),
        shared=True,
        screen="side",
        title=Text("Time crystals"),
    )


def facts_line(board: Board) -> Text:
    """A galaxy in one short line."""
    return _facts(board.completed, len(board.lives))


@lru_cache(maxsize=1000)
def _facts(completed: int, lives: int) -> Text:
    nebulae = Text("{n} nebula", "{n} nebulae", n=completed)
    if not lives:
        return nebulae
    advanced = Text("{n} advanced life", "{n} advanced life", n=lives)
    return Text("{nebulae}, {advanced}", nebulae=nebulae, advanced=advanced)


def end_warning(s: State) -> Text | None:
    """What to say when the end is near."""
    if s.stage in (REVEAL, OVER):
        return None
    if s.stage == PLAY and is_last_round(s):
        return Text("No crystals left: the game ends after this round")
    if s.stage == PLAY and s.round == 8:
        return Text("The last goal is scored after this round, then the game ends")
    if s.supply and s.supply <= s.seats + 1:
        return Text("When the last one is taken, the game ends after that round")
    return None
