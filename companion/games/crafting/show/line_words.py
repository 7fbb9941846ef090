"""A line of what is collected, in words: how much, of what, and why."""

from __future__ import annotations

from functools import lru_cache

from companion.games.crafting.pieces import (
    CHAMBER_TOP,
    ELEMENTS,
    POWERS,
    STAR_NAMES,
)
from companion.games.crafting.player import CRAFT, Board, Collected
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.show.scenes import time_moves
from companion.games.crafting.state import State
from companion.referee.text import Text, raw

#: One of it, and several.
_NAMES = {
    "dna": (Text("DNA"), Text("DNA")),
    "nova": (Text("supernova"), Text("supernovae")),
    "nebula": (Text("nebula"), Text("nebulae")),
    "card": (Text("energy card"), Text("energy cards")),
    "time": (Text("time crystal"), Text("time crystals")),
    "graviton": (Text("graviton"), Text("gravitons")),
    "proto": (Text("proto life"), Text("proto life")),
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


def line_name(line: Collected) -> Text:
    """What a line of the list gives, in words beside its number."""
    kind, is_one = line.kind, line.amount == 1
    if kind in _NAMES:
        one, several = _NAMES[kind]
        return one if is_one else several
    star = STAR_NAMES[kind]
    return Text("{star} star", star=star) if is_one else Text("{star} stars", star=star)


_AMOUNTS = {
    "dna": Text("{n} DNA", "{n} DNA"),
    "nova": Text("{n} supernova", "{n} supernovae"),
    "nebula": Text("{n} nebula", "{n} nebulae"),
    "card": Text("{n} energy card", "{n} energy cards"),
    "time": Text("{n} time crystal", "{n} time crystals"),
    "graviton": Text("{n} graviton", "{n} gravitons"),
    "proto": Text("{n} proto life", "{n} proto life"),
}


def amount(line: Collected) -> Text:
    return _amount(line.kind, line.got)


@lru_cache(maxsize=1000)
def _amount(kind: str, n: int) -> Text:
    if kind in ELEMENTS:
        return piece(kind, n)
    told = _AMOUNTS[kind]
    return Text(told.source, told.plural, n=n)


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


def warning(s: State, seat: int, line: Collected) -> Text | None:
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
