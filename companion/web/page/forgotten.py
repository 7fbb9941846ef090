"""What a seat did in its last turns, with a place before each step and one after all of them.

For whoever forgot to tell something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.referee.game import Game
from companion.tables import ActionEntry, Table, differing_counts
from companion.web.page.log import log_line_of_action
from companion.web.page.past_action import OwnTurn, Place, last_turns_of_seat, place_to_insert

#: Own turns that the sheet beside a refusal shows, and those of the page behind it.
TURNS_IN_SHEET, TURNS_ON_PAGE = 2, 40


@dataclass(frozen=True)
class OwnStep:
    """One action of an own turn: its words, the number that it changed, the entry before it."""

    words: str
    before: int | None
    after: int | None
    place: int


@dataclass(frozen=True)
class TurnWithPlaces:
    """One of the last turns. `now`: it goes on. `place`: where what was left out last belongs."""

    round: int
    now: bool
    steps: tuple[OwnStep, ...]
    place: Place


def last_turns_with_places(table: Table, seat: int, most: int) -> list[TurnWithPlaces]:
    """Returns the seat's `most` last turns, newest first; [] if it has none."""
    newest = next(table.newest_entries(), None)
    return [
        TurnWithPlaces(
            turn.round,
            newest is not None and turn.last == newest.seq and seat in table.seats_to_act,
            tuple(_step(table, *each) for each in steps_of_turn(table, turn)),
            place_to_insert(table, seat, turn.last, in_turn=True),
        )
        for turn in last_turns_of_seat(table, seat, most)
    ]


def steps_of_turn(table: Table, turn: OwnTurn) -> list[tuple[ActionEntry, int]]:
    """Returns the turn's actions, each with the entry that counts before it; 0: none does."""
    counting = [entry for entry in table.entries if not entry.undone]
    at = next(n for n, entry in enumerate(counting) if entry.seq == turn.last)
    seat, steps = counting[at].seat, list[tuple[ActionEntry, int]]()
    while at >= 0 and counting[at].seat == seat and counting[at].round == turn.round:
        steps.append((counting[at], counting[at - 1].seq if at else 0))
        at -= 1
    return steps[::-1]


def _step(table: Table, entry: ActionEntry, before: int) -> OwnStep:
    game = table.game
    after = game.apply(entry.state_before, entry.seat, game.read(entry.action))
    words = log_line_of_action(table, entry, entry.seat).words
    was, now = _number_changed(game, entry, after)
    return OwnStep(words, was, now, before)


def _number_changed(game: Game, entry: ActionEntry, after: Any) -> tuple[int | None, int | None]:
    """Returns the seat's points before and after, which say most of what was done; else the first
    of its counts that changed; (None, None) if none did.
    """
    points = tuple(game.points(state, entry.seat) for state in (entry.state_before, after))
    if points[0] != points[1]:
        return points[0], points[1]
    changes = differing_counts(game, entry.state_before, after, (entry.seat,))
    return next(((each.before, each.after) for each in changes), (None, None))
