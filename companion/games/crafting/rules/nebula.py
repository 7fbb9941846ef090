"""Chapter "nebula": which stars a nebula needs and lacks, completing it, entering its print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    CRAFT,
    Board,
    add_star,
    find_tile,
    lay_tile,
    missing_star_count,
    put_back_on_pile,
    swap_tile,
    take_incomplete_tile,
)
from companion.games.crafting.instructions import nebula_words, score_marker, star_back
from companion.games.crafting.pieces import (
    ELEMENTS,
    MAX_TILE_POINTS,
    SECTOR_NAMES,
    STAR_NAMES,
    UNKNOWN_SECTOR,
    NebulaSize,
    SectorName,
    StarKind,
)
from companion.games.crafting.rules.bounds import COUNTED_AROUND
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.state import State
from companion.games.crafting.tiles import (
    Tile,
    TileCode,
    best_matching_tile,
    can_tile_have_print,
    parse_tile_code,
    validated_tile_code,
    with_sector,
    without_one_tile,
    without_surrounding_star,
)
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

#: the corners of a nebula
CORNERS_PER_NEBULA = 6


def missing_stars_objections(board: Board, tile: Tile) -> Objections:
    """Yields an objection if the galaxy has too few stars and supernovae for this tile."""
    n = missing_star_count(board, tile)
    # without a star there is none to discard, which says it all
    if not n or not board.star_and_supernova_count:
        return
    if tile.needed_stars is None:
        yield Objection(
            "nebula.larger",
            Text(
                "A size {n} nebula needs at least {n} star; you have {have}",
                "A size {n} nebula needs at least {n} stars; you have {have}",
                n=tile.size,
                have=board.star_and_supernova_count,
            ),
            Text("Place more stars first, or fix your count under Galaxy"),
        )
        return
    yield Objection(
        "nebula.stars",
        Text(
            "Needs {needs} around it; you have {have}",
            needs=stars_words(tile.needed_stars),
            have=stars_words(_towards(board, tile.needed_stars), board.novae),
        ),
        Text("You need {n} more star", "You need {n} more stars", n=n),
    )


def discarded_star_objections(board: Board, tile: Tile | None, star: str) -> Objections:
    """Yields an objection if the galaxy has no such star, or if it cannot touch the tile because
    all corners hold other stars that the tile needs (nebula.discard).
    """
    if not board.star_count_of_kind(star):
        yield Objection(
            "nebula.discard",
            Text("You have no {star} in your galaxy", star=STAR_NAMES[star]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )
        return
    if (
        tile is None
        or tile.needed_stars is None
        or sum(tile.needed_stars) < CORNERS_PER_NEBULA
        or star == "nova"
    ):
        return
    if not tile.needed_stars[ELEMENTS.index(star)]:
        yield Objection(
            "nebula.discard",
            Text(
                "All 6 corners hold stars the tile needs, so no {star} touches it",
                star=STAR_NAMES[star],
            ),
            Text("Choose a star that touches it: {stars}", stars=stars_words(tile.needed_stars)),
        )


def _some(needs: tuple[int, ...]) -> Iterator[Text]:
    return (star_count_words(e, n) for e, n in zip(ELEMENTS, needs, strict=True) if n)


def _towards(board: Board, needs: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the board's stars of the kinds that are needed."""
    return tuple(have if need else 0 for need, have in zip(needs, board.stars, strict=True))


def stars_words(stars: tuple[int, ...], novae: int = 0) -> Text:
    """Returns stars of each kind in words: "1 hydrogen star, 2 helium stars"."""
    some: list[Text] = [*_some(stars), *([star_count_words("nova", novae)] if novae else ())]
    if not some:
        return Text("none of them")
    first = some[0]
    for other in some[1:]:
        first = Text("{some}, {more}", some=first, more=other)
    return first


def needed_stars_words(code: str) -> Text:
    """Returns what a tile needs, in words."""
    return stars_words(parse_tile_code(code).needed_stars)


def point_count_words(points: int) -> Text:
    """Returns a number of points, in words."""
    return Text("{n} point", "{n} points", n=points)


#: the points that we expect on a tile of each size (question nebula.points-printed)
EXPECTED_POINTS_BY_SIZE = {1: range(1, 10), 2: range(2, 10), 3: range(3, 21)}


def _points(word: str) -> int | str:
    return (
        validated_tile_code(word) if "=" in word else whole_number_reader(1, MAX_TILE_POINTS)(word)
    )


