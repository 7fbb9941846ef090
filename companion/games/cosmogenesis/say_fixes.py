"""The line in the log for every correction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import EXOTIC_TILES
from companion.games.cosmogenesis.words import body_words, place_words, tile_words
from companion.referee.text import Text, Who

_MENDED = {
    "asteroids": Text("{who} corrected: {value} asteroids"),
    "comets": Text("{who} corrected: {value} comets"),
    "hand": Text("{who} corrected: {value} planetary objectives in hand"),
    "module": Text("{who} corrected: {value} expansion modules"),
    "extras": Text("{who} corrected: {value} additional actions left"),
    "round": Text("{who} corrected: it's round {value}"),
}
_SEATED = {
    "turn": Text("{who} corrected: it's {seat}'s turn"),
    "first": Text("{who} corrected: {seat} began this round"),
    "monolith": Text("{who} corrected: {seat} has the Monolith"),
}


def _mend(s: State, seat: int, a: do.Mend) -> Text:
    who = Who(seat)
    if a.field in _MENDED:
        return Text(_MENDED[a.field].source, who=who, value=a.value)
    if a.field in EXOTIC_TILES:
        return Text(
            "{who} corrected: {value} counters on {tile}",
            who=who,
            value=a.value,
            tile=tile_words(a.field),
        )
    if a.field in _SEATED and a.value in s.all_seats:
        return Text(_SEATED[a.field].source, who=who, seat=Who(a.value))
    if a.field in _SEATED:
        return Text("{who} corrected a number", who=who)
    return _mend_sector(who, a)


def _mend_sector(who: Who, a: do.Mend) -> Text:
    sector = a.field.removeprefix("sector-").upper()
    if a.value:
        return Text("{who} corrected: already took from sector {sector}", who=who, sector=sector)
    return Text("{who} corrected: sector {sector} is still free", who=who, sector=sector)


def _set(s: State, seat: int, a: do.SetBody) -> Text:
    return Text(
        "{who} corrected: {place} is a {body}",
        who=Who(seat),
        place=place_words(a.place),
        body=body_words(s, a.body),
    )


def _clear(s: State, seat: int, a: do.Clear) -> Text:
    return Text("{who} corrected: {place} isn't there", who=Who(seat), place=place_words(a.place))


def _hold(s: State, seat: int, a: do.Hold) -> Text:
    return Text("{who} corrected: has {tile}", who=Who(seat), tile=tile_words(a.tile))


def _drop(s: State, seat: int, a: do.Drop) -> Text:
    return Text("{who} corrected: doesn't have {tile}", who=Who(seat), tile=tile_words(a.tile))


FIX_SAYERS: dict[type[Any], Callable[[State, int, Any], Text]] = {
    do.Mend: _mend,
    do.SetBody: _set,
    do.Clear: _clear,
    do.Hold: _hold,
    do.Drop: _drop,
}
