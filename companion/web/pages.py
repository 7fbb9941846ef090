"""Pages: which pieces stand where on the phone's page, the lobby and the table screen.

Nothing here decides what a seat may see: that is the game's `show`, asked for exactly this seat.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import cast

from companion.live import Presence
from companion.referee.panels import (
    TABS,
    Banner,
    Checklist,
    Choices,
    Dock,
    Panel,
    Scene,
    Sheet,
    Tally,
)
from companion.referee.text import Text
from companion.tables import Table
from companion.web.guard import phones_origin
from companion.web.phone import phone, remembered_name, viewer_at
from companion.web.site import site
from companion.web.told import line_of
from companion.web.view import Piece, Slot, View, draw_own, draw_panel, slot_of
from companion.web.words import language, say

PHONE_SLOTS = ("slot-top", *(f"slot-{tab}" for tab in TABS), "slot-dock")
#: What is there to be tapped or ticked has no place on a screen across the room.
TO_TAP = (Checklist, Choices, Dock, Sheet)
SCREEN_SLOTS = ("slot-top", "slot-scores", "slot-middle", "slot-side", "slot-log")
LINES_ON_A_PHONE = 8
LINES_ON_THE_SCREEN = 6


TAB_NAMES = {
    "turn": Text("Turn"),
    "galaxy": Text("Galaxy"),
    "goals": Text("Goals"),
    "table": Text("Table"),
}


@dataclass(frozen=True)
class LogLine:
    """One line of the log, in this seat's words. `at`: hours and minutes."""

    seq: int
    seat: int
    at: str
    words: str
    undone: bool


def log_lines(table: Table, viewer: int, most: int = 0) -> list[LogLine]:
    """The newest lines first; all of them without `most`."""
    entries = table.entries[-most:] if most else table.entries
    return [
        LogLine(
            entry.seq,
            entry.seat,
            clock_time(entry.at),
            line_of(table, entry, viewer),
            bool(entry.undone),
        )
        for entry in reversed(entries)
    ]


def clock_time(at: float) -> str:
    """Hours and minutes where the table stands: the server is in the same house."""
    return time.strftime("%H:%M", time.localtime(at))


def view_for(table: Table, page: str) -> View:
    """The view of this page for the phone that asks. `page`: "table", "screen", "lobby" (until
    the game begins) or "seats" (the lobby at any time).
    """
    if page == "screen":
        return screen_view(table)
    if page == "seats" or not table.started:
        return lobby_view(table)
    return table_view(table, viewer_at(table))


def table_view(table: Table, viewer: int) -> View:
    """A phone's page at the table."""
    held = table.seats_of(phone())
    key = ("table", table.code, table.seq, language(), viewer, held)
    view = cast(View, site().sketchbook.keep(key, lambda: _draw_table(table, viewer, held)))
    return _with_surroundings(view, table)


def known_view(table: Table, viewer: int, seq: int) -> View | None:
    """What this phone's page was at an earlier version, if it was drawn not long ago."""
    key = ("table", table.code, seq, language(), viewer, table.seats_of(phone()))
    view = cast("View | None", site().sketchbook.find(key))
    return _with_surroundings(view, table) if view else None


def _with_surroundings(view: View, table: Table) -> View:
    """The view with what does not hang on the table's version: who is here, and how to join.

    How to join depends on the address by which a phone reached us, so it is never kept with
    what other phones are sent.
    """
    origin = phones_origin()
    around = cast(
        tuple[Piece, ...],
        site().sketchbook.keep(
            ("around", table.code, origin, language()),
            lambda: tuple(draw_own(name, table, 0) for name in ("invite", "links")),
        ),
    )
    presence = Slot("slot-presence", (_presence(table),))
    return replace(view, slots=(*view.slots, presence, Slot("slot-around", around)))


def _draw_table(table: Table, viewer: int, held: tuple[int, ...]) -> View:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in PHONE_SLOTS}
    for panel in table.game.show(table.state, viewer):
        pieces[slot_of(panel)].append(draw_panel(site().sketchbook, table, viewer, panel))
    lines = log_lines(table, viewer, LINES_ON_A_PHONE)
    pieces["slot-table"].append(draw_own("log", table, viewer, lines=lines))
    own = {
        "slot-switch": [draw_own("switch", table, viewer, held=held)] if len(held) > 1 else [],
        "slot-notices": _proposals(table, viewer),
        "slot-last": _last(table, viewer),
    }
    slots = tuple(Slot(slot, tuple(inside)) for slot, inside in {**pieces, **own}.items())
    return View("table", table.seq, slots)


