"""Arranges the pieces of a phone's page at the table.

What a seat may see is decided by the game's `show`, called for exactly this seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.play import spoken
from companion.referee.controls import Choice
from companion.referee.panels import (
    TAB_KEYS,
    TABLE_SCREEN_ONLY,
    Banner,
    Choices,
    Counts,
    Dock,
    Notice,
    Panel,
    Sheet,
    Tab,
)
from companion.referee.rows import Rows
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.languages import language
from companion.web.page.checks import (
    agrees_pieces,
    check_pieces,
    has_ended_round,
    held_piece,
    is_asked,
)
from companion.web.page.clock import clock_pieces
from companion.web.page.corrections import (
    ask_pieces,
    correction_pieces,
    corrections_card,
    manners_card,
)
from companion.web.page.lessons import lesson_pieces
from companion.web.page.lobby import (
    free_seat_pieces,
    seat_hand_over_pieces,
    seat_move_pieces,
)
from companion.web.page.log import log_line_of_action, newest_log_lines
from companion.web.page.presence import (
    Attendance,
    attendance_piece,
    attendances,
    awaited_seat_pieces,
)
from companion.web.page.qr import address_shown, invitation_piece
from companion.web.page.render import (
    DrawnLogLine,
    draw_app_piece,
    draw_log_line,
    draw_panel,
    panels_at_once_for_seat,
    slot_id_of_panel,
    tab_panels,
    tab_parts,
    table_setting,
    view_of_pieces,
    with_checklist_ticks,
)
from companion.web.page.result import (
    after_game_pieces,
    game_facts_pieces,
    rematch_pieces,
    reveal_pieces,
)
from companion.web.page.scored import newest_score_pieces
from companion.web.page.set_up import with_fitting_ways
from companion.web.page.slots import LaterPieces, PageKind, Piece, View
from companion.web.page.table_cache import PiecesBySlot, cache_of_table
from companion.web.page.told import told_pieces
from companion.web.request.phone import phone_id

PHONE_SLOT_IDS = (
    "slot-top",
    "slot-notices",
    *(f"slot-{tab}" for tab in TAB_KEYS),
    "slot-dock",
    "slot-facts",
    "slot-plan",
)

#: The slots whose bare notices a seat has in the sill, and below all else.
NOTICE_SLOT_IDS = ("slot-turn", "slot-notices")

#: The slots on tabs that a phone may not be looking at, with their tabs.
TAB_BY_SLOT = {
    **{f"slot-{tab}": tab for tab in TAB_KEYS[1:]},
    "slot-presence": "table",
    "slot-around": "table",
    "slot-switches": "table",
}

#: The parts of the tab "table", of which a phone held upright shows one at a time. Which slots are
#: in them stands in app.css.
PARTS_OF_TABLE_TAB = {
    "points": Text("Standings"),
    "people": Text("People"),
    "settings": Text("Settings"),
}

#: Kinds of panels with controls; the table screen leaves them out.
TAPPABLE_PANEL_KINDS = (Choices, Dock, Rows, Sheet)

#: The slots of the end while the game runs.
EMPTY_ENDING_SLOTS: PiecesBySlot = {f"slot-{name}": () for name in ("ceremony", "onward", "finish")}

MAX_LOG_LINES_ON_PHONE = 8

MAX_RECENT_LOG_LINES = 3


#: Tabs of every game; the game's own stand between them.
COMMON_TABS = {"turn": Tab(Text("Turn"), "turn"), "table": Tab(Text("Table"), "people")}


def table_view(table: Table, viewer: int) -> View:
    """Returns a phone's whole page at the table. Raises PermissionError if this phone doesn't hold
    the seat `viewer`.
    """
    held = table.seats_of(phone_id())
    if viewer and viewer not in held:
        raise PermissionError(f"drawn for seat {viewer}, which this phone does not hold")
    cache, whose = cache_of_table(table), (viewer, held, table.openly)
    here = table_setting(table)
    # What changes only with the table's version.
    played = cache.get_or_make(
        ("played", whose), (table.seq, here), lambda: _played(table, viewer, held)
    )
    pieces = {
        **_around(table, viewer),
        **_ending(table, viewer),
        **clock_pieces(table, viewer),
        **lesson_pieces(table, viewer),
        # After what changes by itself: it is the last on a phone that lies down.
        "slot-switches": _settings(table, viewer, bool(held) and table.host == phone_id()),
    }
    kind = PageKind("table", whose, viewer, TAB_BY_SLOT)
    return view_of_pieces(table, kind, pieces, played)


def _ending(table: Table, viewer: int) -> PiecesBySlot:
    if table.outcome is None and not table.onward:
        return EMPTY_ENDING_SLOTS
    return {
        "slot-ceremony": reveal_pieces(table, viewer),
        "slot-onward": rematch_pieces(table, viewer, "table.page"),
        "slot-finish": after_game_pieces(table, viewer),
    }


def unreadable_log_pieces(table: Table) -> tuple[Piece, ...]:
    """Returns the notice that this table can't follow its log any further; () if it can."""
    return (draw_app_piece("stuck", table, 0),) if table.stuck else ()


