"""Builds the table screen: what everyone may see, without controls."""

from __future__ import annotations

from companion.referee.panels import TAB_KEYS, Banner, Panel, Scene, Tally
from companion.referee.result_panels import Breakdown, Graph, Result
from companion.tables import Table
from companion.web.page.checks import finish_line_pieces
from companion.web.page.clock import clock_pieces
from companion.web.page.lessons import guided_step_pieces, screen_tour_pieces
from companion.web.page.log import log_lines
from companion.web.page.presence import attendance_piece, attendances
from companion.web.page.qr import address_shown, invitation_piece, wifi_at
from companion.web.page.render import (
    draw_app_piece,
    draw_log_line,
    draw_panel,
    panels_for_seat,
    table_setting,
    view_of_pieces,
    with_checklist_ticks,
)
from companion.web.page.result import game_facts_pieces, rematch_pieces, reveal_pieces
from companion.web.page.slots import PageKind, Piece, View
from companion.web.page.table import TAPPABLE_PANEL_KINDS
from companion.web.page.table_cache import cache_of_table

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
    played = cache_of_table(table).get_or_make(
        "screen", (table.seq, table_setting(table)), lambda: _played(table)
    )
    present = () if table.started else (attendance_piece(table, attendances(table), links=False),)
    wifi = wifi_at(table)
    pieces = {
        "slot-presence": present,
        "slot-ceremony": reveal_pieces(table, 0),
        "slot-onward": rematch_pieces(table, 0, "table.show_table_screen"),
        "slot-invite": (invitation_piece(table, wifi),),
        **clock_pieces(table, 0),
    }
    return view_of_pieces(table, PageKind("screen", (address_shown(), wifi)), pieces, played)


def _played(table: Table) -> dict[str, list[Piece]]:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in SCREEN_SLOT_IDS}
    cache, here = cache_of_table(table), table_setting(table)
    for panel in panels_for_seat(table, 0) if table.started else ():
        if isinstance(panel, TAPPABLE_PANEL_KINDS) or panel.screen == "no":
            continue
        slot = _screen_slot(panel, bool(pieces["slot-middle"]))
        pieces[slot].append(draw_panel(cache, here, 0, with_checklist_ticks(table, panel)))
    pieces["slot-side"] += game_facts_pieces(table)
    if check := finish_line_pieces(table):
        # All compare their numbers with the wood: nothing else is read meanwhile.
        pieces |= {"slot-scores": [], "slot-middle": check, "slot-side": []}
    pieces["slot-tour"] += screen_tour_pieces(table)
    pieces["slot-coach"] += guided_step_pieces(table, 0)
    pieces["slot-mine"].append(_mine(table))
    if table.started:
        shown = log_lines(table, 0, MAX_LOG_LINES_ON_SCREEN)
        lines = [draw_log_line(cache, here, 0, each) for each in shown]
        pieces["slot-log"].append(
            draw_app_piece("log", table, 0, among="screen", lines=lines, links=False)
        )
    else:
        pieces["slot-top"].append(draw_app_piece("waiting", table, 0))
    return pieces


def _mine(table: Table) -> Piece:
    """Returns what the television's scripts and sheet are told: who comes after the first round is
    late, so that the code to scan is small from then on.
    """
    running = table.started and table.outcome is None
    under_way = running and table.game.current_round(table.state) > 1
    return draw_app_piece(
        "mine", table, 0, among="screen", mine=False, running=running, under_way=under_way
    )


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
