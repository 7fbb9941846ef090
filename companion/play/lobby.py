"""Opening a table, taking seats, names, colours, options, the start.

It asks who may do it and whether it makes sense now; it never judges an action of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion import chance
from companion.ledger import SeqTaken, Unavailable
from companion.play.my_tables import tables_of
from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed, need_own_seat, need_seat
from companion.play.shelf import from_shelves
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.text import Text, raw
from companion.tables import BY_HOST, COLOURS, NEW_KEY, Event, Kind, Table
from companion.tables.names import visible

_NAME_LENGTH = 24
#: Tables at which a phone is signed off, those played last first.
MOST_TABLES = 100

#: Codes tried before the next one is a letter longer, and in all.
_CODES_PER_LENGTH, _CODES = 5, 25


def open_table(store: TableStore, game_slug: str, seats: int, phone: str) -> Table:
    """A new table; the phone that opens it is its host. Raises `NotAllowed`, `Unavailable`."""
    if game_slug not in store.catalogue:
        raise NotAllowed(Text("There's no game called {name} here.", name=raw(game_slug)))
    _need_fitting(store.catalogue[game_slug], seats)
    game, now = store.catalogue[game_slug], store.clock()
    known = from_shelves(store.ledger, game, [phone])
    opening = (0, "opened", f"{game_slug} {seats} {phone}")
    options = [(0, "option", f"{name} {value}") for name, value in known.items()]
    return under_new_code(store, [(now, line) for line in (opening, *options)])


def under_new_code(store: TableStore, lines: Sequence[tuple[float, tuple[int, str, str]]]) -> Table:
    """A new table with this log: the time of each event, its seat, kind and text."""
    for attempt in range(_CODES):
        code = chance.new_code(4 + attempt // _CODES_PER_LENGTH)
        numbered = enumerate(lines, start=1)
        try:
            return store.begin(*(Event(code, seq, at, *line) for seq, (at, line) in numbered))
        except SeqTaken:
            continue
    raise Unavailable("broken", "no free code")


def sit(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Takes a free seat. A locked table takes no phone that is not at it already."""

    def decide(table: Table) -> NewEvent | Table:
        need_seat(table, seat)
        holder = table.seat_at(seat).phone
        if holder == phone:
            return table
        if holder:
            raise NotAllowed(Text("This seat is taken."))
        if table.locked and phone != table.host and not table.seats_of(phone):
            raise NotAllowed(Text("The host has locked this table."))
        return NewEvent(seat, Kind.TOOK_SEAT, phone)

    table = store.change(code, decide)
    return table if table.host else _host_anew(store, code, phone)


def _host_anew(store: TableStore, code: str, phone: str) -> Table:
    """A table that has lost its host with all its phones takes the first that comes back."""
    return store.change(
        code, lambda table: table if table.host else NewEvent(0, Kind.HOSTED, phone)
    )


def sign_everybody_off(store: TableStore, code: str) -> Table:
    """All seats are free, and the first phone that sits down is the host: no phone can show any
    more that it was here.
    """
    table = store.latest(code)
    for seat in table.seats:
        if seat.phone:
            table = store.change(code, partial(_wished, NewEvent(seat.number, Kind.FREED, NEW_KEY)))
    if table.host:
        table = store.change(code, partial(_wished, NewEvent(0, Kind.HOSTED, "")))
    if table.locked:
        table = store.change(code, partial(_wished, NewEvent(0, Kind.UNLOCKED, "")))
    return table


def _wished(wish: NewEvent, table: Table) -> NewEvent | Table:
    return wish


