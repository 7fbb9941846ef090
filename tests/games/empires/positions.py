"""Scenarios of Cosmos: Empires: how its tables begin, and the numbers of its state.

Without lines of its own a game begins with "1 begin 1".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.games.empires import GAME
from companion.games.empires.rules.end import final_total
from companion.games.empires.rules.production import total_production
from companion.games.empires.state import State
from tests.kit.scenarios import Scenario, played_on, read_scenarios

SCENARIOS = read_scenarios(Path(__file__).parent / "scenarios")
BEGUN = ("1 begin 1",)
#: What people tap at the wrong time.
TRIED = (
    "roll",
    "roll 5 2",
    "total 9",
    "shift up",
    "shift down",
    "confirm",
    "build world-ship",
    "build t-wing",
    "build nebula-whale",
    "build darkspace-hub 4",
    "copy",
    "cycle",
    "scout",
    "end",
    "begin 8",
    "mend actions 9",
)
played = partial(played_on, GAME)


def opened(players: int, options: Mapping[str, str] | None = None, *lines: str) -> State:
    """The table after these lines."""
    state: State = GAME.setup(players, options or {})
    reached: State = played(state, *lines)
    return reached


def at(scenario: Scenario) -> State:
    """The state in which the scenario's action is tried."""
    lines = (*(BEGUN if scenario.begun else ()), *scenario.given)
    return opened(scenario.players, scenario.options, *lines)


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
        return state.empire(seat).copies_of_card(names[1])
    counts = {
        "production": total_production,
        "total": final_total,
        "hidden": State.hidden_culture_count,
    }
    return counts[names[0]](state, seat)
