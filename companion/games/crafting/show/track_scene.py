"""The facts behind the drawing of the goal track, and what each goal says."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.crafting.book import RULEBOOK
from companion.games.crafting.pieces import (
    GOALS,
    GOALS_PER_GAME,
    Goal,
)
from companion.games.crafting.state import State
from companion.referee.panels import Notice, Scene
from companion.referee.text import Text


@dataclass(frozen=True)
class TrackGoal:
    """A goal card on the track: what it counts and when it is scored."""

    slug: str
    title: Text
    text: Text
    icon: str
    scores: Text


@dataclass(frozen=True)
class Track:
    """The goal track's spaces 1 to 4 and how many goals are left in the deck."""

    spaces: tuple[TrackGoal | None, ...]
    deck: int


def track(s: State) -> Scene:
    """The goal track, the same for everyone."""
    facts = Track(
        spaces=tuple(_on_track(s, goal) for goal in s.track),
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


def _on_track(s: State, slug: str | None) -> TrackGoal | None:
    if slug is None:
        return None
    goal, due = GOALS[slug], s.goals.index(slug) + 3
    return TrackGoal(slug, goal.title, goal_text(goal), goal.icon, _scores(s, slug, due))


def goal_text(goal: Goal) -> Text:
    """What exactly is counted: the rulebook entry of the goal."""
    rule = RULEBOOK.find(f"goal.{goal.slug}")
    return rule.text if hasattr(rule, "text") else goal.title


def _scores(s: State, slug: str, due: int) -> Text:
    if slug == s.goal_due:
        return Text("scores now")
    if due == s.round:
        return Text("scores after this round")
    return Text("scores after round {round}", round=due)


def definitions(s: State) -> tuple[Notice, ...]:
    """What exactly each goal on the track counts, the one that scores first on top."""
    return tuple(
        Notice(
            id=f"goal-{slug}",
            tab="shared",
            shared=True,
            screen="no",
            kind="info",
            words=GOALS[slug].title,
            detail=goal_text(GOALS[slug]),
            rule=f"goal.{slug}",
        )
        for slug in reversed(s.track)
        if slug
    )
