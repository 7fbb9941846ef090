"""Lessons: what a game teaches whoever plays it for the first time, read from its lessons.toml.

A tour is told to the whole table; a lesson explains a step of the turn or a kind of action, beside
the control that it is about. Which lessons fit now follows from the panels alone: it knows no game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.referee.offered import offered
from companion.referee.panels import Panel
from companion.referee.text import Text


@dataclass(frozen=True)
class Card:
    """One card of the tour. `picture`: icons and signs in a row; or `scene`, the id of a panel of
    the example after so many of its actions. `rules`: keys of the rulebook that say so.
    """

    key: str
    title: Text
    words: Text
    picture: tuple[str, ...]
    rules: tuple[str, ...]
    scene: str = ""
    after: int = 0


@dataclass(frozen=True)
class Lesson:
    """Two sentences and a picture about one thing, and why anybody would do it.

    `does`: how the actions begin whose control it stands beside, the most fitting first: a verb, or
    more words of it ("shift {seat}" is the seat's own). Without any it stands beside the panel
    `beside`. `steps`: only at these. `inside`: only in the sheets whose id
    begins so. `optional`: about what nobody has to do.
    """

    key: str
    title: Text
    words: Text
    why: Text
    picture: tuple[str, ...]
    rules: tuple[str, ...]
    does: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    beside: str = ""
    inside: str = ""
    optional: bool = False

    @property
    def verbs(self) -> frozenset[str]:
        """The kinds of action that it is about."""
        return frozenset(begins.split(" ", 1)[0] for begins in self.does)


@dataclass(frozen=True)
class Example:
    """A short game whose scenes the tour shows: each action as "SEAT ACTION"."""

    seats: int
    actions: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Lessons:
    """All that a game teaches, in the order in which it is told."""

    tour: tuple[Card, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    example: Example = Example(2, ())


@dataclass(frozen=True)
class Fitting:
    """A lesson that fits now, and the sheets on the way to its controls."""

    key: str
    sheets: tuple[str, ...] = ()


def fitting(lessons: Lessons, step: str, panels: Iterable[Panel]) -> tuple[Fitting, ...]:
    """The lessons about what a seat at this step sees and may do, in order."""
    ways = offered(panels)
    found = []
    for lesson in lessons.lessons:
        open_to = [ways[verb] for verb in lesson.verbs if verb in ways]
        at_this_step = not lesson.steps or step in lesson.steps
        if at_this_step and (open_to or not lesson.does):
            sheets = frozenset().union(*open_to)
            found.append(Fitting(lesson.key, tuple(sorted(sheets))))
    return tuple(found)


def read_lessons(path: Path) -> Lessons:
    """Reads a lessons.toml. Raises `KeyError` where an entry leaves out what it must say."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    example = told["example"]
    return Lessons(
        tour=tuple(_card(key, entry) for key, entry in told["tour"].items()),
        lessons=tuple(_lesson(key, entry) for key, entry in told["lesson"].items()),
        example=Example(example["seats"], tuple(_move(line) for line in example["actions"])),
    )


def _move(line: str) -> tuple[int, str]:
    seat, _, action = line.partition(" ")
    return int(seat), action


def _card(key: str, entry: Mapping[str, Any]) -> Card:
    return Card(
        key=key,
        title=Text(entry["title"]),
        words=Text(entry["words"]),
        picture=tuple(entry.get("picture", ())),
        rules=tuple(entry["rules"]),
        scene=entry.get("scene", ""),
        after=entry.get("after", 0),
    )


def _lesson(key: str, entry: Mapping[str, Any]) -> Lesson:
    return Lesson(
        key=key,
        title=Text(entry["title"]),
        words=Text(entry["words"]),
        why=Text(entry["why"]),
        picture=tuple(entry["picture"]),
        rules=tuple(entry["rules"]),
        does=tuple(entry.get("does", ())),
        steps=tuple(entry.get("steps", ())),
        beside=entry.get("beside", ""),
        inside=entry.get("inside", ""),
        optional=entry.get("optional", False),
    )
