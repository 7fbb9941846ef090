"""Reasons as another seat reads them. A reason speaks to its seat ("you have 4"); to others it
speaks of that seat by its name.

A game lists the sentences that do, each with the one for others. Whatever else a sentence holds
stays; sentences in it are told the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.text import SeatName, Text

#: What is said to a seat, in English, and how that is told of it; with the value `seat`.
ToldOfSeat = Mapping[str, Text]


def told_of_seat(*pairs: tuple[str, Text]) -> ToldOfSeat:
    """Returns these pairs of what is said to a seat and how that is told of it."""
    return dict(pairs)


_OF_EVERY_GAME = told_of_seat(("It's not your turn", Text("It's not {seat}'s turn")))


def reason_for(reason: Text, seat: int, viewer: int, others: ToldOfSeat) -> Text:
    """Returns a reason that is about `seat` as `viewer` (0: a spectator) reads it."""
    return reason if viewer == seat else _of_seat(reason, seat, {**_OF_EVERY_GAME, **others})


def _of_seat(text: Text, seat: int, others: ToldOfSeat) -> Text:
    values: dict[str, Any] = {
        key: _of_seat(value, seat, others) if isinstance(value, Text) else value
        for key, value in text.values
    }
    other = others.get(text.source)
    if other is None:
        return Text(text.source, text.plural, **values)
    if "{seat}" in other.source:
        values["seat"] = SeatName(seat)
    return Text(other.source, other.plural, **values)
