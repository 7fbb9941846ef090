"""Replays a list of moves, each judged; the first refused one ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import UnreadableAction
from companion.referee.ruling import Ruling
from companion.referee.text import Text

#: The seat number of the table itself in a transcript, which settles questions.
TABLE_SEAT = 0

#: Prefix of an action that the table allowed against a refusal.
OVERRULED_PREFIX = "! "


class IllegalAction(Exception):
    """Raised for a refused line of a transcript. `line` counts the moves from 1."""

    def __init__(self, line: int, ruling: Ruling) -> None:
        why = ruling.objections[0].reason.source if ruling.objections else ""
        super().__init__(f"line {line}, {ruling.action}: {why}")
        self.line = line
        self.ruling = ruling


def replay_moves(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    moves: Iterable[tuple[int, str]],
) -> Any:
    """Returns the state after these moves, each judged before it is applied.

    A move of seat 0 is the table's: "settle QUESTION CHOICE". A move with the prefix "! " isn't
    judged, for the table allowed it. Raises `IllegalAction` at the first refusal,
    `UnreadableAction` at the first unreadable text or missing draw.
    """
    state = game.setup(seats, options)
    for line, (seat, text) in enumerate(moves, start=1):
        if seat == TABLE_SEAT:
            state = game.settle(state, *_answer(game, text, line))
            continue
        action = game.read(text.removeprefix(OVERRULED_PREFIX))
        if not text.startswith(OVERRULED_PREFIX):
            ruling = _judged(game, state, (seat, action), line)
            if not ruling.allowed:
                raise IllegalAction(line, ruling)
        state = game.apply(state, seat, action)
    return state


def _judged(game: Game, state: Any, move: tuple[int, Any], line: int) -> Ruling:
    seat, action = move
    if game.draw_for_action(state, action) is not None:
        raise UnreadableAction(
            game.write(action), Text("This line should say what was drawn or rolled"), line
        )
    return judge(game, state, seat, action)


def _answer(game: Game, text: str, line: int) -> tuple[str, str]:
    """Returns question and choice of a line that settles one. Raises `UnreadableAction`."""
    match text.split():
        case ["settle", key, choice]:
            question = game.rulebook.question(key)
            if question and choice in dict(question.choices):
                return key, choice
    raise UnreadableAction(text, Text("Expected: settle, a question's key and a choice"), line)
