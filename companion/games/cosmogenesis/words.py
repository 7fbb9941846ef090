"""Names of bodies, places and tiles, and the text of tiles, for sentences. No rules, no secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import COLOUR_NAMES, LIFE_STEP_NAMES
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import (
    EXOTIC,
    PLANETARY,
    STELLAR,
    UNCOUNTABLE_FEATURE,
    GiftAlternatives,
    TileText,
    tile_kind,
    tile_number,
)
from companion.referee.memo import memoized_by_parts
from companion.referee.text import Text, joined_texts

_TILES = {
    STELLAR: Text("stellar objective {n}"),
    PLANETARY: Text("planetary objective {n}"),
    EXOTIC: Text("exotic object {n}"),
}


# Saves 2 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, body: (body, s.hues, s.options))
def body_words(s: State, body: Body) -> Text:
    """Returns a body's name: "size 3 rock", "large gas giant (red)", "asteroid"."""
    if body.is_terrestrial:
        return Text("size {size} rock", size=body.size)
    if not body.is_giant:
        return Text("asteroid")
    colour = COLOUR_NAMES[s.colour_name_at_table(body.colour)]
    if body.size == 1:
        return Text("small gas giant ({colour})", colour=colour)
    return Text("large gas giant ({colour})", colour=colour)


def body_description(s: State, body: Body) -> Text:
    """Returns a body with water, rings and life: "size 3 rock, water, fish"."""
    facts = [body_words(s, body)]
    if body.wet:
        facts.append(Text("water"))
    if body.rings:
        facts.append(Text("rings"))
    if body.has_life:
        facts.append(LIFE_STEP_NAMES[body.life])
    return joined_texts(facts)


def place_words(place: Place) -> Text:
    """Returns a place in words: "the planet in orbit 2", "moon 1 in orbit 2"."""
    if place.moon:
        return Text("moon {moon} in orbit {orbit}", moon=place.moon, orbit=place.orbit)
    return Text("the planet in orbit {orbit}", orbit=place.orbit)


def no_body_words(place: Place) -> Text:
    """Returns a sentence that the app has no body there."""
    if place.moon:
        return Text("Orbit {orbit} has no moon {moon}", orbit=place.orbit, moon=place.moon)
    return Text("Orbit {orbit} has no planet", orbit=place.orbit)


def place_label(place: Place) -> Text:
    """Returns a place as a label: "Orbit 2, planet", "Orbit 2, moon 1"."""
    if place.moon:
        return Text("Orbit {orbit}, moon {moon}", orbit=place.orbit, moon=place.moon)
    return Text("Orbit {orbit}, planet", orbit=place.orbit)


def tile_words(tile: str) -> Text:
    """Returns the name of a tile, for a sentence."""
    return _TILES[tile_kind(tile)].filled(n=tile_number(tile))


_LABELS = {
    STELLAR: Text("Stellar {n}"),
    PLANETARY: Text("Planetary {n}"),
    EXOTIC: Text("Exotic object {n}"),
}


def tile_label(tile: str) -> Text:
    """Returns the name of a tile, for a button."""
    return _LABELS[tile_kind(tile)].filled(n=tile_number(tile))


ORBIT_FEATURE_NAMES = {
    "rock": Text("terrestrial planet"),
    "rock-2": Text("terrestrial planet of size 2"),
    "rock-3": Text("terrestrial planet of size 3"),
    "rock-4": Text("terrestrial planet of size 4"),
    "giant": Text("gas giant"),
    "large-giant": Text("large gas giant"),
    "giant-red": Text("red gas giant"),
    "giant-green": Text("green gas giant"),
    "giant-blue": Text("blue gas giant"),
    "giant-d": Text("gas giant of the fourth colour"),
    "giant-e": Text("gas giant of the fifth colour"),
    "rings": Text("rings"),
    "wet": Text("planet with water"),
    "life": Text("planet with life"),
    "jellyfish": Text("planet with jellyfish"),
    "fish": Text("planet with fish"),
    "lizard": Text("planet with lizards"),
    "intelligent": Text("planet with intelligent life"),
    "moons": Text("moon"),
    "moons-2": Text("moon of size 2 or more"),
    "moons-3": Text("moon of size 3 or more"),
    "moons-4": Text("moon of size 4"),
    "wet-moons": Text("moon with water"),
    "living-moons": Text("moon with life"),
    "zone": Text("in the habitable zone"),
    "outside": Text("outside the habitable zone"),
    **{f"orbit-{n}": Text("orbit {n}", n=n) for n in range(1, 8)},
    UNCOUNTABLE_FEATURE: Text("see the tile"),
}

