"""A whole game of Crafting the Cosmos on the table: marbles, piles, hands, and boards of wood.

It plays by the rulebook, at random, and says of it what phones ask and no more: where a piece
stands, what a graviton moves, which star a nebula touches is never said. It knows nothing of the
companion but the words in which it is told things, and the prices of the cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.crafting.pieces import GOALS, POWERS
from tests.games.crafting.wood import (
    AT_CORNER,
    CENTRE,
    CORNERS,
    HEXAGONS,
    NEXT,
    SECTOR,
    SIDES,
    Hexagon,
    Space,
    corners,
    group,
    sectors,
    sides,
)

CONTROLS = ("light", "time", "gravity", "chemistry")
STARS = ("h", "he", "o", "c")
GIVES = {
    "light": {"h": 3},
    "time": {"o": 1, "dna": 2},
    "gravity": {"he": 2, "nova": 1},
    "chemistry": {"c": 1, "nebula": 1},
}
EACH = {"light": "card", "time": "time", "gravity": "graviton", "chemistry": "proto"}
TOP = (3, 6, 10, 15, 21)


@dataclass
class Tile:
    size: int
    needs: Counter[str]
    points: int
    done: bool = False
    lives: int = 0
    known: bool = False


@dataclass
class Galaxy:
    """What lies before one player. A supernova is "nova" and what is on its other side."""

    stars: dict[Space, tuple[str, str]] = field(default_factory=dict)
    life: dict[Space, str] = field(default_factory=dict)
    tiles: dict[Hexagon, Tile] = field(default_factory=dict)
    hand: Counter[str] = field(default_factory=Counter)
    powers: dict[int, str] = field(default_factory=dict)
    values: list[int] = field(default_factory=list)
    slider: Counter[str] = field(default_factory=Counter)
    crystal: int = 0
    waiting: int = 0
    fired: int = 0
    points: int = 0
    tells_hand: bool = False
    tells_tiles: bool = False

    def of(self, kind: str) -> list[Space]:
        """The spaces with such a star or life; "star": of any standard kind."""
        if kind in ("proto", "stable"):
            return [side for side, life in self.life.items() if life == kind]
        wanted = STARS if kind == "star" else (kind,)
        return [corner for corner, (star, _) in self.stars.items() if star in wanted]

    def near(self, corner: Space) -> list[Space]:
        """The proto life next to a star."""
        return [side for side in AT_CORNER[corner] if self.life.get(side) == "proto"]

    def free(self, spaces: list[Space]) -> list[Space]:
        return [space for space in spaces if space not in self.stars and space not in self.life]

    def wanted(self, kind: str) -> set[Space]:
        """Where the player would like such a piece: around the nebula that is nearest to its
        advanced life, or at incomplete ones that need such a star.
        """
        if kind in STARS:
            left = [h for h, t in self.tiles.items() if not t.done and t.needs[kind]]
            return {corner for hexagon in left[:1] for corner in corners(hexagon)}
        bare = [h for h, t in self.tiles.items() if not t.lives]
        done = [h for h in bare if self.tiles[h].done] or bare
        near = max(done, key=lambda h: sum(s in self.life for s in sides(h)), default=None)
        return set(sides(near)) if near else set()

    def grows(self) -> list[Space]:
        """Where new proto life may go."""
        return [side for side in self.free(SIDES) if any(o in self.life for o in NEXT[side])]


Say = Callable[[int, str], None]


class Table:
    """`say` hears each line, the seat first. `craft` plays a craft phase."""

    def __init__(self, seed: int, say: Say, craft: Callable[[Table, int, Galaxy], None]) -> None:
        self.rng = rng = random.Random(seed)
        self.say, self.craft, self.seats = say, craft, 2 + seed % 3
        self.boards = {seat: Galaxy() for seat in range(1, self.seats + 1)}
        self.pile = Counter(dict.fromkeys(STARS, 14), proto=40)
        self.stacks = {size: [self.tile(size) for _ in range(9)] for size in (1, 2, 3)}
        self.deck = list(CONTROLS) * 15
        self.spent: list[str] = []
        self.decks = {c: [slug for slug, p in POWERS.items() if p.deck == c] for c in CONTROLS}
        group_1, rest = [8] * 4 + [7] * 3 + [6], [7] * 2 + [6] * 5 + [5] * 5 + [4] * 4
        for pile in (self.deck, group_1, rest, *self.decks.values()):
            rng.shuffle(pile)
        self.lives = group_1[: 2 * self.seats] + rest
        self.supply = {2: 6, 3: 9, 4: 11}[self.seats]
        self.goals = rng.sample(sorted(GOALS), 6)
        self.track: list[str] = []
        self.round = 1
        for galaxy in self.boards.values():
            galaxy.stars[CENTRE] = ("h", "h")
            galaxy.life[rng.choice(SIDES)] = "proto"
            for size, hexagon in zip((1, 2, 3), rng.sample(HEXAGONS, 3), strict=True):
                galaxy.tiles[hexagon] = self.stacks[size].pop()
            galaxy.hand.update(self.draw() for _ in range(4))
            galaxy.tells_hand, galaxy.tells_tiles = rng.random() < 0.5, rng.random() < 0.5
        self.deal()

    def tile(self, size: int) -> Tile:
        needs = Counter(self.rng.choices(STARS, k=self.rng.randint(size, (3, 4, 6)[size - 1])))
        return Tile(size, needs, self.rng.randint(2, 9) + (size == 3))

    def draw(self) -> str:
        if not self.deck:
            self.deck, self.spent = self.spent, []
            self.rng.shuffle(self.deck)
        return self.deck.pop()

    def deal(self) -> None:
        dark = 4 if self.seats == 2 else 3
        marbles = [*self.boards, *[0] * dark]
        self.rng.shuffle(marbles)
        self.wheel: list[list[int]] = [marbles[i::4] for i in range(4)]
        self.first = [m for m in marbles if m][-1]
        self.say(1, "deal " + " ".join(str(m or "dark") for m in marbles))
        self.reveal()
        self.say(1, "begin")

    def reveal(self) -> None:
        self.track.append(self.goals[len(self.track)])
        self.say(self.rng.choice([*self.boards]), f"goal {self.track[-1]}")

    def play(self) -> None:
        while True:
            for turn in range(self.seats):
                self.turn((self.first - 1 + turn) % self.seats + 1)
            if self.end_round():
                break
        for seat, galaxy in self.boards.items():
            if galaxy.values:
                self.say(seat, " ".join(["reveal", *map(str, galaxy.values)]))
            galaxy.points += sum(galaxy.values)

    def turn(self, seat: int) -> None:
        galaxy = self.boards[seat]
        if galaxy.tells_hand and self.rng.random() < 0.3:
            self.say(seat, "hand " + " ".join(str(galaxy.hand[c]) for c in CONTROLS))
        self.shift(seat)
        self.collect(seat, galaxy)
        self.craft(self, seat, galaxy)
        galaxy.slider.clear()

    def shift(self, seat: int) -> None:
        """1 to 3 moves, one of them with the own marble."""
        moves = self.rng.randint(1, 3)
        own = self.rng.randrange(moves)
        for n in range(moves):
            marble = seat if n == own or self.rng.random() < 0.4 else 0
            start = self.rng.choice([i for i in range(4) if marble in self.wheel[i]])
            ways = [(start + step) % 4 for step in (1, 2, 3)]
            end = next(i for i in ways if len(self.wheel[i]) < 3)
            self.wheel[start].remove(marble)
            self.wheel[end].append(marble)
            self.say(seat, f"shift {marble}" if marble else f"shift dark {CONTROLS[start]}")

    def collect(self, seat: int, galaxy: Galaxy) -> None:
        own = next(i for i in range(4) if seat in self.wheel[i])
        due = Counter(GIVES[CONTROLS[own]])
        for control, marbles in zip(CONTROLS, self.wheel, strict=True):
            tokens = sum(POWERS[slug].deck == control for slug in galaxy.powers.values())
            due[EACH[control]] += len(marbles) + tokens
        self.say(seat, "collect placed")
        left = {
            **self.pile,
            "card": len(self.deck) + len(self.spent),
            "nebula": sum(map(bool, self.stacks.values())),
        }
        for kind, number in due.items():
            got = min(number, left.get(kind, number))
            if got < number:
                self.say(seat, f"short {kind} {got}")
            self.take(seat, galaxy, kind, got)

    def take(self, seat: int, galaxy: Galaxy, kind: str, number: int) -> None:
        if kind == "time":
            self.advance(galaxy, number)
        elif kind == "card":
            cards = [self.draw() for _ in range(number)]
            galaxy.hand.update(cards)
        elif kind in ("dna", "nova", "graviton"):
            galaxy.slider[kind] += number
        elif kind == "nebula" and number:
            free = [h for h in HEXAGONS if h not in galaxy.tiles]
            if free:
                self.lay(seat, galaxy, self.rng.choice(free), "lay")
            else:
                self.say(seat, "leave nebula 1")
        elif kind in STARS or kind == "proto":
            placed = sum(self.put(galaxy, kind) for _ in range(number))
            if placed < number:
                self.say(seat, f"leave {kind} {number - placed}")

    def put(self, galaxy: Galaxy, kind: str, where: list[Space] | None = None) -> bool:
        """A piece out of its pile onto the board, if it may go anywhere."""
        if where is None:
            where = galaxy.grows() if kind == "proto" else galaxy.free(CORNERS)
            if kind == "proto" and not galaxy.life:
                where = SIDES[:1]
        if where:
            good = galaxy.wanted(kind)
            space = self.rng.choice([space for space in where if space in good] or where)
            if kind in STARS:
                galaxy.stars[space] = (kind, kind)
            else:
                galaxy.life[space] = kind
            self.pile[kind if kind in STARS else "proto"] -= 1
        return bool(where)

    def lay(self, seat: int, galaxy: Galaxy, hexagon: Hexagon, verb: str) -> None:
        size = self.rng.choice([size for size, stack in self.stacks.items() if stack])
        galaxy.tiles[hexagon] = tile = self.stacks[size].pop()
        self.say(seat, f"{verb} {size} {SECTOR[hexagon]}")
        if galaxy.tells_tiles and self.only_one(galaxy, hexagon):
            tile.known = True
            self.say(seat, f"tile {size} {SECTOR[hexagon]} {code(tile)}")

    def only_one(self, galaxy: Galaxy, hexagon: Hexagon) -> bool:
        """Whether no other incomplete tile of this size can be taken for it."""
        size = galaxy.tiles[hexagon].size
        alike = [t for t in galaxy.tiles.values() if t.size == size and not t.done]
        return len(alike) == 1

    def advance(self, galaxy: Galaxy, steps: int) -> None:
        for _ in range(steps):
            galaxy.crystal += 1
            if galaxy.crystal == 6:
                galaxy.crystal, galaxy.waiting = 0, galaxy.waiting + 1
                self.supply = max(0, self.supply - 1)

    def end_round(self) -> bool:
        """The end phase; whether the game is over."""
        scored = self.round - 3
        if 0 <= scored < len(self.track):
            goal = self.track[scored]
            counts = {seat: count(galaxy, goal) for seat, galaxy in self.boards.items()}
            for seat, number in counts.items():
                self.say(seat, f"count {seat} {number}")
            self.say(1, "score")
            for seat, number in counts.items():
                self.boards[seat].points += prize(number, sorted(counts.values(), reverse=True))
        if self.supply == 0 or scored == 5:
            return True
        if len(self.track) < 6:
            self.reveal()
        for seat, galaxy in self.boards.items():
            over = galaxy.hand.total() - 10
            if over > 0:
                cards = self.rng.sample(list(galaxy.hand.elements()), over)
                galaxy.hand.subtract(cards)
                self.spent += cards
                self.say(seat, " ".join(["discard", *cards]))
        self.round += 1
        self.first = self.first if self.seats == 2 else self.first % self.seats + 1
        return False


def code(tile: Tile) -> str:
    return "".join(f"{e}{tile.needs[e]}" for e in STARS if tile.needs[e]) + f"={tile.points}"


def prize(number: int, all_counts: list[int]) -> int:
    """6 for the most; 3 for the second most, where the first is alone."""
    if number and number == all_counts[0]:
        return 6
    return 3 if number and all_counts[1] == number else 0


def count(galaxy: Galaxy, goal: str) -> int:
    kind, _, sector = goal.partition("-")
    done = {h: t for h, t in galaxy.tiles.items() if t.done}
    if goal in ("nebulae-psi", "nebulae-phi", "nebulae-delta"):
        return sum(t.size for h, t in done.items() if SECTOR[h] == sector)
    if goal in ("life-psi", "life-phi", "life-delta"):
        return sum(sector in sectors(side) for side in galaxy.life)
    at_life = {c for h, t in done.items() if t.lives for c in corners(h)}
    return {
        "stable": lambda: len(galaxy.of("stable")),
        "proto": lambda: len(galaxy.of("proto")),
        "supernovae": lambda: len(galaxy.of("nova")),
        "star": lambda: group(galaxy.stars),
        "crystals": lambda: min(galaxy.fired, len(TOP)),
        "carbon": lambda: len(galaxy.of("c")),
        "helium": lambda: len(galaxy.of("he")),
        "oxygen": lambda: len(galaxy.of("o")),
        "size": lambda: sum(t.size == 1 for t in done.values()),
        "stars": lambda: len(at_life & set(galaxy.stars)),
    }[kind]()
