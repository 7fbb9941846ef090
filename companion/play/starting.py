"""Starting: from the lobby into the game, and back as long as nobody has scored."""

from __future__ import annotations

from typing import Any

from companion.play.lobby import choose_option, need_host
from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed
from companion.play.shelf import from_shelves, not_chosen_yet
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.panels import Tally
from companion.referee.text import Text
from companion.tables import Kind, Table

#: Seconds that the host's phone must be away before another seat may start.
HOST_GONE = 60.0


def start(store: TableStore, code: str, phone: str) -> Table:
    """Begins the game, with what all phones here know of their box. Starting what has started
    changes nothing.
    """
    _gather(store, store.latest(code), phone)

    def decide(table: Table) -> NewEvent | Table:
        if not may_start(store, table, phone):
            raise NotAllowed(Text("Only the host's phone can start, as long as it's awake."))
        if not any(seat.phone for seat in table.seats):
            raise NotAllowed(Text("No one has taken a seat yet."))
        return table if table.started else NewEvent(0, Kind.STARTED, "")

    return store.change(code, decide)


def _gather(store: TableStore, table: Table, phone: str) -> None:
    """Before the start the table copies what the phones here know, so that it replays alone."""
    if table.started or phone != table.host:
        return
    phones = [seat.phone for seat in table.seats if seat.phone]
    known = from_shelves(store.ledger, table.game, [table.host, *phones])
    for name, value in not_chosen_yet(table, known).items():
        choose_option(store, table.code, name, value, phone)


def may_start(store: TableStore, table: Table, phone: str) -> bool:
    """The host may; any seat, once the host's phone has been away for a minute."""
    if phone == table.host:
        return True
    return bool(table.seats_of(phone)) and store.bell.away(table.code, table.host) >= HOST_GONE


def left_out(table: Table) -> tuple[int, ...]:
    """The empty seats that a start leaves out: all of them, as far as the game allows."""
    taken = sum(bool(seat.phone) for seat in table.seats)
    keep = max(taken, table.game.seats[0])
    empty = [seat.number for seat in table.seats if not seat.phone]
    return tuple(empty[keep - taken :])


def leave_out_empty(store: TableStore, code: str, phone: str) -> Table:
    """Takes away the seats that a start leaves out; those that play move up in their order."""
    table = store.latest(code)
    out = () if table.started or not may_start(store, table, phone) else left_out(table)
    if not out:
        return table
    stay = [seat.number for seat in table.seats if seat.number not in out]
    order = " ".join(str(number) for number in (*stay, *out))

    def reordered(now: Table) -> NewEvent | Table:
        return NewEvent(0, Kind.ORDERED, order) if now.seats == table.seats else now

    def resized(now: Table) -> NewEvent | Table:
        empty = not any(seat.phone for seat in now.seats[len(stay) :])
        return NewEvent(0, Kind.RESIZED, str(len(stay))) if empty and not now.started else now

    store.change(code, reordered)
    return store.change(code, resized)


def reopen(store: TableStore, code: str, phone: str) -> Table:
    """Back to the lobby, to change who plays; only until somebody has scored."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        if not may_reopen(table):
            raise NotAllowed(Text("Someone has already scored, so you can't change the seats."))
        return NewEvent(0, Kind.REOPENED, "") if table.started else table

    return store.change(code, decide)


def may_reopen(table: Table) -> bool:
    """Whether nobody has scored yet, or lost anything of what they began with."""
    if not table.started:
        return True
    begun = table.game.setup(len(table.seats), dict(table.options))
    return table.outcome is None and points(table.game, table.state) == points(table.game, begun)


def points(game: Game, state: Any) -> dict[int, int]:
    """Each seat's points as everybody sees them."""
    scores = (panel.scores for panel in game.show(state, 0) if isinstance(panel, Tally))
    return {score.seat: score.points for each in scores for score in each}
