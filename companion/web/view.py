"""View: where panels become html. Drawn per seat, and drawn anew only when the table has changed.

A view is a list of slots, a slot a list of pieces, a piece one element with an id. Two views are
compared piece by piece, and a phone is sent only the pieces that differ. A piece drawn for one
seat is never kept under another seat's key.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, cast

from flask import render_template
from markupsafe import Markup, escape

from companion.referee.panels import TABS, Banner, Dock, Panel
from companion.tables import Table
from companion.web.words import language, speak_of

#: Stands in drawn pieces for "the version this phone has seen", so that a piece is not a
#: different one only because the table has moved on. Filled in when it is sent.
SEEN = "\x02seen\x02"


@dataclass(frozen=True)
class Piece:
    """One element of a page: its id, and its html with `SEEN` for the version."""

    id: str
    html: str


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

    def inside(self, slot_id: str) -> Markup:
        """What a page template puts into the slot's element; empty where the slot has nothing."""
        found = (slot.html(self.seq) for slot in self.slots if slot.id == slot_id)
        return next(found, Markup(""))


class Sketchbook:
    """What was drawn lately, by everything it depends on. Bounded: the oldest is forgotten."""

    def __init__(self, pages: int = 2048) -> None:
        self._pages = pages
        self._drawn: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> Any:
        """What was drawn under this key, or None."""
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
            return self._drawn.get(key)

    def keep(self, key: Hashable, draw: Callable[[], Any]) -> Any:
        """What was drawn under this key; draws it when it is not there."""
        known = self.find(key)
        if known is not None:
            return known
        drawn = draw()
        with self._lock:
            self._drawn[key] = drawn
            while len(self._drawn) > self._pages:
                self._drawn.popitem(last=False)
        return drawn


def draw_panel(book: Sketchbook, table: Table, viewer: int, panel: Panel) -> Piece:
    """One panel of a game as html. A shared one is drawn once for all, as a spectator sees it."""
    eye = 0 if panel.shared else viewer

    def draw() -> Piece:
        speak_of(table)
        kind = type(panel).__name__.lower()
        html = render_template(
            f"panels/_{kind}.html", panel=panel, table=table, viewer=eye, seen=SEEN
        )
        return Piece(f"panel-{panel.id}", tidy(html))

    key = (table.code, table.seq, language(), eye, panel.shared, panel.id)
    return cast(Piece, book.keep(key, draw))


def draw_own(name: str, table: Table, viewer: int, **values: Any) -> Piece:
    """One of the companion's own pieces: template `table/_NAME.html` = element `id="NAME"`."""
    speak_of(table)
    html = render_template(f"table/_{name}.html", table=table, viewer=viewer, seen=SEEN, **values)
    return Piece(name, tidy(html))


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


def changes(before: View | None, after: View) -> str:
    """What a phone that shows `before` must be sent to show `after`; all of it without `before`.

    Every fragment says what is there, never what to add: sent twice, it does no harm.
    """
    known = {slot.id: slot for slot in before.slots} if before else {}
    parts = [part for slot in after.slots for part in _slot_changes(known.get(slot.id), slot)]
    if before is not None and not parts and before.seq == after.seq:
        return ""
    return stamp("".join([seen_mark(), *parts]), after.seq)


def _slot_changes(was: Slot | None, now: Slot) -> list[str]:
    if was is None or [piece.id for piece in was.pieces] != [piece.id for piece in now.pieces]:
        inside = "\n".join(piece.html for piece in now.pieces)
        return [fragment(f"#{now.id}", "innerMorph", inside)]
    return [
        fragment(f"#{piece.id}", "outerMorph", piece.html)
        for old, piece in zip(was.pieces, now.pieces, strict=True)
        if old.html != piece.html
    ]


def seen_mark() -> str:
    """The element that tells the server with every tap what this phone has seen."""
    return fragment("#seen", "outerMorph", seen_field())


def seen_field(seq: int | str = SEEN) -> Markup:
    """The field that tells the version; on a page it carries the number itself."""
    return Markup('<input type="hidden" id="seen" name="seen" value="{}">').format(seq)
