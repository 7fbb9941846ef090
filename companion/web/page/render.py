"""Renders panels as html: per seat, and anew only when they have changed.

A piece drawn for one seat is never kept under another seat's key.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast
from zlib import crc32

import msgspec
from flask import current_app
from markupsafe import Markup

from companion.referee.panels import EVERY, TABS, Banner, Checklist, Dock, Line, Panel, Sheet
from companion.referee.standard import panels_or_result
from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.page.log import LogLine
from companion.web.page.slots import SEEN, Piece
from companion.web.page.table_cache import TableCache, cache_of
from companion.web.request.phone import set_current_table
from companion.web.site import own, site

#: All that a panel holds, as bytes: -1 and -2 have one hash, and so have True and 1, but not these.
#: As telling as `repr`, in a quarter of the time, which tells what has no bytes of its own.
bytes_of = msgspec.msgpack.Encoder(enc_hook=repr).encode


def panels_for(table: Table, viewer: int) -> tuple[Panel, ...]:
    """What the game shows this seat at this version of the table."""
    return cache_of(table).keep(
        ("panels", viewer),
        (table.seq, table.openly),
        lambda: panels_or_result(table.game, table.state, viewer),
    )


def draw_panel(cache: TableCache, here: Setting, viewer: int, panel: Panel) -> Piece:
    """One panel of a game as html. A shared one is drawn once for all, as a spectator sees it.

    Its template may use nothing but the panel, the table's setting and who is looking, so it is
    drawn anew only when one of these has changed.
    """
    audience = 0 if panel.shared else viewer
    name = ("panel", panel.id, audience)
    return cache.keep_newest(name, (here, panel), lambda: _panel(here, audience, panel))


def _panel(here: Setting, audience: int, panel: Panel) -> Piece:
    book, table, kind = site().html_cache, here.table, type(panel).__name__.lower()
    fingerprint = hash((audience, here.fingerprint, kind, bytes_of(panel)))

    def draw(template: str) -> str:
        values = {
            "panel": panel,
            "table": table,
            "viewer": audience,
            "seen": SEEN,
            "fingerprint": fingerprint,
        }
        return _html(template, table, values)

    def kept(template: str) -> str:
        key = (table.code, table.game.slug, audience, template, panel.id, fingerprint)
        return book.keep(key, lambda: draw(template))

    whole = partial(kept, f"panels/_{kind}.html")
    # Most sheets are never opened before they change again: a phone asks for those that are.
    placeholder = partial(kept, "panels/_placeholder.html") if isinstance(panel, Sheet) else None
    return Piece(f"panel-{panel.id}", fingerprint, whole, placeholder)


def draw_past_panel(table: Table, viewer: int, panel: Panel, aim: object = None) -> Markup:
    """A panel of an earlier moment, with what is tapped on it going elsewhere. Never kept."""
    kind = type(panel).__name__.lower()
    values = {
        "panel": panel,
        "table": table,
        "viewer": viewer,
        "seen": "",
        "fingerprint": "",
        "aim": aim,
    }
    return Markup(_html(f"panels/_{kind}.html", table, values))


def draw_own(name: str, table: Table, viewer: int, **values: Any) -> Piece:
    """One of the companion's own pieces: template `table/_NAME.html` = element `id="NAME"`.

    Its template may use nothing but these values, the table's setting and who is looking.
    """
    cache, here, kept = cache_of(table), setting(table), ("own", name, viewer)
    return cache.keep(kept, (here, values), lambda: _own(name, here, viewer, values))


def _own(name: str, here: Setting, viewer: int, values: Mapping[str, Any]) -> Piece:
    book, table = site().html_cache, here.table
    fingerprint = hash((viewer, here.fingerprint, name, *map(_fixed, values.values())))

    def draw() -> str:
        everything = {"table": table, "viewer": viewer, "seen": SEEN, **values}
        return _html(f"table/_{name}.html", table, everything)

    key = (table.code, viewer, name, fingerprint)
    return Piece(name, fingerprint, lambda: book.keep(key, draw))


def draw_line(cache: TableCache, here: Setting, viewer: int, line: LogLine) -> Markup:
    """One line of the log, to be put among others: most of them are the same after an action.

    `viewer`: 1 for whoever sits at the table, 0 for everybody else.
    """
    values = {"table": here.table, "viewer": viewer, "line": line}
    return cache.keep(
        ("row", line.seq, viewer),
        (here, line),
        lambda: Markup(_html("table/_line.html", here.table, values)),
    )


def draw_uncached(piece: Piece) -> Piece:
    """The same, drawn at once, so that nothing but its html tells it from another."""
    html = piece.html
    return Piece(piece.id, hash(html), lambda: html)


@dataclass(frozen=True, eq=False)
class Setting:
    """What any piece may use of its table: who sits there, and what was agreed; not the play.

    `table` has none of that, so a piece that is kept for long keeps no old game alive.
    `fingerprint` stands for all of it and for the language. The table's cache keeps it, so it never
    knows the cache: they would keep each other.
    """

    table: Table
    fingerprint: int


def setting(table: Table) -> Setting:
    """The table's setting; the same one until it changes."""
    # Asked for every piece of a page, one after the other.
    here = own()
    known: tuple[Table, Setting] | None = here.get("setting")
    if known is None or known[0] is not table:
        agreed = agreements_at(table)
        kept = cache_of(table).keep("setting", agreed, lambda: _setting(table, agreed))
        known = (table, kept)
        here.setting = known
    return known[1]


def _setting(table: Table, agreed: Hashable) -> Setting:
    bare = replace(
        table, state=None, entries=(), proposals=(), rulings=(), group_events=(), moves=()
    )
    return Setting(bare, hash((language(), agreed)))


def agreements_at(table: Table) -> Hashable:
    """Who sits at a table, and what was agreed there."""
    agreed = (table.host, table.locked, table.started, table.options, table.consent, table.recount)
    return (table.seats, agreed, table.stuck)


def _fixed(value: Any) -> Hashable:
    """The value as something that does not change any more."""
    if isinstance(value, Mapping):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else cast(Hashable, value)


def _html(template: str, table: Table, values: Mapping[str, Any]) -> str:
    set_current_table(table)
    # A phone that sleeps may be drawn something too: it is put away again all the same.
    # What belongs to no phone is an example, and no table that could be put away.
    if table.host:
        site().lately.touch(table.code)
    # Not Flask's render_template: nothing of the request may be in what is kept for others.
    drawing = current_app.jinja_env.get_template(template)
    return without_blank_lines(drawing.render(language=language(), **values))


def slot_of(panel: Panel) -> str:
    """Where on a phone's page a panel stands: the banner on top, the dock under the thumb."""
    if isinstance(panel, Banner):
        return "slot-top"
    if isinstance(panel, Dock):
        return "slot-dock"
    if panel.tab == EVERY:
        return "slot-notices"
    tab = panel.tab if panel.tab in TABS else TABS[0]
    return f"slot-{tab}"


def without_blank_lines(html: str) -> str:
    """The html without the blank lines that templates leave behind; see `Unindented`."""
    while "\n\n" in html:
        html = html.replace("\n\n", "\n")
    return html.strip()


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