def _around(table: Table, viewer: int) -> PiecesBySlot:
    """Returns what changes without the table's version: presence, invitation. The invitation
    depends on the address by which this phone reached the server.
    """
    rows = attendances(table)
    shown = address_shown()
    shared = cache_of_table(table).get_or_make(
        ("around", bool(viewer), shown),
        (table_setting(table), rows),
        lambda: _shared_around(table, bool(viewer), rows),
    )
    watches = () if viewer else (*seat_move_pieces(table, 0), *free_seat_pieces(table, 0))
    return {
        "slot-moving": watches,
        "slot-handing": seat_hand_over_pieces(table, viewer) if viewer else (),
        "slot-stuck": unreadable_log_pieces(table),
        "slot-awaited": awaited_seat_pieces(table, viewer, rows),
        **shared,
    }


def _shared_around(table: Table, plays: bool, rows: tuple[Attendance, ...]) -> PiecesBySlot:
    return {
        "slot-presence": (attendance_piece(table, rows, links=plays),),
        "slot-around": (
            invitation_piece(table),
            draw_app_piece("links", table, 0),
        ),
    }


def _played(table: Table, viewer: int, held: tuple[int, ...]) -> PiecesBySlot:
    pieces: dict[str, list[Piece]] = {slot: [] for slot in PHONE_SLOT_IDS}
    cache, here = cache_of_table(table), table_setting(table)
    waits, notices = _waits(table, viewer), list[Piece]()
    for panel in panels_at_once_for_seat(table, viewer):
        slot = slot_id_of_panel(panel)
        if panel.tab == TABLE_SCREEN_ONLY or slot in TAB_BY_SLOT:
            continue
        # A seat has what comes and goes below all else, and its words in the sill: it pushes
        # neither what is read nor what is tapped.
        below = bool(viewer) and slot in NOTICE_SLOT_IDS and is_bare_notice(panel)
        into = notices if below else pieces[slot]
        shown = with_fitting_ways(table, viewer, with_checklist_ticks(table, panel))
        into.append(draw_panel(cache, here, viewer, shown))
    check, pieces["slot-dock"] = _asked(table, viewer, pieces["slot-dock"])
    pieces["slot-turn"] += game_facts_pieces(table)
    for slot, said in _say(table, viewer).items():
        pieces[slot] += said
    if not is_asked(table, viewer):
        pieces["slot-dock"] += _forgot(table, viewer)
    pieces["slot-facts"] += _facts(table, viewer)
    lately = _lately(table, viewer, waits)
    # Who waits has what is theirs first: what they have, and the next turn.
    ended = not _count_together(table, viewer) and has_ended_round(table, viewer)
    first = [*check, held_piece(table, viewer, waits or ended), *_planner(table, viewer)]
    moved = _moved(table, viewer, waits)
    pieces["slot-turn"] = [*first, moved, *pieces["slot-turn"], lately, *notices]
    return {
        **pieces,
        **{f"slot-{tab}": _later(table, viewer, tab) for tab in TAB_KEYS[1:]},
        "slot-switch": _switch(table, viewer, held),
        "slot-mine": [_mine(table, held)],
        "slot-asks": ask_pieces(table, viewer),
        "slot-questions": correction_pieces(table, viewer),
        "slot-last": _last(table, viewer),
        "slot-told": told_pieces(table, viewer),
        "slot-scored": newest_score_pieces(table, viewer),
    }


