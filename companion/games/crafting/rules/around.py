"""Chapter "around": what a seat tells about the corners and sides of one of its nebulae.

Nothing is counted by it. The places of pieces are known to nobody but those who look at the board,
so an answer about a nebula needs to be told what is around it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import Board, galaxy_piece_counts, swap_tile
from companion.games.crafting.pieces import SECTOR_NAMES, STAR_NAMES, NebulaSize, SectorName
from companion.games.crafting.rules.bounds import SIDES_PER_NEBULA
from companion.games.crafting.rules.nebula import TileCodeOrUnknown
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.state import State
from companion.games.crafting.tiles import (
    SURROUNDING_KINDS,
    Tile,
    parse_surroundings,
    validated_surroundings,
)
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, one_of
from companion.referee.ruling import Objection
from companion.referee.text import Text

#: what may be around a nebula, in the order of `Surroundings.piece_counts`
SURROUNDING_NAMES = (*STAR_NAMES.values(), Text("proto life"), Text("stable life"))

#: stands for a nebula of which nothing was entered before
_UNTOLD = "new"


def _was(word: str) -> str:
    return "" if word == _UNTOLD else validated_surroundings(word)


#: how actions are written: what was entered before
EarlierSurroundings = Annotated[str, Word("around", _was, lambda around: around or _UNTOLD)]


@action(
    "around",
    "around open 2 psi ? new h2he1p3",
    Text("Enter what's around a nebula (only you see it)"),
    log=Text("{who} looked at a nebula"),
)
class EnterSurroundings(Action):
    """Tells the stars on the corners and the life on the sides of one nebula. No other seat sees
    it. `was`: what was entered of it before, which tells equal nebulae apart.
    """

    grounds = ("nebula.tile",)
    from_box = True

    state: Annotated[str, one_of("open", "done")]
    size: NebulaSize
    sector: SectorName
    code: TileCodeOrUnknown
    was: EarlierSurroundings
    around: Annotated[str, Word("around", validated_surroundings)]

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if _meant(board, self) is None:
            yield Objection(
                "nebula.own",
                Text(
                    "You have no such size {size} nebula in {sector}",
                    size=self.size,
                    sector=SECTOR_NAMES[self.sector],
                ),
                Text("Choose a nebula you have, or fix your count under Galaxy"),
            )
        surroundings = parse_surroundings(self.around)
        again = Text("Count again what's around the nebula")
        if surroundings.star_and_supernova_count > SIDES_PER_NEBULA:
            words = Text(
                "{n} stars? A nebula has 6 corners", n=surroundings.star_and_supernova_count
            )
            yield Objection("nebula.corners", words, again)
        if surroundings.life_count > SIDES_PER_NEBULA:
            words = Text("{n} life? A nebula has 6 sides", n=surroundings.life_count)
            yield Objection("life.six", words, again)
        for kind, n, have in zip(
            SURROUNDING_KINDS, surroundings.piece_counts, galaxy_piece_counts(board), strict=True
        ):
            if n > have:
                yield Objection(
                    "game.correct",
                    Text("{what}? You have {have}", what=_count_words(kind, n), have=have),
                    Text("Count again, or fix your count under Galaxy"),
                )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        tile = _meant(board, self)
        if tile is None:
            return s
        now = replace(tile, around=self.around, counted=galaxy_piece_counts(board))
        return s.with_board(seat, swap_tile(board, tile, now))

    def public(self) -> None:
        return None


_LIFE = {
    "p": Text("{n} proto life", "{n} proto life"),
    "s": Text("{n} stable life", "{n} stable life"),
}


def _count_words(kind: str, number: int) -> Text:
    """Returns a number of pieces of this kind (`SURROUNDING_KINDS`), in words."""
    if kind in _LIFE:
        return _LIFE[kind].filled(n=number)
    return star_count_words("nova" if kind == "n" else kind, number)


def _meant(board: Board, a: EnterSurroundings) -> Tile | None:
    """Returns the nebula that is meant; None if there is none."""
    kind = Tile(a.size, a.sector, a.state == "done", a.code)
    like = [t for t in board.tiles if replace(t, around="", counted=()) == kind]
    return next((t for t in like if t.around == a.was), next(iter(like), None))


def surroundings_action_prefix(tile: Tile) -> str:
    """Returns the action that tells what is around this nebula, without its last word."""
    state = "done" if tile.completed else "open"
    return f"around {state} {tile.size} {tile.sector} {tile.code or '?'} {tile.around or _UNTOLD}"
