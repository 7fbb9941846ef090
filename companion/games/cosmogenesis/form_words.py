"""The words that forms of the notation are made of: sectors, bodies, places, tiles."""

from __future__ import annotations

from companion.games.cosmogenesis.bodies import (
    GIANTS,
    ROCKS,
    STONE,
    read_body,
    read_place,
    write_body,
)
from companion.games.cosmogenesis.pieces import MORE_ORBITS, SECTORS, SPACES, Sector, Space
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    MOST_USES,
    PLANETARY_TILES,
    STELLAR_TILES,
    TILES,
    read_code,
    tidy_code,
)
from companion.referee.notation import Word, one_of, whole

MENDED = (
    *("asteroids", "comets", "hand", "module", "extras", "round", "turn", "first", "monolith"),
    *(f"sector-{sector}" for sector in SECTORS),
    *EXOTIC_TILES,
)
SIDES = ("wet", "rings")
_BAG = tuple(write_body(body) for body in (*ROCKS, *GIANTS))
_BODIES = (*_BAG, write_body(STONE))


def _sector(word: str) -> Sector:
    return Sector(one_of(*SECTORS)(word))


def _space(word: str) -> Space:
    return Space(one_of(*SPACES)(word))


def _code(word: str) -> str:
    code = tidy_code(word)
    read_code(code)
    return code


def _body(*allowed: str) -> Word:
    known = one_of(*allowed)
    return Word("body", lambda word: read_body(known(word)), write_body)


SECTOR = Word("sector", _sector)
FROM_IF = Word("sector", _sector, lead="from", optional=True)
BODY, ANY_BODY = _body(*_BAG), _body(*_BODIES)
PLACE, PLACE_IF = Word("place", read_place), Word("place", read_place, optional=True)
ORBIT = Word("orbit", whole(1, MORE_ORBITS))
ORBIT_IF = Word("orbit", whole(1, MORE_ORBITS), optional=True)
TILE, CODE = Word("tile", one_of(*TILES)), Word("says", _code)
CODE_IF = Word("says", _code, optional=True)
STELLAR = Word("tile", one_of(*STELLAR_TILES))
PLANETARY = Word("tile", one_of(*PLANETARY_TILES))
PLANETARY_IF = Word("tile", one_of(*PLANETARY_TILES), optional=True)
HELD = Word("tile", one_of(*PLANETARY_TILES), many=True)
EXOTIC = Word("tile", one_of(*EXOTIC_TILES))
COUNTERS_IF = Word("counters", whole(0, MOST_USES), optional=True)
SPACE, SPACE_IF = Word("space", _space), Word("space", _space, optional=True)
