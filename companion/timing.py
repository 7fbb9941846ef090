"""Timing: how long the table has waited for whom, out of the log's own times alone. Pure.

So it is the same after a restart, and on every server. A clock that was set back adds nothing; a
pause, and a break that nobody announced, are charged to nobody. A seat's clock runs whenever the
table waits for it: where it waits for several, all of theirs run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from companion.tables import Entry, Event, Kind, Table

#: Seconds after which a pause is taken for a break, which is charged to no seat.
BREAK = 20 * 60.0


@dataclass(frozen=True)
class Gap:
    """What passed before an action, or since the last one where `entry` is None: seconds of play,
    and seconds that are nobody's. `since`: unix seconds up to which it is known.
    """

    entry: Entry | None
    played: float
    idle: float
    since: float
    paused: bool


@dataclass(frozen=True)
class Times:
    """Seconds by seat: of the whole game (`spent`), and of the turn that it is at (`turn`, those
    alone for whom the table waits). `round`: of the current round. More of it passes from `since`
    on, unless the table is `paused`.
    """

    spent: Mapping[int, float]
    turn: Mapping[int, float]
    round: float
    since: float
    paused: bool


def gaps(table: Table) -> Iterator[Gap]:
    """In the order in which things were done; the last one is still open. What was put in or
    changed later took no time. Whoever acts during a pause has ended it.
    """
    since, paused, played, idle = table.began, False, 0.0, 0.0
    marks: list[Entry | Event] = sorted((*table.entries, *table.pauses), key=attrgetter("seq"))
    for mark in marks:
        if isinstance(mark, Entry) and mark.came_later:
            continue
        step, since = max(0.0, mark.at - since), mark.at
        if paused or step > BREAK:
            idle += step
        else:
            played += step
        if isinstance(mark, Entry):
            yield Gap(mark, played, idle, since, False)
            paused, played, idle = False, 0.0, 0.0
        else:
            paused = mark.kind == Kind.PAUSED
    yield Gap(None, played, idle, since, paused)


def times(table: Table) -> Times:
    """What the clocks of a game that has started show at the last thing that was done."""
    spent = {seat.number: 0.0 for seat in table.seats}
    turn: dict[int, float] = {}
    passed, number = 0.0, -1
    for gap in gaps(table):
        to_act, now = _then(table, gap.entry)
        waited = to_act & spent.keys()
        if now != number:
            turn, passed, number = {}, 0.0, now
        turn = {seat: turn.get(seat, 0.0) + gap.played for seat in waited}
        passed += gap.played
        for seat in waited:
            spent[seat] += gap.played
    return Times(spent, turn, passed, gap.since, gap.paused)


def _then(table: Table, entry: Entry | None) -> tuple[frozenset[int], int]:
    """For whom the table waited before this action, or waits now, and in which round."""
    if entry is None:
        return table.to_act, table.game.round_of(table.state)
    return entry.to_act, entry.round


def is_paused(table: Table) -> bool:
    """Whether everybody's clock stands still."""
    last = table.pauses[-1] if table.pauses else None
    if last is None or last.kind != Kind.PAUSED:
        return False
    later = (each for each in table.entries if each.seq > last.seq)
    return all(each.came_later for each in later)
