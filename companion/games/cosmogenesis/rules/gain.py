"""Chapter "gain": what an exotic object or a revealed objective gives at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.cosmogenesis.actions import Gain
from companion.games.cosmogenesis.bodies import STONE, Place
from companion.games.cosmogenesis.rules.belt import with_asteroids, with_comets
from companion.games.cosmogenesis.rules.collide import collide_answers, collided
from companion.games.cosmogenesis.rules.comet import comet_answers, comet_hit
from companion.games.cosmogenesis.rules.extra import expand_answers, expanded
from companion.games.cosmogenesis.rules.life import (
    advance_answers,
    advanced,
    life_answers,
    with_life,
)
from companion.games.cosmogenesis.rules.moon import moon_answers, with_moon
from companion.games.cosmogenesis.rules.questions import open_question
from companion.games.cosmogenesis.state import State, Step, Wood
from companion.games.cosmogenesis.tiles import PLACED, TAKEN, Gift, Tile
from companion.games.cosmogenesis.words import tile_words
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.memo import memoized_by_parts
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

#: so many things at most for a tile that nobody entered: what is taken as said has an end
MOST_READ_OUT = 3


def given(s: State, seat: int, tile: str) -> State:
    """The table after a tile gave what it says: what needs no choice is taken, the rest waits.

    Where nobody typed in what it says, its seat may take what it gives by itself.
    """
    said = s.says(tile)
    if said is None:
        return s.with_turn(unread=(*s.turn.unread, tile))
    for gift in said.gives:
        s = _given(s, seat, gift)
    return s


def _given(s: State, seat: int, gift: Gift) -> State:
    if len(gift) == 1 and gift[0] in TAKEN:
        return _take(s, seat, gift[0])
    return s.with_turn(gains=(*s.turn.gains, gift))


def _take(s: State, seat: int, gift: str) -> State:
    if gift == "asteroid":
        return with_asteroids(s, seat, 1)
    if gift == "comet":
        return with_comets(s, seat, 1)
    if gift == "extra":
        return s.with_turn(extras=s.turn.extras + 1)
    return replace(s, monolith=seat)


def _live(s: State, seat: int, place: Place) -> State:
    return with_life(s, seat, place)


_ANSWERS: dict[str, Callable[[State, int, Place], Answers]] = {
    "advance": advance_answers,
    "life": life_answers,
    "moon": lambda s, seat, place: moon_answers(s, seat, STONE, place.orbit),
    "collide": lambda s, seat, place: collide_answers(s, seat, STONE, place),
    "water-or-rings": comet_answers,
}
_EFFECTS: dict[str, Callable[[State, int, Place], State]] = {
    "advance": advanced,
    "life": _live,
    "moon": lambda s, seat, place: s.with_system(
        seat, with_moon(s.system(seat), place.orbit, STONE)
    ),
    "collide": lambda s, seat, place: collided(s, seat, STONE, place),
    "water-or-rings": comet_hit,
}


def waiting(s: State, gift: str) -> Gift | None:
    """The gift of which this is a choice, among those that were not taken yet."""
    return next((each for each in s.turn.gains if gift in each), None)


def _may_gain(s: State, seat: int, a: Gain) -> Answers:
    yield from _given_answers(s, a.gift)
    if a.gift in PLACED and a.place is None:
        yield Objection("gain.place", Text("Where?"), Text("Choose a place in your system"))
    elif a.gift in PLACED and a.place is not None:
        yield from _ANSWERS[a.gift](s, seat, a.place)
    elif a.gift == "module":
        yield from expand_answers(s, seat)


def _given_answers(s: State, gift: str) -> Answers:
    if waiting(s, gift) is not None:
        return
    if s.turn.unread:
        yield from _about_unread(s)
    else:
        yield Objection(
            "gain.given",
            Text("Nothing you used or revealed this turn gives you that"),
            Text("Use an exotic object or reveal an objective first"),
        )


@memoized_by_parts(lambda s: (s.turn.unread, s.turn.read_out, s.options))
def _about_unread(s: State) -> tuple[Objection | Doubt, ...]:
    """The same for every gift at every place."""
    return tuple(_unread_answers(s))


def _unread_answers(s: State) -> Answers:
    """Whether a tile that nobody entered may give something (more) as its owner says."""
    tile, tiles, taken = s.turn.unread[-1], len(s.turn.unread), len(s.turn.read_out)
    enter = Text("Enter the tile once; the app keeps it")
    if taken >= MOST_READ_OUT * tiles:
        reason = Text("You've already taken {n} things for {tile}", n=taken, tile=tile_words(tile))
        yield Objection("gain.read-out", reason, enter)
    elif taken >= tiles and s.option("gain.unknown") != "entered":
        reason = Text("You've already taken something for {tile}", tile=tile_words(tile))
        yield from open_question(s, "gain.more", reason, refuses="one", remedy=enter)
        return
    reason = Text("No one entered what this gives: {tile}", tile=tile_words(tile))
    yield from open_question(s, "gain.unknown", reason, refuses="entered", remedy=enter)


def entered(s: State, tile: str, said: Tile) -> State:
    """The table after a tile that was used or revealed in this turn was typed in: it gives what it
    says, but not what was taken for it already.
    """
    if tile not in s.turn.unread:
        return s
    left = list(s.turn.read_out)
    owed = []
    for gift in said.gives:
        taken = next((each for each in left if each in gift), None)
        if taken is None:
            owed.append(gift)
        else:
            left.remove(taken)
    index = s.turn.unread.index(tile)
    unread = (*s.turn.unread[:index], *s.turn.unread[index + 1 :])
    s = s.with_turn(unread=unread, read_out=tuple(left) if unread else ())
    for gift in owed:
        s = _given(s, s.turn.seat, gift)
    return s


def _gain(s: State, seat: int, a: Gain) -> State:
    gift = waiting(s, a.gift)
    if gift is not None:
        index = s.turn.gains.index(gift)
        s = s.with_turn(gains=(*s.turn.gains[:index], *s.turn.gains[index + 1 :]))
    elif s.turn.unread:
        s = s.with_turn(read_out=(*s.turn.read_out, a.gift))
    s = s.with_turn(wood=Wood())
    if a.gift in TAKEN:
        return _take(s, seat, a.gift)
    if a.gift == "module":
        return expanded(s, seat)
    effect = _EFFECTS.get(a.gift)
    return s if effect is None or a.place is None else effect(s, seat, a.place)


ACTION_RULES = {Gain: ActionRule(Step.EXTRA, _may_gain, _gain)}
