"""Chapter "collide": a terrestrial body or an asteroid hits another one in an orbit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.cosmogenesis.bodies import (
    BagBodyParameter,
    Body,
    Orbit,
    Place,
    PlaceParameter,
    format_body,
    make_rock,
)
from companion.games.cosmogenesis.instructions import swap_words, token_on_sector
from companion.games.cosmogenesis.pieces import (
    FIRST_LIFE_STEP,
    MAX_MOONS_PER_ORBIT,
    ROCK_SIZES,
    SECTORS_FILLED_FROM_BAG,
    SectorParameter,
)
from companion.games.cosmogenesis.rules.moon import can_hold_moon
from companion.games.cosmogenesis.rules.questions import open_question_objections
from companion.games.cosmogenesis.rules.sector import (
    unavailable_sector_objections,
    with_sector_used,
)
from companion.games.cosmogenesis.rules.tokens import (
    no_token_in_box_objections,
    no_token_in_reserve_objections,
    tokens_to_return_and_take,
)
from companion.games.cosmogenesis.state import State, Step, System, TokenInstructions
from companion.games.cosmogenesis.words import body_words, no_body_words, place_words
from companion.referee.actions import Action, Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

LARGEST_ROCK_SIZE = ROCK_SIZES[-1]


@dataclass(frozen=True)
class CollisionResult:
    """The result of a collision: the orbit afterwards, and what to do with the tokens."""

    orbit: Orbit
    wood: TokenInstructions


def colliding_body_leftover(body: Body) -> Body | None:
    """Returns what is left of a body that hits another one; None if it disappears."""
    return make_rock(body.size - 1) if body.size > 1 else None


def hit_body_after_collision(s: State, hit: Body) -> Body:
    """Returns a body after it was hit: one size larger, evolved life back at the bacterium."""
    wet = hit.wet and s.option_value("collide.wet-grows") != "lost"
    life = min(hit.life, FIRST_LIFE_STEP)
    # Older games may have decided that a bacterium is removed as well.
    if hit.life == FIRST_LIFE_STEP and s.option_value("collide.basic-life") == "removed":
        life = -1
    return make_rock(hit.size + 1, wet=wet, life=life)


def collision_result(s: State, orbit: Orbit, place: Place, body: Body) -> CollisionResult:
    """Returns what happens when this body hits the one at this place of the orbit."""
    hit = orbit.bodies[place.moon]
    after, rest = hit_body_after_collision(s, hit), colliding_body_leftover(body)
    orbit = orbit.with_body(place.moon, after)
    stays = rest is not None and len(orbit.moons) < MAX_MOONS_PER_ORBIT
    if stays and rest is not None:
        orbit = orbit.with_moon(rest)
    back, take = tokens_to_return_and_take(
        (body, hit), (after, rest) if stays and rest else (after,)
    )
    return CollisionResult(
        orbit,
        TokenInstructions(
            back=back,
            take=take,
            grown=(place,),
            moon=Place(place.orbit, len(orbit.moons)) if stays else None,
            returned=format_body(rest) if rest is not None and not stays else "",
            fell=(place,) if hit.life > FIRST_LIFE_STEP else (),
        ),
    )


def no_body_objection(place: Place) -> Objection:
    """Returns the objection that there is no body to hit at this place."""
    return Objection("collide.there", no_body_words(place), Text("Choose a body in your system"))


def unhittable_body_objections(s: State, seat: int, place: Place) -> Objections:
    """Yields an objection if no body can hit this place (collide.there, .target, .max)."""
    hit = s.system(seat).body_at(place)
    if hit is None:
        yield no_body_objection(place)
    elif hit.is_giant:
        yield Objection(
            "collide.target",
            Text("Only terrestrial bodies and asteroids can be hit"),
            Text("Choose a terrestrial body or an asteroid"),
        )
    elif hit.size >= LARGEST_ROCK_SIZE:
        yield Objection(
            "collide.max",
            Text("It already has size {size}, the largest", size=hit.size),
            Text("Choose a body smaller than size 4"),
        )


def collision_objections(s: State, seat: int, body: Body, place: Place) -> Objections:
    """Yields an objection if this body, whatever its source, may not hit the one at this place."""
    against = tuple(unhittable_body_objections(s, seat, place))
    yield from against
    orbit = s.system(seat).orbit(place.orbit)
    if against or orbit is None:
        return
    hit = orbit.bodies[place.moon]
    yield from _size_objections(s, body, orbit, place)
    yield from _result_questions(s, body, orbit, hit)


def _size_objections(s: State, body: Body, orbit: Orbit, place: Place) -> Objections:
    """Yields an objection if a moon, hit or new, would not be smaller than its planet."""
    hit, rest = orbit.bodies[place.moon], colliding_body_leftover(body)
    after = orbit.planet if place.moon else hit_body_after_collision(s, hit)
    if place.moon and not can_hold_moon(orbit.planet, hit.size + 1):
        yield _too_large(hit.size + 1)
    elif rest is not None and not can_hold_moon(after, rest.size):
        if len(orbit.moons) < MAX_MOONS_PER_ORBIT:
            yield _too_large(rest.size)
        else:
            yield from open_question_objections(
                s,
                "collide.fourth-large",
                Text(
                    "The leftover would be a fourth moon as big as its planet: {moon}",
                    moon=body_words(s, rest),
                ),
                refuses="no",
                remedy=Text("Choose a smaller body or another target"),
            )


def _too_large(size: int) -> Objection:
    return Objection(
        "collide.moons",
        Text("That makes a moon of size {size}: too large for its planet", size=size),
        Text("Choose a smaller body or another target"),
    )


def _result_questions(s: State, body: Body, orbit: Orbit, hit: Body) -> Objections:
    if hit.wet:
        reason = Text("Does it keep its water when it grows to size {size}?", size=hit.size + 1)
        yield from open_question_objections(s, "collide.wet-grows", reason)
    rest = colliding_body_leftover(body)
    stays = rest is not None and len(orbit.moons) < MAX_MOONS_PER_ORBIT
    after = hit_body_after_collision(s, hit)
    need = (after, rest) if stays and rest else (after,)
    yield from no_token_in_reserve_objections(s, (body, hit), need)


def with_collision(s: State, seat: int, body: Body, place: Place) -> State:
    """Returns the state after this body hit the one at this place; unchanged if it cannot."""
    system: System = s.system(seat)
    orbit, hit = system.orbit(place.orbit), system.body_at(place)
    if (
        orbit is None
        or hit is None
        or hit.is_giant
        or hit.size >= LARGEST_ROCK_SIZE
        or body.is_giant
    ):
        return s
    done = collision_result(s, orbit, place, body)
    s = s.with_system(seat, system.with_orbit(place.orbit, done.orbit))
    return s.with_turn_of_seat(seat, wood=done.wood)


def collision_words(s: State, seat: int, body: Body, place: Place) -> Text:
    """Returns a collision's result in words: "it has size 4, with a new moon of size 1"."""
    orbit, hit = s.system(seat).orbit(place.orbit), s.system(seat).body_at(place)
    if orbit is None or hit is None or hit.is_giant:
        return Text("nothing was there")
    done, size, rest = collision_result(s, orbit, place, body), hit.size + 1, body.size - 1
    if done.wood.returned:
        words = Text("it has size {size}; a fourth moon went back to the reserve", size=size)
    elif rest:
        words = Text("it has size {size}, with a new moon of size {rest}", size=size, rest=rest)
    else:
        words = Text("it has size {size}", size=size)
    return Text("{told}. Extinction!", told=words) if done.wood.fell else words