@action(
    "complete", "complete 3 delta 10 he", Text("Complete a nebula and discard a star"), when=CRAFT
)
class CompleteNebula(Action):
    """Completes a nebula: the points printed on it, or all that it prints as a code, and the star
    that is discarded.
    """

    grounds = ("nebula.stars", "nebula.discard", "nebula.when")
    offers = (
        (
            "{who} completed a size {size} nebula for {points} and discarded {star}",
            Text("Complete a size {size} nebula for {points} and discard {star}"),
        ),
        (
            "{who} completed a size {size} nebula in {sector} for {points} and discarded {star}",
            Text("Complete a size {size} nebula in {sector} for {points} and discard {star}"),
        ),
    )
    counted_at = COUNTED_AROUND

    size: NebulaSize
    sector: SectorName
    prints: Annotated[int | str, Word("points", _points, gained=True)]
    star: StarKind

    @property
    def code(self) -> str:
        """The code of the tile; "" if only its points are given."""
        return self.prints if isinstance(self.prints, str) else ""

    @property
    def points(self) -> int:
        """The points of the tile."""
        return self.prints if isinstance(self.prints, int) else parse_tile_code(self.prints).points

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        tile = _meant(board, self)
        if tile is None:
            yield _no_tile(board, self)
        elif not tile.code:
            # A code given now counts as entered.
            tile = replace(tile, code=self.code)
            yield from impossible_star_needs_objections(self.size, self.code)
            yield from unusual_points_objections(s, self.size, self.points)
        if tile is not None:
            yield from _other_print(tile, self)
            yield from missing_stars_objections(board, tile)
        yield from discarded_star_objections(board, tile, self.star)

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether the stars it needs touch this nebula.")

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        picked = take_incomplete_tile(board, self.size, self.sector, self.points, self.code)
        if picked is not None:
            board, tile = picked
            tile = without_surrounding_star(tile, self.star)
            board = lay_tile(board, replace(tile, completed=True, code=self.code or tile.code))
        points = replace(board.points, nebulae=board.points.nebulae + self.points)
        board = put_back_on_pile(replace(board, points=points), self.star, 1)
        return s.with_board(seat, add_star(board, self.star, -1))

    def which(self, s: State, seat: int) -> Text | None:
        known = self.sector != UNKNOWN_SECTOR
        return nebula_words(self.size, self.sector) if known else None

    def log_line(self, s: State, seat: int) -> Text:
        if self.sector == UNKNOWN_SECTOR:
            return Text(
                "{who} completed a size {size} nebula for {points} and discarded {star}",
                who=SeatName(seat),
                size=self.size,
                points=point_count_words(self.points),
                star=star_count_words(self.star),
            )
        return Text(
            "{who} completed a size {size} nebula in {sector} for {points} and discarded {star}",
            who=SeatName(seat),
            size=self.size,
            sector=SECTOR_NAMES[self.sector],
            points=point_count_words(self.points),
            star=star_count_words(self.star),
        )

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield star_back(self.star)
        yield Text("turn the nebula to its completed side")
        yield from score_marker(s, after, seat)


def _meant(board: Board, a: CompleteNebula) -> Tile | None:
    return find_tile(board, a.size, a.sector, False, a.points, a.code)


def _no_tile(board: Board, a: CompleteNebula) -> Objection:
    return Objection(
        "nebula.tile",
        Text(
            "You have no incomplete size {size} nebula in {sector}",
            size=a.size,
            sector=SECTOR_NAMES[a.sector],
        ),
        Text("Place one there first, or fix your count under Galaxy"),
        f"lay {a.size} {a.sector}" if a.size in board.unplaced_nebula_sizes else "",
        Text("Place size {size} in {sector}", size=a.size, sector=SECTOR_NAMES[a.sector]),
    )


def _other_print(tile: Tile, a: CompleteNebula) -> Objections:
    """Yields an objection if this tile is known to print something else (nebula.known)."""
    if not can_tile_have_print(tile, a.points, a.code):
        yield Objection(
            "nebula.known",
            Text(
                "This tile needs {needs} and gives {points}",
                needs=needed_stars_words(tile.code),
                points=point_count_words(tile.points or 0),
            ),
            Text("Complete it for that, or fix what the tile says"),
            f"complete {a.size} {a.sector} {tile.code} {a.star}",
            Text("Complete it for {n} point", "Complete it for {n} points", n=tile.points or 0),
        )


def impossible_star_needs_objections(size: int, code: str | None) -> Objections:
    """Yields an objection if no tile of this size can need these stars."""
    if not code:
        return
    stars = sum(parse_tile_code(code).needed_stars)
    if stars > CORNERS_PER_NEBULA:
        yield Objection(
            "nebula.corners",
            Text("That's {n} stars, but a nebula has 6 corners", n=stars),
            Text("Enter the stars printed on the tile again"),
        )
    elif stars < size:
        yield Objection(
            "nebula.larger",
            Text(
                "A size {n} nebula needs at least {n} star",
                "A size {n} nebula needs at least {n} stars",
                n=size,
            ),
            Text("Enter the stars printed on the tile again"),
        )


