"""The line in the log for every action: one plain sentence, telling the viewer no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import COLOUR_NAMES, Space
from companion.games.cosmogenesis.rules.collide import crash
from companion.games.cosmogenesis.rules.discard import brings_monolith
from companion.games.cosmogenesis.rules.life import living
from companion.games.cosmogenesis.say_fixes import FIX_SAYERS
from companion.games.cosmogenesis.state import State, is_last
from companion.games.cosmogenesis.tile_words import gift_words, tile_says
from companion.games.cosmogenesis.tiles import read_code
from companion.games.cosmogenesis.words import body_words, place_words, tile_words
from companion.referee.text import Text, Who


def say(s: State, seat: int, a: Any, viewer: int) -> Text:
    """What happened, as the viewer may know it; `s` is the state before the action."""
    text: Text = _SAYERS[type(a)](s, seat, a)
    return text


def _begin(s: State, seat: int, a: do.Begin) -> Text:
    if a.seat is None:
        return Text("{who} began the game", who=Who(seat))
    return Text("{first} takes the Monolith and goes first", first=Who(a.seat))


def _planet(s: State, seat: int, a: do.MakePlanet) -> Text:
    return Text(
        "{who} created a planet on orbit {orbit}: {body}",
        who=Who(seat),
        orbit=s.system(seat).next_orbit or 0,
        body=body_words(s, a.body),
    )


def _moon(s: State, seat: int, a: do.MakeMoon) -> Text:
    return Text(
        "{who} created a moon on orbit {orbit}: {body}",
        who=Who(seat),
        orbit=a.orbit,
        body=body_words(s, a.body),
    )


def _hit_words(s: State, seat: int, body: Body, place: Place) -> Text:
    """What a collision makes: "it grows to size 4 and keeps a moon of size 1"."""
    orbit, hit = s.system(seat).orbit(place.orbit), s.system(seat).at(place)
    if orbit is None or hit is None or hit.giant:
        return Text("nothing was there")
    done, size, rest = crash(s, orbit, place, body), hit.size + 1, body.size - 1
    if done.wood.returned:
        told = Text("it has size {size}; a fourth moon went back to the reserve", size=size)
    elif rest:
        told = Text("it has size {size}, with a new moon of size {rest}", size=size, rest=rest)
    else:
        told = Text("it has size {size}", size=size)
    return Text("{told}. Extinction!", told=told) if done.wood.fell else told


def _collide(s: State, seat: int, a: do.Collide) -> Text:
    return Text(
        "{who} collided a {body} with {place}: {result}",
        who=Who(seat),
        body=body_words(s, a.body),
        place=place_words(a.place),
        result=_hit_words(s, seat, a.body, a.place),
    )


def _brings(s: State, seat: int, place: Place) -> Text:
    hit = s.system(seat).at(place)
    if hit is not None and hit.giant:
        return Text("{place} has rings", place=place_words(place))
    return Text("{place} has water and atmosphere", place=place_words(place))


def _comet(s: State, seat: int, a: do.HitWithComet | do.Smash) -> Text:
    return Text("{who} used a comet: {result}", who=Who(seat), result=_brings(s, seat, a.place))


_BELT = {
    Space.ASTEROID: Text("{who} added an asteroid to their belt"),
    Space.TWO: Text("{who} added 2 asteroids to their belt"),
    Space.COMET: Text("{who} added a comet to their belt"),
    Space.MONOLITH: Text("{who} added an asteroid to their belt and takes the Monolith"),
}


def _belt(s: State, seat: int, a: do.FillBelt) -> Text:
    if a.space == Space.MONOLITH and s.monolith == seat:
        return Text("{who} added an asteroid to their belt and keeps the Monolith", who=Who(seat))
    return Text(_BELT[a.space].source, who=Who(seat))


def _taken(s: State, seat: int, a: do.TakeExotic | do.TakeStellar) -> Text:
    return Text("{who} took {tile}", who=Who(seat), tile=tile_words(a.tile))


def _discard(s: State, seat: int, a: do.Discard) -> Text:
    words: dict[str, Who | str] = {"who": Who(seat), "sector": a.sector.upper()}
    if brings_monolith(s, a):
        return Text(
            "{who} discarded an element of sector {sector} for an asteroid, with the Monolith",
            **words,
        )
    return Text("{who} discarded an element of sector {sector} for an asteroid", **words)


def _extra_moon(s: State, seat: int, a: do.ExtraMoon) -> Text:
    return Text("{who} made an asteroid a moon on orbit {orbit}", who=Who(seat), orbit=a.orbit)


def _extra_collide(s: State, seat: int, a: do.ExtraCollide) -> Text:
    return Text(
        "{who} collided an asteroid with {place}: {result}",
        who=Who(seat),
        place=place_words(a.place),
        result=_hit_words(s, seat, Body("asteroid"), a.place),
    )


def _extra_comet(s: State, seat: int, a: do.ExtraComet) -> Text:
    if a.place is None:
        return Text("{who} made a comet of 2 asteroids", who=Who(seat))
    result = _brings(s, seat, a.place)
    return Text("{who} made a comet and used it: {result}", who=Who(seat), result=result)


def _life(s: State, seat: int, a: do.CreateLife) -> Text:
    return Text("{who} created life on {place}", who=Who(seat), place=place_words(a.place))


def _reveal(s: State, seat: int, a: do.Reveal) -> Text:
    return Text(
        "{who} revealed {tile} on orbit {orbit}",
        who=Who(seat),
        tile=tile_words(a.tile),
        orbit=a.orbit,
    )


def _use(s: State, seat: int, a: do.Use) -> Text:
    return Text("{who} used {tile}", who=Who(seat), tile=tile_words(a.tile))


def _gain(s: State, seat: int, a: do.Gain) -> Text:
    gift = gift_words(a.gift)
    if a.place is None:
        return Text("{who} got: {gift}", who=Who(seat), gift=gift)
    where = place_words(a.place)
    return Text("{who} got: {gift} ({place})", who=Who(seat), gift=gift, place=where)


def _next(s: State, seat: int, a: do.FinishRound) -> Text:
    number = sum(not each.why for each in living(s))
    moved = Text("no life evolves")
    if number:
        moved = Text("{n} life counter evolves", "{n} life counters evolve", n=number)
    if is_last(s):
        return Text("The last round is over: {moved}", moved=moved)
    return Text("Round {round} is over: {moved}", round=s.round, moved=moved)


def _worth(s: State, seat: int, a: do.Worth) -> Text:
    return Text(
        "{who} scores {n} point for {tile}",
        "{who} scores {n} points for {tile}",
        who=Who(seat),
        n=a.points,
        tile=tile_words(a.tile),
    )


def _typed(s: State, seat: int, a: do.TypeTile) -> Text:
    return Text(
        "{who} entered {tile}: {says}",
        who=Who(seat),
        tile=tile_words(a.tile),
        says=tile_says(a.tile, read_code(a.code)),
    )


def _colour(s: State, seat: int, a: do.NameColour) -> Text:
    return Text(
        "{who}: our {which} gas giants are {colour}",
        who=Who(seat),
        which=COLOUR_NAMES[a.colour],
        colour=COLOUR_NAMES[a.hue],
    )


def _plain(source: Text) -> Callable[[State, int, Any], Text]:
    return lambda s, seat, a: Text(source.source, who=Who(seat))


_SAYERS: dict[type[Any], Callable[[State, int, Any], Text]] = {
    do.Begin: _begin,
    do.Keep: _plain(Text("{who} entered their planetary objectives")),
    do.MakePlanet: _planet,
    do.MakeMoon: _moon,
    do.Collide: _collide,
    do.HitWithComet: _comet,
    do.FillBelt: _belt,
    do.TakeExotic: _taken,
    do.TakeStellar: _taken,
    do.TakePlanetary: _plain(Text("{who} took a planetary objective")),
    do.Discard: _discard,
    do.ExtraMoon: _extra_moon,
    do.ExtraCollide: _extra_collide,
    do.ExtraComet: _extra_comet,
    do.CreateLife: _life,
    do.Expand: _plain(Text("{who} expanded their system")),
    do.Reveal: _reveal,
    do.Smash: _comet,
    do.Use: _use,
    do.Gain: _gain,
    do.End: _plain(Text("{who} ended the turn")),
    do.FinishRound: _next,
    do.Worth: _worth,
    do.Done: _plain(Text("{who} has nothing more to count")),
    do.TypeTile: _typed,
    do.Note: _plain(Text("{who} made a private note")),
    do.NameColour: _colour,
    **FIX_SAYERS,
}
