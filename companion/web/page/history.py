"""Groups the log by round and turn, and steps through the game's states."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from companion.referee.panels import Banner, Panel
from companion.referee.standard import panels_with_result
from companion.tables import ActionEntry, Table
from companion.web.page.log import LogLine
from companion.web.page.render import draw_past_panel
from companion.web.page.table import TAPPABLE_PANEL_KINDS
from companion.web.page.table_cache import cache_of_table

#: More than any game has.
MAX_ROUND = 10**6


@dataclass(frozen=True)
class TurnLog:
    """Consecutive lines of one seat, newest first. `seat`: 0 for lines of no seat."""

    seat: int
    lines: list[LogLine]


@dataclass(frozen=True)
class RoundLog:
    """The turns of one round, newest first. `number`: 0 before the first round."""

    number: int
    turns: list[TurnLog]


@dataclass(frozen=True)
class HistoryStep:
    """A state of the game: after the event `seq`, at index `place` of all steps `seqs`."""

    seq: int
    place: int
    seqs: tuple[int, ...]

    @property
    def number(self) -> int:
        """The step's number, from 1; 0 before the first step."""
        return self.place + 1

    @property
    def previous_seq(self) -> int:
        """The event of the previous step; 0 if there is none."""
        return self._seq_at(self.place - 1)

    @property
    def next_seq(self) -> int:
        """The event of the next step; 0 if there is none."""
        return self._seq_at(self.place + 1)

    def _seq_at(self, place: int) -> int:
        return self.seqs[place] if 0 <= place < len(self.seqs) else 0


def group_by_round(table: Table, lines: list[LogLine]) -> list[RoundLog]:
    """Groups lines by round and turn; other lines count to the round they were written in,
    whichever lines are shown.
    """
    known = {entry.seq: entry for entry in table.entries}
    in_time = sorted(
        (entry.seq, entry.round) for entry in known.values() if not entry.is_written_late
    )
    now = (table.seq + 1, table.game.current_round(table.state) if table.started else 0)

    def number(line: LogLine) -> int:
        if line.action and line.seq in known:
            return round_of_entry(table, known[line.seq])
        place = bisect_right(in_time, (line.seq, MAX_ROUND))
        before = in_time[place - 1][1] if place else 0
        # A correction may have led back: it was written in the round that it ended.
        return max(before, (in_time[place] if place < len(in_time) else now)[1])

    numbered = [(number(line), line) for line in lines]
    return [
        RoundLog(number, _turns([line for _, line in group]))
        for number, group in groupby(numbered, key=lambda pair: pair[0])
    ]


def _turns(lines: list[LogLine]) -> list[TurnLog]:
    return [TurnLog(seat, list(turn)) for seat, turn in groupby(lines, key=lambda line: line.seat)]


def round_of_entry(table: Table, entry: ActionEntry) -> int:
    """Returns the round of the game in which the entry was played."""
    return entry.round


def step_at_event(table: Table, seq: int) -> HistoryStep:
    """Returns the last step up to this event. Only events that change the game are steps."""
    seqs = cache_of_table(table).get_or_make("steps", table.seq, lambda: _seqs(table))
    place = bisect_right(seqs, seq) - 1
    return HistoryStep(seqs[place] if place >= 0 else seq, place, seqs)


def _seqs(table: Table) -> tuple[int, ...]:
    return tuple(
        sorted({entry.seq for entry in table.entries} | {e.seq for e in table.group_events})
    )


def draw_public_panels(past: Table) -> tuple[list[Markup], list[Markup]]:
    """Returns the public panels of an earlier table, without controls: banners, then others."""
    panels = _public_panels(past)
    drawn = [(panel, draw_past_panel(past, 0, panel)) for panel in panels]
    top = [html for panel, html in drawn if isinstance(panel, Banner)]
    return top, [html for panel, html in drawn if not isinstance(panel, Banner)]


def draw_public_panels_uncached(past: Table) -> list[Markup]:
    """Returns the same panels, kept nowhere: the seats may have other names than at the table."""
    return [draw_past_panel(past, 0, panel) for panel in _public_panels(past)]


def _public_panels(past: Table) -> list[Panel]:
    return [
        panel
        for panel in panels_with_result(past.game, past.state, 0)
        if not isinstance(panel, TAPPABLE_PANEL_KINDS)
    ]
