"""What every game has alike: who has won and with how many points, where a game shows neither."""

from __future__ import annotations

from typing import Any

from companion.referee.game import Game
from companion.referee.panels import Panel, Score, Tally
from companion.referee.result_panels import Breakdown, Result
from companion.referee.ruling import Outcome
from companion.referee.text import Text


def shown(game: Game, state: Any, viewer: int) -> tuple[Panel, ...]:
    """What the game shows this seat; at the end with a `Result` of its own, or with this one and
    everybody's points.
    """
    panels = tuple(game.show(state, viewer))
    outcome = game.outcome(state)
    if outcome is None or any(isinstance(panel, Result) for panel in panels):
        return panels
    told = any(isinstance(panel, Breakdown) for panel in panels)
    points = () if told else (_points(outcome),)
    return (_result(outcome), *points, *panels)


def _result(outcome: Outcome) -> Result:
    return Result(
        id="standard-result",
        shared=True,
        winners=outcome.winners,
        reason=outcome.reason,
        rule=outcome.rule,
    )


def _points(outcome: Outcome) -> Tally:
    """Everybody's points, the best first."""
    places = sorted(outcome.ranking, key=lambda place: place.rank)
    return Tally(
        id="standard-points",
        shared=True,
        screen="side",
        title=Text("Final score"),
        scores=tuple(Score(seat=place.seat, points=place.total) for place in places),
    )
