"""Puts the table's ticks on the lines of a checklist that all phones share."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from companion.referee.panels import Checklist, Line, Panel
from companion.tables import Table


def with_ticks(table: Table, panel: Panel) -> Panel:
    """The checklist with what this table has ticked off; other panels as they are."""
    if not isinstance(panel, Checklist) or not panel.kept:
        return panel
    sections = tuple(
        replace(section, lines=tuple(_ticked(table, panel.id, line) for line in section.lines))
        for section in panel.sections
    )
    return replace(panel, sections=sections)


def _ticked(table: Table, panel_id: str, line: Line) -> Line:
    # By its words: a line that says something else is another line, and not done.
    key = f"{panel_id}-{crc32(repr(line.words).encode()):08x}"
    return replace(line, key="" if line.done else key, done=line.done or key in table.ticks)
