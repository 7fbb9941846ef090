"""What one phone has been sent, and what it must be sent next.

It looks and draws; it knows no rule and changes nothing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import inf

from flask import render_template, request

from companion.ledger import Unavailable
from companion.play.store import UnknownTable
from companion.tables import Seat, Table
from companion.web.live.messages import heartbeat_message, page_change_message, sse_message
from companion.web.page.handover import offer_from_address, offer_view, signed_off_toast
from companion.web.page.log import missed_lines_since
from companion.web.page.presence import Attendance, attendances, attendances_now
from companion.web.page.render import setting
from companion.web.page.result import seconds_to_next_stage
from companion.web.page.slots import (
    Outline,
    PagePart,
    View,
    changed_part,
    changes_html,
    fragment,
    part_html,
)
from companion.web.page.table import table_view, volatile_slots
from companion.web.page.table_cache import cache_of, let_go_of_table
from companion.web.page.toast import answer_toast
from companion.web.page.views import view_for
from companion.web.reply.reply import spoken_fragment, toast_html
from companion.web.request.phone import phone, set_current_table, viewer_at
from companion.web.request.table import table_as_seen
from companion.web.request.tap import parse_number
from companion.web.site import site


@dataclass(frozen=True)
class Rest:
    """Lets a phone sleep without its table, which may be put away meanwhile: 50 kB less for each.

    What a phone shows hangs on nothing but the table's newest event, and on which phones are
    here. `setting`: the table without its play.
    """

    seq: int
    setting: Table
    rows: tuple[Attendance, ...]

    def lasts(self) -> bool:
        """Whether both are what they were; no while the ledger cannot be read."""
        with suppress(Unavailable):
            within = site().heartbeat / 2
            newest = site().store.is_newest(self.setting.code, self.seq, within)
            return newest and self.rows == attendances_now(self.setting)
        return False


def rest_of(table: Table) -> Rest | None:
    """To be asked before the table is drawn: what changes in between is news. None where time alone
    changes what is shown: before the game, and while a seat is on its way to another phone.
    """
    moving = any(seat.asked or seat.claim for seat in table.seats)
    if moving or not table.started:
        return None
    return Rest(table.seq, setting(table).table, attendances(table))


PAGES = ("table", "lobby", "seats", "screen", "offer")
#: Those of a game that has begun.
PLAYED = ("table", "screen")

#: Heartbeats for which a phone must have missed something to be told what: more than a hiccup.
AWAY = 1.5

#: A named event: what the page shows is no more, so it is loaded anew.
GONE = b"event: gone\ndata: \n\n"

#: Lines that tell a phone what it has missed.
AWAY_LINES = 5


class PhoneStream:
    """What one phone has been sent so far on its stream. Used inside a request's context only, and
    while it waits it holds no table: thousands of phones sleep.

    `since`: the newest version that the phone had shown before the stream began; 0 if none.
    `digest`: of the view that its page shows; "" if nobody knows.
    """

    def __init__(self, table: Table, since: int = 0, digest: str = "") -> None:
        asked = request.args.get("page", "")
        self.code = table.code
        self._table: Table | None = table
        self.page = asked if asked in PAGES else PAGES[0]
        self.offer = offer_from_address(table, request.args.get("offer", ""))
        self.since = since
        self.digest = digest
        played = parse_number(request.args.get("playing", ""))
        here = {seat.number for seat in table.seats}
        self.held = frozenset({played} & here) | frozenset(table.seats_of(phone()))
        #: Nothing comes any more: the page has to be loaded anew.
        self.over = False
        self.begun = table.started
        #: Seconds until there is more to see although nobody does anything.
        self.due = inf
        self.shown: Outline | None = None
        self._drawn_of: tuple[int, int, bool] | None = None
        self._viewer_at: tuple[tuple[Seat, ...], int] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._rest: Rest | None = None
        self._ready = (-1, b"")

    @property
    def table(self) -> Table:
        """The table as it is drawn now. Nothing is drawn while the stream waits."""
        assert self._table is not None
        return self._table

    @property
    def rests(self) -> bool:
        """Whether nothing changes what the phone shows but news, and who comes and goes."""
        return self._rest is not None and self.due == inf

    def begin(self) -> bytes:
        """What a phone is sent at once."""
        told = self.news() + self._sign()
        self._let_go()
        return told

    def wake(self, rung: bool, beats: bool) -> bytes:
        """What it is sent when somebody has rung, and at a beat."""
        told = self._woken(rung, beats)
        self._let_go()
        return told

    def _let_go(self) -> None:
        """A stream that waits keeps nothing of its table, which may be put away meanwhile."""
        self._table = None
        let_go_of_table()

    def _woken(self, rung: bool, beats: bool) -> bytes:
        try:
            if not rung and self._still():
                return self._sign()
            self._look_again(beats)
        except UnknownTable:
            self.over = True
            return GONE
        except Unavailable:
            # What was shown last stays on show.
            return self._sign()
        # The host has gone back to the lobby: these pages are tables' no more.
        if self.page in PLAYED and self.begun and not self.table.started:
            self.over = True
            return GONE
        return self.news() + self._sign() if beats else self.news()

    def _still(self) -> bool:
        """Whether nothing is new: no event, the same phones in the same state. No table is worked
        out for it.
        """
        return self.rests and self._rest is not None and self._rest.lasts()

    def _look_again(self, beats: bool) -> None:
        """The newest table; while the ledger cannot be read, the one that is remembered. Raises
        `UnknownTable`, and `Unavailable` where none is.
        """
        newest = self._newest(beats)
        self._table = table_as_seen(newest) if self.page == "table" else newest

    def _newest(self, beats: bool) -> Table:
        """Whoever rings has just written or read it, so then what is remembered is new enough; what
        another process has written is found at the next beat, by one phone for the whole table.
        """
        store = site().store
        if not store.remembers(self.code):
            # It is put away again when nobody does anything.
            site().lately.touch(self.code)
        if beats:
            with suppress(Unavailable):
                return store.latest_within(self.code, within=site().heartbeat / 2)
        return store.cached(self.code)

    def news(self) -> bytes:
        """What this phone does not show yet; the first time that may be the whole view."""
        whole, html = self.shown is None, self.fresh()
        return self._message(html, whole) if html else b""

    def _message(self, html: str, whole: bool) -> bytes:
        """The phones of a table are mostly sent the same, so it is put into bytes once; a whole
        view is large, and mostly one phone's alone.
        """
        seq = self.table.seq
        if whole:
            return sse_message(html, seq).encode()
        written: dict[str, bytes] = cache_of(self.table).keep("messages", seq, dict)
        if html not in written:
            written[html] = sse_message(html, seq).encode()
        return written[html]

    def fresh(self) -> str:
        """The same as fragments."""
        table = self.table
        set_current_table(table)
        # Before it is drawn: what changes in between is found at the next beat, or when it is due.
        self.due = seconds_to_next_stage(table)
        self._rest = rest_of(table) if self.page in PLAYED else None
        before, view = self.shown, self._news_view()
        self.shown = before.after(view) if before else view.outline
        if self.page == "lobby" and view.page == "table":
            self.page, self._viewer_at = view.page, None
            self.shown = view.outline
            return page_change_message(table, view) + changes_html(None, view)
        html = self._changes(before, view)
        if before is None:
            self.digest = ""
            html += self._missed()
        elif html:
            viewer = self._viewer()
            html += spoken_fragment(table, before.seq, viewer) + _answered(
                table, before.seq, viewer
            )
        return html + self._signed_off()

    def _changes(self, before: Outline | None, view: View) -> str:
        """The phones of a table are mostly sent the same, so it is written once."""
        if before is None:
            return part_html(changed_part(view.known(self.digest), view), view.seq)
        parts = changed_part(before, view)
        if not parts and before.seq == view.seq:
            return ""
        book: dict[tuple[PagePart, ...], str] = cache_of(self.table).keep("changes", view.seq, dict)
        if parts not in book:
            book[parts] = part_html(parts, view.seq)
        return book[parts]

    def _news_view(self) -> View:
        """The part of the view that can be another one than what was sent last."""
        table = self.table
        of = (table.seq, self._viewer(), table.openly)
        same, self._drawn_of = self.shown is not None and of == self._drawn_of, of
        if same and self.page == "table" and table.started:
            return volatile_slots(table, of[1])
        return self._view()

    def _view(self) -> View:
        table = self.table
        if self.page == "table" and table.started:
            return table_view(table, self._viewer())
        if self.page == "offer" and self.offer:
            return offer_view(table, self.offer)
        return view_for(table, self.page)

    def _missed(self) -> str:
        """What happened while the phone was away; nothing after a mere hiccup."""
        if self.page != "table" or not self.since:
            return ""
        viewer = self._viewer()
        missed = missed_lines_since(self.table, self.since, viewer)
        if not missed or site().clock() - missed[0][0] < AWAY * site().heartbeat:
            return ""
        told = missed if len(missed) <= AWAY_LINES else missed[1 - AWAY_LINES :]
        lines = [words for _, words in told]
        earlier = len(missed) - len(told)
        words = render_template(
            "table/_away.html", table=self.table, viewer=viewer, lines=lines, earlier=earlier
        )
        return fragment("#away", "innerHTML", words)

    def _signed_off(self) -> str:
        """Tells a phone that a seat of its own has moved to another phone, or was freed."""
        if self.table.seats is self._seats:
            return ""
        self._seats = self.table.seats
        held = frozenset(self.table.seats_of(phone()))
        toast, self.held = signed_off_toast(self.table, self.held - held), held
        if toast is None or self.page == "screen":
            return ""
        return fragment("#toast", "innerHTML", toast_html(self.table, viewer_at(self.table), toast))

    def _viewer(self) -> int:
        """Whose words the log is told in. A table screen is nobody's, whoever has opened it."""
        # All else that it hangs on, this request has brought, and stays as long as the stream.
        seats = self.table.seats
        if self._viewer_at is None or self._viewer_at[0] is not seats:
            viewer = viewer_at(self.table) if self.page == "table" else 0
            self._viewer_at = (seats, viewer)
        return self._viewer_at[1]

    def _sign(self) -> bytes:
        """The sign of life, put into bytes once a version."""
        if self.shown is None:
            return b""
        seq = self.shown.seq
        if self._ready[0] != seq:
            self._ready = (seq, heartbeat_message(seq).encode())
        return self._ready[1]


def _answered(table: Table, after: int, viewer: int) -> str:
    """What has become of something that this phone had asked the table for."""
    toast = answer_toast(table, after, viewer)
    return fragment("#toast", "innerHTML", toast_html(table, viewer, toast)) if toast else ""
