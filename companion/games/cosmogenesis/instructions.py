"""What to do with the tokens after an action: words that several actions share.

What a collision or a comet takes from the reserve and returns is drawn for every seat
(`show.swap`); learners are told the rest as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice

from companion.games.cosmogenesis.bodies import Body
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
    """Yields in few words what this seat's hands exchange after its last action; nothing if they
    exchange nothing. Where tokens go says what becomes of the body: only if none go, it is said.
    """
    wood = s.turn.wood
    rocks = tuple(each for each in wood.back if each.startswith(ROCK))
    if rocks or (wood.back and wood.take):
        yield Text("return {tokens}", tokens=_tokens_words(wood.back))
    if wood.take:
        yield Text("take {tokens}", tokens=_tokens_words(wood.take))
    elif not rocks:
        # A new moon of it is drawn; the sill has room for one place.
        yield from islice(result_words(s, seat), 1)


def result_words(s: State, seat: int) -> Iterator[Text]:
    """Yields what becomes of this seat's bodies by its last action."""
    wood, system = s.turn.wood, s.system(seat)
    for place in wood.grown:
        if body := system.body_at(place):
            yield Text("{place} is now size {size}", place=place_words(place), size=body.size)
    for place in wood.turned:
        yield Text("turn over {place}", place=place_words(place))
    if wood.moon and (rest := system.body_at(wood.moon)):
        yield Text(
            "new in orbit {orbit}: moon {moon}, size {size}",
            orbit=wood.moon.orbit,
            moon=wood.moon.moon,
            size=rest.size,
        )


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
