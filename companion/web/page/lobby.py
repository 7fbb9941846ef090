"""The lobby: which pieces stand where before the game."""

from __future__ import annotations

from companion.play import lobby
from companion.play.proposals import CONSENTS
from companion.tables import Table
from companion.web.page.clock import clock_choices
from companion.web.page.render import draw_own, drawn
from companion.web.page.seat_moves import moving
from companion.web.page.slots import Slot, View
from companion.web.request.names import remembered_name
from companion.web.request.phone import phone
from companion.web.site.site import site


def lobby_view(table: Table) -> View:
    """The lobby as this phone sees it. Not kept: it says who is awake."""
    me = phone()
    awake = site().bell.presence(table.code)
    values = {
        "held": table.seats_of(me),
        "is_host": table.host == me,
        "awake": awake,
        "my_name": remembered_name(),
        "consents": CONSENTS,
        "taught": table.taught,
        "tour": table.tour,
        "clock": table.clock or "",
        "clocks": clock_choices(),
        "may_start": lobby.may_start(site().store, table, me),
        "left_out": lobby.left_out(table),
        "playing": len(table.seats) - len(lobby.left_out(table)),
        "here": sum(bool(seat.phone) for seat in table.seats),
        "may_reopen": table.started and table.host == me and lobby.may_reopen(table),
    }
    slots = (
        Slot("slot-moving", moving(table, 0)),
        Slot("slot-seats", (drawn(draw_own("seats", table, 0, **values)),)),
        Slot("slot-settings", (drawn(draw_own("settings", table, 0, **values)),)),
        Slot("slot-start", (drawn(draw_own("start", table, 0, **values)),)),
    )
    return View("seats" if table.started else "lobby", table.seq, slots)
