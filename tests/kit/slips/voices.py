"""What speaks to a seat of what lies before it, without a tap, in one world of a kept game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from companion.referee.checks import FINISH
from companion.referee.game import Game
from companion.referee.panels import Banner
from companion.referee.standard import panels_at_once
from companion.referee.text import english_translator
from companion.tables import CountChanges, differing_counts
from companion.web.page.echo import MOST_LETTERS

#: said to a seat of an action: (game, state before, state after, who acted, the action, to whom)
Answer = Callable[[Game, Any, Any, int, Any, int], Hashable]
#: said to a seat of a state: (game, state, to whom)
Said = Callable[[Game, Any, int], Hashable]


def nothing(*_: Any) -> Hashable:
    """Says nothing."""
    return ()


@dataclass(frozen=True)
class Voices:
    """Functions that return what is said, () for nothing; what differs between worlds is seen.

    `answer`: of each action, to who did it and to whom it changed something. `ending`: the line of
    the page before the action that ends a turn. `turn_end`: "You should have". `check`: the card of
    the check before which a game stands, with its name first. `unasked`: the numbers that come
    before a result before which no check has stood.
    """

    answer: Answer
    ending: Said
    turn_end: Said
    check: Said
    unasked: Said = nothing


def answered(game: Game, before: Any, after: Any, who: int, action: Any, to: int) -> Hashable:
    """What the sill says: what lies where now, from A to B, as far as there is room; of an action
    that moved nothing its line, but where it only passed the turn on.
    """
    changes = differing_counts(game, before, after, (to,))
    which = game.which(before, who, action) if changes and to == who else None
    if which is not None:
        said = english_translator().say(which)
        return which, _fitting(changes, MOST_LETTERS - len(said) - len(": "))
    if changes or to != who:
        return _fitting(changes)
    if who in game.seats_to_act(before) and who not in game.seats_to_act(after):
        return ()
    return game.say(before, who, action, to)


def _fitting(changes: CountChanges, left: int = MOST_LETTERS) -> Hashable:
    told = []
    for each in changes:
        left -= len(english_translator().say(each.words)) + len(", ")
        if told and left < 0:
            break
        told.append(each.words)
    return tuple(told)


def _line(game: Game, state: Any, seat: int) -> Hashable:
    panels = panels_at_once(game, state, seat)
    return next((panel.line for panel in panels if isinstance(panel, Banner)), None)


def _held(game: Game, state: Any, seat: int) -> Hashable:
    return tuple((each.label, each.value, each.said) for each in game.held(state, seat))


def _check(game: Game, state: Any, seat: int) -> Hashable:
    which = game.check_due(state)
    if not which or game.check is None:
        return ()
    card = game.check(state, seat, which)
    numbers = tuple((each.label, each.value, each.said) for each in card.held)
    return which, numbers, repr(card.facts)


def _unasked(game: Game, state: Any, seat: int) -> Hashable:
    if game.check is None:
        return ()
    card = game.check(state, seat, FINISH)
    return tuple((each.label, each.value, each.said) for each in card.held)


#: What the companion says.
SPOKEN = Voices(answered, _line, _held, _check, _unasked)
