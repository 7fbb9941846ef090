"""Tracks what one phone was sent, and draws what it must be sent next.

It knows no rule and changes nothing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import inf

from flask import render_template, request

from companion.ledger import Unavailable
from companion.play.store import UnknownTable
from companion.tables import Seat, Table
from companion.web.live.messages import (
    heartbeat_message,
    page_change_message,
    sse_message,
    tabs_change_message,
)
from companion.web.page.handover import seat_offer_from_token, seat_offer_view, signed_out_toast
from companion.web.page.log import missed_lines_since
from companion.web.page.presence import Attendance, attendances, uncached_attendances
from companion.web.page.render import table_setting
from companion.web.page.result import seconds_to_next_stage
from companion.web.page.slots import NO_TOKEN, UNKNOWN, Token, View, htmx_fragment
from companion.web.page.table import table_view
from companion.web.page.table_cache import cache_of_table, release_request_table
from companion.web.page.toast import closed_proposal_toast
from companion.web.page.views import page_view
from companion.web.reply.reply import screen_reader_fragment, toast_html
from companion.web.request.phone import phone_id, set_current_table, viewer_seat
from companion.web.request.table import table_for_phone
from companion.web.request.tap import parse_number
from companion.web.site import current_site


@dataclass(frozen=True)
class UnchangedCheck:
    """Lets a stream wait without its table, which may be dropped meanwhile: 50 kB less per phone.

    The page depends only on the table's newest event and on the phones present. `setting`: the
    table without its play; `rows`: the attendance.
    """

    seq: int
    setting: Table
    rows: tuple[Attendance, ...]

    def is_unchanged(self) -> bool:
        """Returns whether event and attendance are the same; False if the ledger can't be read."""
        with suppress(Unavailable):
            within = current_site().heartbeat / 2
            newest = current_site().store.is_newest(self.setting.code, self.seq, within)
            return newest and self.rows == uncached_attendances(self.setting)
        return False


def make_unchanged_check(table: Table) -> UnchangedCheck | None:
    """Returns what to compare later; None if the page also changes with time: before the start, and
    while a seat is moving. Call it before drawing, so that changes in between count as news.
    """
    moving = any(seat.asked or seat.claim for seat in table.seats)
    if moving or not table.started:
        return None
    return UnchangedCheck(table.seq, table_setting(table), attendances(table))


STREAMED_PAGES = ("table", "lobby", "seats", "screen", "offer")
#: The pages of a started game.
STARTED_GAME_PAGES = ("table", "screen")

#: Heartbeats that a phone must have missed to be shown what it missed.
MIN_MISSED_HEARTBEATS = 1.5

#: A named event: the page no longer exists, so the phone reloads.
PAGE_GONE_MESSAGE = b"event: gone\ndata: \n\n"

#: Events up to which a page is drawn as it was, to send only what has changed since.
MAX_MISSED_EVENTS = 30

#: Lines about what a phone missed.
MAX_MISSED_LOG_LINES = 5


