"""Which stars a nebula needs, which of them are missing, and how that is said."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting.board import (
    missing,
)
from companion.games.crafting.pieces import ELEMENTS, STAR_NAMES
from companion.games.crafting.player import Board
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.tiles import Tile, printed
from companion.referee.action_rules import Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

#: the corners of a nebula
CORNERS = 6


def stars_lacking(board: Board, tile: Tile) -> Answers:
    """Objects when the galaxy has too few stars and supernovae for this tile."""
    n = missing(board, tile)
    if not n or not board.all_stars:  # without a star there is none to discard, which says it all
        return
    if tile.needs is None:
        yield Objection(
            "nebula.larger",
            Text(
                "A size {size} nebula needs at least {size} stars; you have {have}",
                size=tile.size,
                have=board.all_stars,
            ),
            Text("Place more stars first, or fix your count under Galaxy"),
        )
        return
    yield Objection(
        "nebula.stars",
        Text(
            "Needs {needs} around it; you have {have}",
            needs=stars_words(tile.needs),
            have=stars_words(_towards(board, tile.needs), board.novae),
        ),
        Text("You need {n} more star", "You need {n} more stars", n=n),
    )


def star_not_there(board: Board, tile: Tile | None, star: str) -> Answers:
    """Objects when the galaxy has no such star, or it cannot touch the tile: all corners hold
    what the tile needs, and this star is none of it.
    """
    if not board.star(star):
        yield Objection(
            "nebula.discard",
            Text("You have no {star} in your galaxy", star=STAR_NAMES[star]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )
        return
    if tile is None or tile.needs is None or sum(tile.needs) < CORNERS or star == "nova":
        return
    if not tile.needs[ELEMENTS.index(star)]:
        yield Objection(
            "nebula.discard",
            Text(
                "All 6 corners hold what the tile needs: no {star} touches it",
                star=STAR_NAMES[star],
            ),
            Text("Choose a star that touches it: {stars}", stars=stars_words(tile.needs)),
        )


def _some(needs: tuple[int, ...]) -> Iterator[Text]:
    return (piece(e, n) for e, n in zip(ELEMENTS, needs, strict=True) if n)


def _towards(board: Board, needs: tuple[int, ...]) -> tuple[int, ...]:
    """The own stars of the kinds that are needed."""
    return tuple(have if need else 0 for need, have in zip(needs, board.stars, strict=True))


def stars_words(stars: tuple[int, ...], novae: int = 0) -> Text:
    """Stars of each kind in words: "1 hydrogen star, 2 helium stars"."""
    some: list[Text] = [*_some(stars), *([piece("nova", novae)] if novae else ())]
    if not some:
        return Text("none of them")
    first = some[0]
    for other in some[1:]:
        first = Text("{some}, {more}", some=first, more=other)
    return first


def needs_words(code: str) -> Text:
    """What a tile needs, in words."""
    return stars_words(printed(code).needs)