SYSTEM_FEATURE_NAMES = {
    "planets": Text("planet"),
    "moons": Text("moon"),
    "rocks": Text("terrestrial planet or moon"),
    "giants": Text("gas giant"),
    "small-giants": Text("small gas giant"),
    "large-giants": Text("large gas giant"),
    "giants-red": Text("red gas giant"),
    "giants-green": Text("green gas giant"),
    "giants-blue": Text("blue gas giant"),
    "giants-d": Text("gas giant of the fourth colour"),
    "giants-e": Text("gas giant of the fifth colour"),
    "size-1": Text("terrestrial body of size 1"),
    "size-2": Text("terrestrial body of size 2"),
    "size-3": Text("terrestrial body of size 3"),
    "size-4": Text("terrestrial body of size 4"),
    "rings": Text("gas giant with rings"),
    "wet": Text("planet or moon with water"),
    "wet-planets": Text("planet with water"),
    "wet-moons": Text("moon with water"),
    "life": Text("planet or moon with life"),
    "bacteria": Text("bacterium"),
    "jellyfish": Text("jellyfish"),
    "fish": Text("fish"),
    "lizards": Text("lizard"),
    "intelligent": Text("intelligent life"),
    "asteroids": Text("asteroid in your belt"),
    "comets": Text("comet in your belt"),
    "belt": Text("point of belt value"),
    "exotics": Text("exotic object"),
    "revealed": Text("revealed planetary objective"),
    "stellars": Text("stellar objective"),
    UNCOUNTABLE_FEATURE: Text("see the tile"),
}
GIFT_NAMES = {
    "asteroid": Text("an asteroid"),
    "comet": Text("a comet"),
    "extra": Text("another additional action"),
    "monolith": Text("the Monolith"),
    "advance": Text("a life step"),
    "life": Text("new life"),
    "moon": Text("an asteroid as a moon"),
    "collide": Text("a collision with an asteroid"),
    "water-or-rings": Text("a comet hit"),
    "module": Text("the expansion module"),
    "other": Text("see the tile"),
}


def gift_words(gift: str) -> Text:
    """Returns a gift of a tile in words."""
    return GIFT_NAMES[gift]


