"""The set-up's sill: the way past what isn't laid out yet is no main button, and where a table is
guided, what one seat is told to do isn't offered beside the words that say so to another.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.panels import Checklist, Dock, Panel
from companion.tables import Table
from companion.tables.guided import current_guided_step
from companion.web.page.render import panels_at_once_for_seat, with_checklist_ticks


def with_fitting_ways(table: Table, viewer: int, panel: Panel) -> Panel:
    """Returns the panel; a dock beside a set-up that is ticked, with the ways that fit: quiet while
    something has to be laid out, none for a seat that watches the guided step.
    """
    if not isinstance(panel, Dock) or not panel.choices:
        return panel
    kept = _kept_lists(table, viewer)
    if not kept:
        return panel
    step = current_guided_step(table)
    if step and step.card.shared and step.seat != viewer:
        return replace(panel, choices=())
    if any(each.next_line for each in kept):
        quiet = (replace(each, main=False, icon="") for each in panel.choices)
        return replace(panel, choices=tuple(quiet))
    return panel


def is_laid_out(table: Table, viewer: int) -> bool:
    """Returns whether this seat has a list that is ticked, and all of it is."""
    kept = _kept_lists(table, viewer)
    return bool(kept) and not any(each.next_line for each in kept)


def _kept_lists(table: Table, viewer: int) -> list[Checklist]:
    lists = [each for each in panels_at_once_for_seat(table, viewer) if isinstance(each, Checklist)]
    ticked = (with_checklist_ticks(table, each) for each in lists if each.kept)
    return [each for each in ticked if isinstance(each, Checklist)]
