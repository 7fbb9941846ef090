"""What was collected and placed: how much of each at a glance, where from and why underneath.

Taking less than the list says, or leaving something out, is the exception: a tap a thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting.actions import Leave, Short
from companion.games.crafting.pieces import CONTROL_NAMES, CONTROLS, ELEMENTS
from companion.games.crafting.player import Board, Collected
from companion.games.crafting.rules.energy import PILES
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.show.line_words import amount, why
from companion.games.crafting.show.offers import offer
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.panels import Checklist, Notice, Panel, Section, Sheet
from companion.referee.panels import Line as ListLine
from companion.referee.text import Text, listed, raw

#: what is placed in the galaxy, and so can be left out
PLACED = (*ELEMENTS, "proto", "nebula")

#: what lines move, as a field of the board: a slider, or the time crystal
_MOVES = {"dna": "dna", "nova": "nova", "graviton": "graviton", "time": "crystal"}


def taken(s: State, seat: int) -> tuple[Panel, ...]:
    """The card that says what to take and place, with what happens to the time crystals."""
    board = s.board(seat)
    lines = [line for line in board.lines if line.amount]
    own = s.where(seat) or CONTROLS[0]
    sections = (
        (Text("Active: {control}, where your marble is", control=CONTROL_NAMES[own]), True),
        (Text("Passive: clockwise from {control}", control=CONTROL_NAMES[own]), False),
    )
    return (
        Checklist(
            id="collect",
            title=Text("Take this and place it"),
            more=Text("Took less"),
            brief=tuple((line.kind, raw(str(line.got - line.left))) for line in lines),
            sections=tuple(
                Section(
                    title=title,
                    lines=tuple(_line(s, seat, x) for x in lines if x.active == active),
                )
                for title, active in sections
            ),
        ),
        *_crystals(s, board),
    )


def _crystals(s: State, board: Board) -> Iterator[Panel]:
    """What the time crystals did as they were taken: a new one comes when one reaches 6."""
    steps = next((line.got for line in board.lines if line.kind == "time"), 0)
    if not steps or board.crystal >= steps:
        return
    words = Text("Your time crystal reached 6: put a new one on {space}", space=board.crystal)
    yield Notice(id="crystal", kind="info", words=words, rule="time.new-crystal")


def _line(s: State, seat: int, line: Collected) -> ListLine:
    fewer = tuple(_short(s, seat, line)) if line.kind in PILES else ()
    return ListLine(
        icon=line.kind,
        words=amount(line),
        detail=why(s, seat, line),
        warning=Text("The supply ran out: {amount} were due", amount=line.amount)
        if line.got < line.amount
        else None,
        choices=fewer,
    )


def _short(s: State, seat: int, line: Collected) -> Iterator[Choice]:
    """How many there were, if not all: one tap each."""
    for n in range(line.amount + 1):
        if n != line.got:
            yield offer(
                s,
                seat,
                Short(line.kind, n),
                Text("Only {n}", n=n) if n < line.amount else Text("All {n}", n=n),
            )


def left_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    """What was not placed, one tap each; there only where something can have been left out."""
    board = s.board(seat)
    choices = tuple(choice for line in board.lines for choice in _leave(s, seat, line))
    if not choices:
        return ()
    return (
        Sheet(
            id="left",
            title=Text("What did you leave out?"),
            note=Text("It's lost. The rest is in your galaxy"),
            choices=choices,
            icon="warn",
        ),
    )


def _leave(s: State, seat: int, line: Collected) -> Iterator[Choice]:
    if line.kind not in PLACED:
        return
    if line.kind == "nebula" and not s.board(seat).drawn and not line.left:
        return
    for n in range(line.got + 1):
        if n != line.left:
            yield offer(s, seat, Leave(line.kind, n), _of(line.kind, n), icon=line.kind)


def _of(kind: str, n: int) -> Text:
    if not n:
        return Text("All placed")
    names = {
        "proto": Text("{n} proto life", "{n} proto life", n=n),
        "nebula": Text("{n} nebula", "{n} nebulae", n=n),
    }
    return names.get(kind) or piece(kind, n)


def placed_words(board: Board) -> Text | None:
    """What was collected and placed this turn: "2 helium stars, 1 proto life"."""
    parts = [
        _of(x.kind, x.got - x.left) for x in board.lines if x.kind in PLACED and x.got > x.left
    ]
    return listed(parts) if parts else None
