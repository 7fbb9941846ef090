"""Chapter "gain": what an exotic object or a revealed objective gives at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.cosmogenesis.bodies import ASTEROID_BODY, Place, PlaceParameter
from companion.games.cosmogenesis.instructions import PUT_MODULE, given_at_once, swap_words
from companion.games.cosmogenesis.rules.belt import with_asteroids_added, with_comets_added
from companion.games.cosmogenesis.rules.collide import collision_objections, with_collision
from companion.games.cosmogenesis.rules.comet import comet_objections, with_comet_hit
from companion.games.cosmogenesis.rules.extra import (
    already_expanded_objections,
    with_system_expanded,
)
from companion.games.cosmogenesis.rules.life import (
    life_advance_objections,
    new_life_objections,
    with_life_evolved_at,
    with_new_life,
)
from companion.games.cosmogenesis.rules.moon import moon_objections, with_moon
from companion.games.cosmogenesis.rules.questions import (
    open_question_objections,
    settled_question_objections,
)
from companion.games.cosmogenesis.rules.tokens import has_comets_left, no_comet_left_objections
from companion.games.cosmogenesis.rules.turn_end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    turn_end_objections,
    with_optional_turn_end,
)
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.games.cosmogenesis.tiles import (
    GIFTS,
    GIFTS_NEEDING_PLACE,
    GIFTS_WITHOUT_PLACE,
    GiftAlternatives,
    TileText,
)
from companion.games.cosmogenesis.words import gift_words, place_words, tile_words
from companion.referee.actions import Objections, action
from companion.referee.notation import one_of
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text, joined_texts

#: the most things taken for a tile that was not entered, so that there is a limit
MAX_GIFTS_OF_UNENTERED_TILE = 3


def with_tile_gifts_given(s: State, seat: int, tile: str) -> State:
    """Returns the state after a tile's gifts: those without a choice taken, the rest pending.

    For a tile that was not entered, its seat decides what it takes. After the seat's turn nothing
    is pending, since the next player would have to wait for it.
    """
    said = s.tile_text(tile)
    if said is None:
        return s.with_turn_of_seat(seat, unread=(*s.turn.unread, tile))
    for gift in said.gives:
        s = _given(s, seat, gift)
    return s


def _given(s: State, seat: int, gift: GiftAlternatives) -> State:
    if len(gift) == 1 and gift[0] in GIFTS_WITHOUT_PLACE:
        return _take(s, seat, gift[0])
    return s.with_turn_of_seat(seat, gains=(*s.turn.gains, gift))


def _take(s: State, seat: int, gift: str) -> State:
    if gift == "asteroid":
        return with_asteroids_added(s, seat, 1)
    if gift == "comet":
        return with_comets_added(s, seat, 1) if has_comets_left(s) else s
    if gift == "extra":
        return s.with_turn_of_seat(seat, extras=s.turn.extras + 1)
    return replace(s, monolith=seat)


def _live(s: State, seat: int, place: Place) -> State:
    return with_new_life(s, seat, place)


_ANSWERS: dict[str, Callable[[State, int, Place], Objections]] = {
    "advance": life_advance_objections,
    "life": new_life_objections,
    "moon": lambda s, seat, place: moon_objections(s, seat, ASTEROID_BODY, place.orbit),
    "collide": lambda s, seat, place: collision_objections(s, seat, ASTEROID_BODY, place),
    "water-or-rings": comet_objections,
}
_EFFECTS: dict[str, Callable[[State, int, Place], State]] = {
    "advance": with_life_evolved_at,
    "life": _live,
    "moon": lambda s, seat, place: s.with_system(
        seat, with_moon(s.system(seat), place.orbit, ASTEROID_BODY)
    ),
    "collide": lambda s, seat, place: with_collision(s, seat, ASTEROID_BODY, place),
    "water-or-rings": with_comet_hit,
}


def can_taken_come_from_gifts(gains: tuple[GiftAlternatives, ...], got: tuple[str, ...]) -> bool:
    """Returns whether each thing taken can come from a gift of its own. Every assignment is tried,
    since a seat that takes the jellyfish first may still want it from the other gift.
    """
    if not got:
        return True
    return any(
        can_taken_come_from_gifts((*gains[:i], *gains[i + 1 :]), got[1:])
        for i, gift in enumerate(gains)
        if got[0] in gift
    )


def pending_gifts(s: State) -> tuple[str, ...]:
    """Returns what may still be taken of this turn's gifts, each kind once."""
    gains, got = s.turn.gains, s.turn.got
    kinds = dict.fromkeys(kind for gift in gains for kind in gift)
    return tuple(kind for kind in kinds if can_taken_come_from_gifts(gains, (*got, kind)))


