"""Where something may go on the own system: every place with its tap, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import STONE, Body, Orbit, Place, write_body
from companion.games.cosmogenesis.candidates import places
from companion.games.cosmogenesis.pieces import LIFE_NAMES, MOST_MOONS, Sector
from companion.games.cosmogenesis.rules.collide import crash
from companion.games.cosmogenesis.show.names import place_facts
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.show.picture import OWN, Picture, picture
from companion.games.cosmogenesis.state import State
from companion.referee.controls import Choice
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Sheet
from companion.referee.text import Text

#: a body larger than this does not grow
_LARGEST = 4
_NEW_MOON, _TO_RESERVE = "new-moon", "to-reserve"


@dataclass(frozen=True)
class Cap:
    """What comes of a tap, in signs: a size, what is left, whether life falls back."""

    size: str = ""
    icon: str = ""
    rest: str = ""
    warn: bool = False


@dataclass(frozen=True)
class Spot:
    """A place to tap, by its column (0: planet) and row (orbit). `ghost`: what would be new there,
    a size or the name of an icon; "" where a body is hit.
    """

    column: int
    row: int
    choice: Choice
    ghost: str = ""
    cap: Cap | None = None


@dataclass(frozen=True)
class Aims:
    """The own system, and everything on it that can be tapped."""

    picture: Picture
    spots: tuple[Spot, ...]
    #: the drawing on the same page that stands for what is in it
    of: str = OWN

    @property
    def grows(self) -> bool:
        """Whether a tap would make something larger and leave a moon."""
        return any(spot.cap and spot.cap.icon == _NEW_MOON for spot in self._open())

    @property
    def overflows(self) -> bool:
        """Whether what a tap leaves would find no room beside its planet."""
        return any(spot.cap and spot.cap.icon == _TO_RESERVE for spot in self._open())

    @property
    def falls(self) -> bool:
        """Whether a tap would make life fall back."""
        return any(spot.cap and spot.cap.warn for spot in self._open())

    def _open(self) -> Iterator[Spot]:
        return (spot for spot in self.spots if spot.choice.refusal is None)


def ghost_of(body: Body) -> str:
    """How a body that would be new is shown."""
    return str(body.size) if body.terrestrial else "asteroid"


def from_sector(s: State, seat: int, sector: Sector, body: Body) -> Iterator[Spot]:
    """Everywhere a rock out of a sector may go, or why not."""
    system = s.system(seat)
    yield from moons(s, seat, body, lambda orbit: do.MakeMoon(sector, body, orbit))
    yield from hits(s, seat, body, lambda place: do.Collide(sector, body, place))
    if system.next_orbit is not None:
        label = Text("New planet on orbit {orbit}", orbit=system.next_orbit)
        choice = offer(s, seat, do.MakePlanet(sector, body), label)
        yield Spot(0, system.next_orbit, choice, ghost_of(body))


def moons(s: State, seat: int, body: Body, make: Callable[[int], Any]) -> Iterator[Spot]:
    """The next moon of every orbit that has room for one."""
    for n, orbit in enumerate(s.system(seat).orbits, start=1):
        if len(orbit.moons) < MOST_MOONS:
            choice = offer(s, seat, make(n), Text("Moon on orbit {orbit}", orbit=n))
            yield Spot(len(orbit.moons) + 1, n, choice, ghost_of(body))


def hits(s: State, seat: int, body: Body, make: Callable[[Place], Any]) -> Iterator[Spot]:
    """Every body that could be hit, with what comes of it."""
    for place in places(s, seat):
        label = Text("Collide with {place}", place=place_facts(s, seat, place))
        cap, detail = _result(s, seat, body, place)
        choice = offer(s, seat, make(place), label, detail)
        yield Spot(place.moon, place.orbit, choice, cap=cap)


def _result(s: State, seat: int, body: Body, place: Place) -> tuple[Cap | None, Text | None]:
    """What becomes of a body that is hit, in signs and words; nothing where it cannot be."""
    return _crashed(s, s.system(seat).orbit(place.orbit), s.system(seat).at(place), place, body)


# Saves 2 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, orbit, hit, place, body: (
    orbit, hit, place.orbit, place.moon, body, s.options))  # fmt: skip
def _crashed(
    s: State, orbit: Orbit | None, hit: Body | None, place: Place, body: Body
) -> tuple[Cap | None, Text | None]:
    if orbit is None or hit is None or hit.giant or hit.size >= _LARGEST:
        return None, None
    wood, size, rest = crash(s, orbit, place, body).wood, hit.size + 1, body.size - 1
    words, icon = Text("becomes size {size}", size=size), ""
    if wood.returned:
        words = Text("becomes size {size}; the fourth moon goes back to the reserve", size=size)
        icon = _TO_RESERVE
    elif rest:
        words = Text("becomes size {size}, and a moon of size {rest}", size=size, rest=rest)
        icon = _NEW_MOON
    if wood.fell:
        words = Text("{result}. Life falls back to {life}", result=words, life=LIFE_NAMES[0])
    return Cap(str(size), icon, str(rest or ""), bool(wood.fell)), words


def comets(s: State, seat: int, make: Callable[[Place], Any]) -> Iterator[Spot]:
    """Every body that a comet could hit."""
    for place in places(s, seat):
        hit = s.system(seat).at(place)
        ringed = hit is not None and hit.giant
        detail = Text("gets rings") if ringed else Text("gets water and atmosphere")
        label = Text("Comet on {place}", place=place_facts(s, seat, place))
        cap = Cap(icon="planet" if ringed else "drop")
        choice = offer(s, seat, make(place), label, detail)
        yield Spot(place.moon, place.orbit, choice, cap=cap)


def lives(s: State, seat: int, make: Callable[[Place], Any], label: Text) -> Iterator[Spot]:
    """Every body on which life could arise or evolve."""
    for place in places(s, seat):
        body = s.system(seat).at(place)
        step = min(body.life + 1, len(LIFE_NAMES) - 1) if body else 0
        what = Text("{what} on {place}", what=label, place=place_facts(s, seat, place))
        choice = offer(s, seat, make(place), what, LIFE_NAMES[step])
        yield Spot(place.moon, place.orbit, choice, cap=Cap(icon=f"life-{step}"))


def stones(s: State, seat: int) -> tuple[Spot, ...]:
    """Where an asteroid of the belt may become a moon."""
    return tuple(moons(s, seat, STONE, do.ExtraMoon))


def aim_sheet(
    s: State, seat: int, name: tuple[str, Text, str], spots: Iterable[Spot], **more: Any
) -> Sheet:
    """A sheet with the own system, on which a place is tapped."""
    sheet_id, title, icon = name
    found = tuple(sorted(spots, key=_from_the_star))
    note = None if found else Text("There's nothing to choose yet")
    return Sheet(
        id=sheet_id,
        title=title,
        icon=icon,
        drawing="aim",
        facts=Aims(picture(s, seat), found),
        note=note,
        **more,
    )


def opens(
    sheet: Sheet,
    label: Text,
    detail: Text | None = None,
    nowhere: Callable[[], Choice] | None = None,
) -> Choice:
    """What opens a sheet with places. Where nothing may go anywhere it is greyed, and its tap earns
    the reason of the first place. `nowhere`: tells whose reason where there are no places.
    """
    spots: tuple[Spot, ...] = sheet.facts.spots
    tried = [spot.choice for spot in spots] or ([nowhere()] if nowhere else [])
    if not tried or any(each.refusal is None for each in tried):
        return Choice(label=label, detail=detail, sheet=sheet.id, icon=sheet.icon)
    action, no = tried[0].action, tried[0].refusal
    return Choice(label=label, detail=detail, action=action, icon=sheet.icon, refusal=no)


def _from_the_star(spot: Spot) -> tuple[int, int]:
    return spot.row, spot.column


def icon_of(body: Body) -> str:
    """The icon of a token: "rock-3", "gas-red-1"."""
    return write_body(body)
