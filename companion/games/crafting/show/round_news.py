"""What the end of a round asks of hands on the board: the goal cards that move, the new one that
came, the markers and the first-player token. Everybody sees it until the round is under way.
"""

from __future__ import annotations

from functools import reduce

from companion.games.crafting.pieces import GOALS
from companion.games.crafting.player import DONE, SHIFT, WAITING
from companion.games.crafting.say_goals import passed_words
from companion.games.crafting.state import OVER, State
from companion.referee.panels import EVERY, Notice, Panel
from companion.referee.text import Text, Who


def goals_move(s: State) -> tuple[Panel, ...]:
    """Before a goal is scored all have moved, this one onto the last space."""
    words = Text("Move the goals down 1 space")
    detail = Text("This one is on space 4 now and scores")
    return (
        # The screen across the room has the goal itself, and no room for more.
        Notice(
            id="goals-move",
            screen="no",
            kind="info",
            words=words,
            detail=detail,
            rule="end.steps",
        ),
    )


def goal_told(s: State) -> tuple[Panel, ...]:
    """Who got what for the goal that was just scored, until the next round is under way."""
    if not s.scored:
        return ()
    goal = s.scored[-1]
    got = [
        Text("{who} {points}", who=Who(seat), points=points)
        for seat, points in enumerate(goal.points, start=1)
    ]
    points = reduce(lambda told, each: Text("{who}, {rest}", who=told, rest=each), got)
    words = Text("{goal}: {points}", goal=GOALS[goal.goal].title, points=points)
    return (
        Notice(
            id="goal-told",
            shared=True,
            screen="no",
            kind="ok",
            words=words,
            rule=f"goal.{goal.goal}",
        ),
    )


def new_goal(s: State) -> tuple[Panel, ...]:
    """The goal that came, while hands still go down to 10."""
    goal = s.track[0]
    if goal is None:
        return ()
    return (_notice(_came(goal), Text("Put it on space 1"), f"goal.{goal}"),)


def round_news(s: State, viewer: int) -> tuple[Panel, ...]:
    """Until this seat has shifted its energy; for who waits, until somebody's turn is over."""
    if s.round == 1 or any(board.step == DONE for board in s.boards):
        return ()
    step = s.board(viewer).step if viewer else WAITING
    return (*goal_told(s), *_round_begins(s)) if step in (SHIFT, WAITING) else ()


def _round_begins(s: State) -> tuple[Panel, ...]:
    goal = s.track[0]
    if goal is None:
        return (_notice(Text("Put all end-of-turn markers back on alpha"), _token(s), "end.steps"),)
    markers = Text("Put it on space 1 and all end-of-turn markers back on alpha")
    detail = Text("{first}. {second}", first=markers, second=_token(s))
    return (_notice(_came(goal), detail, f"goal.{goal}"),)


def _came(goal: str) -> Text:
    return Text("New goal: {goal}", goal=GOALS[goal].title)


def _token(s: State) -> Text:
    """With two players it never moves (rule end.first-player)."""
    if s.seats == 2:
        return Text("{who} keeps the first-player token", who=Who(s.first))
    return Text("{who} takes the first-player token", who=Who(s.first))


def points_passed(s: State) -> tuple[Panel, ...]:
    """Who has just come past 50 or 100, on every phone: a token is taken and the marker moves."""
    if s.stage == OVER:
        return ()
    marks = sorted({points for _, points in s.passed})
    return tuple(_passed_panel(s, points) for points in marks)


def _passed_panel(s: State, points: int) -> Panel:
    return Notice(
        id=f"passed-{points}",
        tab=EVERY,
        shared=True,
        screen="no",
        kind="info",
        words=passed_words(s.passed, points),
        detail=_TOKENS.get(points, _NO_TOKEN),
        rule="game.points",
    )


_TOKENS = {
    50: Text("Take a 50-point token. Marker back to the start, then count on"),
    100: Text("50-point token to its 100 side. Marker back to the start, then count on"),
}
_NO_TOKEN = Text("Marker back to the start once more. The app counts on")


def _notice(words: Text, detail: Text, rule: str) -> Notice:
    return Notice(
        id="round-news",
        shared=True,
        screen="side",
        kind="info",
        words=words,
        detail=detail,
        rule=rule,
    )
