"""Where the parts of a drawn star system stand, upright as on the real board or lying down, and the
curves of its board. Orbits count from the star's edge of the picture; the belt is between orbits 3
and 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cosmogenesis.pieces import EXPANDED_ORBIT_COUNT, HABITABLE_ORBITS

#: the background continues on both sides: on a wide screen it fills its card
BACKGROUND_LEFT, BACKGROUND_RIGHT = -300, 700
#: orbits are curved with this radius
ORBIT_CURVE_RADIUS = 1100
#: how far the star reaches into the picture
STAR_REACH_INTO_PICTURE = 22


@dataclass(frozen=True)
class SystemLayout:
    """Upright the star is below, orbits go upwards and moons to the right; lying it is on the left,
    orbits go to the right and moons downwards. `extent`: the picture's size along an orbit.
    `first`, `row`, `belt`, `top`: the distance of the first orbit from the star's edge, to the next
    one (lying: of as many orbits as there can be), what the belt takes more, and beyond the last.
    `columns`: where on its orbit a planet stands, then its moons; `number` and `summit`: where the
    orbit's number and its highest point are; `counts`: where the belt's counts are.
    """

    name: str
    lying: bool
    extent: int
    first: int
    row: int
    belt: int
    top: int
    columns: tuple[int, int, int, int]
    number: int
    summit: int
    counts: int
    #: where an objective stands: from the picture's edge if upright, or from the planet
    flag: tuple[int, int]
    #: where a body's life stands, from its middle
    life: tuple[int, int]

    def picture_size(self, room: int) -> tuple[int, int]:
        """Returns width and height of a picture with that many orbits. Lying, all are as wide as
        the longest, so that each is as large as the others.
        """
        along = round(self.orbit_distance(room, room)) + self.top
        return (along, self.extent) if self.lying else (self.extent, along)

    def row_of(self, room: int) -> float:
        """Returns how far it is from an orbit to the next one. Lying, few orbits are spread over
        the width of many: no part of a card stays empty.
        """
        return self.row * (EXPANDED_ORBIT_COUNT - 1) / (room - 1) if self.lying else self.row

    def orbit_distance(self, room: int, orbit: int) -> float:
        """Returns how far an orbit's highest point is from the star's edge."""
        beyond_belt = orbit not in HABITABLE_ORBITS
        return self.first + self.row_of(room) * (orbit - 1) + (self.belt if beyond_belt else 0)

    def habitable_zone_edge(self, room: int) -> float:
        """Returns how far the habitable zone reaches from the star's edge."""
        return self.orbit_distance(room, HABITABLE_ORBITS[-1]) + self.row_of(room) / 2 + 2

    def point_on_orbit(self, room: int, distance: float, along: float) -> tuple[int, float]:
        """Returns where in the picture a place is: `orbit_distance` from the star's edge at the
        highest point of its curve, and so far along that curve.
        """
        dip = round((along - self.summit) ** 2 / (2 * ORBIT_CURVE_RADIUS), 1)
        if self.lying:
            return round(distance - dip), along
        return round(along), round(self.picture_size(room)[1] - distance + dip, 1)

    def belt_counts_position(self, room: int) -> tuple[int, int]:
        """Returns where the belt's counts are in the picture."""
        middle = self.habitable_zone_edge(room) + self.belt / 2 + 3
        if self.lying:
            return round(middle), self.counts
        return self.counts, round(self.picture_size(room)[1] - middle)

    def objective_position(self, room: int, orbit: int, nth: int) -> tuple[int, int]:
        """Returns where the nth objective (from 0) of an orbit is in the picture."""
        at, below = self.flag
        x, y = self.point_on_orbit(
            room, self.orbit_distance(room, orbit), self.columns[0] if self.lying else at
        )
        return round(x + at if self.lying else x), round(y + below) + 22 * nth

    def orbit_path(self, room: int, distance: float) -> str:
        """Returns the path of an orbit so far from the star: a parabola across the whole width."""
        return f"M{self._bend(room, distance)}"

    def inner_area_path(self, room: int, distance: float) -> str:
        """Returns the path of the area between this curve and the star's edge."""
        back = (
            f"0 {BACKGROUND_RIGHT}V"
            if self.lying
            else f"{BACKGROUND_RIGHT} {self.picture_size(room)[1]}H"
        )
        return f"M{self._bend(room, distance)}L{back}{BACKGROUND_LEFT}Z"

    def _bend(self, room: int, distance: float) -> str:
        highest = distance if self.lying else self.picture_size(room)[1] - distance
        sign = -1 if self.lying else 1
        start, end = (
            highest + sign * (at - self.summit) ** 2 / (2 * ORBIT_CURVE_RADIUS)
            for at in (BACKGROUND_LEFT, BACKGROUND_RIGHT)
        )
        middle = (BACKGROUND_LEFT + BACKGROUND_RIGHT) / 2
        control = start + sign * (BACKGROUND_LEFT - self.summit) / ORBIT_CURVE_RADIUS * (
            middle - BACKGROUND_LEFT
        )
        if self.lying:
            return (
                f"{start:.1f} {BACKGROUND_LEFT}Q{control:.1f} {middle:.0f} "
                f"{end:.1f} {BACKGROUND_RIGHT}"
            )
        return (
            f"{BACKGROUND_LEFT} {start:.1f}Q{middle:.0f} {control:.1f} {BACKGROUND_RIGHT} {end:.1f}"
        )


#: `static/css/games/cosmogenesis.css` has the same columns and rows for the buttons
UPRIGHT_LAYOUT = SystemLayout(
    "upright",
    lying=False,
    extent=390,
    first=66,
    row=62,
    belt=44,
    top=36,
    columns=(82, 164, 228, 292),
    number=36,
    summit=150,
    counts=0,
    flag=(356, 0),
    life=(-34, -30),
)
#: two systems on a television: beside each other, as tall as it has room
BROAD_LAYOUT = SystemLayout(
    "broad",
    lying=True,
    extent=290,
    first=62,
    row=54,
    belt=40,
    top=40,
    columns=(66, 136, 196, 252),
    number=14,
    summit=145,
    counts=212,
    flag=(22, 27),
    life=(-34, -30),
)
#: four: two by two, each a strip
STRIP_LAYOUT = SystemLayout(
    "strip",
    lying=True,
    extent=184,
    first=66,
    row=86,
    belt=44,
    top=60,
    columns=(43, 85, 125, 165),
    number=10,
    summit=92,
    counts=142,
    flag=(36, 20),
    life=(-62, -9),
)
