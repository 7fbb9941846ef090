"""Arranges the pieces of a phone's page at the table.

What a seat may see is decided by the game's `show`, called for exactly this seat.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from companion.play import spoken
from companion.referee.panels import TAB_KEYS, TABLE_SCREEN_ONLY, Choices, Dock, Notice, Sheet, Tab
from companion.referee.rows import Rows
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.page.clock import clock_slots
from companion.web.page.corrections import correction_pieces, corrections_card
from companion.web.page.lessons import lessons_slots
from companion.web.page.lobby import seat_move_pieces
from companion.web.page.log import log_line_of_action, log_lines
from companion.web.page.presence import (
    Attendance,
    attendance_piece,
    attendances,
    awaited_seat_pieces,
)
from companion.web.page.render import (
    draw_app_piece,
    draw_log_line,
    draw_panel,
    panels_for_seat,
    piece_context,
    slot_id_of_panel,
    with_checklist_ticks,
)
from companion.web.page.result import (
    after_game_pieces,
    game_facts_pieces,
    rematch_pieces,
    reveal_pieces,
)
from companion.web.page.scored import newest_score_pieces
from companion.web.page.slots import PageFingerprints, Piece, Slot, View
from companion.web.page.table_cache import cache_of_table
from companion.web.request.addresses import origin_for_phones
from companion.web.request.phone import phone_id
from companion.web.site import current_site

PHONE_SLOT_IDS = (
    "slot-top",
    "slot-notices",
    *(f"slot-{tab}" for tab in TAB_KEYS),
    "slot-dock",
    "slot-plan",
)

#: The slots on tabs that a phone may not be looking at, with their tabs.
TAB_BY_SLOT = {
    **{f"slot-{tab}": tab for tab in TAB_KEYS[1:]},
    "slot-presence": "table",
    "slot-around": "table",
}

#: Kinds of panels with controls; the table screen leaves them out.
TAPPABLE_PANEL_KINDS = (Choices, Dock, Rows, Sheet)

#: The slots of the end while the game runs.
EMPTY_ENDING_SLOTS = tuple(Slot(f"slot-{name}", ()) for name in ("ceremony", "onward", "finish"))

#: The slot while no seat is moving to another phone.
EMPTY_SEAT_MOVE_SLOT = Slot("slot-moving", ())

MAX_LOG_LINES_ON_PHONE = 8

MAX_RECENT_LOG_LINES = 3


#: Tabs of every game; the game's own stand between them.
COMMON_TABS = {"turn": Tab(Text("Turn"), "turn"), "table": Tab(Text("Table"), "people")}


def table_view(table: Table, viewer: int) -> View:
    """Returns a phone's whole page at the table."""
    played, around = versioned_slots_view(table, viewer), unversioned_slots_view(table, viewer)
    own = (*clock_slots(table, viewer), *lessons_slots(table, viewer))
    return replace(played, slots=(*played.slots, *around.slots, *own))


def versioned_slots_view(table: Table, viewer: int) -> View:
    """Returns the part of the page that changes only with the table's version; cached. Raises
    PermissionError if this phone doesn't hold the seat `viewer`.
    """
    book, held = current_site().view_cache, table.seats_of(phone_id())
    if viewer and viewer not in held:
        raise PermissionError(f"drawn for seat {viewer}, which this phone does not hold")
    key = (table.code, "table", language(), viewer, held, table.openly)
    kept: View | None = book.find(key)
    if kept is not None and kept.seq == table.seq:
        return kept
    drawn = _draw_table(table, viewer, held)
    book.put(key, drawn)
    book.put((*key, table.seq), drawn.fingerprints)
    return drawn


def cached_fingerprints(table: Table, viewer: int, seq: int) -> PageFingerprints | None:
    """Returns the fingerprints of this phone's page at version `seq`; None if it isn't cached, or
    after the end, when the page depends on the time.
    """
    if table.outcome is not None:
        return None
    held = table.seats_of(phone_id())
    key = (table.code, "table", language(), viewer, held, table.openly, seq)
    return cast("PageFingerprints | None", current_site().view_cache.find(key))


