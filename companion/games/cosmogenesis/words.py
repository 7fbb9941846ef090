"""Names of bodies, places and tiles, for sentences. It knows no rule and no secret."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import COLOUR_NAMES, LIFE_NAMES
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import EXOTIC, PLANETARY, STELLAR, kind_of, number_of
from companion.referee.memo import memoized_by_parts
from companion.referee.text import Text

_TILES = {
    STELLAR: Text("stellar objective {n}"),
    PLANETARY: Text("planetary objective {n}"),
    EXOTIC: Text("exotic object {n}"),
}


# Saves 2 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, body: (body, s.hues, s.options))
def body_words(s: State, body: Body) -> Text:
    """What a body is called: "size 3 rock", "large red gas giant", "asteroid"."""
    if body.terrestrial:
        return Text("size {size} rock", size=body.size)
    if not body.giant:
        return Text("asteroid")
    colour = COLOUR_NAMES[s.hue(body.colour)]
    if body.size == 1:
        return Text("small gas giant ({colour})", colour=colour)
    return Text("large gas giant ({colour})", colour=colour)


def body_facts(s: State, body: Body) -> Text:
    """A body with what happened to it: "size 3 rock, water, fish"."""
    facts = [body_words(s, body)]
    if body.wet:
        facts.append(Text("water"))
    if body.rings:
        facts.append(Text("rings"))
    if body.alive:
        facts.append(LIFE_NAMES[body.life])
    return listed(facts)


def place_words(place: Place) -> Text:
    """Where it is: "the planet on orbit 2", "moon 1 on orbit 2"."""
    if place.moon:
        return Text("moon {moon} on orbit {orbit}", moon=place.moon, orbit=place.orbit)
    return Text("the planet on orbit {orbit}", orbit=place.orbit)


def nothing_at(place: Place) -> Text:
    """That the app has no body there."""
    if place.moon:
        return Text("Orbit {orbit} has no moon {moon}", orbit=place.orbit, moon=place.moon)
    return Text("Orbit {orbit} has no planet", orbit=place.orbit)


def place_label(place: Place) -> Text:
    """Where it is, short: "Orbit 2, planet", "Orbit 2, moon 1"."""
    if place.moon:
        return Text("Orbit {orbit}, moon {moon}", orbit=place.orbit, moon=place.moon)
    return Text("Orbit {orbit}, planet", orbit=place.orbit)


def tile_words(tile: str) -> Text:
    """What a tile is called."""
    return Text(_TILES[kind_of(tile)].source, n=number_of(tile))


_LABELS = {
    STELLAR: Text("Stellar {n}"),
    PLANETARY: Text("Planetary {n}"),
    EXOTIC: Text("Exotic object {n}"),
}


def tile_label(tile: str) -> Text:
    """What a tile is called on what is tapped."""
    return Text(_LABELS[kind_of(tile)].source, n=number_of(tile))


def listed(parts: Iterable[Text]) -> Text:
    """The parts one after the other, with commas; there must be one."""
    return reduce(lambda told, part: Text("{told}, {part}", told=told, part=part), parts)
