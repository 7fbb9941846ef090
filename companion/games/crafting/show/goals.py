"""Scoring the goal on space 4, revealing the next one, hands down to 10; and what to do on the
board at the end of a round, shown to every seat until the next round has begun.
"""

from __future__ import annotations

from functools import reduce

from companion.games.crafting.board import DONE, SHIFT, WAITING
from companion.games.crafting.pieces import GOALS, HAND_LIMIT
from companion.games.crafting.rules.goal import (
    RevealGoal,
    ScoreGoal,
    count_for_due_goal,
    goal_points,
    known_count_for_goal,
    seats_without_goal_count,
)
from companion.games.crafting.rules.track import passed_points_words
from companion.games.crafting.show.offers import offer
from companion.games.crafting.show.track import goal_rule_text, small_track_scene
from companion.games.crafting.state import DRAW, OVER, REVEAL_LIFE, SCORE, SETUP, ScoredGoal, State
from companion.referee.actions import Action
from companion.referee.controls import Choice
from companion.referee.offers import main_dock
from companion.referee.panels import (
    ABOVE_ALL_TABS,
    Count,
    Counts,
    Notice,
    Panel,
    SeatScore,
    Sheet,
    Tally,
)
from companion.referee.result_panels import Matrix, ScoredCell, ScoreMatrixRow
from companion.referee.text import SeatName, Text, joined_texts


def goals_moved_panels(s: State) -> tuple[Panel, ...]:
    """Returns a notice that all goals have moved before scoring, this one onto the last space."""
    words = Text("Move the goals down 1 space")
    detail = Text("This one is on space 4 now and scores")
    return (
        # The table screen has the goal itself, and no room for more.
        Notice(
            id="goals-move",
            screen="no",
            kind="info",
            words=words,
            detail=detail,
            rule="end.steps",
        ),
    )


def goal_result_panels(s: State) -> tuple[Panel, ...]:
    """Returns what each seat got for the goal just scored; () if none was scored."""
    if not s.scored:
        return ()
    goal = s.scored[-1]
    got = [
        Text("{who} +{points}", who=SeatName(seat), points=points)
        for seat, points in enumerate(goal.points, start=1)
    ]
    points = reduce(lambda words, each: Text("{who}, {rest}", who=words, rest=each), got)
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


def round_end_panels(s: State) -> tuple[Panel, ...]:
    """Returns everybody's points, with what the goal brought if one has been scored."""
    if not s.scored:
        scores = tuple(SeatScore(seat=n, points=s.board(n).points.total) for n in s.all_seats)
        return (
            Tally(id="goal-won", shared=True, screen="no", title=Text("Points"), scores=scores),
        )
    goal = s.scored[-1]
    return (
        Tally(
            id="goal-won",
            shared=True,
            screen="no",
            title=GOALS[goal.goal].title,
            scores=tuple(
                SeatScore(
                    seat=n,
                    points=s.board(n).points.total,
                    marks=(*((Text("+{n}", n=got),) if got else ()), Text("had {n}", n=had)),
                )
                for n, had, got in zip(s.all_seats, goal.counts, goal.points, strict=True)
            ),
        ),
    )


def goal_gain_words(s: State, seat: int) -> tuple[Text, ...]:
    """Returns what the goal scored last brought this seat, until the first turn of the round is
    over; () for nothing.
    """
    begun = s.round > 1 and not any(board.step == DONE for board in s.boards)
    got = s.scored[-1].points[seat - 1] if begun and s.scored else 0
    return (Text("+{n} for the goal", n=got),) if got else ()


def new_goal_panels(s: State) -> tuple[Panel, ...]:
    """Returns a notice of the new goal, while hands go down to 10; () if there is none."""
    goal = s.goals_on_track[0]
    if goal is None:
        return ()
    return (_notice(_came(goal), Text("Put it on space 1"), f"goal.{goal}"),)


