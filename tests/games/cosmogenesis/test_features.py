"""What is counted for tiles: a system and orbits laid out by hand, with their counts."""

from __future__ import annotations

import pytest

from companion.games.cosmogenesis.bodies import ASTEROID_BODY, Orbit, make_gas_giant, make_rock
from companion.games.cosmogenesis.rules.features import (
    missing_features_words,
    orbit_feature_counts,
    system_feature_counts,
)
from companion.games.cosmogenesis.state import ExoticObject, System
from companion.games.cosmogenesis.tiles import (
    GIFTS,
    ORBIT_FEATURES,
    SYSTEM_FEATURES,
    UNCOUNTABLE_FEATURE,
    parse_tile_code,
)
from companion.games.cosmogenesis.words import (
    GIFT_NAMES,
    ORBIT_FEATURE_NAMES,
    SEVERAL,
    SYSTEM_FEATURE_NAMES,
    feature_count_words,
    tile_content_words,
)
from companion.referee.text import english_translator

ORBITS = (
    Orbit(make_rock(4, wet=True, life=4), (make_rock(3, wet=True, life=1), ASTEROID_BODY)),
    Orbit(
        make_gas_giant("red", 1, rings=True),
        (make_rock(4, life=0), make_rock(2, life=0), make_rock(1)),
        ("planetary-3",),
    ),
    Orbit(make_rock(3), (ASTEROID_BODY,)),
    Orbit(make_gas_giant("e", 2)),
    Orbit(make_gas_giant("red", 2), (make_rock(3, wet=True, life=3),)),
    Orbit(make_rock(1)),
)
SYSTEM = System(
    orbits=ORBITS,
    asteroids=3,
    comets=2,
    exotics=(ExoticObject("exotic-1", 0), ExoticObject("exotic-4")),
    stellars=("stellar-2",),
)
COUNTED = {
    "planets": 6,
    "moons": 7,
    "rocks": 8,
    "giants": 3,
    "small-giants": 1,
    "large-giants": 2,
    "giants-red": 2,
    "giants-e": 1,
    "size-1": 2,
    "size-2": 1,
    "size-3": 3,
    "size-4": 2,
    "rings": 1,
    "wet": 3,
    "wet-planets": 1,
    "wet-moons": 2,
    "life": 5,
    "bacteria": 2,
    "jellyfish": 1,
    "lizards": 1,
    "intelligent": 1,
    "asteroids": 3,
    "comets": 2,
    "belt": 7,
    "exotics": 2,
    "revealed": 1,
    "stellars": 1,
}
FEATURED = {
    1: {
        **dict.fromkeys(("rock", "rock-2", "rock-3", "rock-4", "wet", "zone", "orbit-1"), 1),
        **dict.fromkeys(("life", "jellyfish", "fish", "lizard", "intelligent"), 1),
        **{"moons": 2, "moons-2": 1, "moons-3": 1, "wet-moons": 1, "living-moons": 1},
    },
    2: {
        **dict.fromkeys(("giant", "giant-red", "rings", "zone", "orbit-2"), 1),
        **{"moons": 3, "moons-2": 2, "moons-3": 1, "moons-4": 1, "living-moons": 2},
    },
    3: {"rock": 1, "rock-2": 1, "rock-3": 1, "zone": 1, "orbit-3": 1, "moons": 1},
    4: {"giant": 1, "giant-e": 1, "large-giant": 1, "outside": 1, "orbit-4": 1},
    6: {"rock": 1, "outside": 1, "orbit-6": 1},
}


@pytest.mark.parametrize("counter", SYSTEM_FEATURES)
def test_everything_in_a_system_is_counted(counter: str) -> None:
    assert system_feature_counts(SYSTEM)[counter] == COUNTED.get(counter, 0)


@pytest.mark.parametrize("number", FEATURED)
def test_an_orbit_has_its_features(number: int) -> None:
    found = orbit_feature_counts(number, ORBITS[number - 1])
    assert {name: n for name, n in found.items() if n} == FEATURED[number]


@pytest.mark.parametrize("number", FEATURED)
@pytest.mark.parametrize("feature", ORBIT_FEATURES)
def test_an_orbit_meets_what_it_has_and_no_more(number: int, feature: str) -> None:
    has = FEATURED[number].get(feature, 0)
    for needed in range(1, 5):
        tile = parse_tile_code(f"3,needs={feature}{f':{needed}' if needed > 1 else ''}")
        met = missing_features_words(number, ORBITS[number - 1], tile) is None
        assert met == (feature == UNCOUNTABLE_FEATURE or has >= needed)


def test_everything_has_a_name() -> None:
    assert set(SYSTEM_FEATURE_NAMES) == set(SYSTEM_FEATURES)
    assert set(ORBIT_FEATURE_NAMES) == set(ORBIT_FEATURES)
    assert set(GIFT_NAMES) == set(GIFTS)
    names = (*SYSTEM_FEATURE_NAMES.values(), *ORBIT_FEATURE_NAMES.values())
    assert set(SEVERAL) <= {each.source for each in names}


def test_several_of_what_a_tile_needs_are_told_in_the_plural() -> None:
    """But for what an orbit has once at most."""
    once = {"rings", "zone", "outside", UNCOUNTABLE_FEATURE, *(f"orbit-{n}" for n in range(1, 8))}
    named = {**ORBIT_FEATURE_NAMES, **{f"system {k}": v for k, v in SYSTEM_FEATURE_NAMES.items()}}
    told = {key: feature_count_words(words, 2) for key, words in named.items()}
    crosses = {key for key, words in told.items() if not words.plural}
    assert crosses == once | {f"system {UNCOUNTABLE_FEATURE}"}


def test_a_tile_is_told_in_words() -> None:
    said = {
        ("stellar-1", "3,per=moons"): "3 points per moon",
        ("stellar-2", "5,needs=rings:2"): "5 points, needs: 2 gas giants with rings",
        ("planetary-1", "4,needs=rings,gives=asteroid/comet"): (
            "4 points, needs: rings, gives an asteroid or a comet"
        ),
        ("exotic-1", "0,gives=extra,uses=2"): "2 uses, gives another additional action",
        ("planetary-2", "0"): "0 points",
    }
    for (tile, code), words in said.items():
        assert english_translator().say(tile_content_words(tile, parse_tile_code(code))) == words