def unversioned_slots_view(table: Table, viewer: int) -> View:
    """Returns the slots that change without the table's version: presence, invitation, the reveal.
    The invitation depends on the address by which this phone reached the server.
    """
    rows, cache = attendances(table), cache_of_table(table)
    origin = f"{origin_for_phones()} {current_site().mdns_name.host}"
    basis = (piece_context(table), rows, origin, table.seats_to_act)
    slots = cache.get_or_make(
        ("around", viewer), basis, lambda: _around(table, viewer, rows, origin)
    )
    on_its_way = seat_move_pieces(table, viewer)
    first = Slot("slot-moving", on_its_way) if on_its_way else EMPTY_SEAT_MOVE_SLOT
    return View("table", table.seq, (first, *slots, *_ending(table, viewer)))


def _ending(table: Table, viewer: int) -> tuple[Slot, ...]:
    if table.outcome is None and not table.onward:
        return EMPTY_ENDING_SLOTS
    return (
        Slot("slot-ceremony", reveal_pieces(table, viewer)),
        Slot("slot-onward", rematch_pieces(table, viewer, "table.page")),
        Slot("slot-finish", after_game_pieces(table, viewer)),
    )


def unreadable_log_pieces(table: Table) -> tuple[Piece, ...]:
    """Returns the notice that this table can't follow its log any further; () if it can."""
    return (draw_app_piece("stuck", table, 0),) if table.stuck else ()


def _around(
    table: Table, viewer: int, rows: tuple[Attendance, ...], origin: str
) -> tuple[Slot, ...]:
    around = (
        draw_app_piece("invite", table, 0, origin=origin),
        *(draw_app_piece(name, table, 0) for name in ("links", "device", "language")),
    )
    return (
        Slot("slot-stuck", unreadable_log_pieces(table)),
        Slot("slot-awaited", awaited_seat_pieces(table, viewer, rows)),
        make_page_slot(
            "slot-presence", (attendance_piece(table, rows, links=bool(viewer)),), viewer
        ),
        make_page_slot("slot-around", around, viewer),
    )


def _draw_table(table: Table, viewer: int, held: tuple[int, ...]) -> View:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in PHONE_SLOT_IDS}
    cache, here = cache_of_table(table), piece_context(table)
    waits, notices = _waits(table, viewer), list[Piece]()
    for panel in panels_for_seat(table, viewer):
        if panel.tab == TABLE_SCREEN_ONLY:
            continue
        # Who waits has what comes and goes below the newest lines: it pushes nothing that is read.
        below = waits and isinstance(panel, Notice) and slot_id_of_panel(panel) == "slot-turn"
        into = notices if below else pieces[slot_id_of_panel(panel)]
        into.append(draw_panel(cache, here, viewer, with_checklist_ticks(table, panel)))
    pieces["slot-turn"] += game_facts_pieces(table)
    for slot, said in _say(table, viewer).items():
        pieces[slot] += said
    pieces["slot-dock"] += _forgot(table, viewer)
    audience = min(viewer, 1)
    told = log_lines(table, viewer, MAX_LOG_LINES_ON_PHONE)
    lines = [draw_log_line(cache, here, audience, each) for each in told]
    # Present on a turn too, though empty, so that the other pieces change one by one.
    lately = lines[:MAX_RECENT_LOG_LINES] if waits else []
    pieces["slot-turn"] += [draw_app_piece("lately", table, audience, lines=lately), *notices]
    pieces["slot-table"].append(draw_app_piece("log", table, audience, lines=lines))
    pieces["slot-table"].append(
        corrections_card(table, viewer, bool(held) and table.host == phone_id())
    )
    own = {
        "slot-switch": _switch(table, viewer, held),
        "slot-mine": [_mine(table, held)],
        "slot-notices": [*correction_pieces(table, viewer), *pieces["slot-notices"]],
        "slot-last": _last(table, viewer),
        "slot-scored": newest_score_pieces(table, viewer),
    }
    slots = [make_page_slot(slot, tuple(held), viewer) for slot, held in {**pieces, **own}.items()]
    return View("table", table.seq, tuple(slots))


