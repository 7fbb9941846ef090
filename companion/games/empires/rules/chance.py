"""What the app rolls or draws, and which actions show or hold something hidden."""

from __future__ import annotations

from typing import Any

from companion.games.empires.pieces import DICE, FACES
from companion.games.empires.rules.build import Build
from companion.games.empires.rules.card import Copy, Scout
from companion.games.empires.rules.culture import Keep, Reveal
from companion.games.empires.rules.cycle import Cycle
from companion.games.empires.rules.roll import Confirm, Roll
from companion.games.empires.rules.setup import Begin
from companion.games.empires.state import State
from companion.referee.actions import Action
from companion.referee.game import Draw


def chance(s: State, a: Any) -> Draw | None:
    """Returns the draw of dice or of the first player, if the action needs one; else None."""
    if isinstance(a, Roll) and not a.dice:
        return Draw(tuple(str(face) for face in FACES), DICE, again=True)
    if isinstance(a, Begin) and a.seat is None:
        return Draw(tuple(str(seat) for seat in s.all_seats), 1)
    return None


def saw_hidden(s: State, a: Any) -> bool:
    """Returns whether the app rolled or a card was turned up.

    Only another seat's consent takes such an action back (law of the log). A typed total shows
    nothing: the real dice are still there. Who begins is not hidden.
    """
    return isinstance(a, Roll | Reveal) or on_the_table(s, a)


def on_the_table(s: State, a: Any) -> bool:
    """Returns whether the real deck showed a card, which no mistaken tap does."""
    if isinstance(a, Confirm):
        return a.then in ("build", "cycle")
    return isinstance(a, Build | Copy | Cycle | Scout)


def redact(a: Action) -> Action | None:
    """Returns the action without what only its seat may know; None if nothing is left."""
    return None if isinstance(a, Keep) else a
