"""What the app draws at random, and which actions show or hold something hidden."""

from __future__ import annotations

from companion.games.crafting.pieces import DARK_MARBLE, GOALS
from companion.games.crafting.rules.around import EnterSurroundings
from companion.games.crafting.rules.card import EnterCard, EnterHand
from companion.games.crafting.rules.end import EndTurn
from companion.games.crafting.rules.energy import CollectEnergy, TakeEverythingCollected
from companion.games.crafting.rules.goal import RevealGoal, ScoreGoal
from companion.games.crafting.rules.life import CreateLife
from companion.games.crafting.rules.power import GainPower, UsePower
from companion.games.crafting.rules.setup import DealMarbles, marbles_in_bag
from companion.games.crafting.state import State
from companion.referee.actions import Action
from companion.referee.game import RandomDraw


def draw_for_action(s: State, a: Action) -> RandomDraw | None:
    """Returns the draw that completes an action: marbles, or the next goal card; else None.

    A goal is drawn when it is revealed, from those not seen yet: that is as likely as six prepared
    ones, and the app has no secret to keep.
    """
    if isinstance(a, DealMarbles) and not a.marbles:
        marbles = marbles_in_bag(s.seats)
        pool = tuple("dark" if marble == DARK_MARBLE else str(marble) for marble in marbles)
        return RandomDraw(pool, len(pool))
    reveal = a.next_goal_reveal if isinstance(a, ScoreGoal) else a
    if isinstance(reveal, RevealGoal) and reveal.goal is None:
        return RandomDraw(tuple(goal for goal in GOALS if goal not in s.goals), 1)
    return None


def reveals_hidden_pieces(s: State, a: Action) -> bool:
    """Returns whether an action turned up a card, a tile or a token.

    Only another seat's consent takes it back (law of the log). The marbles of the set-up are
    visible to every seat.
    """
    reveals = isinstance(a, RevealGoal) or (
        isinstance(a, ScoreGoal) and a.next_goal_reveal is not None
    )
    return reveals or reveals_real_piece(s, a)


def reveals_real_piece(s: State, a: Action) -> bool:
    """Returns whether a real stack showed something, which no mistaken tap does. A goal does not
    count: the app may have drawn it.
    """
    if isinstance(a, TakeEverythingCollected) or (isinstance(a, CollectEnergy) and a.placed):
        drawn = ("card", "nebula")
        return any(line.kind in drawn and line.got for b in s.boards for line in b.lines)
    if isinstance(a, UsePower):
        return a.power in ("evolution", "star-stuff")
    if isinstance(a, EndTurn):
        return a.act == "nebula"
    return isinstance(a, CreateLife | GainPower)


def redact(a: Action) -> Action | None:
    """Returns the action without what only its seat may know; None if nothing is left."""
    if isinstance(a, EnterHand | EnterCard | EnterSurroundings):
        return None
    if isinstance(a, CreateLife):
        return CreateLife(a.proto)
    if isinstance(a, UsePower) and a.power == "evolution":
        return UsePower("evolution", (), a.paid)
    return a