def make_page_slot(slot: str, pieces: tuple[Piece, ...], viewer: int) -> Slot:
    """Returns a slot of a phone's page at the table."""
    tab = TAB_BY_SLOT.get(slot, "")
    return Slot(slot, pieces, tab, viewer if tab else 0)


def _switch(table: Table, viewer: int, held: tuple[int, ...]) -> list[Piece]:
    """Returns the seat switch of a phone with several seats, else []. `calls`: its seats to act, if
    `viewer` isn't one of them.
    """
    if len(held) < 2:
        return []
    calls = [
        seat for seat in held if seat in table.seats_to_act and viewer not in table.seats_to_act
    ]
    return [draw_app_piece("switch", table, viewer, held=held, calls=calls)]


def _waits(table: Table, viewer: int) -> bool:
    """Returns whether this seat plays and waits for its turn."""
    return bool(viewer) and viewer not in table.seats_to_act and table.outcome is None


def _forgot(table: Table, viewer: int) -> list[Piece]:
    """Returns the link to add a forgotten action, for a waiting seat that has played; else []."""
    if not _waits(table, viewer) or table.last_entry_of(viewer) is None:
        return []
    return [draw_app_piece("forgot", table, viewer)]


def _say(table: Table, viewer: int) -> dict[str, list[Piece]]:
    """Returns the ways to say the turn in one line, or to plan it so, by slot; none for a seat that
    can't.
    """
    planned = spoken.table_at_next_turn(table, viewer)
    if planned is None and not spoken.can_say_turn(table, viewer):
        return {}
    plans, example = planned is not None, spoken.example_turn_words(table, language())
    # The same while the seat waits and while it acts: a plan stays where it is.
    plan = draw_app_piece("plan", table, viewer, turn=spoken.turn_key(planned or table))
    return {
        "slot-turn": [draw_app_piece("spoken", table, viewer, plans=plans, example=example)],
        "slot-dock": [draw_app_piece("planner", table, viewer)] if plans else [],
        "slot-plan": [plan],
    }


def _mine(table: Table, held: tuple[int, ...]) -> Piece:
    mine = bool(table.seats_to_act.intersection(held))
    return draw_app_piece("mine", table, 0, mine=mine, running=bool(held) and table.outcome is None)


def _last(table: Table, viewer: int) -> list[Piece]:
    entries = spoken.entries_played_together(table, viewer) if viewer else []
    if not entries:
        return []
    line = log_line_of_action(table, entries[0], viewer).words
    values = {"entry": entries[0].seq, "line": line, "number": len(entries)}
    return [draw_app_piece("last", table, viewer, **values)]


def page_tabs(table: Table, view: View) -> list[tuple[str, Tab]]:
    """Returns the keys and tabs of a phone's page; empty ones of the game are left out."""
    filled = {slot.id for slot in view.slots if slot.pieces}
    tabs = {**table.game.tabs, **COMMON_TABS}
    return [(key, tabs[key]) for key in TAB_KEYS if key in COMMON_TABS or f"slot-{key}" in filled]


def neighbouring_seat_orders(table: Table, seat: int) -> tuple[str, str]:
    """Returns the seat orders with this seat one place earlier and one later; "" if impossible."""
    last = len(table.seats)
    return (
        _swapped(table, seat, seat - 1) if seat > 1 else "",
        _swapped(table, seat, seat + 1) if seat < last else "",
    )


def _swapped(table: Table, one: int, other: int) -> str:
    order = {one: other, other: one}
    return " ".join(str(order.get(seat.number, seat.number)) for seat in table.seats)
