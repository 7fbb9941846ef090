"""What is kept secret: the culture cards of a hand."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from companion.games.empires.pieces import BASE_CULTURES
from companion.games.empires.state import State
from tests.kit.secrets import Secret


def other(draw: st.DrawFn, s: State, seat: int) -> State:
    """Other culture cards told, or none."""
    hands = st.lists(st.sampled_from(sorted(BASE_CULTURES)), unique=True, max_size=4).map(tuple)
    told = draw(st.none() | hands)
    return s.with_empire(seat, replace(s.empire(seat), entered=told))


SECRET = Secret(
    other=other,
    probes=tuple(f"{verb} {slug}" for verb in ("keep", "reveal") for slug in BASE_CULTURES),
    pairs=(
        ("keep orthodox", "keep militaristic"),
        ("keep awakened orthodox", "keep scientific"),
        ("keep", "keep innovative"),
    ),
    reveals=frozenset({"reveal"}),
    is_kept=lambda s, seat: True,
)
