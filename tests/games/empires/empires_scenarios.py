"""Scenarios of Cosmos: Empires, read from scenarios/*.toml: how a state comes about, what is tried
there, what the referee is expected to say. It judges and expects nothing by itself.

A scenario plays the lines of `given`, all of which must be allowed, and tries `action`. A line is
"SEAT ACTION" or "20 times: SEAT ACTION". Without lines of its own it begins with "1 begin 1".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.empires import GAME
from companion.games.empires.rules.production import total_production
from companion.games.empires.rules.winning import final_total
from companion.games.empires.state import State
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from companion.referee.text import english

FOLDER = Path(__file__).parent / "scenarios"
TONGUE = english()
BEGUN = ("1 begin 1",)


@dataclass(frozen=True)
class Scenario:
    """`rule`: the rule or question that it is about. `verdict`: allowed, refused or doubt.

    `says`: a part of the objection's reason (or of the doubt's). `also`: other rules that speak
    against it as well. `remedy`: the objection's remedy action. `after`: numbers of the state
    after the action, by path ("1.credits" is seat 1's, "turn.total" the turn's).
    """

    rule: str
    title: str
    action: str
    verdict: str
    players: int = 2
    given: tuple[str, ...] = ()
    begun: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
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
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [_scenario(path.stem, entry) for entry in book["scenario"]]
    return tuple(found)


def _scenario(chapter: str, entry: Mapping[str, Any]) -> Scenario:
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    scenario = Scenario(**{**entry, **lists})
    assert scenario.rule.partition(".")[0] == chapter, scenario
    return scenario


def opened(players: int, options: Mapping[str, str] | None = None, *lines: str) -> State:
    """The table after these lines."""
    state: State = GAME.setup(players, options or {})
    return played(state, *lines)


def moves(line: str) -> Iterator[tuple[int, str]]:
    """The moves that a line stands for."""
    count, found, rest = line.partition(" times: ")
    seat, _, action = (rest if found else line).partition(" ")
    for _ in range(int(count) if found else 1):
        yield int(seat), action


def played(state: State, *lines: str) -> State:
    """The state after these lines. Each must be allowed: nothing else is a reachable state."""
    for line in lines:
        for seat, text in moves(line):
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
    """A number of the state, by its path: "1.credits", "2.total", "turn.actions", "stage"."""
    first, *names = path.split(".")
    if first.isdecimal() and names[0] in ("production", "total", "hidden", "number"):
        return _counted(state, int(first), names)
    value: Any = state.empire(int(first)) if first.isdecimal() else getattr(state, first)
    for name in names:
        value = getattr(value, name)
    return list(value) if isinstance(value, tuple) else value


def _counted(state: State, seat: int, names: list[str]) -> int:
    if names[0] == "number":
        return state.empire(seat).number(names[1])
    counts = {"production": total_production, "total": final_total, "hidden": State.hidden}
    return counts[names[0]](state, seat)