def _asked(table: Table, viewer: int, dock: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Returns the open check's pieces and what the dock holds: while the sill asks whether all is
    right, the game goes on from the room.
    """
    check = check_pieces(table, viewer)
    if not is_asked(table, viewer):
        return check, dock
    return [*check, *dock], agrees_pieces(table, viewer)


def _later(table: Table, viewer: int, tab: str) -> LaterPieces:
    """Returns the pieces of a tab other than the turn's."""
    # Where the log is, each event makes another tab.
    parts = None if tab in COMMON_TABS else tab_parts(table, viewer, tab)
    return LaterPieces(
        (table_setting(table), table.seq if parts is None else (parts, table.ticks)),
        lambda: tuple(_pieces_of_tab(table, viewer, tab)),
        filled=parts != (),
    )


def _settings(table: Table, viewer: int, is_host: bool) -> LaterPieces:
    """Returns what can be set for this table and this phone."""
    return LaterPieces(
        (table_setting(table), viewer, is_host),
        lambda: (
            manners_card(table, viewer, is_host),
            *(draw_app_piece(name, table, 0) for name in ("keeping", "device", "language")),
        ),
    )


def _pieces_of_tab(table: Table, viewer: int, tab: str) -> Iterator[Piece]:
    cache, here = cache_of_table(table), table_setting(table)
    for panel in tab_panels(table, viewer, tab):
        if panel.tab != TABLE_SCREEN_ONLY:
            yield draw_panel(cache, here, viewer, with_checklist_ticks(table, panel))
    if tab in COMMON_TABS:
        audience, own, lines = _newest_lines(table, viewer, MAX_LOG_LINES_ON_PHONE)
        yield draw_app_piece("log", table, audience, among=own, lines=lines)
        yield corrections_card(table, viewer)


def _newest_lines(table: Table, viewer: int, most: int) -> tuple[int, int, list[DrawnLogLine]]:
    """Returns the newest lines of the log, and whose they are: 1 for seats' pages, else 0; and the
    seat that alone reads them so, 0 for all.
    """
    cache, here = cache_of_table(table), table_setting(table)
    public, others = newest_log_lines(table, most)
    audience, own = min(viewer, 1), viewer if viewer in others else 0
    lines = others.get(own, public)
    return audience, own, [draw_log_line(cache, here, audience, each) for each in lines]


def _lately(table: Table, viewer: int, waits: bool) -> Piece:
    """Returns the newest lines for who waits: there on a turn too, though empty, so that the other
    pieces change one by one.
    """
    audience, own, lines = min(viewer, 1), 0, list[DrawnLogLine]()
    if waits:
        audience, own, lines = _newest_lines(table, viewer, MAX_RECENT_LOG_LINES)
    return draw_app_piece("lately", table, audience, among=(own, waits), lines=lines)


def _moved(table: Table, viewer: int, waits: bool) -> Piece:
    """Returns what has just been done, large, for who waits: from the own turn's end on, so that
    the next action pushes nothing down. It is there on a turn too, though empty.
    """
    entry = next(table.newest_entries(), None) if waits else None
    seat = entry.seat if entry else 0
    words = log_line_of_action(table, entry, viewer).words if entry else ""
    return draw_app_piece("moved", table, 0, among=(seat, words), seat=seat, words=words)


def _switch(table: Table, viewer: int, held: tuple[int, ...]) -> list[Piece]:
    """Returns the seat switch of a phone with several seats, else []. `calls`: its seats to act, if
    `viewer` isn't one of them.
    """
    if len(held) < 2:
        return []
    acting = table.seats_to_act
    calls = [] if viewer in acting else [seat for seat in held if seat in acting]
    if calls and _count_together(table, viewer):
        calls = []
    return [draw_app_piece("switch", table, viewer, held=held, calls=calls)]


def _waits(table: Table, viewer: int) -> bool:
    """Returns whether this seat plays and waits for its turn."""
    if not viewer or viewer in table.seats_to_act or table.outcome is not None:
        return False
    return not _count_together(table, viewer)


def _count_together(table: Table, viewer: int) -> bool:
    """Returns whether everybody may set the numbers of all: nobody's turn, and the steppers stay
    where they are whoever has counted.
    """
    panels = panels_at_once_for_seat(table, viewer)
    return any(isinstance(panel, Counts) and panel.awaited for panel in panels)


def _forgot(table: Table, viewer: int) -> list[Piece]:
    """Returns the link to add a forgotten action, for a waiting seat that has played; [] for others
    and in the first round, whose turns are all still in mind.
    """
    game = table.game
    begins = game.counts_rounds and game.current_round(table.state) <= 1
    if begins or not _waits(table, viewer) or table.last_entry_of(viewer) is None:
        return []
    return [draw_app_piece("forgot", table, viewer)]


def _say(table: Table, viewer: int) -> dict[str, list[Piece]]:
    """Returns the ways to say the turn in one line, or to plan it so, by slot; none for a seat that
    can't.
    """
    planned = spoken.key_of_next_turn(table, viewer)
    if not planned and not spoken.can_say_turn(table, viewer):
        return {}
    example = spoken.example_turn_words(table, language())
    # The same while the seat waits and while it acts: a plan stays where it is.
    plan = draw_app_piece("plan", table, viewer, turn=planned or spoken.turn_key(table))
    return {
        "slot-turn": [
            draw_app_piece("spoken", table, viewer, plans=bool(planned), example=example)
        ],
        "slot-plan": [plan],
    }


def _planner(table: Table, viewer: int) -> list[Piece]:
    """Returns the button that plans the next turn; [] for a seat that can't."""
    if not spoken.key_of_next_turn(table, viewer):
        return []
    return [draw_app_piece("planner", table, viewer)]


def is_bare_notice(panel: Panel) -> bool:
    """Returns whether the panel only tells something, with nothing to tap; a drawing is looked at
    where it stands.
    """
    return isinstance(panel, Notice) and not (panel.choices or panel.drawing)


def _notices(table: Table, viewer: int) -> list[Notice]:
    """Returns what the game tells on the turn's tab, the most pressing first: what is told this
    seat once, what it alone is warned of, what it alone is told, then what everybody is.
    """
    found = [
        panel
        for panel in panels_at_once_for_seat(table, viewer)
        if isinstance(panel, Notice)
        and is_bare_notice(panel)
        and panel.tab != TABLE_SCREEN_ONLY
        and slot_id_of_panel(panel) in NOTICE_SLOT_IDS
    ]
    return sorted(found, key=lambda each: (each.shared, not each.once, each.kind != "warn"))


def _barred_main(table: Table, viewer: int) -> Choice | None:
    """Returns the main choice if there is one and it is refused; else None."""
    mains = [
        choice
        for panel in panels_at_once_for_seat(table, viewer)
        if isinstance(panel, Dock) and not panel.title
        for choice in panel.choices
        if choice.main
    ]
    return mains[0] if mains and all(choice.refusal for choice in mains) else None


def _facts(table: Table, viewer: int) -> list[Piece]:
    """Returns the word of the sill while nothing is more important: what is told this seat once,
    else why the main action has to wait, else the most pressing notice, else the banner's line.
    """
    panels = panels_at_once_for_seat(table, viewer)
    notices = tuple(_notices(table, viewer)) if viewer else ()
    once = any(each.once and not each.shared for each in notices)
    barred = None if once else _barred_main(table, viewer)
    line = next((panel.line for panel in panels if isinstance(panel, Banner)), None)
    if barred is None and line is None and not notices:
        return []
    label, refusal = (barred.label, barred.refusal) if barred else (None, None)
    values = {"line": line, "label": label, "refusal": refusal, "notices": notices}
    return [draw_app_piece("facts", table, viewer, **values)]


def _mine(table: Table, held: tuple[int, ...]) -> Piece:
    mine = bool(table.seats_to_act.intersection(held))
    running = bool(held) and table.outcome is None
    own = max((entry.seq for seat in held if (entry := table.last_entry_of(seat))), default=0)
    values = {"mine": mine, "running": running, "under_way": False, "own": own}
    return draw_app_piece("mine", table, 0, among=(mine, running, own), **values)


def _last(table: Table, viewer: int) -> list[Piece]:
    entries = spoken.entries_of_own_turn(table, viewer) if viewer else []
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
