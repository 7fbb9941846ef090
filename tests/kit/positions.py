"""How the scenarios of each game come about, as `tests/games/<game>/positions.py` says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.kit.scenarios import Scenario


@dataclass(frozen=True)
class Positions:
    """`at`: the state in which a scenario's action is tried. `number`: a number of a state, by its
    path. `tried`: what people tap at the wrong time.
    """

    game: Game
    scenarios: tuple[Scenario, ...]
    at: Callable[[Scenario], Any]
    number: Callable[[Any, str], Any]
    tried: tuple[str, ...]


def _of(slug: str) -> Positions:
    module = import_module(f"tests.games.{slug}.positions")
    game = CATALOGUE[slug]
    return Positions(game, module.SCENARIOS, module.at, module.number, module.TRIED)


POSITIONS = {slug: _of(slug) for slug in CATALOGUE}
