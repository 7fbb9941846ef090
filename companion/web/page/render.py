"""Renders panels as html: per seat, and anew only after a change.

A piece drawn for one seat is never cached under another seat's key.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from zlib import crc32

from flask import current_app
from markupsafe import Markup

from companion.referee.panels import (
    ABOVE_ALL_TABS,
    TAB_KEYS,
    Banner,
    Checklist,
    ChecklistLine,
    Dock,
    Notice,
    Panel,
    Sheet,
    ShowByTab,
)
from companion.referee.standard import panels_at_once
from companion.tables import Table
from companion.web.language.languages import language
from companion.web.page.log import LogLine
from companion.web.page.slots import VERSION_PLACEHOLDER, PageKind, Piece, View, without_part_ids
from companion.web.page.table_cache import (
    NO_PIECES,
    PiecesBySlot,
    TableCache,
    cache_of_table,
)
from companion.web.request.phone import set_current_table
from companion.web.site import current_site, request_globals


def panels_for_seat(table: Table, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels that the game shows this seat at this version of the table."""
    at_once, show = panels_at_once_for_seat(table, viewer), table.game.show
    if not isinstance(show, ShowByTab):
        return at_once
    return cache_of_table(table).get_or_make(
        ("panels", viewer),
        (table.seq, table.openly),
        lambda: (*at_once, *show.later_panels(table.state, viewer)),
    )


def panels_at_once_for_seat(table: Table, viewer: int) -> tuple[Panel, ...]:
    """Returns those of them that no tab has to be opened for; all if the game makes all at once."""
    return cache_of_table(table).get_or_make(
        ("panels at once", viewer),
        (table.seq, table.openly),
        lambda: _without_past_notices(table, viewer),
    )


