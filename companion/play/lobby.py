"""A table's own matters: opening it, seats, names, colours, options, start, tour and clock.

It asks who may do it and whether it makes sense now; it never judges an action of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion import chance
from companion.ledger import SeqTaken, Unavailable
from companion.play.permissions import NotAllowed, need_own_seat, need_seat, need_started
from companion.play.phone import from_shelves, tables_of, unset_options
from companion.play.store import NewEvent, TableStore
from companion.referee.game import Game
from companion.referee.panels import Tally
from companion.referee.text import Text, Who, raw
from companion.tables import BY_HOST, COLOURS, NEW_KEY, Event, Kind, Table
from companion.tables.event import LED_ENDED, LED_ON, LED_PAUSED
from companion.tables.led import current_step, is_led
from companion.tables.names import visible
from companion.timing import is_paused

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
    return create_from_log(store, [(now, line) for line in (opening, *options)])


def create_from_log(
    store: TableStore, lines: Sequence[tuple[float, tuple[int, str, str]]]
) -> Table:
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


def free_all_seats(store: TableStore, code: str) -> Table:
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


def choose_colour(store: TableStore, code: str, seat: int, colour: str, phone: str) -> Table:
    """As `recolour`; before the start also what belongs to a seat where nobody is, which takes the
    other colour instead.
    """

    def given_up(table: Table) -> NewEvent | Table:
        _need_own_or_host(table, seat, phone)
        own = table.seat_at(seat).colour
        for place in table.seats:
            empty = not place.phone and not place.name and place.number != seat
            if place.colour == colour and empty and not table.started and colour in COLOURS:
                return NewEvent(place.number, Kind.COLOURED, own)
        return table

    store.change(code, given_up)
    return recolour(store, code, seat, colour, phone)


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


# -- the start, and the way back as long as nobody has scored


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
    for name, value in unset_options(table, known).items():
        choose_option(store, table.code, name, value, phone)


def may_start(store: TableStore, table: Table, phone: str) -> bool:
    """The host may; any seat, once the host's phone has been away for a minute."""
    if phone == table.host:
        return True
    return bool(table.seats_of(phone)) and store.bell.away(table.code, table.host) >= HOST_GONE


def empty_seats_to_remove(table: Table) -> tuple[int, ...]:
    """The empty seats that a start leaves out: all of them, as far as the game allows."""
    taken = sum(bool(seat.phone) for seat in table.seats)
    keep = max(taken, table.game.seats[0])
    empty = [seat.number for seat in table.seats if not seat.phone]
    return tuple(empty[keep - taken :])


def remove_empty_seats(store: TableStore, code: str, phone: str) -> Table:
    """Takes away the seats that a start leaves out; those that play move up in their order."""
    table = store.latest(code)
    out = (
        () if table.started or not may_start(store, table, phone) else empty_seats_to_remove(table)
    )
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


# -- what is ticked off in set-up, for the whole table


#: More than any checklist has lines; a key is a few letters.
_MOST, _LONGEST = 100, 60


def tick(store: TableStore, code: str, seat: int, phone: str, line: str, on: bool) -> Table:
    """This line of a checklist is done, or is not. Raises `UnknownTable`, `UnknownSeat`,
    `NotAllowed`, `Unavailable`."""

    def decide(table: Table) -> NewEvent | Table:
        need_own_seat(table, seat, phone)
        need_started(table)
        if (line in table.ticks) == on:
            return table
        if not line or len(line) > _LONGEST or " " in line or len(table.ticks) > _MOST:
            raise NotAllowed(Text("No checklist has such a line."))
        return NewEvent(seat, Kind.TICKED if on else Kind.UNTICKED, line)

    return store.change(code, decide)


# -- teach us: the phones explain each step, and the host leads through the tour


def teach(store: TableStore, code: str, on: bool, phone: str) -> Table:
    """The phones explain each step when it first comes, or no more. Each may decide otherwise.

    Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        same = table.taught == on
        return table if same else NewEvent(0, Kind.TAUGHT, "1" if on else "0")

    return store.change(code, decide)


def lead(store: TableStore, code: str, seat: int, wish: str, phone: str) -> Table:
    """The led round goes on, from the card with this key; or is paused, resumed or ended.

    A card goes on with whoever acts, or the host; anyone at the table may pause or end. What is
    not led now changes nothing. `seat`: as which it is wished, 0 where the phone holds none. Raises
    as `teach` does, and `UnknownSeat`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_started(table)
        if seat:
            need_own_seat(table, seat, phone)
        seats = table.seats_of(phone)
        if not seats and table.host != phone:
            raise NotAllowed(Text("Only players at this table can do that."))
        if wish in (LED_PAUSED, LED_ON, LED_ENDED):
            # It is on unless it was paused.
            same = (LED_PAUSED not in table.led) if wish == LED_ON else wish in table.led
            return table if same or not is_led(table) else NewEvent(0, Kind.LED, wish)
        now = current_step(table)
        if now is None or now.card.key != wish or not now.card.tap:
            return table
        if now.seat not in seats and table.host != phone:
            raise NotAllowed(Text("{who} goes on from here.", who=Who(now.seat)))
        return NewEvent(now.seat, Kind.LED, f"{wish} {now.seat}")

    return store.change(code, decide)


def show_card(store: TableStore, code: str, card: int, phone: str) -> Table:
    """This card of the tour is on the table screen, the first one is 1; 0 puts the tour away.

    Raises as `teach` does.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        there = min(max(card, 0), len(table.game.lessons.tour))
        return table if table.tour == there else NewEvent(0, Kind.TOURED, str(there))

    return store.change(code, decide)


# -- the clock, and the pause; a budget that is used up is said, and that is all


#: Minutes of a budget: for one turn, and for a seat's whole game.
TURN, GAME = (1, 2, 3, 5, 10), (10, 20, 30, 45, 60)
#: Every clock there is, as the log has it; "" is none. Budgets in seconds.
CLOCKS = (
    "",
    "count",
    *(f"turn {60 * minutes}" for minutes in TURN),
    *(f"game {60 * minutes}" for minutes in GAME),
)


def set_clock(store: TableStore, code: str, clock: str, phone: str) -> Table:
    """The host chooses one of `CLOCKS`, before the game or during it: it shows the time since the
    start either way. Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        if clock not in CLOCKS:
            raise NotAllowed(Text("There's no such clock."))
        return table if (table.clock or "") == clock else NewEvent(0, Kind.CLOCK, clock)

    return store.change(code, decide)


def pause(store: TableStore, code: str, on: bool, phone: str) -> Table:
    """Stops everybody's clock, or lets it run on: anybody at the table may. Raises as `set_clock`
    does.
    """

    def decide(table: Table) -> NewEvent | Table:
        held = table.seats_of(phone)
        if not held and phone != table.host:
            raise NotAllowed(Text("Only phones at this table can do that."))
        need_started(table)
        if table.outcome is not None or is_paused(table) == on:
            return table
        return NewEvent(min(held, default=0), Kind.PAUSED if on else Kind.RESUMED, "")

    return store.change(code, decide)
