"""The goal track as on the board, space 1 on top, and each seat's standing for each goal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from companion.games.crafting.board import DONE
from companion.games.crafting.book import RULEBOOK
from companion.games.crafting.pieces import (
    GOAL_TRACK_SPACE_COUNT,
    GOALS,
    GOALS_PER_GAME,
    Goal,
)
from companion.games.crafting.rules.corrections import FIELDS_MAYBE_UNKNOWN
from companion.games.crafting.rules.end import does_round_end_reveal_goal
from companion.games.crafting.rules.game import is_last_round
from companion.games.crafting.rules.goal import (
    goal_points,
    known_count_for_goal,
    told_count_for_goal,
)
from companion.games.crafting.show.galaxy import make_correctable_count
from companion.games.crafting.state import (
    DISCARD,
    DRAW,
    PLAY,
    SCORE,
    State,
)
from companion.referee.memo import memoized_by_identity
from companion.referee.panels import Counts, Scene
from companion.referee.rows import Row, Rows
from companion.referee.text import SeatName, Text

#: how many pieces of a pile are drawn at most; the number beside it counts them all
_PILE = 6

#: the distance to the leading seat up to which it is shown
MAX_SHOWN_COUNT_GAP = 2


@dataclass(frozen=True)
class GoalStanding:
    """A seat's count for a goal, None if unknown, and what it would score now.

    `points` is None while any count is missing: nothing is guessed.
    """

    seat: int
    count: int | None
    points: int | None

    @property
    def drawn_piece_count(self) -> int:
        """How many pieces are drawn."""
        return min(self.count or 0, _PILE)

    @property
    def undrawn_piece_count(self) -> int:
        """How many more it has."""
        return (self.count or 0) - self.drawn_piece_count


@dataclass(frozen=True)
class TrackGoal:
    """A goal card on the track: what it counts, when it is scored, each seat's count."""

    slug: str
    title: Text
    text: Text
    icon: str
    scores: Text
    next: bool
    standing: tuple[GoalStanding, ...]

    @property
    def needed_to_tie_text(self) -> Text | None:
        """How much the second seat needs to tie the first; None if it is not close."""
        if self.has_unknown_count or len(self.standing) < 2:
            return None
        first, second, *others = [each.count or 0 for each in self.standing]
        gap = first - second
        if not 0 < gap <= MAX_SHOWN_COUNT_GAP or second in others:
            return None
        ahead, behind = (SeatName(each.seat) for each in self.standing[:2])
        return Text("{who} needs {n} more to tie {other}", who=behind, n=gap, other=ahead)

    @property
    def standings_with_leads(self) -> tuple[tuple[GoalStanding, int], ...]:
        """Each standing with the steps by which it is ahead of the one below it, or of none."""
        counts = [each.count or 0 for each in self.standing]
        steps = (here - below for here, below in pairwise((*counts, 0)))
        return tuple(zip(self.standing, steps, strict=True))

    @property
    def has_known_count(self) -> bool:
        """Whether any seat's count is known."""
        return any(each.count is not None for each in self.standing)

    @property
    def has_unknown_count(self) -> bool:
        """Whether any seat's count is unknown."""
        return any(each.count is None for each in self.standing)


@dataclass(frozen=True)
class GoalTrack:
    """The goal track's spaces 1 to 4, and how many goals are left in the deck."""

    spaces: tuple[TrackGoal | None, ...]
    deck: int


@memoized_by_identity
def goal_track_inputs(s: State) -> tuple[object, ...]:
    """Returns what the panels of the goals hang on: the goals, and what is known of each seat's
    count of those on the track.
    """
    track = s.goals_on_track
    counts = [told_count_for_goal(s, seat, slug) for slug in track if slug for seat in s.all_seats]
    return (track, len(s.goals), s.goal_being_scored, s.round, s.scored, *counts)


def goal_track_scene(s: State) -> Scene:
    """Returns the goal track, the same for every seat."""
    facts = GoalTrack(
        spaces=tuple(_on_track(s, goal) for goal in s.goals_on_track),
        deck=GOALS_PER_GAME - len(s.goals),
    )
    return Scene(
        id="track",
        tab="shared",
        drawing="track",
        facts=facts,
        shared=True,
        screen="side",
        title=Text("Goal track"),
    )


@dataclass(frozen=True)
class SpaceNow:
    """A space of the small track: its goal, who leads it and by which count. `fresh`: the goal has
    just been turned up; `words`: what happens to it now.
    """

    goal: Goal | None
    leaders: tuple[int, ...] = ()
    count: int = 0
    words: Text | None = None
    fresh: bool = False


@dataclass(frozen=True)
class SmallTrack:
    """The goal track in four lines. `slides`: the goals have just moved down."""

    spaces: tuple[SpaceNow, ...]
    slides: bool


# What is shown beside it of who waits changes with every action, the goals with few.
@memoized_by_identity
def small_track_scene(s: State) -> Scene:
    """Returns the goals now, in four lines, where they move at the end of a round; the same for
    every seat. Another stage has another one: it stands elsewhere, and nothing moves there.
    """
    slides = s.stage == SCORE or (s.stage == DRAW and s.goal_due_at_round_end is None)
    spaces = tuple(_space_now(s, n, goal) for n, goal in enumerate(s.goals_on_track))
    return Scene(
        id=f"goals-{s.stage}",
        drawing="small_track",
        facts=SmallTrack(spaces, slides),
        shared=True,
        screen="no",
        title=Text("Goals now"),
    )


