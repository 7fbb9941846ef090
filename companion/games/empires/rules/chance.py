"""What the app may roll or draw for the table; which actions show or hold something hidden."""

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
    """What the app must roll or draw before this action is whole: dice, or the first player."""
    if isinstance(a, Roll) and not a.dice:
        return Draw(tuple(str(face) for face in FACES), DICE, again=True)
    if isinstance(a, Begin) and a.seat is None:
        return Draw(tuple(str(seat) for seat in s.all_seats), 1)
    return None


def saw_hidden(s: State, a: Any) -> bool:
    """Whether the table saw something new: the app rolled, a card of the deck or a culture card was
    turned up. Takes back such an action only with another seat's word (law of the log).

    A total that was typed shows nothing: the real dice are still there. Who begins is not hidden.
    """
    return isinstance(a, Roll | Reveal) or on_the_table(s, a)


def on_the_table(s: State, a: Any) -> bool:
    """Whether it was the real deck that showed a card: a slip of the thumb turns none over."""
    if isinstance(a, Confirm):
        return a.then in ("build", "cycle")
    return isinstance(a, Build | Copy | Cycle | Scout)


def redact(a: Action) -> Action | None:
    """The action without what only its seat may know; None where nothing is left to say."""
    return None if isinstance(a, Keep) else a
