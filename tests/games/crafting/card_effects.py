"""What the power cards do on the board of wood, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tests.games.crafting.cosmos import STARS
from tests.games.crafting.wood import CORNERS, HEXAGONS, NEXT, SECTOR, SIDES, reach, sectors

if TYPE_CHECKING:
    from tests.games.crafting.craft_phase import Craft


def effect(craft: Craft, slug: str) -> str | None:
    """What the card does, done; what is said of it. None, and nothing done, where it can't."""
    kinds = (_gained, _living, _starry, _tiled)
    return next(chain.from_iterable(kind(craft, slug) for kind in kinds), None)


def _gained(craft: Craft, slug: str) -> Iterator[str]:
    """New pieces out of their piles, and time."""
    galaxy, table, rng = craft.galaxy, craft.table, craft.rng
    steps = {"4th-dimension": 1, "special-relativity": 2, "quasar": 1, "time-dilation": 1}
    room, spaces = galaxy.free(CORNERS), galaxy.free(SIDES)
    star = rng.choice([e for e in STARS if table.pile[e] > 1] or [""])
    sector = slug.rpartition("-")[2]
    if slug in steps or slug == "pulsar":
        table.advance(galaxy, steps.get(slug, 2))
        yield ""
    elif slug in ("generations", "abiogenesis", "amino-acids"):
        number = 3 if slug == "generations" else 1
        if len(spaces) >= number <= table.pile["proto"]:
            for _ in range(number):
                table.put(galaxy, "stable", galaxy.free(SIDES))
            yield ""
    elif slug in ("expanding-universe", "molecular-cloud"):
        number = 2 if slug == "expanding-universe" else 1
        if len(room) >= number <= table.pile["h"]:
            for _ in range(number):
                table.put(galaxy, "h")
            yield ""
    elif slug == "event-horizon":
        if rng.random() < 0.5 and len(galaxy.grows()) > 1 < table.pile["proto"]:
            table.put(galaxy, "proto")
            table.put(galaxy, "proto")
            yield "proto"
        else:
            table.advance(galaxy, 2)
            yield "crystals"
    elif slug == "speed-of-light" and room and star:
        galaxy.points += 6
        table.put(galaxy, star)
        yield star
    elif slug.startswith("relativity") and star:
        there = [corner for corner in room if sector in sectors(corner)]
        if table.put(galaxy, star, there):
            yield star


def _living(craft: Craft, slug: str) -> Iterator[str]:
    """Life that turns over, moves or grows."""
    galaxy, table, rng = craft.galaxy, craft.table, craft.rng
    proto, stable = galaxy.of("proto"), galaxy.of("stable")
    if slug == "genetic-drift" and proto:
        ends = {s: [*reach(s, galaxy.life.keys() - {s})] for s in proto}
        if any(ends.values()):
            start = next(s for s in proto if ends[s])
            craft.stable([craft.moves(start)])
            yield ""
    elif slug == "ionizing-radiation":
        near = [galaxy.near(c) for c in galaxy.of("nova") if galaxy.near(c)]
        if near:
            yield str(craft.stable(rng.choice(near)))
    elif slug in ("photosynthesis", "water-rich-comets"):
        kind = "o" if slug == "photosynthesis" else "c"
        all_near = [*{side for c in galaxy.of(kind) for side in galaxy.near(c)}]
        if all_near:
            yield str(craft.stable(all_near))
    elif slug == "evolution" and table.lives:
        for tile in galaxy.tiles.values():
            if tile.lives == 1:
                tile.lives = 2
                yield str(craft.token())
    elif slug == "survival-of-the-fittest":
        craft.stable(rng.sample(proto, min(2, len(proto))))
        yield ""
    elif slug == "speciation" and table.pile["proto"]:
        there = [s for s in galaxy.free(SIDES) if any(o in stable for o in NEXT[s])]
        if table.put(galaxy, "proto", there):
            yield ""
    elif slug == "wormhole":
        kind = rng.choice([k for k in ("proto", "stable") if galaxy.of(k)] or [""])
        if kind:
            there = galaxy.of(kind)
            for side in rng.sample(there, min(3, len(there))):
                craft.moves(side, galaxy.free(SIDES))
            yield kind


def _starry(craft: Craft, slug: str) -> Iterator[str]:
    """Stars that turn over or are traded."""
    galaxy, table, rng = craft.galaxy, craft.table, craft.rng
    stars = galaxy.of("star")
    star = rng.choice([e for e in STARS if table.pile[e] > 1] or [""])
    if slug == "black-hole" and len(stars) >= 2:
        yield " ".join(craft.turns(corner) for corner in rng.sample(stars, 2))
    elif slug in ("nuclear-fusion", "nuclear-fission") and galaxy.stars and star:
        gone = craft.star_goes(rng.choice([*galaxy.stars]))
        table.put(galaxy, star)
        table.advance(galaxy, int(slug == "nuclear-fission"))
        yield f"{gone} {star}"
    elif slug == "binary-star" and galaxy.of("nova"):
        corner = rng.choice(galaxy.of("nova"))
        kind = galaxy.stars[corner][1]
        galaxy.stars[corner] = (kind, kind)
        craft.moves(corner)
        yield kind
    elif slug in ("core-collapse", "white-dwarf", "solar-wind") and stars:
        corner = rng.choice(stars)
        kind = craft.turns(corner)
        table.advance(galaxy, int(slug == "white-dwarf"))
        near_it = f" {craft.stable(galaxy.near(corner))}" if slug == "solar-wind" else ""
        yield kind + near_it


def _tiled(craft: Craft, slug: str) -> Iterator[str]:
    """Nebulae, and what shoots."""
    galaxy, table, rng = craft.galaxy, craft.table, craft.rng
    free = [h for h in HEXAGONS if h not in galaxy.tiles]
    if slug == "star-stuff":
        small = [h for h, t in galaxy.tiles.items() if t.size == 1 and not t.done]
        if small and table.stacks[2] and rng.random() < 0.5:
            hexagon = rng.choice(small)
            galaxy.tiles[hexagon] = table.stacks[2].pop()
            yield f"replace {SECTOR[hexagon]}"
        elif free and table.stacks[1]:
            hexagon = rng.choice(free)
            galaxy.tiles[hexagon] = table.stacks[1].pop()
            yield f"gain {SECTOR[hexagon]}"
    elif slug == "shooting-star":
        open_tiles = [h for h, t in galaxy.tiles.items() if not t.done]
        if free and open_tiles and rng.random() < 0.4:
            old, new = rng.choice(open_tiles), rng.choice(free)
            tile = galaxy.tiles[new] = galaxy.tiles.pop(old)
            yield f"nebula {tile.size} {SECTOR[old]} {SECTOR[new]}"
        elif galaxy.stars:
            corner = rng.choice([*galaxy.stars])
            kind = galaxy.stars[craft.moves(corner, galaxy.free(CORNERS))][0]
            yield "nova" if kind == "nova" else "star"