def _without_past_notices(table: Table, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels without what came of an earlier action of this seat than its newest."""
    panels = panels_at_once(table.game, table.state, viewer)
    once = [panel for panel in panels if isinstance(panel, Notice) and panel.once]
    entry = table.last_entry_of(viewer) if once else None
    if entry is None:
        return panels
    past = panels_at_once(table.game, entry.state_before, viewer)
    return tuple(panel for panel in panels if panel not in once or panel not in past)


def tab_parts(table: Table, viewer: int, tab: str) -> tuple[object, ...] | None:
    """Returns what this tab's panels hang on for this seat, () while it has none; None if any
    action may change them.
    """
    show = table.game.show
    if not isinstance(show, ShowByTab):
        return tab_panels(table, viewer, tab)
    if tab not in show.later:
        return ()
    find = show.later[tab].parts
    return find and find(table.state, viewer)


def tab_panels(table: Table, viewer: int, tab: str) -> tuple[Panel, ...]:
    """Returns the panels of this tab, which is not the turn's, for this seat."""
    show = table.game.show
    if isinstance(show, ShowByTab):
        return show.later[tab].panels(table.state, viewer) if tab in show.later else ()
    shown = panels_for_seat(table, viewer)
    return tuple(panel for panel in shown if slot_id_of_panel(panel) == f"slot-{tab}")


def draw_panel(cache: TableCache, here: Table, viewer: int, panel: Panel) -> Piece:
    """Returns one panel as a piece; a shared panel is drawn once, as a spectator sees it. `here`:
    the table's setting.

    Its template may use only the panel, the table's setting and the viewer; it is drawn anew only
    when one of these changes.
    """
    audience = 0 if panel.shared else viewer
    id = f"panel-{panel.id}"
    known = cache.known_piece(id, audience, panel)
    if known is not None:
        return known
    values = {"panel": panel}
    draw = partial(_draw, _panel_template(panel), here, audience, values)
    # Most sheets change again before they are opened.
    placeholder = (
        partial(_draw, "panels/_placeholder.html", here, audience, values)
        if isinstance(panel, Sheet)
        else None
    )
    return cache.new_piece(id, audience, panel, draw, placeholder)


def _draw(template: str, here: Table, viewer: int, values: Mapping[str, Any], piece: Piece) -> str:
    own = {"table": here, "viewer": viewer, "seen": VERSION_PLACEHOLDER, "mark": piece.mark}
    return draw_html(template, here, {**own, **values})


def _panel_template(panel: Panel) -> str:
    return f"panels/_{type(panel).__name__.lower()}.html"


def draw_past_panel(table: Table, viewer: int, panel: Panel, aim: object = None) -> Markup:
    """Renders a panel of an earlier state, uncached. `aim`: where its controls post to."""
    values = {
        "panel": panel,
        "table": table,
        "viewer": viewer,
        "seen": "",
        "mark": "",
        "aim": aim,
    }
    return Markup(without_part_ids(draw_html(_panel_template(panel), table, values)))


def draw_app_piece(
    name: str, table: Table, viewer: int, among: Hashable = None, **values: Any
) -> Piece:
    """Returns one of the companion's own pieces: template `table/_NAME.html`, element `id="NAME"`.

    Its template may use only these values, the table's setting and the viewer. `among`: the phones
    that are shown the same, if `viewer` doesn't say it.
    """
    cache, audience = cache_of_table(table), (viewer, among)
    known = cache.known_piece(name, audience, values)
    if known is not None:
        return known
    draw = partial(_draw, f"table/_{name}.html", table_setting(table), viewer, values)
    return cache.new_piece(name, audience, values, draw)


def draw_piece_at_once(
    name: str, table: Table, among: Hashable, values: Mapping[str, Any]
) -> Piece:
    """Returns a piece of the companion that is told apart by its html: its values are no values
    that can be compared.
    """
    fresh = Piece(name, partial(_draw, f"table/_{name}.html", table_setting(table), 0, values))
    cache, audience = cache_of_table(table), (0, among)
    known = cache.known_piece(name, audience, fresh.html)
    return known or cache.new_piece(name, audience, fresh.html, lambda _: fresh.html)


class DrawnLogLine(NamedTuple):
    """A line of the log. `html`: its element without the beginning `<li`, for the place that shows
    it gives it an id, and without the end.
    """

    seq: int
    html: Markup


def draw_log_line(cache: TableCache, here: Table, viewer: int, line: LogLine) -> DrawnLogLine:
    """Renders one line of the log, cached, for most lines stay the same after an action. `viewer`:
    1 for a seat's page, else 0.
    """
    values = {"table": here, "viewer": viewer, "line": line}
    return cache.get_or_make(
        ("row", line.seq, viewer),
        (here, line),
        lambda: DrawnLogLine(line.seq, Markup(draw_html("table/_line.html", here, values))),
    )


def table_setting(table: Table) -> Table:
    """Returns the table without its play: all that pieces may use of it. The same object until it
    changes.
    """
    here = request_globals()
    known: tuple[Table, Table] | None = here.get("setting")
    if known is None or known[0] is not table:
        agreed = table_settings_key(table)
        found = cache_of_table(table).setting(agreed, lambda: _setting(table))
        known = here.setting = (table, found)
    return known[1]


def _setting(table: Table) -> Table:
    return replace(
        table, state=None, entries=(), proposals=(), rulings=(), group_events=(), moves=()
    )


def view_of_pieces(
    table: Table, kind: PageKind, pieces: PiecesBySlot, lasting: PiecesBySlot = NO_PIECES
) -> View:
    """Returns the view of these pieces by slot, see `TableCache.view`."""
    event = f"{crc32(repr(float(table.at)).encode()):x}"
    return cache_of_table(table).view(kind, table.seq, pieces, lasting, event)


def table_settings_key(table: Table) -> Hashable:
    """Returns a table's seats and agreements as one comparable value."""
    agreed = (table.host, table.locked, table.started, table.options, table.consent, table.recount)
    return (table.seats, agreed, table.quiet, table.stuck)


def draw_html(template: str, table: Table, values: Mapping[str, Any]) -> str:
    set_current_table(table)
    # Drawing for a sleeping phone counts as use of the table. An example has no host and isn't in
    # the store.
    if table.host:
        current_site().table_activity.touch(table.code)
    # Not Flask's `render_template`: cached html must hold nothing of this request.
    drawing = current_app.jinja_env.get_template(template)
    return without_blank_lines(drawing.render(language=language(), **values))


def slot_id_of_panel(panel: Panel) -> str:
    """Returns the id of the panel's slot: banner on top, dock at the bottom, others by tab."""
    if isinstance(panel, Banner):
        return "slot-top"
    if isinstance(panel, Dock):
        return "slot-dock"
    if panel.tab == ABOVE_ALL_TABS:
        return "slot-notices"
    tab = panel.tab if panel.tab in TAB_KEYS else TAB_KEYS[0]
    return f"slot-{tab}"


def without_blank_lines(html: str) -> str:
    """Returns the html without the blank lines that templates leave; see `UnindentedExtension`."""
    while "\n\n" in html:
        html = html.replace("\n\n", "\n")
    return html.strip()


def with_checklist_ticks(table: Table, panel: Panel) -> Panel:
    """Returns the checklist with this table's ticks; other panels unchanged. One that is done is
    no longer shared: phones of seats fold it up.
    """
    if not isinstance(panel, Checklist) or not panel.kept:
        return panel
    sections = tuple(
        replace(section, lines=tuple(_ticked(table, panel.id, line) for line in section.lines))
        for section in panel.sections
    )
    ticked = replace(panel, sections=sections)
    return ticked if ticked.next_line else replace(ticked, shared=False)


def _ticked(table: Table, panel_id: str, line: ChecklistLine) -> ChecklistLine:
    # Keyed by its words: a line with other words is another line, and not done.
    key = f"{panel_id}-{crc32(repr(line.words).encode()):08x}"
    return replace(line, key="" if line.done else key, done=line.done or key in table.ticks)
