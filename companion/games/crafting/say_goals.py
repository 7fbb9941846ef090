"""The log's sentences about goals and ends."""

from __future__ import annotations

from companion.games.crafting import actions as do
from companion.games.crafting.pieces import (
    GOALS,
    SECTOR_NAMES,
)
from companion.games.crafting.rules.goal import count_of, goal_points
from companion.games.crafting.rules.track import Passed
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.state import State
from companion.referee.text import Text, Who, listed


def end(s: State, seat: int, a: do.End) -> Text:
    spent = [
        *([Text("{star} into a supernova", star=piece(a.nova))] if a.nova else ()),
        *([Text("{n} DNA used", "{n} DNA used", n=a.dna)] if a.dna else ()),
    ]
    return listed([_closed(seat, a), *spent])


def _closed(seat: int, a: do.End) -> Text:
    if a.act == "stabilise":
        return Text("{who} ended the turn and stabilised 1 proto life", who=Who(seat))
    if a.size is not None and a.sector is not None:
        return Text(
            "{who} ended the turn with a size {size} nebula in {sector}",
            who=Who(seat),
            size=a.size,
            sector=SECTOR_NAMES[a.sector],
        )
    return Text("{who} ended the turn", who=Who(seat))


def count(s: State, seat: int, a: do.CountGoal) -> Text:
    if a.seat == seat:
        return Text("{who} counted {n}", "{who} counted {n}", who=Who(seat), n=a.number)
    return Text(
        "{who} counted {n} for {other}",
        "{who} counted {n} for {other}",
        who=Who(seat),
        n=a.number,
        other=Who(a.seat),
    )


def score(s: State, seat: int, a: do.ScoreGoal) -> Text:
    if s.goal_due is None:
        return Text("{who} scored a goal", who=Who(seat))
    points = goal_points(tuple(count_of(s, n) or 0 for n in s.all_seats))
    if not any(points):
        return Text("{goal}: no one scores", goal=GOALS[s.goal_due].title)
    entries = [
        Text("{who} {points}", who=Who(n), points=number)
        for n, number in zip(s.all_seats, points, strict=True)
        if number
    ]
    gained = listed(entries)
    return Text("{goal}: {gained}", goal=GOALS[s.goal_due].title, gained=gained)


def passed_words(passed: Passed, points: int) -> Text:
    """Who has come past so many points."""
    names = listed(Text("{who}", who=Who(seat)) for seat, mark in passed if mark == points)
    return Text("Reached {n} points: {names}", n=points, names=names)
