"""The turn tab while shifting and collecting."""

from __future__ import annotations

from companion.games.crafting.actions import Back, Collect, Took
from companion.games.crafting.pieces import (
    CHAMBER_TOP,
    CONTROL_NAMES,
    CONTROLS,
    MOVES,
    POWERS,
    STAR_NAMES,
)
from companion.games.crafting.player import CRAFT, Board, Collected
from companion.games.crafting.rules.energy import PILES, draws_nebula, yields
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.show.offers import offer
from companion.games.crafting.show.scenes import time_moves, wheel
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.controls import Field as SheetField
from companion.referee.panels import Checklist, Count, Counts, Dock, Panel, Section, Sheet
from companion.referee.panels import Line as ListLine
from companion.referee.text import Text, raw

_NAMES = {
    "dna": Text("DNA"),
    "nova": Text("supernova"),
    "nebula": Text("nebula"),
    "card": Text("energy cards"),
    "time": Text("time crystals"),
    "graviton": Text("gravitons"),
    "proto": Text("proto life"),
}
_PLACES = {
    "h": Text("From the pile by Light"),
    "o": Text("From the pile by Time"),
    "he": Text("From the pile by Gravity"),
    "c": Text("From the pile by Chemistry"),
    "nebula": Text("From the top of a stack: size 1, 2 or 3"),
    "card": Text("From the display or deck, one by one. Refill the display afterwards"),
    "proto": Text("From the supply, purple side up"),
}


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
        _preview(s, seat),
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


def _preview(s: State, seat: int) -> Counts:
    board = s.board(seat)
    names = ", ".join(POWERS[slug].name for _, slug in board.powers)
    return Counts(
        id="preview",
        title=Text("You'll collect"),
        counts=tuple(
            Count(label=line_name(line.kind), value=line.amount, icon=line.kind)
            for line in yields(s, seat)
        ),
        note=Text("Your powers add to this: {names}", names=names) if names else None,
    )


def line_name(kind: str) -> Text:
    """What a line of the list gives, in words."""
    if kind in STAR_NAMES and kind != "nova":
        return Text("{star} stars", star=STAR_NAMES[kind])
    return _NAMES[kind]


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
        warning=_warning(s, seat, line),
        choices=(short,) if short else (),
    )


def amount(line: Collected) -> Text:
    if line.kind in ("h", "he", "o", "c"):
        return piece(line.kind, line.got)
    amounts = {
        "dna": Text("{n} DNA", "{n} DNA", n=line.got),
        "nova": Text("{n} supernova", "{n} supernovae", n=line.got),
        "nebula": Text("{n} nebula", "{n} nebulae", n=line.got),
        "card": Text("{n} energy card", "{n} energy cards", n=line.got),
        "time": Text("{n} time crystal", "{n} time crystals", n=line.got),
        "graviton": Text("{n} graviton", "{n} gravitons", n=line.got),
        "proto": Text("{n} proto life", "{n} proto life", n=line.got),
    }
    return amounts[line.kind]


def why(s: State, seat: int, line: Collected) -> Text | None:
    board = s.board(seat)
    if line.kind in ("dna", "nova", "graviton"):
        now = getattr(board, line.kind) - (line.got if board.step == CRAFT else 0)
        slide = Text("Slider from {now} to {then}", now=now, then=now + line.got)
        return (
            slide if line.active else Text("{why}. {slide}", why=_sources(board, line), slide=slide)
        )
    if line.active:
        return _PLACES.get(line.kind)
    place = _crystal_slide(board, line) if line.kind == "time" else _PLACES.get(line.kind)
    sources = _sources(board, line)
    return Text("{why}. {place}", why=sources, place=place) if place else sources


def _crystal_slide(board: Board, line: Collected) -> Text | None:
    """Where the crystal goes, unless it reaches 6: then a warning says what to do."""
    start = board.crystal - line.got if board.step == CRAFT else board.crystal
    end = start + line.got
    if start < 0 or end >= CHAMBER_TOP:
        return None
    return Text("Crystal from {start} to {end}", start=start, end=end)


def _sources(board: Board, line: Collected) -> Text:
    marbles = Text("{n} marble", "{n} marbles", n=line.marbles)
    if not line.bonus:
        return marbles
    names = ", ".join(
        POWERS[slug].name for _, slug in board.powers if POWERS[slug].deck == line.control
    )
    return Text(
        "{marbles}, {n} from {names}",
        "{marbles}, {n} from {names}",
        marbles=marbles,
        n=line.bonus,
        names=raw(names),
    )


def _warning(s: State, seat: int, line: Collected) -> Text | None:
    if line.got < line.amount:
        return Text("The supply ran out: {amount} were due", amount=line.amount)
    if line.kind != "time":
        return None
    new = sum(end == 6 for _, end in time_moves(s.board(seat).crystal, line.got))
    if not new:
        return None
    if s.supply >= new:
        return Text(
            "It reaches 6: take a new crystal from the supply to 0. Supply: {now} to {then}",
            now=s.supply,
            then=s.supply - new,
        )
    return Text("It reaches 6 and the supply is empty: borrow a crystal from the box this round")


def _short_sheets(board: Board) -> tuple[Sheet, ...]:
    return tuple(
        Sheet(
            id=f"short-{line.kind}",
            title=Text("The supply ran out"),
            verb=f"short {line.kind}",
            note=Text("You don't get the rest, nor anything instead"),
            fields=(
                SheetField(
                    label=line_name(line.kind),
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
