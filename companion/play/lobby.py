"""Managing a table: opening, seats, names, colours, options, start and ticks. It checks who may
change these and when; it never judges a game's action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion import chance
from companion.ledger import EventNumberTaken, Unavailable
from companion.play.permissions import (
    NotAllowed,
    require_game_started,
    require_own_seat,
    require_seat,
)
from companion.play.phone import box_facts_for_new_table, shared_box_facts, tables_of_phone
from companion.play.store import NewEvent, TableStore, table_change
from companion.referee.game import Game
from companion.referee.panels import Tally
from companion.referee.text import Text, untranslated
from companion.tables import (
    COLOURS,
    FREED_BY_HOST_TEXT,
    FREED_BY_KEY_CHANGE_TEXT,
    Event,
    Kind,
    Seat,
    Table,
)
from companion.tables.names import without_invisible_characters

_NAME_LENGTH = 24
#: Tables at which a phone is signed out, those played last first.
MAX_TABLES_SIGNED_OUT = 100

#: Codes tried before the next one is a letter longer, and in all.
_CODES_PER_LENGTH, _CODES = 5, 25


def open_table(store: TableStore, game_slug: str, seats: int, phone: str) -> Table:
    """Opens a table whose host is this phone. Raises `NotAllowed`, `Unavailable`."""
    if game_slug not in store.catalogue:
        raise NotAllowed(Text("There's no game called {name} here.", name=untranslated(game_slug)))
    _need_fitting(store.catalogue[game_slug], seats)
    game, now = store.catalogue[game_slug], store.clock()
    known = shared_box_facts(store.ledger, game, [phone])
    opening = (0, "opened", f"{game_slug} {seats} {phone}")
    options = [(0, "option", f"{name} {value}") for name, value in known.items()]
    return create_table_from_log(store, [(now, line) for line in (opening, *options)])


def create_table_from_log(
    store: TableStore, lines: Sequence[tuple[float, tuple[int, str, str]]]
) -> Table:
    """Creates a table with this log: each event's time, then its seat, kind and text."""
    for attempt in range(_CODES):
        code = chance.new_table_code(4 + attempt // _CODES_PER_LENGTH)
        numbered = enumerate(lines, start=1)
        try:
            return store.create_table(
                *(Event(code, seq, at, *line) for seq, (at, line) in numbered)
            )
        except EventNumberTaken:
            continue
    raise Unavailable("broken", "no free code")


def sit_down_at_seat(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Takes a free seat. A locked table accepts only the host and phones that sit there already. At
    a table that lost its host with all its phones, this phone becomes the host.
    """
    table = _take_seat(store, code, seat, phone)
    return table if table.host else _become_host(store, code, phone)


@table_change
def _take_seat(table: Table, seat: int, phone: str) -> NewEvent | None:
    require_seat(table, seat)
    holder = table.seat_at(seat).phone
    if holder == phone:
        return None
    if holder:
        raise NotAllowed(Text("This seat is taken."))
    if table.locked and phone != table.host and not table.seats_of(phone):
        raise NotAllowed(Text("The host has locked this table."))
    return NewEvent(seat, Kind.TOOK_SEAT, phone)


@table_change
def _become_host(table: Table, phone: str) -> NewEvent | None:
    return None if table.host else NewEvent(0, Kind.HOSTED, phone)


def free_all_seats(store: TableStore, code: str, text: str = FREED_BY_KEY_CHANGE_TEXT) -> Table:
    """Frees all seats; the next phone that sits down is the host. For a table whose phones can no
    longer prove that they were here.

    `text`: `FREED_BY_HOST_TEXT` where they may only have got another address: a phone that still
    can prove it takes its seat back, and another one sees the seat's secrets after a while.
    """
    table = store.latest(code)
    events = [NewEvent(seat.number, Kind.FREED, text) for seat in table.seats if seat.phone]
    events += [NewEvent(0, Kind.HOSTED, "")] if table.host else []
    events += [NewEvent(0, Kind.UNLOCKED, "")] if table.locked else []
    for new in events:
        table = _write(store, code, new)
    return table


@table_change
def _write(table: Table, new: NewEvent) -> NewEvent | None:
    return new


@table_change
def free_seat(table: Table, seat: int, phone: str) -> NewEvent | None:
    """Frees a seat: the phone's own, or for the host any seat (a lost or flat phone)."""
    _need_own_or_host(table, seat, phone)
    holder = table.seat_at(seat).phone
    if not holder:
        return None
    return NewEvent(seat, Kind.FREED, "" if holder == phone else FREED_BY_HOST_TEXT)


def free_seats_of_phone(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Frees all seats of the phone that holds this one. Only the host may."""
    table = store.latest(code)
    require_host(table, phone)
    require_seat(table, seat)
    for number in table.seats_of(table.seat_at(seat).phone):
        table = free_seat(store, code, number, phone)
    return table


def sign_out_phone(store: TableStore, phone: str) -> None:
    """Frees every seat of this phone in games that are not over."""
    for table in tables_of_phone(store, phone, MAX_TABLES_SIGNED_OUT):
        if table.outcome is None:
            for seat in table.seats_of(phone):
                free_seat(store, table.code, seat, phone)


@table_change
def name_seat(table: Table, seat: int, name: str, phone: str) -> NewEvent | None:
    """Names a seat; an empty name removes the name."""
    clean = _cleaned(name)
    _need_own_or_host(table, seat, phone)
    others = {place.name.casefold() for place in table.seats if place.number != seat}
    if clean and clean.casefold() in others:
        raise NotAllowed(Text("There's already a {name} at this table.", name=untranslated(clean)))
    return None if table.seat_at(seat).name == clean else NewEvent(seat, Kind.NAMED, clean)


@table_change
def change_seat_colour(table: Table, seat: int, colour: str, phone: str) -> NewEvent | None:
    """Gives a seat one of `COLOURS` that no other seat has."""
    _need_own_or_host(table, seat, phone)
    if colour not in COLOURS:
        raise NotAllowed(Text("That colour isn't available."))
    if any(place.colour == colour and place.number != seat for place in table.seats):
        raise NotAllowed(Text("Another player has this colour."))
    same = table.seat_at(seat).colour == colour
    return None if same else NewEvent(seat, Kind.COLOURED, colour)


def choose_colour(store: TableStore, code: str, seat: int, colour: str, phone: str) -> Table:
    """As `change_seat_colour`, but before the start it also swaps colours with an empty seat."""
    _give_up_colour(store, code, seat, colour, phone)
    return change_seat_colour(store, code, seat, colour, phone)


@table_change
def _give_up_colour(table: Table, seat: int, colour: str, phone: str) -> NewEvent | None:
    """Gives the empty seat with this colour the seat's own one."""
    _need_own_or_host(table, seat, phone)
    for other in table.seats:
        empty = not other.phone and not other.name and other.number != seat
        if other.colour == colour and empty and not table.started and colour in COLOURS:
            return NewEvent(other.number, Kind.COLOURED, table.seat_at(seat).colour)
    return None


@table_change
def renumber_seats(table: Table, order: tuple[int, ...], phone: str) -> NewEvent | None:
    """Renumbers the seats: the first of `order` becomes seat 1, and so on."""
    require_host(table, phone)
    _need_unstarted(table)
    if sorted(order) != [seat.number for seat in table.seats]:
        raise NotAllowed(Text("Choose every seat exactly once."))
    return NewEvent(0, Kind.ORDERED, " ".join(str(number) for number in order))


@table_change
def change_seat_count(table: Table, seats: int, phone: str) -> NewEvent | None:
    """Adds empty seats at the end, or removes the last ones if they are empty."""
    require_host(table, phone)
    _need_unstarted(table)
    _need_fitting(table.game, seats)
    if any(seat.phone for seat in table.seats[seats:]):
        raise NotAllowed(Text("That seat is taken. Free it before you remove it."))
    return None if len(table.seats) == seats else NewEvent(0, Kind.RESIZED, str(seats))


@table_change
def choose_option(table: Table, key: str, value: str, phone: str) -> NewEvent | None:
    """Sets one of the game's options before the start."""
    require_host(table, phone)
    _need_unstarted(table)
    if not table.game.accepts_option(key, value):
        raise NotAllowed(Text("This game doesn't have that option."))
    same = dict(table.options).get(key) == value
    return None if same else NewEvent(0, Kind.OPTION, f"{key} {value}")


@table_change
def lock_table(table: Table, phone: str) -> NewEvent | None:
    """Locks the table: no new phone can sit down."""
    require_host(table, phone)
    return None if table.locked else NewEvent(0, Kind.LOCKED, "")


@table_change
def unlock_table(table: Table, phone: str) -> NewEvent | None:
    """Unlocks the table: new phones can sit down again."""
    require_host(table, phone)
    return NewEvent(0, Kind.UNLOCKED, "") if table.locked else None


def _need_fitting(game: Game, seats: int) -> None:
    if seats not in game.seats:
        raise NotAllowed(
            Text(
                "{game} is for {low} to {high} players.",
                game=untranslated(game.title),
                low=game.seats[0],
                high=game.seats[-1],
            )
        )


def require_host(table: Table, phone: str) -> None:
    """Raises `NotAllowed` unless this phone is the host."""
    if phone != table.host:
        raise NotAllowed(Text("Only the host can do that."))


def _need_own_or_host(table: Table, seat: int, phone: str) -> None:
    require_seat(table, seat)
    if phone != table.host:
        require_own_seat(table, seat, phone)


def _need_unstarted(table: Table) -> None:
    if table.started:
        raise NotAllowed(Text("The game has already started."))


def _cleaned(name: str) -> str:
    """Removes invisible characters, with which one name could pass for another."""
    return without_invisible_characters(without_invisible_characters(name)[:_NAME_LENGTH])


# -- the start, and back to the lobby as long as no seat has scored


#: Seconds that the host's phone must be away before another seat may start.
HOST_AWAY_SECONDS_BEFORE_START = 60.0


def start_game(store: TableStore, code: str, phone: str) -> Table:
    """Starts the game, with what all phones here know of their box; no change if it has started."""
    _gather(store, store.latest(code), phone)

    def decide(table: Table) -> NewEvent | Table:
        # Asked at the moment of writing: whether the host's phone is awake is not in the log.
        if not may_start_game(store, table, phone):
            raise NotAllowed(Text("While the host's phone is awake, only it can start."))
        if not any(seat.phone for seat in table.seats):
            raise NotAllowed(Text("No one has taken a seat yet."))
        return table if table.started else NewEvent(0, Kind.STARTED, "")

    return store.change(code, decide)


def _gather(store: TableStore, table: Table, phone: str) -> None:
    """Copies what the phones here know into the table's options, so that its log replays alone."""
    if table.started or phone != table.host:
        return
    phones = [seat.phone for seat in table.seats if seat.phone]
    known = shared_box_facts(store.ledger, table.game, [table.host, *phones])
    for name, value in box_facts_for_new_table(table, known).items():
        choose_option(store, table.code, name, value, phone)


def may_start_game(store: TableStore, table: Table, phone: str) -> bool:
    """Returns whether this phone may start: the host, or any seat if the host is away a minute."""
    if phone == table.host:
        return True
    return (
        bool(table.seats_of(phone))
        and store.stream_hub.seconds_since_last_request(table.code, table.host)
        >= HOST_AWAY_SECONDS_BEFORE_START
    )


def empty_seats_to_remove(table: Table) -> tuple[int, ...]:
    """Returns the empty seats that a start removes: as many as the game allows."""
    taken = sum(bool(seat.phone) for seat in table.seats)
    keep = max(taken, table.game.seats[0])
    empty = [seat.number for seat in table.seats if not seat.phone]
    return tuple(empty[keep - taken :])


def remove_empty_seats(store: TableStore, code: str, phone: str) -> Table:
    """Removes the empty seats that a start leaves out; the others keep their order."""
    table = store.latest(code)
    out = (
        ()
        if table.started or not may_start_game(store, table, phone)
        else empty_seats_to_remove(table)
    )
    if not out:
        return table
    stay = [seat.number for seat in table.seats if seat.number not in out]
    _reorder_unchanged_seats(store, code, table.seats, (*stay, *out))
    return _drop_empty_seats_after(store, code, len(stay))


@table_change
def _reorder_unchanged_seats(
    table: Table, known: tuple[Seat, ...], order: tuple[int, ...]
) -> NewEvent | None:
    written = " ".join(str(number) for number in order)
    return NewEvent(0, Kind.ORDERED, written) if table.seats == known else None


@table_change
def _drop_empty_seats_after(table: Table, last: int) -> NewEvent | None:
    empty = not any(seat.phone for seat in table.seats[last:])
    return NewEvent(0, Kind.RESIZED, str(last)) if empty and not table.started else None


@table_change
def reopen_lobby(table: Table, phone: str) -> NewEvent | None:
    """Returns to the lobby, to change who plays; only until a seat has scored."""
    require_host(table, phone)
    if not may_reopen_lobby(table):
        raise NotAllowed(Text("Someone has already scored, so you can't change the seats."))
    return NewEvent(0, Kind.REOPENED, "") if table.started else None


def may_reopen_lobby(table: Table) -> bool:
    """Returns whether no seat has scored yet or lost any of its initial points."""
    if not table.started:
        return True
    begun = table.game.setup(len(table.seats), dict(table.options))
    return table.outcome is None and public_points(table.game, table.state) == public_points(
        table.game, begun
    )


def public_points(game: Game, state: Any) -> dict[int, int]:
    """Returns the points of each seat that every seat can see."""
    scores = (panel.scores for panel in game.show(state, 0) if isinstance(panel, Tally))
    return {score.seat: score.points for each in scores for score in each}


# -- ticks of the set-up checklists, for the whole table


#: Limits: ticked lines of a table, and characters of a line's key.
_MOST, _LONGEST = 100, 60


@table_change
def tick_checklist_line(
    table: Table, seat: int, phone: str, line: str, on: bool
) -> NewEvent | None:
    """Ticks or unticks this line of a checklist.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    require_own_seat(table, seat, phone)
    require_game_started(table)
    if (line in table.ticks) == on:
        return None
    if not line or len(line) > _LONGEST or " " in line or len(table.ticks) > _MOST:
        raise NotAllowed(Text("No checklist has such a line."))
    return NewEvent(seat, Kind.TICKED if on else Kind.UNTICKED, line)
