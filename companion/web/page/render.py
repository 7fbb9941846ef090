"""Renders panels as html: per seat, and anew only after a change.

A piece drawn for one seat is never cached under another seat's key.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast
from zlib import crc32

import msgspec
from flask import current_app
from markupsafe import Markup

from companion.referee.panels import (
    ABOVE_ALL_TABS,
    TAB_KEYS,
    Banner,
    Checklist,
    ChecklistLine,
    Dock,
    Panel,
    Sheet,
)
from companion.referee.standard import panels_with_result
from companion.tables import Table
from companion.web.html_cache import CacheKey
from companion.web.language.sentences import language
from companion.web.page.log import LogLine
from companion.web.page.slots import VERSION_PLACEHOLDER, LazyPiece, Piece, without_part_ids
from companion.web.page.table_cache import TableCache, cache_of_table
from companion.web.request.phone import set_current_table
from companion.web.site import current_site, request_globals

#: Encodes all that a panel holds. Unlike hashes it tells -1 from -2 and True from 1, in a quarter
#: of the time of `repr`, which serves values that msgpack can't encode.
encode_panel = msgspec.msgpack.Encoder(enc_hook=repr).encode


def panels_for_seat(table: Table, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels that the game shows this seat at this version of the table."""
    return cache_of_table(table).get_or_make(
        ("panels", viewer),
        (table.seq, table.openly),
        lambda: panels_with_result(table.game, table.state, viewer),
    )


def draw_panel(cache: TableCache, here: PieceContext, viewer: int, panel: Panel) -> Piece:
    """Returns one panel as a piece; a shared panel is drawn once, as a spectator sees it.

    Its template may use only the panel, the table's setting and the viewer; it is drawn anew only
    when one of these changes.
    """
    audience = 0 if panel.shared else viewer
    name = ("panel", panel.id, audience)
    return cache.get_or_make_newest(name, (here, panel), lambda: _PanelPiece(here, audience, panel))


class _CachedPiece(Piece):
    """A piece drawn by a template for the seat `viewer`. Its html is cached by fingerprint."""

    __slots__ = ("_table", "_viewer")

    def __init__(self, id: str, fingerprint: int, table: Table, viewer: int) -> None:
        super().__init__(id, fingerprint)
        self._table = table
        self._viewer = viewer

    @property
    def _template(self) -> str:
        raise NotImplementedError

    def _values(self) -> Mapping[str, Any]:
        """Returns what the template uses besides table and viewer."""
        raise NotImplementedError

    @property
    def html(self) -> str:
        return self._cached(self._template)

    def html_of_fingerprint(self, fingerprint: int) -> str | None:
        key = self._key(self._template, fingerprint)
        return cast("str | None", current_site().html_cache.find(key))

    def _cached(self, template: str) -> str:
        key = self._key(template, self.fingerprint)
        return current_site().html_cache.get_or_draw(key, lambda: self._draw(template))

    def _key(self, template: str, fingerprint: int) -> CacheKey:
        table = self._table
        return (table.code, table.game.slug, self._viewer, template, self.id, fingerprint)

    def _draw(self, template: str) -> str:
        own = {"table": self._table, "viewer": self._viewer, "seen": VERSION_PLACEHOLDER}
        return _html(template, self._table, {**own, **self._values()})


class _PanelPiece(_CachedPiece):
    """A panel of the game."""

    __slots__ = ("_panel",)

    def __init__(self, here: PieceContext, audience: int, panel: Panel) -> None:
        kind = type(panel).__name__.lower()
        fingerprint = hash((audience, here.fingerprint, kind, encode_panel(panel)))
        super().__init__(f"panel-{panel.id}", fingerprint, here.table, audience)
        self._panel = panel

    @property
    def _template(self) -> str:
        return _panel_template(self._panel)

    def _values(self) -> Mapping[str, Any]:
        return {"panel": self._panel, "fingerprint": self.fingerprint}

    @property
    def is_deferred(self) -> bool:
        # Most sheets change again before they are opened.
        return isinstance(self._panel, Sheet)

    @property
    def html_or_placeholder(self) -> str:
        return self._cached("panels/_placeholder.html") if self.is_deferred else self.html


def _panel_template(panel: Panel) -> str:
    return f"panels/_{type(panel).__name__.lower()}.html"


