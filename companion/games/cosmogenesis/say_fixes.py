"""The line in the log for every correction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.rules.body_corrections import body_of
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import EXOTIC_TILES
from companion.games.cosmogenesis.words import body_facts, place_words, tile_words
from companion.referee.text import Text, Who

_MENDED = {
    "asteroids": Text("{who} corrected: {n} asteroid", "{who} corrected: {n} asteroids"),
    "comets": Text("{who} corrected: {n} comet", "{who} corrected: {n} comets"),
    "hand": Text(
        "{who} corrected: {n} planetary objective in hand",
        "{who} corrected: {n} planetary objectives in hand",
    ),
    "module": Text(
        "{who} corrected: {n} expansion module", "{who} corrected: {n} expansion modules"
    ),
    "extras": Text(
        "{who} corrected: {n} additional action left",
        "{who} corrected: {n} additional actions left",
    ),
    "round": Text("{who} corrected: it's round {n}"),
}
_SEATED = {
    "turn": Text("{who} corrected: it's {seat}'s turn"),
    "first": Text("{who} corrected: {seat} began this round"),
    "monolith": Text("{who} corrected: {seat} has the Monolith"),
}


def _mend(s: State, seat: int, a: do.Mend) -> Text:
    who = Who(seat)
    if a.field in _MENDED:
        said = _MENDED[a.field]
        return Text(said.source, said.plural, who=who, n=a.value)
    if a.field in EXOTIC_TILES:
        return Text(
            "{who} corrected: {n} counter on {tile}",
            "{who} corrected: {n} counters on {tile}",
            who=who,
            n=a.value,
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
    """Says all that there is then and was before: whoever is asked can tell whether it is so."""
    before = s.system(seat).at(a.place)
    who, place, body = Who(seat), place_words(a.place), body_facts(s, body_of(a))
    if before is None:
        return Text("{who} corrected {place}: {body}", who=who, place=place, body=body)
    return Text(
        "{who} corrected {place}: {body} (was: {before})",
        who=who,
        place=place,
        body=body,
        before=body_facts(s, before),
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