def unusual_points_objections(s: State, size: int, points: int) -> Objections:
    """Yields an objection or a doubt if we expect other points on a tile of this size."""
    choice, expected = s.option_value("nebula.points-printed"), EXPECTED_POINTS_BY_SIZE[size]
    if points in expected or choice == "as-printed":
        return
    reason = Text(
        "{points} on a size {size} nebula? We expect {low} to {high}",
        points=points,
        size=size,
        low=expected[0],
        high=expected[-1],
    )
    if choice == "as-expected":
        yield Objection(
            "nebula.points-printed", reason, Text("Enter the points printed on the tile again")
        )
    else:
        yield Doubt("nebula.points-printed", reason)


def _own(board: Board, a: EnterTilePrint) -> tuple[Tile, bool] | None:
    """Returns the tile that is entered, and whether it is held; None if there is none. Tiles of
    which nothing is known come first, incomplete ones first; `was` asks for one with that code.
    """

    def likely(tile: Tile) -> tuple[bool, bool, bool]:
        return bool(tile.code), tile.completed, tile.sector != a.sector

    there = [
        t for done in (False, True) for t in board.tiles_of_size_and_sector(a.size, a.sector, done)
    ]
    held = [t for t in board.held_tiles if t.size == a.size and a.sector == UNKNOWN_SECTOR]
    fits = [(t, False) for t in there] + [(t, True) for t in held]
    if a.was is not None:
        fits = [(tile, is_held) for tile, is_held in fits if tile.code == a.was]
    return min(fits, key=lambda fit: likely(fit[0]), default=None)


def _code_or_unknown(word: str) -> str:
    return "" if word == "?" else validated_tile_code(word)


#: how actions are written: the print of a nebula tile, "?" if it is unknown
TileCodeOrUnknown = Annotated[str, Word("tile", _code_or_unknown, lambda code: code or "?")]


@action(
    "tile", "tile 3 delta h1he2c3=10", Text("Enter a nebula: the stars it needs and its points")
)
class EnterTilePrint(Action):
    """Enters what a nebula of the seat prints, "" for unknown; `was`: what was entered before."""

    grounds = ("nebula.tile", "nebula.stars")
    from_box = True

    size: NebulaSize
    sector: SectorName
    code: TileCodeOrUnknown
    was: TileCode | None = None

    def objections(self, s: State, seat: int) -> Objections:
        if _own(s.board(seat), self) is None:
            yield Objection(
                "nebula.own",
                Text(
                    "You have no such size {size} nebula in {sector}",
                    size=self.size,
                    sector=SECTOR_NAMES[self.sector],
                ),
                Text("Choose a nebula you have, or fix your count under Galaxy"),
            )
        yield from impossible_star_needs_objections(self.size, self.code)
        if self.code:
            yield from unusual_points_objections(s, self.size, parse_tile_code(self.code).points)

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        found = _own(board, self)
        if found is None:
            return s
        tile, is_held = found
        printed = replace(with_sector(tile, self.sector), code=self.code)
        if is_held:
            rest = without_one_tile(board.held_tiles, tile)
            return s.with_board(seat, replace(board, held_tiles=tuple(sorted((*rest, printed)))))
        return s.with_board(seat, swap_tile(board, tile, printed))

    def log_line(self, s: State, seat: int) -> Text:
        if not self.code:
            return Text(
                "{who} cleared the entry for a size {size} nebula in {sector}",
                who=SeatName(seat),
                size=self.size,
                sector=SECTOR_NAMES[self.sector],
            )
        return Text(
            "{who} entered a size {size} nebula in {sector}: {needs} for {points}",
            who=SeatName(seat),
            size=self.size,
            sector=SECTOR_NAMES[self.sector],
            needs=needed_stars_words(self.code),
            points=point_count_words(parse_tile_code(self.code).points),
        )


def take_unplaced_tile(board: Board, size: int, code: str | None) -> tuple[Board, Tile]:
    """Returns the board without a held nebula of this size, and the tile as it is placed."""
    held = [tile for tile in board.held_tiles if tile.size == size]
    tile = best_matching_tile(held, UNKNOWN_SECTOR, code=code or "")
    if tile is not None:
        board = replace(board, held_tiles=without_one_tile(board.held_tiles, tile))
    return board, Tile(size, code=code or (tile.code if tile else ""))
