"""View: where panels become html. Drawn per seat, and drawn anew only when the table has changed.

A view is a list of slots, a slot a list of pieces, a piece one element with an id. Two views are
compared piece by piece, and a phone is sent only the pieces that differ. A piece drawn for one
seat is never kept under another seat's key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, cast

from flask import current_app, g
from markupsafe import Markup, escape

from companion.referee.panels import TABS, Banner, Dock, Panel, Sheet
from companion.tables import Table
from companion.web.sketchbook import Sketchbook
from companion.web.words import language, speak_of

#: Stands in drawn pieces for "the version this phone has seen", so that a piece is not a
#: different one only because the table has moved on. Filled in when it is sent.
SEEN = "\x02seen\x02"


class Piece:
    """One element of a page: its id, and its html with `SEEN` for the version.

    `mark` tells two contents apart without either being drawn: the html is drawn when it is asked
    for, inside a request's context. `news`: what a phone is sent when it has become another one.
    """

    __slots__ = ("_draw", "_promise", "id", "mark")

    def __init__(
        self, id: str, mark: int, draw: Callable[[], str], promise: Callable[[], str] | None = None
    ) -> None:
        self.id = id
        self.mark = mark
        self._draw = draw
        self._promise = promise or draw

    @property
    def news(self) -> str:
        """The html, or what stands for it until the phone asks for it."""
        return self._promise()

    @property
    def html(self) -> str:
        return self._draw()


@dataclass(frozen=True)
class Slot:
    """A place on the page that holds pieces in order."""

    id: str
    pieces: tuple[Piece, ...]

    def html(self, seq: int) -> Markup:
        """The slot's inside, as sent at this version of the table."""
        return Markup(stamp("\n".join(piece.html for piece in self.pieces), seq))


@dataclass(frozen=True)
class View:
    """Everything of a page that can change. `page`: see `pages.view_for`."""

    page: str
    seq: int
    slots: tuple[Slot, ...]
    #: what the panels and words take that it can still be drawn from
    room: ClassVar[int] = 60_000

    def inside(self, slot_id: str) -> Markup:
        """What a page template puts into the slot's element; empty where the slot has nothing."""
        found = (slot.html(self.seq) for slot in self.slots if slot.id == slot_id)
        return next(found, Markup(""))

    def on_tab(self, tab: str) -> View:
        """The same without what stands on the other tabs."""
        others = {f"slot-{other}" for other in TABS if other != tab}
        return replace(self, slots=tuple(slot for slot in self.slots if slot.id not in others))

    @cached_property
    def outline(self) -> Outline:
        """What is remembered of it when it has been sent."""
        marks = {
            slot.id: tuple((piece.id, piece.mark) for piece in slot.pieces) for slot in self.slots
        }
        return Outline(self.seq, marks)


@dataclass(frozen=True)
class Outline:
    """Which contents a phone shows, without the contents: small enough to keep for every phone."""

    seq: int
    slots: Mapping[str, tuple[tuple[str, int], ...]]
    room: ClassVar[int] = 4_000

    def after(self, view: View) -> Outline:
        """The same once this has been sent; a view may be a part of a page."""
        sent = Outline(view.seq, {**self.slots, **view.outline.slots})
        return self if sent == self else sent


def draw_panel(book: Sketchbook, table: Table, viewer: int, panel: Panel) -> Piece:
    """One panel of a game as html. A shared one is drawn once for all, as a spectator sees it.

    Its template may use nothing but the panel, the table's setting and who is looking, so it is
    drawn anew only when one of these has changed.
    """
    eye = 0 if panel.shared else viewer
    kind = type(panel).__name__.lower()
    # Its text, not itself: -1 and -2 have one hash, and so have True and 1.
    mark = hash((eye, setting(table), repr(panel)))

    def draw(template: str) -> str:
        values = {"panel": panel, "table": table, "viewer": eye, "seen": SEEN, "mark": mark}
        return _html(template, table, values)

    def kept(template: str) -> str:
        key = (table.code, table.game.slug, eye, template, panel.id, mark)
        return book.keep(key, lambda: draw(template))

    whole = partial(kept, f"panels/_{kind}.html")
    # Most sheets are never opened before they change again: a phone asks for those that are.
    promise = partial(kept, "panels/_promise.html") if isinstance(panel, Sheet) else None
    return Piece(f"panel-{panel.id}", mark, whole, promise)


