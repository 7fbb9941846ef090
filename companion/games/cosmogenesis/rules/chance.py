"""What the app draws at random, and which actions show or hold something hidden."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.rules.objective import (
    EnterHandObjectiveText,
    TakePlanetaryObjective,
)
from companion.games.cosmogenesis.rules.round import FinishRound, is_last_round
from companion.games.cosmogenesis.rules.setup import BeginGame, EnterHandObjectives
from companion.games.cosmogenesis.state import State
from companion.referee.actions import Action
from companion.referee.game import RandomDraw


def draw_for_action(s: State, a: Action) -> RandomDraw | None:
    """Returns the draw for who takes the Monolith first, if the action needs it; else None."""
    if isinstance(a, BeginGame) and a.seat is None:
        return RandomDraw(tuple(str(seat) for seat in s.all_seats), 1)
    return None


def reveals_hidden_pieces(s: State, a: Action) -> bool:
    """Returns whether an action showed hidden pieces: those that fill the board for a new round.
    Who begins is not hidden.
    """
    return reveals_real_piece(s, a)


def reveals_real_piece(s: State, a: Action) -> bool:
    """Returns whether the real bag and decks showed something, which no mistaken tap does."""
    return isinstance(a, FinishRound) and not is_last_round(s)


def redact(a: Action) -> Action | None:
    """Returns the action without what only its seat may know; None if nothing is left."""
    if isinstance(a, EnterHandObjectives | EnterHandObjectiveText):
        return None
    return replace(a, tile=None) if isinstance(a, TakePlanetaryObjective) else a