def _dealt(s: State, gains: tuple[GiftAlternatives, ...], got: tuple[str, ...]) -> State:
    """Returns the state with these gifts and what was taken of them; with none if all are taken."""
    if len(got) == len(gains):
        gains = got = ()
    return s.with_turn(gains=gains, got=got)


def takeable_gifts(s: State, seat: int) -> tuple[str, ...]:
    """Returns the pending gifts that this system has a place for; the others are no loss."""
    return tuple(gift for gift in pending_gifts(s) if _fits_somewhere(s, seat, gift))


def has_reward_to_take(s: State, seat: int) -> bool:
    """Returns whether a tile still gives this seat something that it can take; of a tile that was
    not entered, whether nothing was taken for it yet.
    """
    return len(s.turn.read_out) < len(s.turn.unread) or bool(takeable_gifts(s, seat))


def _fits_somewhere(s: State, seat: int, gift: str) -> bool:
    places = (
        [place for place, _ in s.system(seat).bodies()] if gift in GIFTS_NEEDING_PLACE else [None]
    )
    ways = (TakeGift(gift, place) for place in places)
    return any(not any(isinstance(no, Objection) for no in a.objections(s, seat)) for a in ways)


def untaken_gift_objections(s: State, seat: int) -> Objections:
    """Yields an objection or a doubt if the turn ends with a gift not taken (gain.left)."""
    if left := takeable_gifts(s, seat):
        one = left[0] if len(left) == 1 and left[0] not in GIFTS_NEEDING_PLACE else ""
        yield from open_question_objections(
            s,
            "gain.left",
            Text(
                "You haven't taken what a tile gives: {gifts}",
                gifts=joined_texts(map(gift_words, left)),
            ),
            refuses="must",
            remedy=Text("Take your reward first"),
            action=f"gain {one}" if one else "",
        )


def _given_objections(s: State, gift: str) -> Objections:
    if gift in pending_gifts(s):
        return
    if s.turn.unread:
        yield from _about_unread(s)
    else:
        yield Objection(
            "gain.given",
            Text("Nothing you used or revealed this turn gives you that"),
            Text("Use an exotic object or reveal an objective first"),
        )


def _about_unread(s: State) -> tuple[Objection | Doubt, ...]:
    """Returns the objections to any gift of a tile that was not entered."""
    return tuple(_unread_objections(s))


def _unread_objections(s: State) -> Objections:
    """Yields objections to taking (more of) what a tile that was not entered gives. Its owner reads
    what that is (p. 10): the app asks nobody.
    """
    tile, tiles, taken = s.turn.unread[-1], len(s.turn.unread), len(s.turn.read_out)
    enter = Text("Enter the tile once; the app keeps it")
    if taken >= MAX_GIFTS_OF_UNENTERED_TILE * tiles:
        reason = Text("You've already taken {n} things for {tile}", n=taken, tile=tile_words(tile))
        yield Objection("gain.read-out", reason, enter)
    elif taken >= tiles and s.option_value("gain.unknown") != "entered":
        reason = Text("You've already taken something for {tile}", tile=tile_words(tile))
        yield from settled_question_objections(s, "gain.more", reason, refuses="one", remedy=enter)
        return
    reason = Text("No one has entered what {tile} gives", tile=tile_words(tile))
    yield from settled_question_objections(
        s, "gain.unknown", reason, refuses="entered", remedy=enter
    )


