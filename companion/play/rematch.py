"""After the end: reveal the whole result at once, and play on. The finished game never changes: a
rematch, or another game, is a new table with the same people.
"""

from __future__ import annotations

from companion.play.lobby import lock_table, open_table
from companion.play.permissions import NotAllowed
from companion.play.proposals import set_consent
from companion.play.store import NewEvent, TableStore, UnknownTable, table_change
from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables import Kind, Table, write_correction


@table_change
def reveal_result(table: Table, phone: str) -> NewEvent | None:
    """Reveals the whole result on every screen. Raises `UnknownTable`, `NotAllowed`."""
    _need_place(table, phone)
    return None if table.unveiled else NewEvent(0, Kind.UNVEILED, "")


def other_games(store: TableStore, table: Table) -> tuple[Game, ...]:
    """Returns the other games of this server that so many people can play."""
    return tuple(
        game
        for game in store.catalogue.values()
        if game.slug != table.game.slug and len(table.seats) in game.seats
    )


def open_rematch(store: TableStore, code: str, phone: str, game: str = "") -> Table:
    """Returns the table where the same people play on, with their names and colours; the first to
    ask is its host. `game`: another game by its slug; "" for a rematch with the same options.

    Every other phone is asked, and takes its old seat when it accepts. Raises `UnknownTable`,
    `NotAllowed`.
    """
    table = store.latest(code)
    _need_place(table, phone)
    if not _goes_on(store, table):
        opened = _same_people(store, table, phone, game or table.game.slug)
        table = store.change(code, lambda now: NewEvent(0, Kind.AGAIN, opened.code))
    return _take_old_seats(store, table, phone)


def _goes_on(store: TableStore, table: Table) -> bool:
    """Returns whether a rematch exists that is neither deleted nor finished. After a finished one,
    the same people begin anew from the list of their games.
    """
    if not table.onward:
        return False
    try:
        return store.latest(table.onward).outcome is None
    except UnknownTable:
        return False


def _take_old_seats(store: TableStore, over: Table, phone: str) -> Table:
    """Seats this phone where it sat, if free; a lock keeps other phones out."""
    seats = over.seats_of(phone)
    if set(seats) - {place.number for place in store.latest(over.onward).seats}:
        return store.latest(over.onward)
    for seat in seats:
        _take_empty_seat(store, over.onward, seat, phone)
    return store.latest(over.onward)


@table_change
def _take_empty_seat(table: Table, seat: int, phone: str) -> NewEvent | None:
    return None if table.seat_at(seat).phone else NewEvent(seat, Kind.TOOK_SEAT, phone)


def _same_people(store: TableStore, table: Table, phone: str, game: str) -> Table:
    """Opens a table of this game with every seat's name and colour."""
    opened = open_table(store, game, len(table.seats), phone)
    for seat in table.seats:
        _note(store, opened, seat.number, Kind.COLOURED, seat.colour)
        if seat.name:
            _note(store, opened, seat.number, Kind.NAMED, seat.name)
    if game == table.game.slug:
        _note_same_rules(store, table, opened)
    if table.clock:
        _note(store, opened, 0, Kind.CLOCK, table.clock)
    set_consent(store, opened.code, table.consent, phone)
    return lock_table(store, opened.code, phone) if table.locked else opened


def _note_same_rules(store: TableStore, table: Table, opened: Table) -> None:
    """Gives a rematch the options and the own rules of its table."""
    # A later value of a key counts: the answers and corrections given during this game.
    chosen = {
        **dict(table.options),
        **table.chosen_answers,
        **dict(table.game.carried(table.state)),
    }
    for key, value in chosen.items():
        if (key, value) not in opened.options:
            _note(store, opened, 0, Kind.OPTION, f"{key} {value}")
    for own in table.own_rules:
        _note(store, opened, 0, *write_correction(own))


def _note(store: TableStore, table: Table, seat: int, kind: Kind, text: str) -> None:
    store.transact(table.code, lambda _: NewEvent(seat, kind, text))


def _need_place(table: Table, phone: str) -> None:
    """Raises `NotAllowed` before the end, and for phones that are not at the table."""
    if table.outcome is None:
        raise NotAllowed(Text("The game isn't over yet."))
    if phone != table.host and not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))
