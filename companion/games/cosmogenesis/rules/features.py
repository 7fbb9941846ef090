"""What an orbit and a system have of the features that objectives need or count. No rules here."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from companion.games.cosmogenesis.bodies import Body, Orbit
from companion.games.cosmogenesis.pieces import BELT_VALUE_BY_KIND, HABITABLE_ORBITS
from companion.games.cosmogenesis.state import System
from companion.games.cosmogenesis.tiles import UNCOUNTABLE_FEATURE, TileText
from companion.games.cosmogenesis.words import ORBIT_FEATURE_NAMES, feature_count_words
from companion.referee.text import Text, joined_texts

_LEVELS = ("bacteria", "jellyfish", "fish", "lizards", "intelligent")
#: the lowest step of life that a feature asks for
_LIFE_AT_LEAST = {"life": 0, "jellyfish": 1, "fish": 2, "lizard": 3, "intelligent": 4}


@lru_cache(maxsize=1000)
def orbit_feature_counts(number: int, orbit: Orbit) -> Counter[str]:
    """Returns how often an orbit has each feature; a larger body or later life includes lesser."""
    found: Counter[str] = Counter({f"orbit-{number}": 1})
    found["zone" if number in HABITABLE_ORBITS else "outside"] = 1
    found.update(_planet_features(orbit.planet))
    for moon in orbit.moons:
        found["moons"] += 1
        found.update(f"moons-{size}" for size in range(2, moon.size + 1))
        found["wet-moons"] += moon.wet
        found["living-moons"] += moon.has_life
    return found


def _planet_features(planet: Body) -> Counter[str]:
    found: Counter[str] = Counter()
    if planet.is_giant:
        found.update(("giant", f"giant-{planet.colour}"))
        found["large-giant"] += planet.size > 1
    else:
        found.update(("rock", *(f"rock-{size}" for size in range(2, planet.size + 1))))
    found["rings"] += planet.rings
    found["wet"] += planet.wet
    found.update(name for name, least in _LIFE_AT_LEAST.items() if planet.life >= least)
    return found


def missing_features_words(number: int, orbit: Orbit, tile: TileText) -> Text | None:
    """Returns what an orbit lacks of a tile's needs, in words; None if it lacks nothing."""
    has = orbit_feature_counts(number, orbit)
    missing = [
        feature_count_words(ORBIT_FEATURE_NAMES[name], n)
        for name, n in tile.needs
        if name != UNCOUNTABLE_FEATURE and has[name] < n
    ]
    return joined_texts(missing) if missing else None


def asteroid_belt_value(system: System) -> int:
    """Returns the value of an asteroid belt."""
    return (
        system.asteroids * BELT_VALUE_BY_KIND["asteroid"]
        + system.comets * BELT_VALUE_BY_KIND["comet"]
    )


@lru_cache(maxsize=1000)
def system_feature_counts(system: System) -> Counter[str]:
    """Returns how many a system has of each thing that tiles count; never `UNCOUNTABLE_FEATURE`."""
    found: Counter[str] = Counter(
        {
            "asteroids": system.asteroids,
            "comets": system.comets,
            "belt": asteroid_belt_value(system),
            "exotics": len(system.exotics),
            "stellars": len(system.stellars),
            "revealed": len(system.revealed_objectives),
            "planets": len(system.orbits),
        }
    )
    for place, body in system.bodies():
        found.update(_counted(body, moon=bool(place.moon)))
    return found


def _counted(body: Body, *, moon: bool) -> Counter[str]:
    found: Counter[str] = Counter()
    found["moons"] += moon
    if body.is_giant:
        found.update(("giants", f"giants-{body.colour}"))
        found["large-giants" if body.size > 1 else "small-giants"] += 1
    elif body.is_terrestrial:
        found["rocks"] += 1
        found[f"size-{body.size}"] += 1
    found["rings"] += body.rings
    found["wet"] += body.wet
    found["wet-moons" if moon else "wet-planets"] += body.wet
    if body.has_life:
        found.update(("life", _LEVELS[body.life]))
    return found
