"""The state of a table of Crafting the Cosmos, in counts. Values only; no rule lives here.

A count that nobody told is None. What one seat alone may know: `Board.told` (the kinds of its
cards) and the values in `Board.lives` until they are revealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.crafting.pieces import (
    CHAMBER_TOP,
    CONTROLS,
    CRYSTALS,
    ELEMENTS,
    TRACK_SPACES,
    UNTOLD,
)
from companion.games.crafting.tiles import Tile, all_known, tile_of, tiles_told

SETUP, PLAY, SCORE, DRAW, DISCARD, REVEAL, OVER = (
    "setup",
    "play",
    "score",
    "draw",
    "discard",
    "reveal",
    "over",
)

#: questions whose answer is printed on the cards of the box
SEEN = ("power.photosynthesis-star",)

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
    #: as nothing was corrected since; and how much stable life was moved or paid after the first
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
        return dict(self.powers).get(slot)

    def has_power(self, slug: str) -> bool:
        return slug in dict(self.powers).values()

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


@dataclass(frozen=True)
class Scored:
    """A goal that was scored: in which round, each seat's count and points."""

    goal: str
    round: int
    counts: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A whole table. `wheel` holds each control's marbles: 0 is dark, others are seats."""

    seats: int
    options: tuple[tuple[str, str], ...]
    boards: tuple[Board, ...]
    supply: int
    stage: str = SETUP
    round: int = 1
    first: int = 0
    wheel: tuple[tuple[int, ...], ...] = ((), (), (), ())
    #: the wheel as it was when this energy phase began, and the moves since: marble, from, to
    wheel_before: tuple[tuple[int, ...], ...] = ((), (), (), ())
    moves: tuple[tuple[int, str, str], ...] = ()
    goals: tuple[str, ...] = ()
    scored: tuple[Scored, ...] = ()
    drawn: int = 0
    history: tuple[tuple[int, ...], ...] = ()

    def board(self, seat: int) -> Board:
        return self.boards[seat - 1]

    def with_board(self, seat: int, board: Board) -> State:
        boards = (*self.boards[: seat - 1], board, *self.boards[seat:])
        return replace(self, boards=boards)

    def option(self, key: str) -> str:
        """What the table chose; "" where it chose nothing."""
        return dict(self.options).get(key, "")

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the box that the table knows: from its house, or told in this game."""
        return tiles_told(tuple(house(self).items()))

    @property
    def all_seats(self) -> range:
        return range(1, self.seats + 1)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn order of this round."""
        start = max(self.first, 1)
        return tuple((start - 1 + i) % self.seats + 1 for i in range(self.seats))

    @property
    def goal_at_end(self) -> str | None:
        """The goal that reaches the last space at the end of this round."""
        index = self.round - (TRACK_SPACES - 1)
        return self.goals[index] if 0 <= index < len(self.goals) else None

    @property
    def goal_due(self) -> str | None:
        """The goal that is being scored now."""
        return self.goal_at_end if self.stage == SCORE else None

    @property
    def track(self) -> tuple[str | None, ...]:
        """The goals on spaces 1 to 4 as they lie now. The first goal lies on 1 in round 1."""
        moved = self.round - 1 if self.stage in (SETUP, PLAY) else self.round
        gone = {scored.goal for scored in self.scored}
        spaces: list[str | None] = [None] * TRACK_SPACES
        for index, goal in enumerate(self.goals):
            space = moved - index
            if 0 <= space < TRACK_SPACES and goal not in gone:
                spaces[space] = goal
        return tuple(spaces)

    def where(self, marble: int) -> str | None:
        """The control that holds this seat's marble."""
        for control, marbles in zip(CONTROLS, self.wheel, strict=True):
            if marble in marbles:
                return control
        return None


def round_of(s: State) -> int:
    """The round that is played; 0 until the first one begins."""
    return 0 if s.stage == SETUP else s.round


def house(s: State) -> Mapping[str, str]:
    """What this table has learned of the group's own box, for its later tables."""
    here = tuple(tiles for b in s.boards for tiles in (b.tiles, b.held_tiles))
    seen = {key: s.option(key) for key in SEEN if s.option(key)}
    return {**all_known(s.options, here), **seen}


def reads_house(name: str, value: str) -> bool:
    """Whether this can be known of a box."""
    return tile_of(name, value) is not None


def setup(seats: int, options: Mapping[str, str]) -> State:
    """The table before the marbles are dealt."""
    return State(
        seats=seats,
        options=tuple(sorted(options.items())),
        boards=(Board(),) * seats,
        supply=CRYSTALS[seats],
    )


def step_time(board: Board, supply: int, steps: int) -> tuple[Board, int]:
    """The chamber after so many time steps, and the supply that is left.

    A crystal that reaches 6 stays there; a new one comes from the supply to 0, or from the box
    for this round when the supply is empty. Entering costs no step (rule time.new-crystal).
    """
    position, waiting = board.crystal, board.waiting
    for _ in range(steps):
        position += 1
        if position == CHAMBER_TOP:
            position, waiting, supply = 0, waiting + 1, max(0, supply - 1)
    return replace(board, crystal=position, waiting=waiting), supply
