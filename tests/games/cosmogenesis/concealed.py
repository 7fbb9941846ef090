"""What is kept secret: planetary objectives held, and what was noted about them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import PLANETARY_TILES
from tests.kit.secrets import Secret

NOTES = ("3,needs=rings", "5,needs=moons:2,gives=asteroid")


def other(draw: st.DrawFn, s: State, seat: int) -> State:
    """Other planetary objectives held, other things noted about them."""
    system = s.system(seat)
    tile = st.sampled_from(PLANETARY_TILES)
    told = draw(st.lists(tile, max_size=system.hand).map(tuple))
    noted = draw(st.dictionaries(tile, st.sampled_from(NOTES), max_size=2))
    system = replace(system, entered=told, noted=tuple(sorted(noted.items())))
    return s.with_system(seat, system)


SECRET = Secret(
    other=other,
    probes=(
        *(f"reveal {tile} 1" for tile in PLANETARY_TILES[:6]),
        *(f"keep {tile}" for tile in PLANETARY_TILES[:3]),
        *(f"tile {tile} 4,needs=giant" for tile in PLANETARY_TILES[:3]),
        *(f"hold {tile} 1" for tile in PLANETARY_TILES[:3]),
    ),
    pairs=(
        ("keep planetary-1", "keep planetary-2"),
        ("keep planetary-3", "keep"),
        ("planetary planetary-4", "planetary planetary-9"),
        ("planetary planetary-4", "planetary"),
        ("note planetary-1 3,needs=rings", "note planetary-2 5"),
    ),
    reveals=frozenset({"reveal"}),
    is_kept=lambda s, seat: True,
)
