"""A list of moves, judged one by one: the first that is refused ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import Unreadable
from companion.referee.ruling import Ruling
from companion.referee.text import Text

#: Who speaks in a line of a transcript that is no seat's: the table, settling a question.
THE_TABLE = 0

#: Before an action that the table has let count against a refusal.
LET = "! "


class IllegalAction(Exception):
    """A line of a transcript is against the rules. `line` counts from 1 over the moves."""

    def __init__(self, line: int, ruling: Ruling) -> None:
        super().__init__(ruling.action)
        self.line = line
        self.ruling = ruling


def replay(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    moves: Iterable[tuple[int, str]],
    mark: Callable[[int, Ruling], None] | None = None,
) -> Any:
    """The state after these moves, each judged before it is applied.

    A move of seat 0 is the table's: "settle QUESTION CHOICE". One that begins with "! " counts
    because the table said so. With `mark`, for games of older rules, one that is refused counts
    as well, and `mark` is told its line and why. Raises `IllegalAction` at the first other refusal
    and `Unreadable` at the first unreadable text.
    """
    state = game.setup(seats, options)
    for line, (seat, text) in enumerate(moves, start=1):
        if seat == THE_TABLE:
            state = game.settle(state, *_answer(game, text, line))
            continue
        action = game.read(text.removeprefix(LET))
        if not text.startswith(LET):
            ruling = _judged(game, state, (seat, action), line)
            if not ruling.allowed and mark is None:
                raise IllegalAction(line, ruling)
            if not ruling.allowed and mark is not None:
                mark(line, ruling)
        state = game.apply(state, seat, action)
    return state


def _judged(game: Game, state: Any, move: tuple[int, Any], line: int) -> Ruling:
    seat, action = move
    if game.chance(state, action) is not None:
        raise Unreadable(game.write(action), Text("Expected: what was drawn or rolled"), line)
    return judge(game, state, seat, action)


def _answer(game: Game, text: str, line: int) -> tuple[str, str]:
    """The question and the choice of a line in which the table settles something."""
    match text.split():
        case ["settle", key, choice]:
            question = game.rulebook.question(key)
            if question and choice in dict(question.choices):
                return key, choice
    raise Unreadable(text, Text("Expected: settle, a question's key and a choice"), line)