#: Several of what a tile needs, by its name; what there is one of at most ("rings" of a planet) is
#: told as "2 × rings".
SEVERAL = {
    "planet": Text("{n} planet", "{n} planets"),
    "terrestrial planet": Text("{n} terrestrial planet", "{n} terrestrial planets"),
    "terrestrial planet or moon": Text(
        "{n} terrestrial planet or moon", "{n} terrestrial planets or moons"
    ),
    "moon": Text("{n} moon", "{n} moons"),
    "gas giant": Text("{n} gas giant", "{n} gas giants"),
    "small gas giant": Text("{n} small gas giant", "{n} small gas giants"),
    "large gas giant": Text("{n} large gas giant", "{n} large gas giants"),
    "red gas giant": Text("{n} red gas giant", "{n} red gas giants"),
    "green gas giant": Text("{n} green gas giant", "{n} green gas giants"),
    "blue gas giant": Text("{n} blue gas giant", "{n} blue gas giants"),
    "gas giant of the fourth colour": Text(
        "{n} gas giant of the fourth colour", "{n} gas giants of the fourth colour"
    ),
    "gas giant of the fifth colour": Text(
        "{n} gas giant of the fifth colour", "{n} gas giants of the fifth colour"
    ),
    "gas giant with rings": Text("{n} gas giant with rings", "{n} gas giants with rings"),
    "planet with water": Text("{n} planet with water", "{n} planets with water"),
    "planet or moon with water": Text(
        "{n} planet or moon with water", "{n} planets or moons with water"
    ),
    "planet with life": Text("{n} planet with life", "{n} planets with life"),
    "planet or moon with life": Text(
        "{n} planet or moon with life", "{n} planets or moons with life"
    ),
    "planet with jellyfish": Text("{n} planet with jellyfish", "{n} planets with jellyfish"),
    "planet with fish": Text("{n} planet with fish", "{n} planets with fish"),
    "planet with lizards": Text("{n} planet with lizards", "{n} planets with lizards"),
    "planet with intelligent life": Text(
        "{n} planet with intelligent life", "{n} planets with intelligent life"
    ),
    "bacterium": Text("{n} bacterium", "{n} bacteria"),
    "jellyfish": Text("{n} jellyfish", "{n} jellyfish"),
    "fish": Text("{n} fish", "{n} fish"),
    "lizard": Text("{n} lizard", "{n} lizards"),
    "intelligent life": Text("{n} intelligent life", "{n} intelligent life"),
    "moon with water": Text("{n} moon with water", "{n} moons with water"),
    "moon with life": Text("{n} moon with life", "{n} moons with life"),
    "moon of size 4": Text("{n} moon of size 4", "{n} moons of size 4"),
    "moon of size 2 or more": Text("{n} moon of size 2 or more", "{n} moons of size 2 or more"),
    "moon of size 3 or more": Text("{n} moon of size 3 or more", "{n} moons of size 3 or more"),
    "asteroid in your belt": Text("{n} asteroid in your belt", "{n} asteroids in your belt"),
    "comet in your belt": Text("{n} comet in your belt", "{n} comets in your belt"),
    "point of belt value": Text("{n} point of belt value", "{n} points of belt value"),
    "exotic object": Text("{n} exotic object", "{n} exotic objects"),
    "revealed planetary objective": Text(
        "{n} revealed planetary objective", "{n} revealed planetary objectives"
    ),
    "stellar objective": Text("{n} stellar objective", "{n} stellar objectives"),
    **{
        f"terrestrial planet of size {size}": Text(
            "{n} terrestrial planet of size {size}",
            "{n} terrestrial planets of size {size}",
            size=size,
        )
        for size in range(2, 5)
    },
    **{
        f"terrestrial body of size {size}": Text(
            "{n} terrestrial body of size {size}",
            "{n} terrestrial bodies of size {size}",
            size=size,
        )
        for size in range(1, 5)
    },
}


def feature_count_words(what: Text, number: int) -> Text:
    """Returns a number of things in words; for one only its name."""
    if number == 1:
        return what
    if several := SEVERAL.get(what.source):
        return several.filled(**dict(several.values), n=number)
    return Text("{n} × {what}", n=number, what=what)


def tile_content_words(name: str, tile: TileText) -> Text:
    """Returns a tile's text: "2 points per planet, gives an asteroid". `name` says whether it
    needs things of a system or of an orbit.
    """
    return joined_texts(
        _parts(tile, SYSTEM_FEATURE_NAMES if tile_kind(name) == STELLAR else ORBIT_FEATURE_NAMES)
    )


def _parts(tile: TileText, names: Mapping[str, Text]) -> Iterator[Text]:
    if tile.per == UNCOUNTABLE_FEATURE:
        yield Text(
            "{n} point each, as the tile says",
            "{n} points each, as the tile says",
            n=tile.points,
        )
    elif tile.per:
        yield Text(
            "{n} point per {what}",
            "{n} points per {what}",
            n=tile.points,
            what=SYSTEM_FEATURE_NAMES[tile.per],
        )
    elif tile.points or not (tile.gives or tile.uses):
        yield Text("{n} point", "{n} points", n=tile.points)
    if tile.uses:
        yield Text("{n} use", "{n} uses", n=tile.uses)
    if tile.needs:
        needs = (feature_count_words(names[name], number) for name, number in tile.needs)
        yield Text("needs: {needs}", needs=joined_texts(needs))
    if tile.gives:
        yield Text("gives {gifts}", gifts=joined_texts(map(_choice_words, tile.gives)))


def _choice_words(gift: GiftAlternatives) -> Text:
    first, *others = map(gift_words, gift)
    for other in others:
        first = Text("{one} or {other}", one=first, other=other)
    return first
