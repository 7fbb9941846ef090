"""The small game of the benchmark: nine cells, four seats, everybody may tap any cell at any time.

It is there to be equal to the peer's game, state for state; it is on no list of games for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from companion.referee.actions import (
    Action,
    action,
    apply,
    log_line,
    notation_from_actions,
    objections,
)
from companion.referee.controls import Choice
from companion.referee.game import Game
from companion.referee.memo import memoized_by_identity
from companion.referee.notation import whole_number_reader
from companion.referee.panels import Banner, Choices, Count, Counts, Panel
from companion.referee.rulebook import read_rulebook
from companion.referee.text import Text, untranslated

CELLS = range(1, 10)
NAMES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


@dataclass(frozen=True)
class State:
    """For each cell, the seat that tapped it last (0: nobody) and how often it was tapped."""

    by: tuple[int, ...] = (0,) * len(CELLS)
    taps: tuple[int, ...] = (0,) * len(CELLS)
    options: tuple[tuple[str, str], ...] = ()


@action("tap", "tap 5", untranslated("Tap a cell"))
class Tap(Action):
    cell: Annotated[int, whole_number_reader(1, 9)]

    def apply(self, s: State, seat: int) -> State:
        by, taps = list(s.by), list(s.taps)
        by[self.cell - 1] = seat
        taps[self.cell - 1] += 1
        return State(tuple(by), tuple(taps), s.options)

    def log_line(self, s: State, seat: int) -> Text:
        return untranslated(NAMES[self.cell - 1])


NOTATION = notation_from_actions((Tap,))


def setup(seats: int, options: Mapping[str, str]) -> State:
    return State()


#: What a seat may tap, and what never changes besides.
LABELS = tuple(untranslated(name) for name in NAMES)
BANNER = Banner(
    id="banner", shared=True, title=untranslated("Nine cells"), line=untranslated("Tap one")
)
CELLS_TITLE = untranslated("Cells")
TAPS = Choices(
    id="taps",
    style="cells",
    choices=tuple(
        Choice(label=label, action=NOTATION.write(Tap(cell)))
        for label, cell in zip(LABELS, CELLS, strict=True)
    ),
)


def show(state: State, viewer: int) -> tuple[Panel, ...]:
    return (BANNER, _cells(state), TAPS) if viewer else (BANNER, _cells(state))


@memoized_by_identity
def _cells(state: State) -> Counts:
    counts = tuple(
        Count(label=label, value=n, seat=by)
        for label, n, by in zip(LABELS, state.taps, state.by, strict=True)
    )
    return Counts(id="cells", shared=True, title=CELLS_TITLE, counts=counts)


def sketch(state: Any) -> str:
    return " ".join(str(n) for n in state.taps)


SMALL = Game(
    slug="small",
    title="Nine cells",
    seats=range(1, 5),
    rulebook=read_rulebook(Path(__file__).with_name("nine_cells.toml")),
    options=(),
    notation=NOTATION,
    setup=setup,
    seats_to_act=lambda state: frozenset({1, 2, 3, 4}),
    candidates=lambda state, seat: [Tap(cell) for cell in CELLS],
    objections=objections,
    apply=apply,
    outcome=lambda state: None,
    say=log_line,
    show=show,
    state_summary=sketch,
)
