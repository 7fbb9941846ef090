"""Copies: a game that was opened again from its saved file is the same game. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from companion.tables import Table


def is_same_game(one: Table, other: Table) -> bool:
    """Returns whether both are one finished game: the same was done at the same times. A game saved
    as text has lost its names and times.
    """
    return _what_was_done(one) == _what_was_done(other) and _fit(_times(one), _times(other))


def each_game_once(tables: Iterable[Table]) -> list[Table]:
    """Returns the tables without copies, in their order. Of several the one stays that has most
    phones, for they played it there.
    """
    found = list(tables)
    kept: defaultdict[Hashable, list[Table]] = defaultdict(list)
    for table in sorted(found, key=_phones, reverse=True):
        others = kept[_what_was_done(table)]
        if not any(_fit(_times(table), _times(other)) for other in others):
            others.append(table)
    codes = {table.code for others in kept.values() for table in others}
    return [table for table in found if table.code in codes]


def _what_was_done(table: Table) -> Hashable:
    played = tuple((entry.seat, entry.action) for entry in table.entries if not entry.undone)
    return table.game.slug, len(table.seats), played


def _times(table: Table) -> tuple[float, ...]:
    return tuple(entry.at for entry in table.entries if not entry.undone)


def _fit(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one == other or _has_none(one) or _has_none(other)


def _has_none(times: tuple[float, ...]) -> bool:
    """Returns whether these are no times of actions, but the one at which they were brought."""
    return len(times) > 1 and len(set(times)) == 1


def _phones(table: Table) -> int:
    return len({seat.phone for seat in table.seats} - {""})
