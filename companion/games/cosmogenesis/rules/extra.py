"""Chapter "extra": the seven additional actions, one of them a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cosmogenesis.bodies import ASTEROID_BODY, Body, PlaceParameter
from companion.games.cosmogenesis.instructions import (
    PUT_MODULE,
    RETURN_ASTEROID,
    TAKE_COMET,
    swap_words,
)
from companion.games.cosmogenesis.pieces import ASTEROID, OrbitParameter
from companion.games.cosmogenesis.rules.belt import with_asteroids_added, with_comets_added
from companion.games.cosmogenesis.rules.collide import (
    collision_objections,
    collision_words,
    with_collision,
)
from companion.games.cosmogenesis.rules.comet import (
    comet_effect_words,
    comet_log_line,
    comet_objections,
    with_comet_hit,
)
from companion.games.cosmogenesis.rules.life import new_life_objections, with_new_life
from companion.games.cosmogenesis.rules.moon import moon_objections, with_moon
from companion.games.cosmogenesis.rules.tokens import no_comet_left_objections
from companion.games.cosmogenesis.rules.turn_end import (
    MayEndTurn,
    TurnEndParameter,
    log_line_with_turn_end,
    turn_end_objections,
    with_optional_turn_end,
)
from companion.games.cosmogenesis.state import State, Step, TokenInstructions
from companion.games.cosmogenesis.words import place_words
from companion.referee.actions import Objections, action
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: asteroids that make a comet
ASTEROIDS_PER_COMET = 2


def end_turn_action(s: State) -> str:
    """Returns the action that ends the turn; "" if a reward may have to be taken first."""
    return "" if s.turn.gains and s.option_value("gain.left") == "must" else "end"


def extra_action_used_objections(s: State) -> Objections:
    """Yields an objection if the turn's additional action is used (extra.one)."""
    if not s.turn.extras:
        yield Objection(
            "extra.one",
            Text("You've used your additional action this turn"),
            Text("End your turn, or undo the first additional action"),
            end_turn_action(s),
            Text("End turn"),
        )


def _asteroid_objections(s: State, seat: int) -> Objections:
    if not s.system(seat).asteroids:
        yield Objection(
            "extra.asteroid",
            Text("Needs 1 asteroid, you have none"),
            Text("Add asteroids to your belt first"),
        )


def with_extra_action_spent(s: State, seat: int) -> State:
    """Returns the state with one additional action less, and with no token instructions."""
    return s.with_turn_of_seat(seat, extras=max(0, s.turn.extras - 1), wood=TokenInstructions())


def _paid(s: State, seat: int) -> State:
    return with_asteroids_added(with_extra_action_spent(s, seat), seat, -1)


@action("extra-moon", "extra-moon 2", Text("Make an asteroid a moon"), when=Step.EXTRA)
class MakeMoonFromAsteroid(MayEndTurn):
    """Makes an asteroid of the belt a moon."""

    grounds = ("extra.one", "extra.asteroid", "moon.size")
    offers = (
        (
            "{who} made an asteroid a moon in orbit {orbit}",
            Text("Make an asteroid a moon in orbit {orbit}"),
        ),
    )

    orbit: OrbitParameter
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        yield from _asteroid_objections(s, seat)
        yield from moon_objections(s, seat, ASTEROID_BODY, self.orbit)

    def apply(self, s: State, seat: int) -> State:
        s = _paid(s, seat)
        s = s.with_system(seat, with_moon(s.system(seat), self.orbit, ASTEROID_BODY))
        return with_optional_turn_end(s, seat, self.last)

    def which(self, s: State, seat: int) -> Text:
        return Text("orbit {n}", n=self.orbit)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text(
            "{who} made an asteroid a moon in orbit {orbit}", who=SeatName(seat), orbit=self.orbit
        )
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("move an asteroid from your belt to orbit {orbit}", orbit=self.orbit)


@action("extra-collide", "extra-collide 2", Text("Collide an asteroid"), when=Step.EXTRA)
class CollideBeltAsteroid(MayEndTurn):
    """Collides an asteroid of the belt with the body at this place."""

    grounds = ("extra.one", "extra.asteroid", "collide.asteroid")
    offers = (
        (
            "{who} collided an asteroid with {place}: {result}",
            Text("Collide an asteroid with {place}: {result}"),
        ),
    )

    place: PlaceParameter
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        yield from _asteroid_objections(s, seat)
        yield from collision_objections(s, seat, ASTEROID_BODY, self.place)

    def apply(self, s: State, seat: int) -> State:
        s = with_collision(_paid(s, seat), seat, ASTEROID_BODY, self.place)
        return with_optional_turn_end(s, seat, self.last)

    def which(self, s: State, seat: int) -> Text:
        return place_words(self.place)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text(
            "{who} collided an asteroid with {place}: {result}",
            who=SeatName(seat),
            place=place_words(self.place),
            result=collision_words(s, seat, Body("asteroid"), self.place),
        )
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from swap_words(after, seat)


