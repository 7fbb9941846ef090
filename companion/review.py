"""The review of a finished game: how it ended, whom it waited for, its turning points.

Pure: it reads the log and the panels that the game shows at its end, and knows no game. It judges
nothing, and returns nothing about a game that is not over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.referee.counts import IN_POINTS, Total
from companion.referee.panels import Panel
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.referee.ruling import Outcome
from companion.referee.standard import SeatedState, panels_with_result
from companion.referee.text import SeatName, Text
from companion.tables import ActionEntry, Table
from companion.timing import TimeGap, gaps_between_actions

_P = TypeVar("_P", bound=Panel)


@dataclass(frozen=True)
class WaitingTime:
    """Seconds that the table has waited for a seat, over the whole game."""

    seat: int
    seconds: float


@dataclass(frozen=True)
class LeadChange:
    """A seat that took the lead at this place of the graph; `before`: who led before, 0 if none."""

    place: int
    seat: int
    before: int

    @property
    def sentence(self) -> Text:
        """Returns the sentence about it."""
        if not self.before:
            return Text("{who} took the lead", who=SeatName(self.seat))
        return Text(
            "{who} took the lead from {other}", who=SeatName(self.seat), other=SeatName(self.before)
        )


@dataclass(frozen=True)
class BiggestGain:
    """The most that a seat gained between two places of the graph; `place` is the later one.
    `equalled`: another seat once gained as much. `total`: what is gained, in words.
    """

    place: int
    seat: int
    points: int
    equalled: bool = False
    total: Total = IN_POINTS

    @property
    def sentence(self) -> Text:
        """Returns the sentence about it."""
        who, points = SeatName(self.seat), self.total.words(self.points)
        if self.equalled:
            return Text("{who} gained {points} in one go", who=who, points=points)
        return Text("{who} gained the most in one go: {points}", who=who, points=points)


@dataclass(frozen=True)
class GameReview:
    """A finished game. `ending`: the event of the action that ended it; `ended`: its Unix seconds.
    `lasted`: seconds from the start; `breaks`: seconds of it without play; `starter`: the seat that
    went first; `rounds`: played, 0 in a game without.
    """

    outcome: Outcome
    ending: int
    ended: float
    lasted: float
    breaks: float
    result: Result | None
    breakdown: Breakdown | None
    graph: Graph | None
    waits: tuple[WaitingTime, ...]
    leads: tuple[LeadChange, ...]
    gain: BiggestGain | None
    starter: int
    rounds: int

    @property
    def played_seconds(self) -> float:
        """Returns the seconds without the breaks."""
        return self.lasted - self.breaks


def review_game(table: Table) -> GameReview | None:
    """Returns the review of the game; None if it is not over or has no actions."""
    outcome, last = table.outcome, game_ending_entry(table)
    if outcome is None or last is None:
        return None
    panels = _closing(panels_with_result(table.game, table.state, 0))
    graph = _first(Graph, panels)
    passed = [gap for gap, _ in _until(table, last)]
    breaks = sum(gap.idle for gap in passed)
    return GameReview(
        outcome=outcome,
        ending=last.seq,
        ended=last.at,
        lasted=breaks + sum(gap.played for gap in passed),
        breaks=breaks,
        result=_first(Result, panels),
        breakdown=_first(Breakdown, panels),
        graph=graph,
        waits=waiting_times(table, last),
        leads=lead_changes(graph) if graph else (),
        gain=biggest_gain(graph, table.game.total) if graph else None,
        starter=starting_seat(table),
        rounds=last.round,
    )


def game_ending_entry(table: Table) -> ActionEntry | None:
    """Returns the action that ended the game; None if it is not over. Later corrections have not
    ended it again.
    """
    if table.outcome is None:
        return None
    found: ActionEntry | None = None
    for entry in reversed(table.entries):
        if entry.undone:
            continue
        found = entry
        if table.game.outcome(entry.state_before) is None:
            break
    return found


def starting_seat(table: Table) -> int:
    """Returns the seat that went first: the first player when for the first time a single seat was
    to act, as the set-up is for all; 0 before the first action.
    """
    played = [entry for entry in table.entries if not entry.undone]
    for entry in played:
        if len(entry.seats_to_act) == 1:
            state = entry.state_before
            first = state.first if isinstance(state, SeatedState) else 0
            return first or min(entry.seats_to_act)
    return played[0].seat if played else 0


def waiting_times(table: Table, last: ActionEntry) -> tuple[WaitingTime, ...]:
    """Returns the seconds that the table waited for each seat.

    The time before an action counts for its seat if it was that seat's turn, else in equal shares
    for all whose turn it was. Pauses and breaks count for no seat.
    """
    spent = dict.fromkeys((one.number for one in table.seats), 0.0)
    for gap, entry in _until(table, last):
        _share(spent, gap.played, entry, entry.seats_to_act)
    return tuple(WaitingTime(seat, seconds) for seat, seconds in spent.items())


def _until(table: Table, last: ActionEntry) -> Iterator[tuple[TimeGap, ActionEntry]]:
    """Yields what passed before each action, up to `last`."""
    for gap in gaps_between_actions(table):
        if gap.entry is None or gap.entry.seq > last.seq:
            return
        yield gap, gap.entry


def _share(spent: dict[int, float], gap: float, entry: ActionEntry, waited: frozenset[int]) -> None:
    charged = frozenset({entry.seat}) if entry.seat in waited else waited
    for seat in charged & spent.keys():
        spent[seat] += gap / len(charged)


def lead_changes(graph: Graph) -> tuple[LeadChange, ...]:
    """Returns every place where a seat alone leads that was not the last to do so."""
    found: list[LeadChange] = []
    holder = 0
    for place in range(1, _length(graph)):
        most = max(totals[place] for _, totals in graph.series)
        first = [seat for seat, totals in graph.series if totals[place] == most]
        if len(first) == 1 and first[0] != holder and len(graph.series) > 1:
            found.append(LeadChange(place, first[0], holder))
            holder = first[0]
    return tuple(found)


def biggest_gain(graph: Graph, total: Total) -> BiggestGain | None:
    """Returns the largest gain of the graph, the earliest of several; None if there is none.
    `total`: what it counts.
    """
    steps = [
        BiggestGain(place, seat, totals[place] - totals[place - 1])
        for place in range(1, _length(graph))
        for seat, totals in graph.series
    ]
    best = max(steps, key=lambda step: step.points, default=None)
    if best is None or best.points <= 0:
        return None
    equalled = any(step.points == best.points and step.seat != best.seat for step in steps)
    return replace(best, equalled=equalled, total=total)


def _length(graph: Graph) -> int:
    """Returns the number of places that all lines of the graph have, with a label."""
    lengths = [len(totals) for _, totals in graph.series]
    return min([*lengths, len(graph.labels)]) if lengths else 0


def _closing(panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Returns what the game shows of its end: the result, and what follows it."""
    kinds = [type(panel) for panel in panels]
    return panels[kinds.index(Result) :] if Result in kinds else ()


def _first(kind: type[_P], panels: Iterable[Panel]) -> _P | None:
    return next((panel for panel in panels if isinstance(panel, kind)), None)
