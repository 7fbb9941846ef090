"""Logs of any game as play and corrections would write them, for the properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.tables import Event
from tests.kit.strategies import play

Line = tuple[int, str, str]
#: how many random plays of each game there are, and how much of one is in a log
SEEDS, MOST = 3, 90


def events_of(lines: Sequence[Line], code: str = "K7QX") -> list[Event]:
    return [
        Event(code, seq, 100.0 + seq, seat, kind, text, f"i{seq}")
        for seq, (seat, kind, text) in enumerate(lines, start=1)
    ]


def corrected_logs(slug: str) -> st.SearchStrategy[list[Event]]:
    """What some play of this game begins with, with corrections of all kinds in between."""
    picks = st.lists(st.tuples(st.integers(0, MOST), st.integers(0, 5000)), max_size=8)
    sizes = (st.integers(0, SEEDS - 1), st.integers(1, MOST))
    return st.builds(partial(_log, slug), *sizes, picks)


def _log(slug: str, seed: int, size: int, picks: list[tuple[int, int]]) -> list[Event]:
    done = play(slug, seed)
    lines: list[Line] = [(0, "opened", f"{slug} {done.seats} pa")]
    lines += [(1, "option", f"{key} {value}") for key, value in done.options]
    lines += [(1, "named", "Mira"), (0, "started", "")]
    later = dict(picks)
    played: list[int] = []
    for number, (seat, action) in enumerate(done.moves[:size]):
        lines.append((seat, "played", action))
        played.append(len(lines))
        if number in later:
            lines += _corrected(slug, done.moves, played, later[number], len(lines))
    return events_of(lines)


def _corrected(
    slug: str, moves: Sequence[Line | Any], played: list[int], pick: int, length: int
) -> list[Line]:
    """One thing that the table sets right, somewhere among what was played."""
    at = played[-1 - pick % min(len(played), 40)]
    seat, action = moves[pick % len(moves)]
    asked = CATALOGUE[slug].rulebook.questions
    kinds: list[Callable[[], list[Line]]] = [
        lambda: [(seat, "took-back", str(at))],
        lambda: [(seat, "inserted", f"{at} {seat} {action}")],
        lambda: [(seat, "changed", f"{at} {action}")],
        lambda: [(seat, "overruled", f"{seat} {action}")],
        lambda: [(1, "proposed", f"took-back {at}"), (2, "agreed", str(length + 1))],
        lambda: [(1, "proposed", f"changed {at} {action}"), (2, "withdrawn", str(length + 1))],
    ]
    kinds.append(lambda: [(1, "ruled", "who shuffles | whoever took the last card")])
    if asked:
        question = asked[pick % len(asked)]
        choice = question.choices[pick % len(question.choices)][0]
        kinds.append(lambda: [(1, "settled", f"{question.key} {choice} {at}")])
        kinds.append(lambda: [(1, "settled", f"{question.key} {choice}")])
    return kinds[pick % len(kinds)]()
