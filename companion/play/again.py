"""Again: what people do after the end: see the whole result at once, and play once more.

It never touches the game that is over: playing again is a table of its own, with the same people.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.play.deciding import set_consent
from companion.play.hall import Hall, NotAllowed, Wish, Written
from companion.play.lobby import lock, open_table
from companion.referee.text import Text
from companion.tables import Table


def unveil(hall: Hall, code: str, phone: str) -> Table:
    """The result is shown as a whole, on every screen. Raises `UnknownTable`, `NotAllowed`."""

    def decide(table: Table) -> Wish | Table:
        _need_place(table, phone)
        return table if table.unveiled else Wish(0, "unveiled", "")

    return _write(hall, code, decide)


def play_again(hall: Hall, code: str, phone: str) -> Table:
    """The table that plays on: same game, options, names, colours and phones. Whoever asks first
    opens it, the others are led to the same one. Raises `UnknownTable`, `NotAllowed`.
    """
    table = hall.look(code)
    _need_place(table, phone)
    if not table.onward:
        opened = _same_people(hall, table)
        table = _write(hall, code, lambda now: now if now.onward else _onward(now, opened))
    return hall.look(table.onward)


def _onward(table: Table, opened: Table) -> Wish:
    return Wish(0, "again", opened.code)


def _same_people(hall: Hall, table: Table) -> Table:
    """A new table that nobody has to sit down at again."""
    opened = open_table(hall, table.game.slug, len(table.chairs), table.host)
    for chair in table.chairs:
        _note(hall, opened, chair.number, "coloured", chair.colour)
        if chair.name:
            _note(hall, opened, chair.number, "named", chair.name)
        if chair.phone:
            _note(hall, opened, chair.number, "took-seat", chair.phone)
    # A later value of a key is the one that counts: what was corrected during this game.
    for key, value in (*table.options, *table.game.carried(table.state)):
        if (key, value) not in opened.options:
            _note(hall, opened, 0, "option", f"{key} {value}")
    set_consent(hall, opened.code, table.consent, table.host)
    return lock(hall, opened.code, table.host) if table.locked else opened


def _note(hall: Hall, table: Table, seat: int, kind: str, text: str) -> None:
    hall.write(table.code, lambda _: Wish(seat, kind, text))


def _need_place(table: Table, phone: str) -> None:
    """Only after the end, and only for the people at the table."""
    if table.outcome is None:
        raise NotAllowed(Text("The game is not over yet."))
    if phone != table.host and not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))


def _write(hall: Hall, code: str, decide: Callable[[Table], Wish | Table]) -> Table:
    result = hall.write(code, decide)
    return result.table if isinstance(result, Written) else result
