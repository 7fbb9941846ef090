"""What every game has alike: the panel that says who has won, where a game shows none."""

from __future__ import annotations

from typing import Any

from companion.referee.game import Game
from companion.referee.panels import Panel
from companion.referee.result_panels import Result


def shown(game: Game, state: Any, viewer: int) -> tuple[Panel, ...]:
    """What the game shows this seat; at the end with a `Result`, the game's own or this one."""
    panels = tuple(game.show(state, viewer))
    outcome = game.outcome(state)
    if outcome is None or any(isinstance(panel, Result) for panel in panels):
        return panels
    result = Result(
        id="standard-result",
        shared=True,
        winners=outcome.winners,
        reason=outcome.reason,
        rule=outcome.rule,
    )
    return (result, *panels)
