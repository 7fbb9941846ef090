"""Chapter "goal": the goal cards, what the app knows of their counts, and scoring them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import Board, completed_size_in_sector, spend_cards
from companion.games.crafting.pieces import GOALS, GOALS_PER_GAME, HAND_LIMIT
from companion.games.crafting.rules.bounds import MAX_COUNT_FUNCTION_BY_GOAL
from companion.games.crafting.rules.end import (
    does_round_end_reveal_goal,
    with_next_goal_or_game_end,
)
from companion.games.crafting.rules.game import with_end_or_next_round
from companion.games.crafting.state import (
    DISCARD,
    DRAW,
    OVER,
    REVEAL_LIFE,
    SCORE,
    SETUP,
    ScoredGoal,
    State,
)
from companion.referee.actions import Action, Objections, RandomDraw, Revealed, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, joined_texts, untranslated

FIRST_POINTS, SECOND_POINTS = 6, 3


def _crystals(s: State, board: Board) -> int | None:
    beyond = board.beyond if s.option_value("goal.top-crystals") == "yes" else 0
    waiting = board.waiting if s.option_value("goal.waiting-crystal") == "yes" else 0
    return board.scored + beyond + waiting


#: the app's own count for each goal; None if it has to be counted by people
COUNT_FUNCTION_BY_GOAL: dict[str, Callable[[State, Board], int | None]] = {
    "stable-life": lambda s, b: b.stable,
    "nebulae-psi": lambda s, b: completed_size_in_sector(b, "psi"),
    "nebulae-phi": lambda s, b: completed_size_in_sector(b, "phi"),
    "nebulae-delta": lambda s, b: completed_size_in_sector(b, "delta"),
    "supernovae": lambda s, b: b.novae,
    "star-group": lambda s, b: b.star_group,
    "life-psi": lambda s, b: b.sector_life[0],
    "life-phi": lambda s, b: b.sector_life[1],
    "life-delta": lambda s, b: b.sector_life[2],
    "crystals": _crystals,
    "carbon": lambda s, b: b.star_count_of_kind("c"),
    "helium": lambda s, b: b.star_count_of_kind("he"),
    "oxygen": lambda s, b: b.star_count_of_kind("o"),
    "size-1": lambda s, b: sum(tile.completed and tile.size == 1 for tile in b.tiles),
    "proto-life": lambda s, b: b.proto,
    "stars-at-life": lambda s, b: b.stars_at_life,
}


def has_sector_goal_on_track(s: State) -> bool:
    """Returns whether a goal on the track counts a sector's nebulae; else none is asked for."""
    return any(goal and goal.startswith("nebulae-") for goal in s.goals_on_track)


def known_count_for_goal(s: State, seat: int, goal: str) -> int | None:
    """Returns a seat's count for a goal; None if not enough was entered."""
    return COUNT_FUNCTION_BY_GOAL[goal](s, s.board(seat))


def told_count_for_goal(s: State, seat: int, goal: str) -> int | None:
    """Returns a seat's count for a goal, as entered now that it is scored, or else as known; None
    if unknown.
    """
    counted = s.board(seat).count if goal == s.goal_being_scored else None
    return known_count_for_goal(s, seat, goal) if counted is None else counted


def count_for_due_goal(s: State, seat: int) -> int | None:
    """Returns a seat's count for the due goal, as entered or else as known; None if unknown."""
    goal = s.goal_being_scored
    return None if goal is None else told_count_for_goal(s, seat, goal)