def draw_then(table: Table, viewer: int, panel: Panel, aim: object) -> Markup:
    """A panel of an earlier moment, with what is tapped on it going elsewhere. Never kept."""
    kind = type(panel).__name__.lower()
    values = {"panel": panel, "table": table, "viewer": viewer, "seen": "", "mark": "", "aim": aim}
    return Markup(_html(f"panels/_{kind}.html", table, values))


def draw_own(name: str, table: Table, viewer: int, **values: Any) -> Piece:
    """One of the companion's own pieces: template `table/_NAME.html` = element `id="NAME"`.

    Its template may use nothing but these values, the table's setting and who is looking.
    """
    book: Sketchbook = current_app.extensions["companion"].sketchbook
    mark = hash((viewer, setting(table), name, *map(_fixed, values.values())))

    def draw() -> str:
        everything = {"table": table, "viewer": viewer, "seen": SEEN, **values}
        return _html(f"table/_{name}.html", table, everything)

    key = (table.code, viewer, name, mark)
    return Piece(name, mark, lambda: book.keep(key, draw))


def drawn(piece: Piece) -> Piece:
    """The same, drawn at once, so that nothing but its html tells it from another."""
    html = piece.html
    return Piece(piece.id, hash(html), lambda: html)


def setting(table: Table) -> int:
    """What any piece may use of its table, as a mark: who sits there, what was agreed, and in
    which language it is drawn. Not the play.
    """
    # Asked for every piece of a page, one after the other.
    known: tuple[Table, int] | None = g.get("setting")
    if known is None or known[0] is not table:
        known = g.setting = (table, hash((language(), agreed_at(table))))
    return known[1]


def agreed_at(table: Table) -> Hashable:
    """Who sits at a table, and what was agreed there."""
    agreed = (table.host, table.locked, table.started, table.options, table.consent, table.recount)
    return (table.chairs, agreed)


def _fixed(value: Any) -> Hashable:
    """The value as something that does not change any more."""
    if isinstance(value, Mapping):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else cast(Hashable, value)


def _html(template: str, table: Table, values: Mapping[str, Any]) -> str:
    speak_of(table)
    # Not Flask's render_template: nothing of the request may be in what is kept for others.
    drawing = current_app.jinja_env.get_template(template)
    return tidy(drawing.render(language=language(), **values))


def slot_of(panel: Panel) -> str:
    """Where on a phone's page a panel stands: the banner on top, the dock under the thumb."""
    if isinstance(panel, Banner):
        return "slot-top"
    if isinstance(panel, Dock):
        return "slot-dock"
    tab = panel.tab if panel.tab in TABS else TABS[0]
    return f"slot-{tab}"


def stamp(html: str, seq: int) -> str:
    """The html with the version of the table filled in."""
    return html.replace(SEEN, str(seq))


def tidy(html: str) -> str:
    """The html without the blank lines and indents that templates leave behind."""
    return "\n".join(line.strip() for line in html.splitlines() if line.strip())


def fragment(target: str, swap: str, html: str) -> str:
    """One fragment that htmx puts in its place."""
    return f'<hx-partial hx-target="{escape(target)}" hx-swap="{escape(swap)}">{html}</hx-partial>'


def changes(before: Outline | None, after: View) -> str:
    """What a phone that shows `before` must be sent to show `after`; all of it without `before`.
    `after` may be a part of a page; what it has no slots for stays.

    Every fragment says what is there, never what to add: sent twice, it does no harm.
    """
    known, now = before.slots if before else {}, after.outline.slots
    others = [slot for slot in after.slots if known.get(slot.id) != now[slot.id]]
    parts = [part for slot in others for part in _slot_changes(known.get(slot.id), slot)]
    if before is not None and not parts and before.seq == after.seq:
        return ""
    return stamp("".join([seen_mark(), *parts]), after.seq)


def _slot_changes(was: tuple[tuple[str, int], ...] | None, now: Slot) -> list[str]:
    if was is None or [id for id, _ in was] != [piece.id for piece in now.pieces]:
        inside = "\n".join(piece.news for piece in now.pieces)
        return [fragment(f"#{now.id}", "innerMorph", inside)]
    return [
        fragment(f"#{piece.id}", "outerMorph", piece.news)
        for (_, mark), piece in zip(was, now.pieces, strict=True)
        if mark != piece.mark
    ]


def seen_mark() -> str:
    """The element that tells the server with every tap what this phone has seen."""
    return fragment("#seen", "outerMorph", seen_field())


def seen_field(seq: int | str = SEEN) -> Markup:
    """The field that tells the version; on a page it carries the number itself."""
    return Markup('<input type="hidden" id="seen" name="seen" value="{}">').format(seq)
