"""A second, slow bookkeeper of Cosmogenesis, written apart from the game's code, for the tests.

It reads one line of a transcript after the other, holds everything in plain dictionaries, and
counts the points at the end. It knows only allowed lines without corrections, and judges nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

MAIN = ["planet", "moon", "collide", "comet", "belt", "exotic", "stellar", "planetary", "discard"]
LIFE = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5}


def new_body(word: str) -> dict[str, Any]:
    kind, _, rest = word.partition("-")
    colour, _, size = rest.rpartition("-")
    return {"kind": kind, "colour": colour, "size": int(size or 1), "flag": False, "life": None}


class Keeper:
    """The whole table as a bookkeeper with a pencil has it."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.options, self.seats = options, seats
        self.tiles: dict[str, str] = {}
        self.monolith, self.rounds = 0, 0
        self.players: dict[int, dict[str, Any]] = {
            seat: {
                "orbits": [],
                "asteroids": 0,
                "comets": 0,
                "exotics": {},
                "used": Counter(),
                "stellars": [],
                "revealed": [],
                "hand": 1,
                "told": {},
                "orbits_possible": 5,
            }
            for seat in range(1, seats + 1)
        }

    def read(self, seat: int, text: str) -> None:
        verb, *words = text.split()
        if verb in MAIN:
            self.players[seat]["used"].clear()
        getattr(self, f"_{verb.replace('-', '_')}", self._ignore)(self.players[seat], seat, *words)

    def _ignore(self, me: Any, seat: int, *words: str) -> None:
        """Nothing that is counted."""

    def _begin(self, me: Any, seat: int, first: str) -> None:
        self.monolith = int(first)
        for place in range(self.seats):
            who = (int(first) - 1 + place) % self.seats + 1
            self.players[who]["asteroids"] = place + 1

    def _tile(self, me: Any, seat: int, tile: str, code: str) -> None:
        self.tiles[tile] = code
        uses = self._part(tile, "uses")
        for player in self.players.values():
            held = player["exotics"].get(tile, [])
            held[:] = [int(uses) if uses and each is None else each for each in held]

    def _part(self, tile: str, name: str) -> str:
        for part in self.tiles.get(tile, "").split(","):
            if part.startswith(f"{name}="):
                return part.split("=")[1]
        return ""

    # ------------------------------------------------------------ what happens to bodies

    def _at(self, me: Any, place: str) -> tuple[list[Any], int]:
        orbit, _, moon = place.partition(".")
        return me["orbits"][int(orbit) - 1], int(moon or 0)

    def _hit(self, me: Any, size: int, place: str) -> None:
        bodies, index = self._at(me, place)
        hit = bodies[index]
        keeps = hit["flag"] and self.options.get("collide.wet-grows") != "lost"
        life = None if hit["life"] is None else 0
        if hit["life"] == 0 and self.options.get("collide.basic-life") == "removed":
            life = None
        bodies[index] = {
            "kind": "rock",
            "colour": "",
            "size": hit["size"] + 1,
            "flag": keeps,
            "life": life,
        }
        if size > 1 and len(bodies) < 4:
            bodies.append(new_body(f"rock-{size - 1}"))

    def _mark(self, me: Any, place: str) -> None:
        bodies, index = self._at(me, place)
        bodies[index]["flag"] = True

    def _seed(self, me: Any, place: str) -> None:
        bodies, index = self._at(me, place)
        bodies[index]["life"] = 0

    # --------------------------------------------------------------------- main actions

    def _planet(self, me: Any, seat: int, sector: str, word: str) -> None:
        me["orbits"].append([new_body(word)])

    def _moon(self, me: Any, seat: int, sector: str, word: str, orbit: str) -> None:
        me["orbits"][int(orbit) - 1].append(new_body(word))

    def _collide(self, me: Any, seat: int, sector: str, word: str, place: str) -> None:
        self._hit(me, new_body(word)["size"], place)

    def _comet(self, me: Any, seat: int, place: str, *sector: str) -> None:
        self._mark(me, place)

    def _belt(self, me: Any, seat: int, space: str, *sector: str) -> None:
        me["comets"] += space == "comet"
        me["asteroids"] += {"comet": 0, "two": 2}.get(space, 1)
        if space == "monolith":
            self.monolith = seat

    def _exotic(self, me: Any, seat: int, sector: str, tile: str, counters: str = "") -> None:
        uses = counters or self._part(tile, "uses")
        me["exotics"].setdefault(tile, []).append(int(uses) if uses else None)

    def _stellar(self, me: Any, seat: int, tile: str) -> None:
        me["stellars"].append(tile)

    def _planetary(self, me: Any, seat: int, *tile: str) -> None:
        me["hand"] += 1

    def _discard(self, me: Any, seat: int, sector: str, space: str = "") -> None:
        me["asteroids"] += 1
        if space == "monolith" and self.options.get("discard.monolith") != "no":
            self.monolith = seat

    # --------------------------------------------------------------- additional actions

    def _extra_moon(self, me: Any, seat: int, orbit: str) -> None:
        me["asteroids"] -= 1
        me["orbits"][int(orbit) - 1].append(new_body("asteroid"))

    def _extra_collide(self, me: Any, seat: int, place: str) -> None:
        me["asteroids"] -= 1
        self._hit(me, 1, place)

    def _extra_comet(self, me: Any, seat: int, place: str = "") -> None:
        me["asteroids"] -= 2
        if place:
            self._mark(me, place)
        else:
            me["comets"] += 1

    def _life(self, me: Any, seat: int, place: str) -> None:
        me["asteroids"] -= 1
        self._seed(me, place)

    def _expand(self, me: Any, seat: int) -> None:
        me["asteroids"] -= 1
        me["orbits_possible"] = 7

    def _smash(self, me: Any, seat: int, place: str) -> None:
        me["comets"] -= 1
        self._mark(me, place)

    def _reveal(self, me: Any, seat: int, tile: str, orbit: str, code: str = "") -> None:
        me["hand"] -= 1
        me["revealed"].append(tile)
        if code:
            self.tiles[tile] = code
        self._gives(me, seat, tile)

    def _use(self, me: Any, seat: int, tile: str) -> None:
        # Each copy once a turn: those that were used lie behind the others.
        held = me["exotics"][tile]
        unused = held[: len(held) - me["used"][tile]] or held
        most = max(unused, key=lambda each: 99 if each is None else each)
        held.remove(most)
        held.append(most - 1 if most else most)
        me["used"][tile] += 1
        self._gives(me, seat, tile)

    def _gives(self, me: Any, seat: int, tile: str) -> None:
        for gift in filter(None, self._part(tile, "gives").split("+")):
            if gift in ("asteroid", "comet", "monolith"):
                self._gain(me, seat, gift)

    def _gain(self, me: Any, seat: int, gift: str, place: str = "") -> None:
        if gift in ("asteroid", "comet"):
            me[f"{gift}s"] += 1
        elif gift == "monolith":
            self.monolith = seat
        elif gift == "module":
            me["orbits_possible"] = 7
        elif gift == "life":
            self._seed(me, place)
        elif gift == "moon":
            me["orbits"][int(place.split(".")[0]) - 1].append(new_body("asteroid"))
        elif gift == "collide":
            self._hit(me, 1, place)
        elif gift == "water-or-rings":
            self._mark(me, place)
        elif gift == "advance":
            bodies, index = self._at(me, place)
            bodies[index]["life"] += 1

    def _worth(self, me: Any, seat: int, tile: str, points: str) -> None:
        me["told"][tile] = int(points)

    def _next(self, me: Any, seat: int) -> None:
        self.rounds += 1
        for player in self.players.values():
            for orbit in player["orbits"][:3]:
                for body in orbit:
                    wet = body["kind"] == "rock" and body["flag"]
                    if wet and body["life"] is not None and body["life"] < 4:
                        body["life"] += 1

    # ------------------------------------------------------------------------- the count

    def counts(self, me: Any) -> Counter[str]:
        """What stellar objectives count, as far as the tests type them in."""
        bodies = [(index, body) for orbit in me["orbits"] for index, body in enumerate(orbit)]
        giants = [body for _, body in bodies if body["kind"] == "gas"]
        rocks = [body for _, body in bodies if body["kind"] == "rock"]
        wet = [body for body in rocks if body["flag"]]
        return Counter(
            {
                "planets": len(me["orbits"]),
                "moons": sum(index > 0 for index, _ in bodies),
                "giants": len(giants),
                "rings": sum(body["flag"] for body in giants),
                "rocks": len(rocks),
                "size-4": sum(body["size"] == 4 for body in rocks),
                "wet": len(wet),
                "life": sum(body["life"] is not None for _, body in bodies),
                "intelligent": sum(body["life"] == 4 for _, body in bodies),
                "comets": me["comets"],
                "asteroids": me["asteroids"],
                "exotics": sum(map(len, me["exotics"].values())),
            }
        )

    def _objective(self, me: Any, tile: str) -> int:
        if tile not in self.tiles or self._part(tile, "per") == "other":
            return int(me["told"].get(tile, 0))
        has = self.counts(me)
        if tile.startswith("stellar"):
            for need in filter(None, self._part(tile, "needs").split("+")):
                name, _, least = need.partition(":")
                if name == "other":
                    return int(me["told"].get(tile, 0))
                if has[name] < int(least or 1):
                    return 0
        points, per = int(self.tiles[tile].split(",")[0]), self._part(tile, "per")
        return points * has[per] if per else points

    def belts(self) -> dict[int, int]:
        value = {n: p["asteroids"] + 2 * p["comets"] for n, p in self.players.items()}
        points = dict.fromkeys(value, 0)
        best = max(value.values())
        firsts = [n for n in value if value[n] == best]
        rest = [v for v in value.values() if v < best]
        empty = self.options.get("score.empty-belt") == "counts"
        if best or empty:
            points.update(dict.fromkeys(firsts, 5))
        if rest and (len(firsts) == 1 or self.options.get("score.tied-belts") != "none"):
            for n in value:
                if value[n] == max(rest) and (value[n] or empty):
                    points[n] = 3
        return points

    def total(self, seat: int) -> int:
        me = self.players[seat]
        life = sum(
            LIFE[body["life"]]
            for orbit in me["orbits"]
            for body in orbit
            if body["kind"] == "rock" and body["flag"] and body["life"] is not None
        )
        objectives = sum(self._objective(me, tile) for tile in (*me["revealed"], *me["stellars"]))
        return (
            objectives
            + life
            + self.counts(me)["exotics"]
            + self.belts()[seat]
            + (1 if self.monolith == seat else 0)
        )