def free(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Gives a seat free: one's own, or as the host anybody's (a lost or empty phone)."""

    def decide(table: Table) -> NewEvent | Table:
        _need_own_or_host(table, seat, phone)
        holder = table.seat_at(seat).phone
        return NewEvent(seat, Kind.FREED, "" if holder == phone else BY_HOST) if holder else table

    return store.change(code, decide)


def end_phone(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """The host signs off the phone that has this seat: all its seats here are free."""
    table = store.latest(code)
    need_host(table, phone)
    need_seat(table, seat)
    for number in table.seats_of(table.seat_at(seat).phone):
        table = free(store, code, number, phone)
    return table


def sign_off(store: TableStore, phone: str) -> None:
    """This phone gives up every seat that it has in a game that is not over."""
    for table in tables_of(store, phone, MOST_TABLES):
        if table.outcome is None:
            for seat in table.seats_of(phone):
                free(store, table.code, seat, phone)


def rename(store: TableStore, code: str, seat: int, name: str, phone: str) -> Table:
    """Names a seat; an empty name takes the name away."""
    clean = _cleaned(name)

    def decide(table: Table) -> NewEvent | Table:
        _need_own_or_host(table, seat, phone)
        others = {place.name.casefold() for place in table.seats if place.number != seat}
        if clean and clean.casefold() in others:
            raise NotAllowed(Text("There's already a {name} at this table.", name=raw(clean)))
        return table if table.seat_at(seat).name == clean else NewEvent(seat, Kind.NAMED, clean)

    return store.change(code, decide)


def recolour(store: TableStore, code: str, seat: int, colour: str, phone: str) -> Table:
    """Gives a seat one of `COLOURS` that no other seat has."""

    def decide(table: Table) -> NewEvent | Table:
        _need_own_or_host(table, seat, phone)
        if colour not in COLOURS:
            raise NotAllowed(Text("That colour isn't available."))
        if any(place.colour == colour and place.number != seat for place in table.seats):
            raise NotAllowed(Text("Another player has this colour."))
        return (
            table if table.seat_at(seat).colour == colour else NewEvent(seat, Kind.COLOURED, colour)
        )

    return store.change(code, decide)


def reorder(store: TableStore, code: str, order: tuple[int, ...], phone: str) -> Table:
    """Seats the people anew: the first of `order` becomes seat 1, and so on."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        _need_unstarted(table)
        if sorted(order) != [seat.number for seat in table.seats]:
            raise NotAllowed(Text("Choose every seat exactly once."))
        return NewEvent(0, Kind.ORDERED, " ".join(str(number) for number in order))

    return store.change(code, decide)


def resize(store: TableStore, code: str, seats: int, phone: str) -> Table:
    """Adds empty seats at the end, or takes the last ones away if nobody sits there."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        _need_unstarted(table)
        _need_fitting(table.game, seats)
        if any(seat.phone for seat in table.seats[seats:]):
            raise NotAllowed(Text("That seat is taken. Free it before you remove it."))
        return table if len(table.seats) == seats else NewEvent(0, Kind.RESIZED, str(seats))

    return store.change(code, decide)


def choose_option(store: TableStore, code: str, key: str, value: str, phone: str) -> Table:
    """Sets one of the game's options before the start."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        _need_unstarted(table)
        if not table.game.takes_option(key, value):
            raise NotAllowed(Text("This game doesn't have that option."))
        same = dict(table.options).get(key) == value
        return table if same else NewEvent(0, Kind.OPTION, f"{key} {value}")

    return store.change(code, decide)


def lock(store: TableStore, code: str, phone: str) -> Table:
    """From now on no new phone can sit down."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        return table if table.locked else NewEvent(0, Kind.LOCKED, "")

    return store.change(code, decide)


def unlock(store: TableStore, code: str, phone: str) -> Table:
    """New phones can sit down again."""

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        return NewEvent(0, Kind.UNLOCKED, "") if table.locked else table

    return store.change(code, decide)


def _need_fitting(game: Game, seats: int) -> None:
    if seats not in game.seats:
        raise NotAllowed(
            Text(
                "{game} is for {low} to {high} players.",
                game=raw(game.title),
                low=game.seats[0],
                high=game.seats[-1],
            )
        )


def need_host(table: Table, phone: str) -> None:
    """Raises `NotAllowed`."""
    if phone != table.host:
        raise NotAllowed(Text("Only the host can do that."))


def _need_own_or_host(table: Table, seat: int, phone: str) -> None:
    need_seat(table, seat)
    if phone != table.host:
        need_own_seat(table, seat, phone)


def _need_unstarted(table: Table) -> None:
    if table.started:
        raise NotAllowed(Text("The game has already started."))


def _cleaned(name: str) -> str:
    """Without anything that cannot be seen, which also keeps one name from hiding in another."""
    return visible(visible(name)[:_NAME_LENGTH])
