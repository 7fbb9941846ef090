"""The line that shows what an action has just scored, at the foot of every phone."""

from __future__ import annotations

from itertools import islice

from companion.tables import Entry, Table
from companion.web.page.log import entry_line
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece
from companion.web.page.table_cache import cache_of

#: Actions after which it is no news any more.
LATELY = 3

#: Seats, and by how much the points of each have changed.
Gains = tuple[tuple[int, int], ...]


def newest_score_line(table: Table, viewer: int) -> list[Piece]:
    """The newest of the last actions that changed anybody's points, in this seat's words, and who
    got how many; nothing after the end, where the result says it all.
    """
    if table.outcome is not None:
        return []
    counted = (entry for entry in reversed(table.entries) if not entry.undone)
    for entry in islice(counted, LATELY):
        if got := points_changed(table, entry):
            words = entry_line(table, entry, viewer).words
            return [draw_own("scored", table, 0, gains=got, words=words)]
    return []


def points_changed(table: Table, entry: Entry) -> Gains:
    """Whose points this action has changed, as everybody may know them."""

    def compare() -> Gains:
        game, before = table.game, entry.before
        after = game.apply(before, entry.seat, game.read(entry.action))
        had = [(seat.number, game.points(before, seat.number)) for seat in table.seats]
        changes = [(seat, game.points(after, seat) - points) for seat, points in had]
        return tuple([(seat, change) for seat, change in changes if change])

    return cache_of(table).keep(("gains", entry.seq), entry, compare)
