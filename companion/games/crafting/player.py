"""What lies before one player: galaxy, hand, chambers, counters. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.crafting.pieces import (
    ELEMENTS,
    UNTOLD,
)
from companion.games.crafting.tiles import Tile

#: what a player is at while a round is played
WAITING, SHIFT, COLLECT, CRAFT, DONE = "waiting", "shift", "collect", "craft", "done"


@dataclass(frozen=True)
class Life:
    """An advanced-life token: the how-manieth drawn of the game (0 first), its value if told."""

    draw: int
    value: int | None = None


@dataclass(frozen=True)
class Collected:
    """One line of what a seat collects. `got` is less than `amount` when the supply ran out.

    `left`: so many were collected and not placed.
    """

    kind: str
    control: str
    active: bool
    amount: int
    got: int
    marbles: int = 0
    bonus: int = 0
    left: int = 0


@dataclass(frozen=True)
class Points:
    """Victory points by category; `mended` is what corrections added or took."""

    nebulae: int = 0
    chamber: int = 0
    goals: int = 0
    cards: int = 0
    life: int = 0
    mended: int = 0

    @property
    def total(self) -> int:
        return self.nebulae + self.chamber + self.goals + self.cards + self.life + self.mended


@dataclass(frozen=True)
class Board:
    """One player's board, hand and turn. Stars and sectors are in the order of `pieces`."""

    step: str = WAITING
    points: Points = Points()
    # the galaxy
    stars: tuple[int, ...] = (1, 0, 0, 0)
    novae: int = 0
    #: of each kind, how many of the supernovae may be it on their other side: there are no others
    under: tuple[int, ...] = (0, 0, 0, 0)
    proto: int = 1
    stable: int = 0
    tiles: tuple[Tile, ...] = tuple(Tile(size) for size in (1, 2, 3))
    sector_life: tuple[int | None, ...] = (None, None, None)
    star_group: int | None = 1
    stars_at_life: int | None = 0
    # advanced life: completed tiles that carry one, and that carry two
    singles: int = 0
    doubles: int = 0
    #: the stable life that stood around each nebula when it got its first advanced life, as far
    #: as nothing was corrected since; and how much stable life may have been moved or paid in the
    #: whole game: each graviton collected may be a move, which no phone tells
    ringed: tuple[int, ...] = ()
    stirred: int = 0
    lives: tuple[Life, ...] = ()
    revealed: bool = False
    # the time chamber: the moving crystal, those waiting on 6, those on top, those beyond
    crystal: int = 0
    waiting: int = 0
    scored: int = 0
    beyond: int = 0
    # the hand
    hand: int = 4
    told: tuple[int, ...] | None = None
    powers: tuple[tuple[int, str], ...] = ()
    # this turn: pieces gained and not placed, sliders, what is being collected or was, if all
    # of it was placed at once
    held_stars: tuple[int, ...] = (0, 0, 0, 0)
    held_proto: int = 0
    held_tiles: tuple[Tile, ...] = ()
    #: nebulae drawn whose size and sector nobody has told yet
    drawn: int = 0
    nova: int = 0
    dna: int = 0
    graviton: int = 0
    lines: tuple[Collected, ...] = ()
    #: piles of which it was told this turn how many are left
    left: tuple[tuple[str, int], ...] = ()
    #: how the last turn ended, as `end` says it: "nebula 2 psi", "stabilise"
    ended: str = ""
    # the goal that is being scored
    count: int | None = None

    def star(self, element: str) -> int:
        """Stars of one kind in the galaxy; "nova" counts supernovae."""
        return self.novae if element == "nova" else self.stars[ELEMENTS.index(element)]

    @property
    def all_stars(self) -> int:
        return sum(self.stars) + self.novae

    @property
    def holds_unplaced(self) -> bool:
        return bool(sum(self.held_stars) or self.held_proto or self.held_tiles)

    def power_in(self, slot: int) -> str | None:
        return next((slug for filled, slug in self.powers if filled == slot), None)

    def has_power(self, slug: str) -> bool:
        return slug in [owned for _, owned in self.powers]

    def tiles_like(self, size: int, sector: str, completed: bool) -> tuple[Tile, ...]:
        """Tiles of this size that lie in this sector, or whose sector nobody told."""
        return tuple(
            tile
            for tile in self.tiles
            if tile.size == size
            and tile.completed == completed
            and (UNTOLD in (tile.sector, sector) or tile.sector == sector)
        )

    @property
    def held_sizes(self) -> tuple[int, ...]:
        """The sizes of the nebulae that were gained and not placed, each once."""
        return tuple(sorted({tile.size for tile in self.held_tiles}))

    @property
    def completed(self) -> int:
        return sum(tile.completed for tile in self.tiles)
