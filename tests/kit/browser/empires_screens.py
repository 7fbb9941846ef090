"""Every screen of a table of Cosmos: Empires, for looking at, like those in `screens.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from playwright.sync_api import expect

from companion import transcript
from tests.kit.browser.handsets import Phone
from tests.kit.browser.screens import GAMES, Moves, Visitor

GAME = "empires"


@cache
def _whole() -> transcript.Transcript:
    """A finished game for four, with culture cards."""
    file = GAMES.parent.parent / GAME / "games" / "four-players-hybrid.txt"
    return transcript.read_transcript(file.read_text(encoding="utf-8"))


def whole_game() -> Moves:
    """Every move of the game that these tables play."""
    return [(move.seat, move.action) for move in _whole().moves]


def _until(verb: str, seat: int = 1) -> Moves:
    """The game until this seat does this for the last time."""
    moves = whole_game()
    return moves[
        : max(i for i, (who, text) in enumerate(moves) if who == seat and text.split()[0] == verb)
    ]


def _at(visitor: Visitor, name: str, moves: Moves, path: str = "") -> Phone:
    code = visitor.table(f"empires-{name}", moves, GAME, _whole().options)
    return visitor.visit(f"/t/{code}{path}")


def at_the_last_confirm(visitor: Visitor, name: str) -> Phone:
    """A table of its own, for a test that plays on: the last total is not confirmed yet."""
    return _at(visitor, name, _until("confirm"))


def _screen(visitor: Visitor) -> Phone:
    phone = _at(visitor, "build", _until("end"), "/screen")
    expect(phone.page.locator("#panel-empires")).to_contain_text("final player")
    return phone


EMPIRES: dict[str, Callable[[Visitor], Phone]] = {
    "empires-lobby": lambda v: v.visit(f"/t/{v.lobby('empires-lobby', GAME)}"),
    "empires-setup": lambda v: _at(v, "setup", []),
    "empires-roll": lambda v: _at(v, "roll", _until("roll")),
    "empires-pay": lambda v: at_the_last_confirm(v, "pay"),
    "empires-cards": lambda v: _at(v, "cards", _until("build")),
    "empires-build": lambda v: _at(v, "build", _until("end")),
    "empires-own": lambda v: _at(v, "build", _until("end"), "/own"),
    "empires-shared": lambda v: _at(v, "build", _until("end"), "/shared"),
    "empires-table": lambda v: _at(v, "build", _until("end"), "/table"),
    "empires-waiting": lambda v: _at(v, "waiting", _until("end", seat=2)),
    "screen-empires": _screen,
    "empires-result": lambda v: _at(v, "result", whole_game()),
}
