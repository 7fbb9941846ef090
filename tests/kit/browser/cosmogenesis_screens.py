"""Every screen of a table of Cosmogenesis, for looking at, like those in `screens.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from playwright.sync_api import expect

from companion import transcript
from tests.kit.browser.handsets import Phone
from tests.kit.browser.screens import GAMES, Moves, Visitor

GAME = "cosmogenesis"
#: what Mira does first in a late turn, and the screens after it
MAIN = frozenset(("planet", "moon", "collide", "comet", "belt", "exotic", "stellar", "planetary"))


@cache
def _whole() -> transcript.Transcript:
    """A finished game for four, with some tiles entered."""
    file = GAMES.parent.parent / GAME / "games" / "four-players.txt"
    return transcript.read_transcript(file.read_text(encoding="utf-8"))


def _moves() -> Moves:
    return [(move.seat, move.action) for move in _whole().moves]


def until(verb: str, seat: int = 1, nth: int = -1) -> Moves:
    """The game until this seat does this, the last time or the nth."""
    moves = _moves()
    found = [i for i, (who, text) in enumerate(moves) if who == seat and text.split()[0] == verb]
    return moves[: found[nth]]


def turn_of(seat: int, nth: int) -> Moves:
    """The game until the nth turn of this seat begins."""
    moves = _moves()
    found = [i for i, (who, text) in enumerate(moves) if who == seat and text.split()[0] in MAIN]
    return moves[: found[nth]]


def at(visitor: Visitor, name: str, moves: Moves, path: str = "") -> Phone:
    code = visitor.table(f"{GAME}-{name}", moves, GAME, _whole().options)
    return visitor.visit(f"/t/{code}{path}")


def _open(phone: Phone, *labels: str) -> Phone:
    for label in labels:
        phone.press(label)
    expect(phone.sheet()).to_be_visible()
    return phone


def _sheet(visitor: Visitor, path: str, *labels: str) -> Phone:
    """A sheet of Mira's late turn, opened by these buttons."""
    return _open(at(visitor, "late", turn_of(1, -6), path), *labels)


COSMOGENESIS: dict[str, Callable[[Visitor], Phone]] = {
    "cosmo-setup": lambda v: at(v, "setup", []),
    "cosmo-take": lambda v: at(v, "late", turn_of(1, -6)),
    "cosmo-taken": lambda v: _sheet(v, "", "II"),
    "cosmo-target": lambda v: _sheet(v, "", "II: Rock 2"),
    "cosmo-own": lambda v: at(v, "late", turn_of(1, -6), "/own"),
    "cosmo-objectives": lambda v: at(v, "late", turn_of(1, -6), "/shared"),
    "cosmo-tile": lambda v: _sheet(v, "/shared", "Planetary 18"),
    "cosmo-table": lambda v: at(v, "late", turn_of(1, -6), "/table"),
    "cosmo-after": lambda v: at(v, "after", until("life")),
    "cosmo-here": lambda v: _open(at(v, "after", until("life")), "Orbit 3, planet"),
    "cosmo-round-end": lambda v: at(v, "round-end", until("next", nth=-2)),
    "cosmo-result": lambda v: at(v, "result", _moves()),
    "screen-cosmo": lambda v: at(v, "late", turn_of(1, -6), "/screen"),
    "screen-cosmo-round": lambda v: at(v, "round-end", until("next", nth=-2), "/screen"),
}