class PhoneStream:
    """What one phone was sent on its stream. Methods need the request's context. While waiting it
    holds no table, for thousands of phones wait at once.

    `since`: the newest version that the phone showed before the stream began; 0 if none. `token`:
    of what its page shows.
    """

    def __init__(self, table: Table, since: int = 0, token: Token = NO_TOKEN) -> None:
        asked = request.args.get("page", "")
        self.code = table.code
        self._table: Table | None = table
        self.page = asked if asked in STREAMED_PAGES else STREAMED_PAGES[0]
        self.offer = seat_offer_from_token(table, request.args.get("offer", ""))
        self.since = since
        played = parse_number(request.args.get("playing", ""))
        here = {seat.number for seat in table.seats}
        #: Whether the page has the tabs of a seat that plays.
        self._plays = bool(played)
        self.held = frozenset({played} & here) | frozenset(table.seats_of(phone_id()))
        #: Whether the stream has ended and the page has to be reloaded.
        self.over = False
        self.begun = table.started
        #: Seconds until the page changes by time alone.
        self.due = inf
        #: What the phone shows; None before the first message.
        self.shown: Token | None = None
        self._token = token
        self._viewer_seat: tuple[tuple[Seat, ...], int] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._rest: UnchangedCheck | None = None
        self._ready = (-1, b"")

    @property
    def table(self) -> Table:
        """The table being drawn; there is none while the stream waits."""
        assert self._table is not None
        return self._table

    @property
    def is_waiting_for_news(self) -> bool:
        """Whether only news and attendance change what the phone shows."""
        return self._rest is not None and self.due == inf

    def first_message(self) -> bytes:
        """Returns what the page lacks, and a heartbeat, to be sent as soon as the stream opens."""
        message = self.changes_message() + self._sign()
        self._let_go()
        return message

    def message_when_woken(self, rung: bool, beats: bool) -> bytes:
        """Returns the bytes to send when rung or at a beat."""
        message = self._woken(rung, beats)
        self._let_go()
        return message

    def _let_go(self) -> None:
        """Drops all references to the table, which may be dropped from memory meanwhile."""
        self._table = None
        release_request_table()

    def _woken(self, rung: bool, beats: bool) -> bytes:
        try:
            if not rung and self._still():
                return self._sign()
            self._look_again(beats)
        except UnknownTable:
            self.over = True
            return PAGE_GONE_MESSAGE
        except Unavailable:
            # The page keeps showing what it shows.
            return self._sign()
        # The host reopened the lobby: the table's page no longer exists.
        if self.page in STARTED_GAME_PAGES and self.begun and not self.table.started:
            self.over = True
            return PAGE_GONE_MESSAGE
        return self.changes_message() + self._sign() if beats else self.changes_message()

    def _still(self) -> bool:
        """Returns whether neither an event nor the attendance is new, without loading the table."""
        return self.is_waiting_for_news and self._rest is not None and self._rest.is_unchanged()

    def _look_again(self, beats: bool) -> None:
        """Sets the newest table; the cached one while the ledger can't be read. Raises
        `UnknownTable`, and `Unavailable` if none is cached.
        """
        newest = self._newest(beats)
        self._table = table_for_phone(newest) if self.page == "table" else newest

    def _newest(self, beats: bool) -> Table:
        """Returns the cached table: a ring follows a write or read of it by this process. At a beat
        the ledger is asked for other processes' events, by one phone per table.
        """
        store = current_site().store
        if not store.is_cached(self.code):
            # So that it is dropped again when nobody uses it.
            current_site().table_activity.touch(self.code)
        if beats:
            with suppress(Unavailable):
                return store.latest_within(self.code, within=current_site().heartbeat / 2)
        return store.cached_table(self.code)

    def changes_message(self) -> bytes:
        """Returns the changes as a message; b"" if none. The first may be the whole view."""
        html = self.changed_fragments()
        return sse_message(html, self.table.seq).encode() if html else b""

    def changed_fragments(self) -> str:
        """Returns what this phone doesn't show yet as fragments; "" if nothing."""
        table = self.table
        set_current_table(table)
        # Before drawing: what changes meanwhile is found at the next beat, or when due.
        self.due = seconds_to_next_stage(table)
        self._rest = make_unchanged_check(table) if self.page in STARTED_GAME_PAGES else None
        before, view = self.shown, self._view(table)
        begins = self.page == "lobby" and view.page == "table"
        if begins:
            self.page, self._viewer_seat, self._plays = view.page, None, bool(self._viewer())
            self.begun = True
        had = before or self._token
        if begins and had.kind != view.token.kind:
            self.shown = view.token
            # Without a lobby's token the page may be another seat's at the table.
            is_lobby = had.kind == cache_of_table(table).name_of("lobby", phone_id())
            return page_change_message(table, view) + (
                "" if before or is_lobby else view.news(UNKNOWN)
            )
        html, self.shown = self._news(view, had)
        html = self._other_tabs(view, had) + html
        if before is None:
            return html + self._missed() + self._signed_out()
        if html:
            viewer = self._viewer()
            html += screen_reader_fragment(table, before.seq, viewer) + _answered(
                table, before.seq, viewer
            )
        return html + self._signed_out()

    def _other_tabs(self, view: View, had: Token) -> str:
        """Returns the parts of the page that get other tabs, for this phone has a seat now or has
        none any more; "" if they stay. `had`: of what the page shows, which may have them already.
        """
        if self.page != "table" or view.page != "table" or bool(self._viewer()) == self._plays:
            return ""
        self._plays = not self._plays
        return tabs_change_message(self.table, view) if had.kind != view.token.kind else ""

    def _news(self, view: View, had: Token) -> tuple[str, Token]:
        """Returns what brings the phone up to date that shows what `had` names, and what it shows
        then.
        """
        shown = cache_of_table(self.table).shown(view, had)
        if shown is UNKNOWN and had.kind == view.token.kind and self._draw_version(had.seq):
            view = self._view(self.table)
            shown = cache_of_table(self.table).shown(view, had)
        return view.news(shown), view.token

    def _draw_version(self, seq: int) -> bool:
        """Draws what the phone was shown at this version, by another server or before the table was
        put away; returns whether it did.
        """
        table = self.table
        if not (table.started and table.seq - MAX_MISSED_EVENTS <= seq < table.seq):
            return False
        with suppress(UnknownTable, Unavailable):
            then = current_site().store.table_after_event(self.code, seq)
            # Else another phone may have had the seat.
            if then.seats == table.seats:
                self._view(table_for_phone(then) if self.page == "table" else then)
                set_current_table(table)
                return True
        return False

    def _view(self, table: Table) -> View:
        if self.page == "table" and table.started:
            return table_view(table, self._viewer())
        if self.page == "offer" and self.offer:
            return seat_offer_view(table, self.offer)
        return page_view(table, self.page)

    def _missed(self) -> str:
        """Returns the sill's word about what happened while away; "" after a short absence."""
        if self.page != "table" or not self.since:
            return ""
        viewer = self._viewer()
        missed = missed_lines_since(self.table, self.since, viewer)
        if (
            not missed
            or current_site().clock() - missed[0][0]
            < MIN_MISSED_HEARTBEATS * current_site().heartbeat
        ):
            return ""
        shown = (
            missed if len(missed) <= MAX_MISSED_LOG_LINES else missed[1 - MAX_MISSED_LOG_LINES :]
        )
        lines = [words for _, words in shown]
        earlier = len(missed) - len(shown)
        words = render_template(
            "table/_away.html",
            table=self.table,
            viewer=viewer,
            lines=lines,
            earlier=earlier,
            number=len(missed),
        )
        return htmx_fragment("#away", "innerHTML", words)

    def _signed_out(self) -> str:
        """Returns the toast about a seat that this phone lost; "" if none, or on a table screen."""
        if self.table.seats is self._seats:
            return ""
        self._seats = self.table.seats
        held = frozenset(self.table.seats_of(phone_id()))
        toast, self.held = signed_out_toast(self.table, self.held - held), held
        if toast is None or self.page == "screen":
            return ""
        return htmx_fragment(
            "#toast", "innerHTML", toast_html(self.table, viewer_seat(self.table), toast)
        )

    def _viewer(self) -> int:
        """Returns the seat whose view is drawn; 0 on a table screen, whoever opened it."""
        # All else it depends on came with the request and lasts as long as the stream.
        seats = self.table.seats
        if self._viewer_seat is None or self._viewer_seat[0] is not seats:
            viewer = viewer_seat(self.table) if self.page == "table" else 0
            self._viewer_seat = (seats, viewer)
        return self._viewer_seat[1]

    def _sign(self) -> bytes:
        """Returns the heartbeat, encoded once per version; b"" before anything was shown."""
        if self.shown is None:
            return b""
        seq = self.shown.seq
        if self._ready[0] != seq:
            self._ready = (seq, heartbeat_message(seq).encode())
        return self._ready[1]


def _answered(table: Table, after: int, viewer: int) -> str:
    """Returns the toast about this phone's proposal that others closed; "" if none."""
    toast = closed_proposal_toast(table, after, viewer)
    return htmx_fragment("#toast", "innerHTML", toast_html(table, viewer, toast)) if toast else ""