@action(
    "extra-comet",
    "extra-comet 2",
    Text("Make a comet of 2 asteroids; keep it or hit a body"),
    when=Step.EXTRA,
)
class MakeCometFromAsteroids(MayEndTurn):
    """Turns two asteroids into a comet, for the belt or to hit the body at this place."""

    grounds = ("extra.one", "extra.comet")
    offers = (
        ("{who} made a comet of 2 asteroids", Text("Make a comet and keep it")),
        ("{who} made a comet and used it: {result}", Text("Make a comet and use it: {result}")),
    )

    place: PlaceParameter | None = None
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        have = s.system(seat).asteroids
        if have < ASTEROIDS_PER_COMET:
            yield Objection(
                "extra.comet",
                Text("Needs {n} asteroids, you have {have}", n=ASTEROIDS_PER_COMET, have=have),
                Text("Add asteroids to your belt first"),
            )
        yield from no_comet_left_objections(s)
        if self.place is not None:
            yield from comet_objections(s, seat, self.place)

    def apply(self, s: State, seat: int) -> State:
        s = with_asteroids_added(with_extra_action_spent(s, seat), seat, -ASTEROIDS_PER_COMET)
        s = (
            with_comets_added(s, seat, 1)
            if self.place is None
            else with_comet_hit(s, seat, self.place, (ASTEROID,) * ASTEROIDS_PER_COMET)
        )
        return with_optional_turn_end(s, seat, self.last)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text("{who} made a comet of 2 asteroids", who=SeatName(seat))
        if self.place is not None:
            result = comet_effect_words(s, seat, self.place)
            line = Text(
                "{who} made a comet and used it: {result}", who=SeatName(seat), result=result
            )
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield Text("return 2 asteroids")
        if self.place is None:
            yield TAKE_COMET
        yield from swap_words(after, seat)


@action("life", "life 1", Text("Create life"), when=Step.EXTRA)
class CreateLife(MayEndTurn):
    """Pays an asteroid for a life counter on the body at this place."""

    grounds = ("extra.one", "life.place", "life.once")
    offers = (("{who} created life on {place}", Text("Create life on {place}")),)
    shows_game = True

    place: PlaceParameter
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        yield from _asteroid_objections(s, seat)
        yield from new_life_objections(s, seat, self.place)

    def apply(self, s: State, seat: int) -> State:
        s = with_new_life(_paid(s, seat), seat, self.place)
        return with_optional_turn_end(s, seat, self.last)

    def which(self, s: State, seat: int) -> Text:
        return place_words(self.place)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text(
            "{who} created life on {place}", who=SeatName(seat), place=place_words(self.place)
        )
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield RETURN_ASTEROID
        yield Text("put a counter on the bacterium of {place}", place=place_words(self.place))


def already_expanded_objections(s: State, seat: int) -> Objections:
    """Yields an objection if this system is already expanded (extra.expand)."""
    if s.system(seat).expanded:
        yield Objection(
            "extra.expand",
            Text("You've already expanded your system"),
            Text("Choose another additional action"),
        )


def with_system_expanded(s: State, seat: int) -> State:
    """Returns the state with two more orbits in this seat's system."""
    return s.with_system(seat, replace(s.system(seat), expanded=True))


@action(
    "expand",
    "expand",
    Text("Expand your system"),
    when=Step.EXTRA,
)
class ExpandSystem(MayEndTurn):
    """Pays an asteroid for the expansion module."""

    grounds = ("extra.one", "extra.expand")

    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        yield from _asteroid_objections(s, seat)
        yield from already_expanded_objections(s, seat)

    def apply(self, s: State, seat: int) -> State:
        s = with_system_expanded(_paid(s, seat), seat)
        return with_optional_turn_end(s, seat, self.last)

    def log_line(self, s: State, seat: int) -> Text:
        line = Text("{who} expanded their system", who=SeatName(seat))
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield RETURN_ASTEROID
        yield PUT_MODULE


@action("smash", "smash 3", Text("Hit a body with a comet from your belt"), when=Step.EXTRA)
class HitWithBeltComet(MayEndTurn):
    """Hits the body at this place with a comet of the belt."""

    grounds = ("extra.smash", "comet.target")
    offers = (("{who} used a comet: {result}", Text("Use a comet: {result}")),)

    place: PlaceParameter
    last: TurnEndParameter = None

    def objections(self, s: State, seat: int) -> Objections:
        if not s.system(seat).comets:
            made = MakeCometFromAsteroids(self.place)
            possible = not any(isinstance(no, Objection) for no in made.objections(s, seat))
            yield Objection(
                "extra.smash",
                Text("There's no comet in your belt"),
                Text("Make a comet of 2 asteroids instead"),
                f"extra-comet {self.place}" if possible else "",
            )
        yield from extra_action_used_objections(s)
        yield from turn_end_objections(s, self.last)
        yield from comet_objections(s, seat, self.place)

    def apply(self, s: State, seat: int) -> State:
        s = with_comet_hit(
            with_comets_added(with_extra_action_spent(s, seat), seat, -1), seat, self.place
        )
        return with_optional_turn_end(s, seat, self.last)

    def which(self, s: State, seat: int) -> Text:
        return place_words(self.place)

    def log_line(self, s: State, seat: int) -> Text:
        line = comet_log_line(s, seat, self.place)
        return log_line_with_turn_end(line, seat, self.last)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from swap_words(after, seat)