def with_entered_tile_gifts_given(s: State, tile: str, said: TileText) -> State:
    """Returns the state after a tile used or revealed this turn was entered: it gives what it says,
    except what was already taken for it. Unchanged for any other tile.
    """
    if tile not in s.turn.unread:
        return s
    taken = list(s.turn.read_out)
    gains, got = s.turn.gains, s.turn.got
    owed = []
    for gift in said.gives:
        if len(gift) > 1 or gift[0] not in GIFTS_WITHOUT_PLACE:
            gains = (*gains, gift)
        elif gift[0] in taken:
            taken.remove(gift[0])
        else:
            owed.append(gift)
    for each in tuple(taken):
        if can_taken_come_from_gifts(gains, (*got, each)):
            got = (*got, each)
            taken.remove(each)
    index = s.turn.unread.index(tile)
    unread = (*s.turn.unread[:index], *s.turn.unread[index + 1 :])
    s = _dealt(s, gains, got)
    s = s.with_turn(unread=unread, read_out=tuple(taken) if unread else ())
    for gift in owed:
        s = _given(s, s.turn.seat, gift)
    return s


@action("gain", "gain advance 2", Text("Take what a tile gives you"), when=Step.EXTRA)
class TakeGift(MayEndTurn):
    """Takes something that a tile gives at once; `place`: the orbit or the body where it goes."""

    grounds = ("gain.now", "gain.given")

    gift: Annotated[str, one_of(*GIFTS)]
    place: PlaceParameter | None = None
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from _given_objections(s, self.gift)
        if self.gift in GIFTS_NEEDING_PLACE and self.place is None:
            yield Objection("gain.place", Text("Where?"), Text("Choose a place in your system"))
        elif self.gift in GIFTS_NEEDING_PLACE and self.place is not None:
            yield from _ANSWERS[self.gift](s, seat, self.place)
        elif self.gift == "module":
            yield from already_expanded_objections(s, seat)
        elif self.gift == "comet":
            yield from no_comet_left_objections(s)
        if self.last:
            given = replace(self, last=None).apply(s, seat)
            yield from turn_end_objections(given, self.last)

    def apply(self, s: State, seat: int) -> State:
        return with_optional_turn_end(self._given(s, seat), seat, self.last)

    def _given(self, s: State, seat: int) -> State:
        if s.turn.seat == seat and self.gift in pending_gifts(s):
            s = _dealt(s, s.turn.gains, (*s.turn.got, self.gift))
        elif s.turn.unread:
            s = s.with_turn_of_seat(seat, read_out=(*s.turn.read_out, self.gift))
        s = s.with_turn_of_seat(seat, wood=TokenInstructions())
        if self.gift in GIFTS_WITHOUT_PLACE:
            return _take(s, seat, self.gift)
        if self.gift == "module":
            return with_system_expanded(s, seat)
        effect = _EFFECTS.get(self.gift)
        return s if effect is None or self.place is None else effect(s, seat, self.place)

    def log_line(self, s: State, seat: int) -> Text:
        gift = gift_words(self.gift)
        line = Text("{who} got: {gift}", who=SeatName(seat), gift=gift)
        if self.place is not None:
            where = place_words(self.place)
            line = Text("{who} got: {gift} ({place})", who=SeatName(seat), gift=gift, place=where)
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from given_at_once(s, seat, after)
        yield from swap_words(after, seat)
        if self.gift == "module":
            yield PUT_MODULE
        elif self.place is not None and self.gift == "life":
            yield Text("put a counter on the bacterium of {place}", place=place_words(self.place))
        elif self.place is not None and self.gift == "advance":
            yield Text("move the life counter on {place} 1 step", place=place_words(self.place))
