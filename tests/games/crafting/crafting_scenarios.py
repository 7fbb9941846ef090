"""Scenarios of Crafting the Cosmos, read from scenarios/*.toml: how a state comes about, what is
tried there, what the referee is expected to say. It judges and expects nothing by itself.

A scenario begins with an opening of `openings.toml`, goes on with the lines of `given`, all of
which must be allowed, and tries `action`. A line is "SEAT ACTION", or "20 times: SEAT ACTION".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.crafting import GAME
from companion.games.crafting.pieces import ELEMENTS
from companion.games.crafting.state import Board, State, Tile
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from companion.referee.text import english

FOLDER = Path(__file__).parent / "scenarios"
OPENINGS = "openings.toml"
TONGUE = english()


@dataclass(frozen=True)
class Scenario:
    """`rule`: the rule or question that it is about. `verdict`: allowed, refused or doubt.

    `says`: a part of the first objection's reason (or of the doubt's). `also`: other rules that
    speak against it as well. `remedy`: the first objection's remedy action. `after`: numbers of
    the state after the action, by path ("1.points.total" is seat 1's, "supply" the table's).
    """

    chapter: str
    rule: str
    title: str
    opening: str
    action: str
    verdict: str
    given: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    goal: str = "stable-life"
    says: str = ""
    also: tuple[str, ...] = ()
    remedy: str = ""
    after: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.rule} {self.verdict}: {self.title}"

    @property
    def verb(self) -> str:
        return self.action.split()[1]


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All scenarios of all chapters."""
    found: list[Scenario] = []
    for path in sorted(FOLDER.glob("*.toml")):
        if path.name != OPENINGS:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
            found += [_scenario(path.stem, entry) for entry in entries]
    return tuple(found)


def _scenario(chapter: str, entry: Mapping[str, Any]) -> Scenario:
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    return Scenario(chapter=chapter, **{**entry, **lists})


@cache
def _openings() -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / OPENINGS).read_text(encoding="utf-8"))


def opening_lines(name: str) -> tuple[int, tuple[str, ...]]:
    """How many seats play, and every line of an opening, those of the opening before it first."""
    opening = _openings()[name]
    if "after" not in opening:
        return opening["players"], tuple(opening["lines"])
    players, lines = opening_lines(opening["after"])
    return players, (*lines, *opening["lines"])


def opened(name: str, options: Mapping[str, str] | None = None, goal: str = "stable-life") -> State:
    """The table after an opening. `goal` is the first goal card."""
    players, lines = opening_lines(name)
    state: State = GAME.setup(players, options or {})
    return played(state, *(line.replace("GOAL", goal) for line in lines))


def _moves(line: str) -> Iterator[tuple[int, str]]:
    count, found, rest = line.partition(" times: ")
    seat, _, action = (rest if found else line).partition(" ")
    for _ in range(int(count) if found else 1):
        yield int(seat), action


def played(state: State, *lines: str) -> State:
    """The state after these lines. Each must be allowed: nothing else is a reachable state."""
    for line in lines:
        for seat, text in _moves(line):
            ruling = judge(GAME, state, seat, GAME.read(text))
            assert ruling.allowed, f"{line}: {said(ruling)}"
            state = GAME.apply(state, seat, GAME.read(text))
    return state


def asked(state: State, line: str) -> Ruling:
    """What the referee says to this line now."""
    seat, _, text = line.partition(" ")
    return judge(GAME, state, int(seat), GAME.read(text))


def said(ruling: Ruling) -> str:
    """The ruling in words, for a person who reads a failed test."""
    parts = [f"{no.rule}: {TONGUE.say(no.reason)}" for no in ruling.objections]
    parts += [f"{doubt.question}? {TONGUE.say(doubt.reason)}" for doubt in ruling.doubts]
    return " | ".join(parts) or "allowed"


def number(state: State, path: str) -> Any:
    """A number of the state, by its path; a star kind ("1.he") is one as well."""
    first, *names = path.split(".")
    value: Any = state.board(int(first)) if first.isdecimal() else getattr(state, first)
    for name in names:
        counts_star = isinstance(value, Board) and name in ELEMENTS
        value = value.star(name) if counts_star else getattr(value, name)
    return _plain(value)


def _plain(value: Any) -> Any:
    """The value as TOML can write it; "?" for a number that nobody told."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Tile):
        return f"{value.size}{value.sector}{'*' if value.completed else ''}"
    return "?" if value is None else value
