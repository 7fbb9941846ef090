"""How long the table has waited for each seat, from the times in the log alone. Pure.

So it is the same after a restart and on every server. A clock that was set back adds nothing;
pauses, long breaks and the set-up count for no seat. A seat's clock runs whenever the table waits
for it, also for several at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from companion.tables import ActionEntry, Event, Kind, Table

#: Seconds after which a pause in the log counts as a break, which counts for no seat.
MIN_BREAK_SECONDS = 20 * 60.0


@dataclass(frozen=True)
class TimeGap:
    """The time before an action, or since the last one if `entry` is None. `played`: seconds of
    play; `idle`: seconds that count for no seat; `since`: Unix seconds up to which it is known.
    """

    entry: ActionEntry | None
    played: float
    idle: float
    since: float
    paused: bool


@dataclass(frozen=True)
class SeatClockTimes:
    """Seconds by seat: `spent` in the whole game, `turn` in the current turn (only seats that the
    table waits for).

    `round`: seconds of the current round. All grow from `since` on, unless `paused`.
    """

    spent: Mapping[int, float]
    turn: Mapping[int, float]
    round: float
    since: float
    paused: bool


def gaps_between_actions(table: Table) -> Iterator[TimeGap]:
    """Yields the gaps in the order of events; the last one is still open. Entries inserted or
    changed later took no time. An action during a pause ends it.
    """
    since, paused, played, idle = table.began, False, 0.0, 0.0
    marks: list[ActionEntry | Event] = sorted(
        (*table.entries, *table.pauses), key=attrgetter("seq")
    )
    for mark in marks:
        if isinstance(mark, ActionEntry) and mark.is_written_late:
            continue
        step, since = max(0.0, mark.at - since), mark.at
        if paused or step > MIN_BREAK_SECONDS:
            idle += step
        else:
            played += step
        if isinstance(mark, ActionEntry):
            yield TimeGap(mark, played, idle, since, False)
            paused, played, idle = False, 0.0, 0.0
        else:
            paused = mark.kind == Kind.PAUSED
    yield TimeGap(None, played, idle, since, paused)


def seat_clock_times(table: Table) -> SeatClockTimes:
    """Returns what the clocks of a started game showed at its last event."""
    spent = {seat.number: 0.0 for seat in table.seats}
    turn: dict[int, float] = {}
    passed, number = 0.0, -1
    for gap in gaps_between_actions(table):
        seats_to_act, now = _then(table, gap.entry)
        if not now and table.game.counts_rounds:
            continue
        waited = seats_to_act & spent.keys()
        if now != number:
            turn, passed, number = {}, 0.0, now
        turn = {seat: turn.get(seat, 0.0) + gap.played for seat in waited}
        passed += gap.played
        for seat in waited:
            spent[seat] += gap.played
    return SeatClockTimes(spent, turn, passed, gap.since, gap.paused)


def _then(table: Table, entry: ActionEntry | None) -> tuple[frozenset[int], int]:
    """Returns the seats whose turn it was before this action, or is now, and the round."""
    if entry is None:
        return table.seats_to_act, table.game.current_round(table.state)
    return entry.seats_to_act, entry.round


def is_game_paused(table: Table) -> bool:
    """Returns whether all clocks are stopped."""
    last = table.pauses[-1] if table.pauses else None
    if last is None or last.kind != Kind.PAUSED:
        return False
    later = (each for each in table.entries if each.seq > last.seq)
    return all(each.is_written_late for each in later)
