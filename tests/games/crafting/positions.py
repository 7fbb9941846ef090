"""Scenarios of Crafting the Cosmos: its openings, of `openings.toml`, and the numbers it tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.games.crafting import GAME
from companion.games.crafting.board import Board
from companion.games.crafting.pieces import ELEMENTS
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from tests.kit.scenarios import OPENINGS, Scenario, judge_line, played_on, read_scenarios

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = read_scenarios(FOLDER)
#: What people tap at the wrong time.
TRIED = (
    "shift dark light to gravity",
    "shift 1",
    "shift 2",
    "back",
    "collect",
    "took 2",
    "place he 2",
    "place proto 9",
    "complete 3 delta 10 he",
    "discharge he",
    "life 3 8",
    "gain 2 time-dilation used",
    "use nuclear-fusion he o",
    "five light",
    "convert he",
    "stabilise 2",
    "move star",
    "count 2 5",
    "score",
    "goal helium",
    "end nebula 2 phi",
    "reveal 8 6",
    "begin",
)
played, asked = partial(played_on, GAME), partial(judge_line, GAME)


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
    reached: State = played(state, *(line.replace("GOAL", goal) for line in lines))
    return reached


def at(scenario: Scenario) -> State:
    """The state in which the scenario's action is tried."""
    state = opened(scenario.opening, scenario.options, scenario.goal)
    reached: State = played(state, *scenario.given)
    return reached


def number(state: State, path: str) -> Any:
    """A number of the state, by its path; a star kind ("1.he") is one as well, and
    what it got of a kind ("1.got.proto"), and what was told around its nebulae ("1.around").
    """
    first, *names = path.split(".")
    value: Any = state.board(int(first)) if first.isdecimal() else getattr(state, first)
    if names == ["around"]:
        return [tile.around for tile in value.tiles]
    if names[:1] == ["got"]:
        return sum(line.got for line in value.lines if line.kind == names[1])
    for name in names:
        counts_star = isinstance(value, Board) and name in ELEMENTS
        value = value.star_count_of_kind(name) if counts_star else getattr(value, name)
    return _plain(value)


def _plain(value: Any) -> Any:
    """The value as TOML can write it; "?" for a number that nobody told."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Tile):
        done = "*" if value.completed else ""
        return f"{value.size}{value.sector}{done}{value.code and ':' + value.code}"
    return "?" if value is None else value