#: how many more of something are looked at
_FEW = 3


def goal_chances_panel(s: State, seat: int) -> Rows:
    """Returns what each goal on the track gives this seat as it stands, or what a few more of it
    would; the one that scores first on top.
    """
    slugs = [slug for slug in reversed(s.goals_on_track) if slug]
    rows = tuple(_chance(s, seat, slug) for slug in slugs)
    title = Text("Points you can still get from goals") if rows else None
    return Rows(id="chances", title=title, rows=rows)


def _chance(s: State, seat: int, slug: str) -> Row:
    goal, due = GOALS[slug], goal_due_words(s, slug)
    known = [told_count_for_goal(s, each, slug) for each in s.all_seats]
    counts = tuple(each or 0 for each in known)
    if None in known or not any(counts):
        return Row(label=goal.title, icon=goal.icon, detail=due)
    mine, now = counts[seat - 1], goal_points(counts)[seat - 1]
    best = max((n for n in s.all_seats if n != seat), key=lambda n: counts[n - 1])
    numbers = Text("{who} has {n}, you {mine}", who=SeatName(best), n=counts[best - 1], mine=mine)
    if now:
        words, worth = numbers, Text("+{n}", n=now)
    else:
        words, worth = _more(counts, seat) or numbers, None
    detail = Text("{due}: {words}", due=due, words=words)
    return Row(label=goal.title, icon=goal.icon, detail=detail, worth=worth)


def _more(counts: tuple[int, ...], seat: int) -> Text | None:
    """Returns how few more bring this seat points, alone or shared; None if no few do."""
    for more in range(1, _FEW + 1):
        then = tuple(n + more * (at == seat) for at, n in enumerate(counts, 1))
        points = goal_points(then)
        if got := points[seat - 1]:
            shares = points.count(got) > 1
            return (
                Text("{n} more, and you get {got} too", n=more, got=got)
                if shares
                else Text("{n} more, and you get {got}", n=more, got=got)
            )
    return None


def _space_now(s: State, index: int, slug: str | None) -> SpaceNow:
    if slug is None:
        ends = index == GOAL_TRACK_SPACE_COUNT - 1
        comes = index == 0 and _next_card_comes(s)
        return SpaceNow(None, words=_NEXT_CARD if comes else _SCORES_HERE if ends else None)
    known = [told_count_for_goal(s, seat, slug) or 0 for seat in s.all_seats]
    most = max(known)
    leaders = tuple(n for n, count in zip(s.all_seats, known, strict=True) if count == most > 0)
    begins = s.stage == PLAY and s.round > 1 and all(board.step != DONE for board in s.boards)
    fresh = index == 0 and (begins or s.stage == DISCARD)
    words = goal_due_words(s, slug) if slug == s.goal_being_scored else None
    return SpaceNow(
        GOALS[slug], leaders, most, Text("Put it on space 1") if fresh else words, fresh
    )


def _next_card_comes(s: State) -> bool:
    """Returns whether the end of this round puts another goal card on space 1."""
    if s.stage != SCORE:
        return s.stage == DRAW
    return does_round_end_reveal_goal(s) and not is_last_round(s, goals_due=1)


_NEXT_CARD = Text("The next card")
_SCORES_HERE = Text("Goals are scored here")


def _on_track(s: State, slug: str | None) -> TrackGoal | None:
    if slug is None:
        return None
    goal, due = GOALS[slug], s.goals.index(slug) + 3
    comes_next = due <= s.round or slug == s.goal_being_scored
    scores, standing = goal_due_words(s, slug), _standing(s, slug)
    return TrackGoal(
        slug, goal.title, goal_rule_text(goal), goal.icon, scores, comes_next, standing
    )


def _standing(s: State, slug: str) -> tuple[GoalStanding, ...]:
    """Returns the standings, the highest count first, unknown ones last."""
    counts = [told_count_for_goal(s, seat, slug) for seat in s.all_seats]
    known = tuple(count for count in counts if count is not None)
    points = goal_points(known) if len(known) == len(counts) else (None,) * len(counts)
    rows = [
        GoalStanding(seat, count, gets)
        for seat, count, gets in zip(s.all_seats, counts, points, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: -1 if row.count is None else row.count)[::-1])


def goal_rule_text(goal: Goal) -> Text:
    """Returns what exactly is counted: the rulebook entry of the goal."""
    rule = RULEBOOK.find_entry(f"goal.{goal.slug}")
    return rule.text if hasattr(rule, "text") else goal.title


def goal_due_words(s: State, slug: str) -> Text:
    """Returns when a goal on the track is scored."""
    due = s.goals.index(slug) + 3
    if slug == s.goal_being_scored:
        return Text("scores now")
    if due == s.round:
        return Text("scores after this round")
    return Text("scores after round {round}", round=due)


def own_goal_count_panels(s: State, seat: int) -> tuple[Counts, ...]:
    """Returns counts for goals on the track that only this seat can enter; () if none."""
    counts = tuple(
        make_correctable_count(
            GOALS[slug].title, known_count_for_goal(s, seat, slug), slug, GOALS[slug].icon
        )
        for slug in s.goals_on_track
        if slug in FIELDS_MAYBE_UNKNOWN
    )
    if not counts:
        return ()
    note = Text("Leave them blank if you like: the app asks when a goal needs them")
    return (
        Counts(
            id="enter-mine",
            tab="shared",
            title=Text("Enter your numbers now"),
            counts=counts,
            note=note,
        ),
    )
