"""Targets: the places in a seat's system that can be tapped, each with the result; and the sheet in
which one of them is tapped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.cosmogenesis.bodies import Body, Orbit, Place
from companion.games.cosmogenesis.candidates import places_with_body
from companion.games.cosmogenesis.pieces import LIFE_STEP_NAMES, MAX_MOONS_PER_ORBIT, Sector
from companion.games.cosmogenesis.rules.collide import CollideBody, collision_result
from companion.games.cosmogenesis.rules.moon import MakeMoon
from companion.games.cosmogenesis.rules.planet import MakePlanet
from companion.games.cosmogenesis.show.names import offer, place_description
from companion.games.cosmogenesis.show.table import (
    OWN_SYSTEM_ID,
    SystemContentsDrawing,
    system_contents_drawing,
)
from companion.games.cosmogenesis.state import State
from companion.referee.controls import Choice
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Sheet
from companion.referee.text import Text

#: a body larger than this does not grow
_LARGEST = 4
_NEW_MOON, _TO_RESERVE = "new-moon", "to-reserve"


@dataclass(frozen=True)
class TapResult:
    """The result of a tap, in signs: a size, what is left, whether life falls back."""

    size: str = ""
    icon: str = ""
    rest: str = ""
    warn: bool = False


@dataclass(frozen=True)
class TapTarget:
    """A place to tap, by its column (0: planet) and row (orbit). `ghost`: what would be new there,
    a size or the name of an icon; "" if a body is hit.
    """

    column: int
    row: int
    choice: Choice
    ghost: str = ""
    cap: TapResult | None = None


@dataclass(frozen=True)
class TargetSystemFacts:
    """The seat's system, and every place in it that can be tapped."""

    picture: SystemContentsDrawing
    spots: tuple[TapTarget, ...]
    #: the drawing on the same page that is reused for this one
    of: str = OWN_SYSTEM_ID

    @property
    def first_new_moon_result(self) -> TapResult | None:
        """The first result that makes a body larger and leaves a moon; None if there is none."""
        return self._first(_NEW_MOON)

    @property
    def first_moon_without_room_result(self) -> TapResult | None:
        """The first result that leaves a moon without room beside its planet; None if there is
        none.
        """
        return self._first(_TO_RESERVE)

    @property
    def has_life_loss_target(self) -> bool:
        """Whether a tap would make life fall back."""
        return any(spot.cap and spot.cap.warn for spot in self._open())

    def _first(self, icon: str) -> TapResult | None:
        caps = (spot.cap for spot in self._open())
        return next((cap for cap in caps if cap and cap.icon == icon), None)

    def _open(self) -> Iterator[TapTarget]:
        return (spot for spot in self.spots if spot.choice.refusal is None)


def new_body_size_or_icon(body: Body) -> str:
    """Returns how a new body is drawn: its size, or "asteroid"."""
    return str(body.size) if body.is_terrestrial else "asteroid"


def sector_targets(s: State, seat: int, sector: Sector, body: Body) -> Iterator[TapTarget]:
    """Yields a target for each place where this body from a sector may go; a refused one has its
    reason.
    """
    system = s.system(seat)
    yield from moon_targets(s, seat, body, lambda orbit: MakeMoon(sector, body, orbit))
    yield from collision_targets(s, seat, body, lambda place: CollideBody(sector, body, place))
    if system.next_free_orbit is not None:
        label = Text("New planet in orbit {orbit}", orbit=system.next_free_orbit)
        choice = offer(s, seat, MakePlanet(sector, body), label)
        yield TapTarget(0, system.next_free_orbit, choice, new_body_size_or_icon(body))


def moon_targets(
    s: State, seat: int, body: Body, make: Callable[[int], Any]
) -> Iterator[TapTarget]:
    """Yields the next moon of every orbit that has room for one."""
    for n, orbit in enumerate(s.system(seat).orbits, start=1):
        if len(orbit.moons) < MAX_MOONS_PER_ORBIT:
            choice = offer(s, seat, make(n), Text("Moon in orbit {orbit}", orbit=n))
            yield TapTarget(len(orbit.moons) + 1, n, choice, new_body_size_or_icon(body))


def collision_targets(
    s: State, seat: int, body: Body, make: Callable[[Place], Any]
) -> Iterator[TapTarget]:
    """Yields every body that could be hit, with the result."""
    for place in places_with_body(s, seat):
        label = Text("Collide with {place}", place=place_description(s, seat, place))
        cap, detail = _result(s, seat, body, place)
        choice = offer(s, seat, make(place), label, detail)
        yield TapTarget(place.moon, place.orbit, choice, cap=cap)