def round_news_panels(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the last round's result and discards to a seat until it has shifted, and what moves
    on the board until the first turn is over; else ().
    """
    step = s.board(viewer).step if viewer else WAITING
    if s.round == 1 or step not in (SHIFT, WAITING):
        return ()
    moved = any(board.step == DONE for board in s.boards)
    if moved and not viewer:
        return ()
    begins = () if moved else _round_begins(s)
    shed = _shed_panels(s.board(viewer).shed) if viewer else ()
    return (*goal_result_panels(s), *shed, *begins)


def _shed_panels(cards: int) -> tuple[Panel, ...]:
    """Returns a notice of the cards that the seat discards after the last round; () if none."""
    if not cards:
        return ()
    words = Text("Discard {n} energy card", "Discard {n} energy cards", n=cards)
    return (Notice(id="limit", kind="warn", words=words, rule="card.limit"),)


def _round_begins(s: State) -> tuple[Panel, ...]:
    goal = s.goals_on_track[0]
    if goal is None:
        return (_notice(Text("Put all end-of-turn markers back on alpha"), _token(s), "end.steps"),)
    markers = Text("Put it on space 1. Put all end-of-turn markers back on alpha")
    detail = Text("{first}. {second}", first=markers, second=_token(s))
    return (_notice(_came(goal), detail, f"goal.{goal}"),)


def _came(goal: str) -> Text:
    return Text("New goal: {goal}", goal=GOALS[goal].title)


def _token(s: State) -> Text:
    """Returns who gets the first-player token; of two players one keeps it (end.first-player)."""
    if s.seats == 2:
        return Text("{who} keeps the first-player token", who=SeatName(s.first))
    return Text("{who} takes the first-player token", who=SeatName(s.first))


def passed_points_panels(s: State) -> tuple[Panel, ...]:
    """Returns notices of seats that just passed 50 or 100: take a token and move the marker."""
    if s.stage == OVER:
        return ()
    marks = sorted({points for _, points in s.passed})
    return tuple(_passed_panel(s, points) for points in marks)


def _passed_panel(s: State, points: int) -> Panel:
    return Notice(
        id=f"passed-{points}",
        tab=ABOVE_ALL_TABS,
        shared=True,
        screen="no",
        kind="info",
        words=passed_points_words(s.passed, points),
        detail=_TOKENS.get(points, _NO_TOKEN),
        rule="game.points",
        once=True,
    )


_TOKENS = {
    50: Text("Take a 50-point token. Marker back to the start, then keep counting"),
    100: Text(
        "Turn the 50-point token to its 100 side. Marker back to the start, then keep counting"
    ),
}
_NO_TOKEN = Text("Marker back to the start again. The app keeps counting")


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


def score_goal_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the end of a round as one sheet: the counts with what each gets, the next goal, the
    discards, and the choice that does it all.
    """
    if s.goal_being_scored is None:
        return ()
    goal = GOALS[s.goal_being_scored]
    panels: tuple[Panel, ...] = (
        *goals_moved_panels(s),
        Counts(
            id="goal",
            title=goal.title,
            counts=tuple(_count(s, n, bool(seat)) for n in s.all_seats),
            note=goal_rule_text(goal),
            rule=f"goal.{goal.slug}",
            awaited=True,
        ),
        small_track_scene(s),
        Notice(id="ties", kind="info", words=_ties(s), rule="goal.ties"),
    )
    if not seat:
        return panels
    return (*panels, *_scoring_panels(s, seat, ScoreGoal().apply(s, seat).stage))


def _scoring_panels(s: State, seat: int, after: str) -> tuple[Panel, ...]:
    """Returns the discards and the choices that score; `after`: the stage that follows."""
    goes_on = after not in (REVEAL_LIFE, OVER)
    act = ScoreGoal(_hands_down(s) if goes_on else None, "goal" if after == DRAW else None)
    label = Text("Score, draw the next goal") if after == DRAW else Text("Score this goal")
    scores = offer(s, seat, act, label, goal_points_words(s), "check")
    discards = discard_notice_panels(s) if goes_on else ()
    if after == DRAW:
        return (*discards, *_next_goal(s, seat, scores))
    return (*discards, main_dock(scores))


def _hands_down(s: State) -> int | None:
    """Returns the limit if a hand is over it, for the action's word; else None."""
    return HAND_LIMIT if any(b.hand > HAND_LIMIT for b in s.boards) else None


def discard_notice_panels(s: State) -> tuple[Panel, ...]:
    """Returns a notice of who discards how many cards; () if no hand is over 10."""
    over = [(n, s.board(n).hand - HAND_LIMIT) for n in s.all_seats]
    words = [Text("{who} ({points})", who=SeatName(n), points=more) for n, more in over if more > 0]
    if not words:
        return ()
    discards = Text("Then discard down to 10 energy cards: {names}", names=joined_texts(words))
    return (Notice(id="discards", kind="info", words=discards, rule="card.limit"),)


def _next_goal(s: State, seat: int, draw: Choice) -> tuple[Panel, ...]:
    """Returns the choice that lets the app draw, and the sheet of the cards to enter instead."""
    enter = Choice(label=Text("Enter the card we drew"), sheet="goal-card", icon="flag")
    notice = Notice(
        id="next-goal", kind="info", words=_put_next(s), rule="goal.deck", choices=(enter,)
    )
    return (notice, enter_goal_sheet(s, seat), main_dock(draw))


def _count(s: State, n: int, may_set: bool) -> Count:
    board, value = s.board(n), count_for_due_goal(s, n)
    confirmed = board.count is not None
    return Count(
        label=Text("{who}", who=SeatName(n)),
        value=value,
        proposal=known_count_for_goal(s, n, s.goal_being_scored or ""),
        seat=n,
        verb=f"count {n}" if may_set else "",
        detail=_becomes(s, n, confirmed),
        settled=confirmed or (None if value is not None else False),
        by=board.counted_by if board.counted_by != n else 0,
        badge=_gets(s, n),
    )


def _becomes(s: State, n: int, confirmed: bool) -> Text | None:
    """Returns what the seat's points become once no count is missing; until then whose count it is
    if the app has it.
    """
    if seats_without_goal_count(s):
        known = not confirmed and count_for_due_goal(s, n) is not None
        return Text("As the app counts") if known else None
    before, more = s.board(n).points.total, _points(s)[n - 1]
    if not more:
        return Text("{n} point", "{n} points", n=before)
    return Text("{before} → {after}", before=before, after=before + more)


def _gets(s: State, n: int) -> Text | None:
    """Returns the seat's points for the due goal, "+6"; None while any count is missing."""
    points = 0 if seats_without_goal_count(s) else _points(s)[n - 1]
    return Text("+{n}", n=points) if points else None


def _points(s: State) -> tuple[int, ...]:
    return goal_points(tuple(count_for_due_goal(s, n) or 0 for n in s.all_seats))


def goal_points_words(s: State) -> Text | None:
    """Returns who would get what: "Mira +6, Ben +3"; None if no seat would."""
    entries = [
        Text("{who} +{points}", who=SeatName(n), points=points)
        for n, points in zip(s.all_seats, _points(s), strict=True)
        if points
    ]
    if not entries or seats_without_goal_count(s):
        return None
    return joined_texts(entries)


def _ties(s: State) -> Text:
    if seats_without_goal_count(s):
        return Text("6 points for the most, 3 for the second most. You need at least 1")
    points = _points(s)
    if points.count(6) > 1:
        return Text("Tie for 1st: they all get 6, and no one gets 3")
    if points.count(3) > 1:
        return Text("Tie for 2nd: they all get 3")
    if not any(points):
        return Text("No one has any: no points, discard the goal")
    return Text("6 points for the most, 3 for the second most. You need at least 1")


def scored_goals_panels(s: State) -> tuple[Panel, ...]:
    """Returns the goals scored so far, what each seat got and how many it had; () if none are."""
    if not s.scored:
        return ()
    return (
        Matrix(
            id="scored",
            tab="shared",
            shared=True,
            screen="no",
            title=Text("Goals scored"),
            seats=tuple(s.all_seats),
            rows=tuple(_scored_row(entry) for entry in s.scored),
        ),
    )


def _scored_row(entry: ScoredGoal) -> ScoreMatrixRow:
    goal, got = GOALS[entry.goal], zip(entry.points, entry.counts, strict=True)
    cells = tuple(ScoredCell(points, Text("had {n}", n=count)) for points, count in got)
    return ScoreMatrixRow(goal.title, cells, Text("Round {round}", round=entry.round))


def draw_goal_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the choices for the next goal card: drawn by the app, or entered as revealed."""
    if not seat:
        notice = Notice(
            id="next-goal", screen="no", kind="info", words=_put_next(s), rule="goal.deck"
        )
        return (notice, small_track_scene(s))
    draw = offer(s, seat, RevealGoal(_hands_down(s)), Text("Draw the next goal"), icon="reveal")
    put, *asked = _next_goal(s, seat, draw)
    above = (*round_end_panels(s), small_track_scene(s))
    return (*above, put, *discard_notice_panels(s), *asked)


def _put_next(s: State) -> Text:
    """Returns where the next card goes; if a goal was scored, the others have moved already."""
    if s.goal_due_at_round_end:
        return Text("Put the next goal card on space 1")
    return Text("Move the goals down 1 space, then put the next card on space 1")


def enter_goal_sheet(s: State, seat: int) -> Sheet:
    """Returns the sheet of the goal cards that were not revealed yet: a tap enters one."""
    left = (goal for goal in GOALS.values() if goal.slug not in s.goals)
    return Sheet(
        id="goal-card",
        title=Text("Which goal did you draw?"),
        choices=tuple(
            offer(s, seat, _entered(s, goal.slug), goal.title, icon=goal.icon) for goal in left
        ),
        icon="flag",
    )


def _entered(s: State, goal: str) -> Action:
    """Returns the action that reveals this goal now, with the rest of the round's end."""
    hands = _hands_down(s) if s.stage != SETUP else None
    return ScoreGoal(hands, "goal", goal) if s.stage == SCORE else RevealGoal(hands, goal)


def discard_cards_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels to discard down to 10 before the next round; () if no card is over."""
    over = s.board(seat).hand - HAND_LIMIT
    if over <= 0:
        return ()
    words = Text("Discard {n} energy card", "Discard {n} energy cards", n=over)
    return (
        Notice(id="limit", kind="warn", words=words, rule="card.limit"),
        main_dock(
            Choice(label=Text("Done, I have 10"), action="discard", detail=words, icon="cards"),
        ),
    )