def goal_points(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Returns points by seat: 6 for the most, 3 for the second most (goal.ties); none for 0."""
    most = max(counts)
    below = [n for n in counts if n < most]
    second = max(below, default=0) if counts.count(most) == 1 else 0

    def points(n: int) -> int:
        if n == 0:
            return 0
        return FIRST_POINTS if n == most else SECOND_POINTS if n == second else 0

    return tuple(points(n) for n in counts)


def _turns_up_now(s: State) -> bool:
    """Returns whether a goal may be revealed now. As the game ends it may, but is not asked for."""
    if s.stage == SETUP:
        return not s.goals
    return s.stage == DRAW or (s.stage in (REVEAL_LIFE, OVER) and does_round_end_reveal_goal(s))


#: the word by which the end of a round also takes every hand down to the limit
_Hands = Annotated[int | None, Word("n", whole_number_reader(HAND_LIMIT, HAND_LIMIT), lead="hands")]


@action("goal", "goal stable-life", Text("Put a goal card on space 1"))
class RevealGoal(Action):
    """Reveals a goal card on space 1; None: the app draws it. `hands`: all discard, down to 10."""

    grounds = ("goal.deck",)

    hands: _Hands = None
    goal: Annotated[str | None, one_of(*GOALS)] = None

    def objections(self, s: State, seat: int) -> Objections:
        if not _turns_up_now(s):
            yield Objection(
                "goal.deck",
                Text("No new goal is due now"),
                Text("The next one comes after this round")
                if len(s.goals) < GOALS_PER_GAME
                else Text("All 6 goals are out"),
            )
        elif self.goal in s.goals:
            yield Objection(
                "goal.deck",
                Text("{goal} has already been out", goal=GOALS[self.goal].title),
                Text("Tap the card you revealed"),
            )

    def apply(self, s: State, seat: int) -> State:
        if self.goal is None or not (s.stage == SETUP or _turns_up_now(s)):
            return s
        s = replace(s, goals=(*s.goals, self.goal))
        s = with_end_or_next_round(s) if s.stage == DRAW else s
        return _with_hands_down(s) if self.hands else s

    def log_line(self, s: State, seat: int) -> Text:
        title = GOALS[self.goal].title if self.goal else untranslated("?")
        return Text("New goal on space 1: {goal}", goal=title)

    def draw(self, s: State) -> RandomDraw | None:
        # Only now, from those not seen yet: that is as likely as six prepared ones, and the app has
        # no secret to keep.
        if self.goal is not None:
            return None
        return RandomDraw(tuple(goal for goal in GOALS if goal not in s.goals), 1)

    def reveals(self, s: State) -> Revealed:
        return Revealed.BY_APP

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if self.goal is None:
            return
        yield Text("put the goal card “{goal}” on space 1", goal=GOALS[self.goal].title)
        if s.stage != SETUP:
            yield Text("set all end-of-turn markers on alpha")


def _with_hands_down(s: State) -> State:
    """Returns the state in which each hand has discarded down to the limit, if that is due."""
    if s.stage != DISCARD:
        return s
    over = [max(0, b.hand - HAND_LIMIT) for b in s.boards]
    boards = tuple(
        replace(spend_cards(b, n, None), shed=n) for b, n in zip(s.boards, over, strict=True)
    )
    return replace(s, boards=boards)


@action("count", "count 2 5", Text("Enter how many a seat has for the goal"), when=SCORE)
class EnterGoalCount(Action):
    """Enters a seat's count for the goal card."""

    grounds = ("goal.counts", "goal.most")
    offers = (
        ("{who} counted {n}", Text("Enter {n} for me")),
        ("{who} counted {n} for {other}", Text("Enter {n} for {other}")),
    )

    seat: Annotated[int, whole_number_reader(1, 4)]
    number: Annotated[int, whole_number_reader(0, 999)]

    def objections(self, s: State, seat: int) -> Objections:
        if self.seat not in s.all_seats:
            yield Objection(
                "goal.counts",
                Text("There's no seat {seat} at this table", seat=self.seat),
                Text("Choose someone who is playing"),
            )
        elif s.goal_being_scored is not None:
            yield from _too_many(s, self, s.goal_being_scored)

    def apply(self, s: State, seat: int) -> State:
        if self.seat not in s.all_seats:
            return s
        board = replace(s.board(self.seat), count=self.number, counted_by=seat)
        return s.with_board(self.seat, board)

    def log_line(self, s: State, seat: int) -> Text:
        if self.seat == seat:
            return Text("{who} counted {n}", "{who} counted {n}", who=SeatName(seat), n=self.number)
        return Text(
            "{who} counted {n} for {other}",
            "{who} counted {n} for {other}",
            who=SeatName(seat),
            n=self.number,
            other=SeatName(self.seat),
        )


def _too_many(s: State, a: EnterGoalCount, goal: str) -> Objections:
    """Yields an objection if the galaxy, as the app knows it, cannot have that many (goal.most)."""
    most = max_count_for_goal(s, a.seat, goal)
    if a.number > most:
        yield Objection(
            "goal.most",
            Text(
                "{who} can have {most} at most, not {n}",
                who=SeatName(a.seat),
                most=most,
                n=a.number,
            ),
            Text("Count again, or fix the galaxy under Galaxy"),
            f"count {a.seat} {most}",
            Text("Enter {most}", most=most),
        )


def max_count_for_goal(s: State, seat: int, goal: str) -> int:
    """Returns the most that a seat can have for a goal."""
    board = s.board(seat)
    if goal == "crystals":
        beyond = board.beyond if s.option_value("goal.top-crystals") != "no" else 0
        waiting = board.waiting if s.option_value("goal.waiting-crystal") != "no" else 0
        return board.scored + beyond + waiting
    if goal in MAX_COUNT_FUNCTION_BY_GOAL:
        return MAX_COUNT_FUNCTION_BY_GOAL[goal](board)
    return known_count_for_goal(s, seat, goal) or 0


def seats_without_goal_count(s: State) -> tuple[int, ...]:
    """Returns the seats whose count for the goal is not known yet."""
    return tuple(seat for seat in s.all_seats if count_for_due_goal(s, seat) is None)


@action("score", "score", Text("Score the goal on space 4"), when=SCORE)
class ScoreGoal(Action):
    """Scores the goal on space 4 with the counts as they are.

    `then`: also reveals the next one, `goal`. `hands`: as in `RevealGoal`.
    """

    grounds = ("goal.when", "goal.ties")
    awaits = True

    hands: _Hands = None
    then: Annotated[str | None, one_of("goal")] = None
    goal: Annotated[str | None, one_of(*GOALS)] = None

    @property
    def next_goal_reveal(self) -> RevealGoal | None:
        """The goal that comes after the scoring; None if none is revealed."""
        return RevealGoal(self.hands, self.goal) if self.then else None

    def objections(self, s: State, seat: int) -> Objections:
        missing = seats_without_goal_count(s)
        if missing:
            yield Objection(
                "goal.counts",
                Text("{who} hasn't counted yet", who=SeatName(missing[0])),
                Text("Count that galaxy and enter the number"),
            )
        if s.goal_being_scored == "crystals":
            yield from _crystal_doubts(s)
        if self.next_goal_reveal and not missing:
            yield from self.next_goal_reveal.objections(_scored(s), seat)

    def apply(self, s: State, seat: int) -> State:
        s = _scored(s)
        if self.next_goal_reveal:
            return self.next_goal_reveal.apply(s, seat)
        return _with_hands_down(s) if self.hands else s

    def log_line(self, s: State, seat: int) -> Text:
        if s.goal_being_scored is None:
            return Text("{who} scored a goal", who=SeatName(seat))
        if self.next_goal_reveal is None:
            return _scored_words(s, s.goal_being_scored)
        came = self.next_goal_reveal.log_line(s, seat)
        return Text("{first}. {second}", first=_scored_words(s, s.goal_being_scored), second=came)

    def draw(self, s: State) -> RandomDraw | None:
        return self.next_goal_reveal.draw(s) if self.next_goal_reveal else None

    def reveals(self, s: State) -> Revealed:
        return Revealed.BY_APP if self.next_goal_reveal else Revealed.NOTHING

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if s.goal_being_scored is None:
            return
        if any(after.scored[-1].points):
            yield Text("discard the goal card and move the score markers")
        else:
            yield Text("discard the goal card")
        if self.goal:
            yield Text("put the new goal on space 1")


def _scored(s: State) -> State:
    """Returns the state with the due goal scored; unchanged if none is."""
    goal = s.goal_being_scored
    if goal is None:
        return s
    counts = tuple(count_for_due_goal(s, n) or 0 for n in s.all_seats)
    gained = goal_points(counts)
    boards = tuple(
        replace(
            b, count=None, counted_by=0, points=replace(b.points, goals=b.points.goals + points)
        )
        for b, points in zip(s.boards, gained, strict=True)
    )
    scored = (*s.scored, ScoredGoal(goal, s.round, counts, gained))
    return with_next_goal_or_game_end(replace(s, boards=boards, scored=scored))


def _scored_words(s: State, goal: str) -> Text:
    """Returns the goal and who gets what for it."""
    points = goal_points(tuple(count_for_due_goal(s, n) or 0 for n in s.all_seats))
    if not any(points):
        return Text("{goal}: no one scores", goal=GOALS[goal].title)
    entries = [
        Text("{who} +{points}", who=SeatName(n), points=number)
        for n, number in zip(s.all_seats, points, strict=True)
        if number
    ]
    gained = joined_texts(entries)
    return Text("{goal}: {gained}", goal=GOALS[goal].title, gained=gained)


def _crystal_doubts(s: State) -> Objections:
    if any(b.beyond for b in s.boards) and not s.option_value("goal.top-crystals"):
        yield Doubt(
            "goal.top-crystals",
            Text("Someone discharged a sixth crystal: does it count?"),
        )
    if any(b.waiting for b in s.boards) and not s.option_value("goal.waiting-crystal"):
        yield Doubt(
            "goal.waiting-crystal",
            Text("A crystal is waiting on space 6: does it count?"),
        )
