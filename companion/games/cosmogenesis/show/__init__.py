"""What a seat sees, as panels."""

from __future__ import annotations

from companion.games.cosmogenesis.state import State
from companion.referee.panels import Banner, Panel
from companion.referee.text import Text


def show(s: State, viewer: int) -> tuple[Panel, ...]:
    """The panels that this seat may see; viewer 0 is a spectator."""
    line = Text("Round {round}", round=s.round)
    return (Banner(id="banner", title=Text("Cosmogenesis"), line=line, seat=s.turn.seat),)