@action("collide", "collide iii rock-2 1", Text("Collide"), when=Step.MAIN)
class CollideBody(Action):
    """Collides a body with the one at this place."""

    grounds = ("collide.target", "collide.result", "sector.used")
    shows_game = True

    sector: SectorParameter
    body: BagBodyParameter
    place: PlaceParameter

    def objections(self, s: State, seat: int) -> Objections:
        yield from unavailable_sector_objections(
            s, seat, self.sector, SECTORS_FILLED_FROM_BAG, body_words(s, self.body)
        )
        yield from no_token_in_box_objections(s, self.body)
        if self.body.is_giant:
            yield Objection(
                "collide.body",
                Text("A gas giant never hits another body"),
                Text("Make it a planet, or discard it for an asteroid"),
            )
        else:
            yield from collision_objections(s, seat, self.body, self.place)

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether it's in that sector.")

    def apply(self, s: State, seat: int) -> State:
        s = with_collision(
            s.with_turn_of_seat(seat, wood=TokenInstructions()), seat, self.body, self.place
        )
        return with_sector_used(s, seat, self.sector, s.turn.wood)

    def which(self, s: State, seat: int) -> Text:
        return place_words(self.place)

    def log_line(self, s: State, seat: int) -> Text:
        return Text(
            "{who} collided a {body} with {place}: {result}",
            who=SeatName(seat),
            body=body_words(s, self.body),
            place=place_words(self.place),
            result=collision_words(s, seat, self.body, self.place),
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from swap_words(after, seat)
        yield token_on_sector(self.sector)