def draw_past_panel(table: Table, viewer: int, panel: Panel, aim: object = None) -> Markup:
    """Renders a panel of an earlier state, uncached. `aim`: where its controls post to."""
    values = {
        "panel": panel,
        "table": table,
        "viewer": viewer,
        "seen": "",
        "fingerprint": "",
        "aim": aim,
    }
    return Markup(without_part_ids(_html(_panel_template(panel), table, values)))


def draw_app_piece(name: str, table: Table, viewer: int, **values: Any) -> Piece:
    """Returns one of the companion's own pieces: template `table/_NAME.html`, element `id="NAME"`.

    Its template may use only these values, the table's setting and the viewer.
    """
    cache, here, kept = cache_of_table(table), piece_context(table), ("own", name, viewer)
    return cache.get_or_make(kept, (here, values), lambda: _AppPiece(name, here, viewer, values))


class _AppPiece(_CachedPiece):
    """A piece of the companion itself."""

    __slots__ = ("_given",)

    def __init__(
        self, name: str, here: PieceContext, viewer: int, values: Mapping[str, Any]
    ) -> None:
        fixed = map(_fixed, values.values())
        super().__init__(name, hash((viewer, here.fingerprint, name, *fixed)), here.table, viewer)
        self._given = values

    @property
    def _template(self) -> str:
        return f"table/_{self.id}.html"

    def _values(self) -> Mapping[str, Any]:
        return self._given


class DrawnLogLine(NamedTuple):
    """A line of the log. `html`: its element without the beginning `<li`, for the place that shows
    it gives it an id, and without the end.
    """

    seq: int
    html: Markup


def draw_log_line(
    cache: TableCache, here: PieceContext, viewer: int, line: LogLine
) -> DrawnLogLine:
    """Renders one line of the log, cached, for most lines stay the same after an action. `viewer`:
    1 for a seat's page, else 0.
    """
    values = {"table": here.table, "viewer": viewer, "line": line}
    return cache.get_or_make(
        ("row", line.seq, viewer),
        (here, line),
        lambda: DrawnLogLine(line.seq, Markup(_html("table/_line.html", here.table, values))),
    )


def draw_piece_uncached(piece: Piece) -> Piece:
    """Returns the piece drawn at once, with its html's hash as fingerprint."""
    html = piece.html
    return LazyPiece(piece.id, hash(html), lambda: html)


@dataclass(frozen=True, eq=False)
class PieceContext:
    """What any piece may use of its table: seats and agreements, not the play.

    `table` is stripped of the play, so that cached pieces keep no old game in memory. `fingerprint`
    covers the agreements and the language. The table's cache holds the setting; the setting must
    not refer to the cache, or neither would be freed.
    """

    table: Table
    fingerprint: int


def piece_context(table: Table) -> PieceContext:
    """Returns the table's setting; the same object until it changes."""
    # Kept on the request too: every piece of a page asks for it.
    here = request_globals()
    known: tuple[Table, PieceContext] | None = here.get("setting")
    if known is None or known[0] is not table:
        agreed = table_settings_key(table)
        kept = cache_of_table(table).get_or_make("setting", agreed, lambda: _setting(table, agreed))
        known = (table, kept)
        here.setting = known
    return known[1]


def _setting(table: Table, agreed: Hashable) -> PieceContext:
    bare = replace(
        table, state=None, entries=(), proposals=(), rulings=(), group_events=(), moves=()
    )
    return PieceContext(bare, hash((language(), agreed)))


def table_settings_key(table: Table) -> Hashable:
    """Returns a table's seats and agreements as one comparable value."""
    agreed = (table.host, table.locked, table.started, table.options, table.consent, table.recount)
    return (table.seats, agreed, table.stuck)


def _fixed(value: Any) -> Hashable:
    """Returns the value in a hashable form."""
    if isinstance(value, Mapping):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else cast(Hashable, value)


def _html(template: str, table: Table, values: Mapping[str, Any]) -> str:
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
    """Returns the checklist with this table's ticks; other panels unchanged."""
    if not isinstance(panel, Checklist) or not panel.kept:
        return panel
    sections = tuple(
        replace(section, lines=tuple(_ticked(table, panel.id, line) for line in section.lines))
        for section in panel.sections
    )
    return replace(panel, sections=sections)


def _ticked(table: Table, panel_id: str, line: ChecklistLine) -> ChecklistLine:
    # Keyed by its words: a line with other words is another line, and not done.
    key = f"{panel_id}-{crc32(repr(line.words).encode()):08x}"
    return replace(line, key="" if line.done else key, done=line.done or key in table.ticks)
