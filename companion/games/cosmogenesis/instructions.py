"""What to do with the tokens after an action: words that several actions share.

What a collision or a comet takes from the reserve and returns is drawn for every seat
(`show.swap`); learners are told the rest as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import ASTEROID, ROCK, Sector
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.words import place_words
from companion.referee.text import Text, untranslated

TAKE_ASTEROID = Text("take an asteroid for your belt")
TAKE_COMET = Text("take a comet for your belt")
RETURN_ASTEROID = Text("return an asteroid")
PUT_MODULE = Text("put an expansion module on top of your board")


def token_on_sector(sector: Sector) -> Text:
    """Returns how a sector is marked as used."""
    return Text("put a player token on sector {sector}", sector=sector.upper())


def planet_placed(orbit: int) -> Text:
    """Returns where a body goes that has become a planet."""
    return Text("the planet to orbit {n}", n=orbit)


def moon_placed(orbit: int) -> Text:
    """Returns where a body goes that has become a moon."""
    return Text("the moon to orbit {n}", n=orbit)


def swap_words(s: State, seat: int) -> Iterator[Text]:
    """Yields in few words what this seat's hands exchange and turn over after its last action;
    nothing if they do neither. What comes from the reserve or is turned over says what becomes of
    the body: only if none is, it is said. A comet that goes back is drawn alone: it has no room.
    """
    wood, over = s.turn.wood, turned_over(s, seat)
    rocks = tuple(each for each in wood.back if each.startswith(ROCK))
    if rocks or wood.back == (ASTEROID,) or (wood.back and wood.take):
        yield Text("return {tokens}", tokens=_tokens_words(wood.back))
    if wood.take:
        yield Text("take {tokens}", tokens=_tokens_words(wood.take))
    elif not (rocks and over):
        # A new moon of it is drawn; the sill has room for one place.
        yield from islice(result_words(s, seat), 1)
        over = tuple(place for place in over if place not in wood.grown)
    for place in over:
        size = _size(s, seat, place)
        yield Text("turn {before} over to {after}", before=_OTHER_SIDE[size], after=size)


#: What the small token has on its other side.
_OTHER_SIDE = {1: 2, 2: 1}
_LARGER_SIDE, _SMALLER_SIDE = f"{ROCK}-2", f"{ROCK}-1"


def turned_over(s: State, seat: int) -> tuple[Place, ...]:
    """Returns the bodies of a collision whose token is the small one that lies there already, on
    its other side: one that grew from size 1 to 2, and a moon that is left of size 2.
    """
    wood = s.turn.wood
    moon = (wood.moon,) if wood.moon else ()
    twos = [place for place in (*wood.grown, *moon) if _size(s, seat, place) == 2]
    # What came with 2 up is no more turned than what flew in so and stays, in a full orbit.
    flew_in = wood.returned == _SMALLER_SIDE and _LARGER_SIDE not in wood.back
    grew = () if wood.take.count(_LARGER_SIDE) == len(twos) or flew_in else wood.grown
    return (
        *(place for place in grew if place in twos),
        *(place for place in moon if _size(s, seat, place) == 1),
    )


def _size(s: State, seat: int, place: Place) -> int:
    body = s.system(seat).body_at(place)
    return body.size if body else 0


def result_words(s: State, seat: int) -> Iterator[Text]:
    """Yields what becomes of this seat's bodies by its last action."""
    wood, system, over = s.turn.wood, s.system(seat), turned_over(s, seat)
    for place in wood.grown:
        if body := system.body_at(place):
            said = _GROWN_BY_TURNING if place in over else _GROWN_WET if body.wet else _GROWN
            yield said.filled(place=place_words(place), size=body.size)
    for place in wood.turned:
        yield Text("turn over {place}", place=place_words(place))
    if wood.moon and (rest := system.body_at(wood.moon)):
        where, said = wood.moon, _NEW_BY_TURNING if wood.moon in over else _NEW
        yield said.filled(orbit=where.orbit, moon=where.moon, size=rest.size)


_GROWN = Text("{place} is now size {size}")
_GROWN_WET = Text("{place} is now size {size}, water side up")
_GROWN_BY_TURNING = Text("{place} is now size {size}: turn it over")
_NEW = Text("new in orbit {orbit}: moon {moon}, size {size}")
_NEW_BY_TURNING = Text("new in orbit {orbit}: moon {moon}, size {size}, turned over")


def result_bodies(s: State, seat: int) -> Iterator[Body]:
    """Yields the bodies that `result_words` tells of, in its order."""
    wood, system = s.turn.wood, s.system(seat)
    for place in (*wood.grown, *wood.turned, *((wood.moon,) if wood.moon else ())):
        if body := system.body_at(place):
            yield body


def _tokens_words(tokens: tuple[str, ...]) -> Text:
    words = (_token_words(each) for each in tokens)
    return reduce(lambda some, more: Text("{some} + {more}", some=some, more=more), words)


def _token_words(token: str) -> Text:
    """Returns a token in one word; of a rock the size that is printed on it."""
    if token.startswith(ROCK):
        return untranslated(token[-1])
    return Text("asteroid") if token == ASTEROID else Text("comet")


def given_at_once(s: State, seat: int, after: State) -> Iterator[Text]:
    """Yields what to do with what a tile gave at once."""
    before, belt = s.system(seat), after.system(seat)
    for _ in range(belt.asteroids - before.asteroids):
        yield TAKE_ASTEROID
    for _ in range(belt.comets - before.comets):
        yield TAKE_COMET
    if after.monolith == seat != s.monolith:
        yield Text("take the Monolith")
