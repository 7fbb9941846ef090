"""Scenarios of Cosmogenesis: how its tables begin, and the numbers of its state.

Without lines of its own a game begins with "1 begin 1". In `given`, "turns" stands for everybody's
4 turns of a round, each a discard; "rounds N" for that many whole rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.bodies import parse_place
from companion.games.cosmogenesis.pieces import SECTORS
from companion.games.cosmogenesis.rules.score import seat_points
from companion.games.cosmogenesis.sketch import body_summary
from companion.games.cosmogenesis.state import State
from tests.kit.scenarios import Scenario, played_on, read_scenarios

SCENARIOS = read_scenarios(Path(__file__).parent / "scenarios")
BEGUN = ("1 begin 1",)
#: What people tap at the wrong time.
TRIED = (
    "planet ii rock-2",
    "moon iii rock-1 1",
    "collide ii rock-2 1",
    "comet 1",
    "belt monolith",
    "discard i",
    "exotic iii exotic-3 9",
    "stellar stellar-3",
    "extra-moon 1",
    "extra-comet",
    "smash 1",
    "smash 2.1",
    "life 1",
    "expand",
    "reveal planetary-3 1",
    "use exotic-3",
    "end",
    "next",
    "begin 4",
)


def opened(players: int, options: Mapping[str, str] | None = None, *lines: str) -> State:
    """The table after these lines."""
    state: State = GAME.setup(players, options or {})
    for line in lines:
        for move in _moves(line, state):
            state = played_on(GAME, state, move)
    return state


def at(scenario: Scenario) -> State:
    """The state in which the scenario's action is tried."""
    lines = (*(BEGUN if scenario.begun else ()), *scenario.given)
    return opened(scenario.players, scenario.options, *lines)


def _moves(line: str, state: State) -> Iterator[str]:
    """The moves that a line stands for; who has the Monolith begins a round."""
    if line == "turns":
        for sector in SECTORS:
            for seat in state.turn_order:
                yield f"{seat} discard {sector}"
                yield f"{seat} end"
    elif line.startswith("rounds "):
        for _ in range(int(line.removeprefix("rounds "))):
            yield from _moves("turns", state)
            yield "1 next"
    else:
        yield line


def number(state: State, path: str) -> Any:
    """A number of the state, by its path: "1.asteroids", "1.score.life", "turn.extras", "stage";
    "1 at 2.1" is what is drawn at that place.
    """
    if " at " in path:
        seat, place = path.split(" at ")
        body = state.system(int(seat)).body_at(parse_place(place))
        return "" if body is None else body_summary(body)
    first, *names = path.split(".")
    value: Any = state.system(int(first)) if first.isdecimal() else getattr(state, first)
    for name in names:
        value = seat_points(state, int(first)) if name == "score" else getattr(value, name)
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if hasattr(value, "tile"):
        return f"{value.tile}:{value.counters}"
    return str(value) if isinstance(value, str) else value