def _proposals(table: Table, viewer: int) -> list[Piece]:
    wishes = [
        (wish, line_of(table, table.entry(wish.entry_seq), viewer)) for wish in table.proposals
    ]
    return [draw_own("proposals", table, viewer, wishes=wishes)] if wishes else []


def _last(table: Table, viewer: int) -> list[Piece]:
    entry = table.last_entry_of(viewer) if viewer else None
    if entry is None:
        return []
    return [draw_own("last", table, viewer, entry=entry, line=line_of(table, entry, viewer))]


def screen_view(table: Table) -> View:
    """The big screen: what everyone may see, and nothing to tap."""
    key = ("screen", table.code, table.seq, language())
    view = cast(View, site().sketchbook.keep(key, lambda: _draw_screen(table)))
    scores = Slot("slot-presence", () if table.started else (_presence(table),))
    return replace(view, slots=(*view.slots, scores))


def _draw_screen(table: Table) -> View:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in SCREEN_SLOTS}
    for panel in table.game.show(table.state, 0) if table.started else ():
        if isinstance(panel, TO_TAP):
            continue
        slot = _screen_slot(panel, bool(pieces["slot-middle"]))
        pieces[slot].append(draw_panel(site().sketchbook, table, 0, panel))
    if table.started:
        lines = log_lines(table, 0, LINES_ON_THE_SCREEN)
        pieces["slot-log"].append(draw_own("log", table, 0, lines=lines, links=False))
    else:
        pieces["slot-top"].append(draw_own("waiting", table, 0))
    slots = tuple(Slot(slot, tuple(inside)) for slot, inside in pieces.items())
    return View("screen", table.seq, slots)


def _screen_slot(panel: Panel, has_middle: bool) -> str:
    if isinstance(panel, Banner):
        return "slot-top"
    if isinstance(panel, Tally):
        return "slot-scores"
    if isinstance(panel, Scene) and not has_middle:
        return "slot-middle"
    return "slot-side"


def lobby_view(table: Table) -> View:
    """The lobby as this phone sees it. Not kept: it says who is awake."""
    me = phone()
    awake = site().bell.presence(table.code)
    values = {
        "held": table.seats_of(me),
        "is_host": table.host == me,
        "awake": awake,
        "my_name": remembered_name(),
    }
    slots = (
        Slot("slot-seats", (draw_own("seats", table, 0, **values),)),
        Slot("slot-settings", (draw_own("settings", table, 0, **values),)),
        Slot("slot-start", (draw_own("start", table, 0, **values),)),
    )
    return View("seats" if table.started else "lobby", table.seq, slots)


def tabs_of(view: View) -> list[tuple[str, str]]:
    """The sections of a phone's page, by key and name; those that have nothing are left out."""
    filled = {slot.id for slot in view.slots if slot.pieces}
    return [
        (key, say(TAB_NAMES[key]))
        for key in TABS
        if key in (TABS[0], TABS[-1]) or f"slot-{key}" in filled
    ]


def swapped(table: Table, one: int, other: int) -> str:
    """The order of the seats with these two changed about."""
    order = {one: other, other: one}
    return " ".join(str(order.get(chair.number, chair.number)) for chair in table.chairs)


@dataclass(frozen=True)
class Attendance:
    """Whether a seat's phone is awake: "awake", "asleep" with since when, or "free"."""

    seat: int
    state: str
    since: str = ""


def _presence(table: Table) -> Piece:
    known = site().bell.presence(table.code)
    rows = [attendance(chair.number, chair.phone, known.get(chair.phone)) for chair in table.chairs]
    return draw_own("presence", table, 0, rows=rows)


def attendance(seat: int, holder: str, presence: Presence | None) -> Attendance:
    """What can be said about the phone that holds this seat."""
    if not holder:
        return Attendance(seat, "free")
    if presence is None:
        return Attendance(seat, "asleep")
    return Attendance(seat, "awake" if presence.awake else "asleep", clock_time(presence.since))