def _result(s: State, seat: int, body: Body, place: Place) -> tuple[TapResult | None, Text | None]:
    """Returns the result for a hit body, in signs and words; (None, None) if not allowed."""
    return _crashed(
        s, s.system(seat).orbit(place.orbit), s.system(seat).body_at(place), place, body
    )


# Saves 2 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, orbit, hit, place, body: (
    orbit, hit, place.orbit, place.moon, body, s.options))  # fmt: skip
def _crashed(
    s: State, orbit: Orbit | None, hit: Body | None, place: Place, body: Body
) -> tuple[TapResult | None, Text | None]:
    if orbit is None or hit is None or hit.is_giant or hit.size >= _LARGEST:
        return None, None
    wood, size, rest = collision_result(s, orbit, place, body).wood, hit.size + 1, body.size - 1
    words, icon = Text("becomes size {size}", size=size), ""
    if wood.returned:
        words = Text("becomes size {size}; the fourth moon goes back to the reserve", size=size)
        icon = _TO_RESERVE
    elif rest:
        words = Text("becomes size {size}, and a moon of size {rest}", size=size, rest=rest)
        icon = _NEW_MOON
    if wood.fell:
        words = Text("{result}. Life falls back to {life}", result=words, life=LIFE_STEP_NAMES[0])
    return TapResult(str(size), icon, str(rest or ""), bool(wood.fell)), words


def comet_targets(s: State, seat: int, make: Callable[[Place], Any]) -> Iterator[TapTarget]:
    """Yields every body that a comet could hit."""
    for place in places_with_body(s, seat):
        hit = s.system(seat).body_at(place)
        ringed = hit is not None and hit.is_giant
        detail = Text("gets rings") if ringed else Text("gets water and atmosphere")
        label = Text("Comet on {place}", place=place_description(s, seat, place))
        cap = TapResult(icon="planet" if ringed else "drop")
        choice = offer(s, seat, make(place), label, detail)
        yield TapTarget(place.moon, place.orbit, choice, cap=cap)


def life_targets(
    s: State, seat: int, make: Callable[[Place], Any], label: Text
) -> Iterator[TapTarget]:
    """Yields every body on which life could arise or evolve."""
    for place in places_with_body(s, seat):
        body = s.system(seat).body_at(place)
        step = min(body.life + 1, len(LIFE_STEP_NAMES) - 1) if body else 0
        what = Text("{what} on {place}", what=label, place=place_description(s, seat, place))
        choice = offer(s, seat, make(place), what, LIFE_STEP_NAMES[step])
        yield TapTarget(place.moon, place.orbit, choice, cap=TapResult(icon=f"life-{step}"))


def target_sheet(
    s: State,
    seat: int,
    name: tuple[str, Text, str],
    spots: Iterable[TapTarget],
    note: Text | None = None,
    choices: tuple[Choice, ...] = (),
) -> Sheet:
    """Returns a sheet with the seat's system, in which a place is tapped."""
    sheet_id, title, icon = name
    found = tuple(sorted(spots, key=_from_the_star))
    return Sheet(
        id=sheet_id,
        title=title,
        icon=icon,
        drawing="aim",
        facts=TargetSystemFacts(system_contents_drawing(s, seat), found),
        upon=OWN_SYSTEM_ID,
        note=note if found or choices else Text("There's nothing to choose yet"),
        choices=choices,
    )


def open_sheet_choice(
    sheet: Sheet,
    label: Text,
    detail: Text | None = None,
    nowhere: Callable[[], Choice] | None = None,
) -> Choice:
    """Returns the choice that opens a sheet of places. If all are refused, it is refused for the
    reason of the first one; without places, of `nowhere`.
    """
    spots: tuple[TapTarget, ...] = sheet.facts.spots
    tried = [spot.choice for spot in spots] or ([nowhere()] if nowhere else [])
    if not tried or any(each.refusal is None for each in tried):
        return Choice(label=label, detail=detail, sheet=sheet.id, icon=sheet.icon)
    action, no = tried[0].action, tried[0].refusal
    return Choice(label=label, detail=detail, action=action, icon=sheet.icon, refusal=no)


def _from_the_star(spot: TapTarget) -> tuple[int, int]:
    return spot.row, spot.column
