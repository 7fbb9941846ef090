"""What holds of Cosmogenesis whatever is done to a table, allowed or not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.pieces import (
    EXPANDED_ORBIT_COUNT,
    LIFE_STEPS,
    MAX_MOONS_PER_ORBIT,
    SECTORS,
    TURNS_PER_ROUND,
)
from companion.games.cosmogenesis.rules.features import orbit_feature_counts, system_feature_counts
from companion.games.cosmogenesis.rules.life import living_bodies, with_all_life_evolved
from companion.games.cosmogenesis.rules.score import belt_points_by_seat, seat_points
from companion.games.cosmogenesis.rules.tokens import token_for_body, tokens_to_return_and_take
from companion.games.cosmogenesis.state import Stage, State
from companion.games.cosmogenesis.tiles import (
    GIFTS,
    MAX_EXOTIC_USES,
    MAX_TILE_CODE_CHARACTERS,
    MAX_TILE_POINTS,
    ORBIT_FEATURES,
    SYSTEM_FEATURES,
    TileText,
    can_tile_kind_have_code,
    format_tile_code,
    parse_tile_code,
)
from tests.kit.strategies import Moment, moments

any_moment = moments(GAME, overruled=8)
needs = st.lists(
    st.tuples(st.sampled_from((*SYSTEM_FEATURES, *ORBIT_FEATURES)), st.integers(1, 9)), max_size=4
)
gifts = st.lists(st.lists(st.sampled_from(GIFTS), min_size=1, max_size=3).map(tuple), max_size=3)
tiles = st.builds(
    TileText,
    st.integers(0, MAX_TILE_POINTS),
    st.sampled_from(("", *SYSTEM_FEATURES)),
    needs.map(tuple),
    gifts.map(tuple),
    st.integers(0, MAX_EXOTIC_USES),
)


@given(tile=tiles)
def test_a_tile_is_read_as_it_was_written(tile: TileText) -> None:
    code = format_tile_code(tile)
    if len(code) <= MAX_TILE_CODE_CHARACTERS:
        assert parse_tile_code(code) == tile
    else:
        assert not can_tile_kind_have_code("stellar-1", code)


@given(code=st.text(max_size=120) | st.from_regex(r"[0-9]{1,2}(,[a-z]+=[a-z0-9:+/-]*)*"))
def test_any_text_may_stand_where_a_code_is_asked(code: str) -> None:
    for kind in ("stellar-1", "planetary-1", "exotic-1"):
        if can_tile_kind_have_code(kind, code):
            assert format_tile_code(parse_tile_code(code)) == code


@pytest.mark.long
@given(moment=any_moment)
def test_a_system_is_one_that_can_lie_on_a_board(moment: Moment) -> None:
    state: State = moment.state
    for seat in state.all_seats:
        system = state.system(seat)
        assert min(system.asteroids, system.comets, system.hand) >= 0
        assert len(system.orbits) <= EXPANDED_ORBIT_COUNT
        assert len(system.entered) <= max(system.hand, len(system.entered))
        for orbit in system.orbits:
            assert len(orbit.moons) <= MAX_MOONS_PER_ORBIT
            assert not any(moon.is_giant for moon in orbit.moons)
            for body in orbit.bodies:
                assert -1 <= body.life <= LIFE_STEPS[-1]
                assert not (body.is_giant and (body.wet or body.has_life))
                assert not (body.rings and not body.is_giant)
                assert body.life <= 0 or body.wet


@given(moment=any_moment)
def test_somebody_is_always_waited_for(moment: Moment) -> None:
    state: State = moment.state
    waited = GAME.seats_to_act(state)
    assert bool(waited) == (state.stage != Stage.OVER)
    if state.stage == Stage.PLAY:
        (seat,) = waited
        # Whoever has not taken anything yet can: discarding is always allowed.
        free = [each for each in SECTORS if each not in state.system(seat).used]
        assert free or state.turn.step != "main"
    if state.stage == Stage.ROUND:
        assert all(len(system.used) == TURNS_PER_ROUND for system in state.systems)


@given(moment=any_moment)
def test_evolution_moves_what_it_says(moment: Moment) -> None:
    state: State = moment.state
    after = with_all_life_evolved(state)
    for each in living_bodies(state):
        body: Any = after.system(each.seat).body_at(each.place)
        assert body.life == each.life + (not each.why)
    assert {(e.seat, e.place) for e in living_bodies(after)} == {
        (e.seat, e.place) for e in living_bodies(state)
    }


@given(moment=any_moment)
def test_the_score_is_its_parts(moment: Moment) -> None:
    state: State = moment.state
    belts = belt_points_by_seat(state)
    assert set(belts.values()) <= {3, 5}
    assert sum(seat_points(state, seat).monolith for seat in state.all_seats) <= 1
    for seat in state.all_seats:
        points = seat_points(state, seat)
        assert points.total == sum(vars(points).values())
        system = state.system(seat)
        counts = system_feature_counts(system)
        assert counts["planets"] == len(system.orbits)
        assert counts["wet"] == counts["wet-planets"] + counts["wet-moons"]
        for number, orbit in enumerate(system.orbits, start=1):
            assert orbit_feature_counts(number, orbit)["moons"] == len(orbit.moons)


@given(moment=any_moment, data=st.data())
def test_an_exchange_takes_as_little_as_can_be(moment: Moment, data: st.DataObject) -> None:
    bodies = [body for system in moment.state.systems for _, body in system.bodies()]
    some = st.lists(st.sampled_from(bodies), max_size=3).map(tuple) if bodies else st.just(())
    have, need = data.draw(some), data.draw(some)
    back, take = tokens_to_return_and_take(have, need)
    assert len(have) - len(back) + len(take) == len(need)
    if sorted(map(token_for_body, have)) == sorted(map(token_for_body, need)):
        assert back == take == ()
