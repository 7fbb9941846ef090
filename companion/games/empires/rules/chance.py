"""What the app rolls or draws, and which actions show or hold something hidden."""

from __future__ import annotations

from typing import Any

from companion.games.empires.pieces import DICE_COUNT, DIE_FACES
from companion.games.empires.rules.build import BuildCard
from companion.games.empires.rules.card import CopyCard, ScoutCard
from companion.games.empires.rules.culture import EnterCultures, RevealCulture
from companion.games.empires.rules.cycle import CycleCard
from companion.games.empires.rules.roll import ConfirmTotal, RollDice
from companion.games.empires.rules.setup import BeginGame
from companion.games.empires.state import State
from companion.referee.actions import Action
from companion.referee.game import RandomDraw


def draw_for_action(s: State, a: Any) -> RandomDraw | None:
    """Returns the draw of dice or of the first player, if the action needs one; else None."""
    if isinstance(a, RollDice) and not a.dice:
        return RandomDraw(tuple(str(face) for face in DIE_FACES), DICE_COUNT, again=True)
    if isinstance(a, BeginGame) and a.seat is None:
        return RandomDraw(tuple(str(seat) for seat in s.all_seats), 1)
    return None


def reveals_hidden_pieces(s: State, a: Any) -> bool:
    """Returns whether the app rolled or a card was turned up.

    Only another seat's consent takes such an action back (law of the log). A typed total shows
    nothing: the real dice are still there. Who begins is not hidden.
    """
    return isinstance(a, RollDice | RevealCulture) or reveals_real_piece(s, a)


def reveals_real_piece(s: State, a: Any) -> bool:
    """Returns whether the real deck showed a card, which no mistaken tap does."""
    if isinstance(a, ConfirmTotal):
        return a.then in ("build", "cycle")
    return isinstance(a, BuildCard | CopyCard | CycleCard | ScoutCard)


def redact(a: Action) -> Action | None:
    """Returns the action without what only its seat may know; None if nothing is left."""
    return None if isinstance(a, EnterCultures) else a
