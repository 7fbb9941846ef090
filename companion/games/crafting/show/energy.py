"""The turn tab while shifting and collecting."""

from __future__ import annotations

from companion.games.crafting.actions import Back, Collect, Took
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    MOVES,
    POWERS,
)
from companion.games.crafting.player import Board, Collected
from companion.games.crafting.rules.energy import PILES, draws_nebula, yields
from companion.games.crafting.show.line_words import amount, line_name, warning, why
from companion.games.crafting.show.offers import offer
from companion.games.crafting.show.scenes import wheel
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.controls import Field as SheetField
from companion.referee.panels import Checklist, Count, Counts, Dock, Panel, Section, Sheet
from companion.referee.panels import Line as ListLine
from companion.referee.text import Text


def shifting(s: State, seat: int) -> tuple[Panel, ...]:
    """The wheel to tap, and what it would give."""
    left = MOVES - len(s.moves)
    hint = (
        Text("{n} move left (optional)", "{n} moves left (optional)", n=left)
        if left
        else Text("All moves are used")
    )
    return (
        wheel(s, seat),
        _preview(yields(s, seat), s.board(seat).powers),
        Dock(
            id="dock",
            choices=(
                *_put_back(s, seat),
                _main(offer(s, seat, Collect("placed"), Text("Collect"), hint, "end")),
            ),
        ),
    )


def _put_back(s: State, seat: int) -> tuple[Choice, ...]:
    """One tap for several moves; a single one is taken back by the undo beside it."""
    if len(s.moves) < 2:
        return ()
    return (offer(s, seat, Back(), Text("Start my moves over"), icon="refresh"),)


def _main(choice: Choice) -> Choice:
    return Choice(
        label=choice.label,
        action=choice.action,
        detail=choice.detail,
        icon=choice.icon,
        refusal=choice.refusal,
        doubt=choice.doubt,
        main=True,
    )


def _preview(lines: tuple[Collected, ...], powers: tuple[tuple[int, str], ...]) -> Counts:
    names = ", ".join(POWERS[slug].name for _, slug in powers)
    return Counts(
        id="preview",
        title=Text("You'll collect"),
        counts=tuple(
            Count(label=line_name(line), value=line.amount, icon=line.kind) for line in lines
        ),
        note=Text("Your powers add to this: {names}", names=names) if names else None,
    )


def collecting(s: State, seat: int) -> tuple[Panel, ...]:
    """The list to tick off, and the one tap that says that all was taken."""
    board = s.board(seat)
    active = tuple(_line(s, seat, line) for line in board.lines if line.active)
    passive = tuple(_line(s, seat, line) for line in board.lines if not line.active and line.amount)
    own = s.where(seat) or CONTROLS[0]
    return (
        Checklist(
            id="collect",
            sections=(
                Section(
                    title=Text(
                        "Active: {control}, where your marble is", control=CONTROL_NAMES[own]
                    ),
                    lines=active,
                ),
                Section(
                    title=Text("Passive: clockwise from {control}", control=CONTROL_NAMES[own]),
                    lines=passive,
                ),
            ),
        ),
        *_short_sheets(board),
        Dock(id="dock", choices=_took(s, seat)),
    )


def _took(s: State, seat: int) -> tuple[Choice, ...]:
    if not draws_nebula(s.board(seat)):
        return (_main(offer(s, seat, Took(), Text("Took all, start crafting"), icon="check")),)
    return tuple(
        _main(
            offer(
                s,
                seat,
                Took(size),
                Text("Took all, size {size}", size=size),
                icon=f"nebula-{size}",
            )
        )
        for size in (1, 2, 3)
    )


def _line(s: State, seat: int, line: Collected) -> ListLine:
    short = (
        Choice(label=Text("Not enough left"), sheet=f"short-{line.kind}", icon="warn")
        if line.kind in PILES
        else None
    )
    return ListLine(
        icon=line.kind,
        words=amount(line),
        detail=why(s, seat, line),
        warning=warning(s, seat, line),
        choices=(short,) if short else (),
    )


def _short_sheets(board: Board) -> tuple[Sheet, ...]:
    return tuple(
        Sheet(
            id=f"short-{line.kind}",
            title=Text("The supply ran out"),
            verb=f"short {line.kind}",
            note=Text("You don't get the rest, nor anything instead"),
            fields=(
                SheetField(
                    label=line_name(line),
                    kind="number",
                    value=str(line.got),
                    low=0,
                    high=line.amount,
                ),
            ),
            submit=Text("Took what was left"),
            icon="warn",
        )
        for line in board.lines
        if line.kind in PILES and line.amount
    )
