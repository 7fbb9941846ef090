"""Builds the table screen: what everyone may see, without controls."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.panels import TAB_KEYS, Banner, Panel, Scene, Tally
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.page.clock import clock_slots
from companion.web.page.lessons import guided_step_pieces, screen_tour_pieces
from companion.web.page.log import log_lines
from companion.web.page.presence import attendance_piece, attendances
from companion.web.page.render import (
    draw_app_piece,
    draw_log_line,
    draw_panel,
    panels_for_seat,
    piece_context,
    with_checklist_ticks,
)
from companion.web.page.result import game_facts_pieces, rematch_pieces, reveal_pieces
from companion.web.page.slots import Piece, Slot, View
from companion.web.page.table import TAPPABLE_PANEL_KINDS
from companion.web.page.table_cache import cache_of_table
from companion.web.site import current_site

SCREEN_SLOT_IDS = (
    "slot-tour",
    "slot-top",
    "slot-coach",
    "slot-scores",
    "slot-middle",
    "slot-side",
    "slot-log",
    "slot-mine",
)

MAX_LOG_LINES_ON_SCREEN = 6


def screen_view(table: Table) -> View:
    """Returns the table screen's view."""
    key = (table.code, "screen", table.seq, language())
    view = current_site().html_cache.get_or_draw(key, lambda: _draw_screen(table))
    more = (
        Slot(
            "slot-presence",
            () if table.started else (attendance_piece(table, attendances(table), links=False),),
        ),
        Slot("slot-ceremony", reveal_pieces(table, 0)),
        Slot("slot-onward", rematch_pieces(table, 0, "table.show_table_screen")),
        *clock_slots(table, 0),
    )
    return replace(view, slots=(*view.slots, *more))


def _draw_screen(table: Table) -> View:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in SCREEN_SLOT_IDS}
    cache, here = cache_of_table(table), piece_context(table)
    for panel in panels_for_seat(table, 0) if table.started else ():
        if isinstance(panel, TAPPABLE_PANEL_KINDS) or panel.screen == "no":
            continue
        slot = _screen_slot(panel, bool(pieces["slot-middle"]))
        pieces[slot].append(draw_panel(cache, here, 0, with_checklist_ticks(table, panel)))
    pieces["slot-side"] += game_facts_pieces(table)
    pieces["slot-tour"] += screen_tour_pieces(table)
    pieces["slot-coach"] += guided_step_pieces(table, 0)
    running = table.started and table.outcome is None
    pieces["slot-mine"].append(draw_app_piece("mine", table, 0, mine=False, running=running))
    if table.started:
        told = log_lines(table, 0, MAX_LOG_LINES_ON_SCREEN)
        lines = [draw_log_line(cache, here, 0, each) for each in told]
        pieces["slot-log"].append(draw_app_piece("log", table, 0, lines=lines, links=False))
    else:
        pieces["slot-top"].append(draw_app_piece("waiting", table, 0))
    slots = [Slot(slot, tuple(inside)) for slot, inside in pieces.items()]
    return View("screen", table.seq, tuple(slots))


def _screen_slot(panel: Panel, has_middle: bool) -> str:
    if panel.screen:
        return f"slot-{panel.screen}"
    if isinstance(panel, Result | Breakdown | Graph):
        return "slot-side"
    if isinstance(panel, Banner):
        return "slot-top"
    if isinstance(panel, Tally):
        return "slot-scores"
    if panel.tab == TAB_KEYS[0] or (isinstance(panel, Scene) and not has_middle):
        return "slot-middle"
    return "slot-side"
