"""Builds the line at a phone's foot that shows what an action has just scored."""

from __future__ import annotations

from itertools import islice

from companion.tables import ActionEntry, Table
from companion.web.page.log import log_line_of_action
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece
from companion.web.page.table_cache import cache_of_table

#: Actions of one seat after which the line is dropped: what scored, and what ended the turn.
MAX_ACTIONS_AFTER_SCORING = 2

#: (seat, change of its points) pairs.
PointChanges = tuple[tuple[int, int], ...]


def newest_score_pieces(table: Table, viewer: int) -> list[Piece]:
    """Returns the newest of the last `MAX_ACTIONS_AFTER_SCORING` actions that changed points, with
    each seat's change; [] if there is none, after the end, or once another seat has acted.
    """
    if table.outcome is not None:
        return []
    seat = 0
    for entry in islice(table.newest_entries(), MAX_ACTIONS_AFTER_SCORING):
        if entry.seat != (seat := seat or entry.seat):
            break
        if got := point_changes(table, entry):
            words = log_line_of_action(table, entry, viewer).words
            return [
                draw_app_piece(
                    "scored", table, 0, among=words, key=entry.seq, gains=got, words=words
                )
            ]
    return []


def point_changes(table: Table, entry: ActionEntry) -> PointChanges:
    """Returns whose lasting points this action changed, as publicly known."""

    def compare() -> PointChanges:
        game, before = table.game, entry.state_before
        after = game.apply(before, entry.seat, game.read(entry.action))
        points_of = game.lasting_points or game.points
        had = [(seat.number, points_of(before, seat.number)) for seat in table.seats]
        changes = [(seat, points_of(after, seat) - points) for seat, points in had]
        return tuple([(seat, change) for seat, change in changes if change])

    return cache_of_table(table).get_or_make(("gains", entry.seq), entry, compare)
