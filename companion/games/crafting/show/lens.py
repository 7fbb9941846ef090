"""What can be done with one nebula, by what its seat told of its corners and sides.

The rules answer: each answer is a ruling on a galaxy that has only what is around the nebula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.crafting.board import CRAFT, Board, galaxy_piece_counts, swap_tile
from companion.games.crafting.pieces import (
    ELEMENTS,
    STAR_NAMES,
)
from companion.games.crafting.rules.around import SURROUNDING_NAMES, surroundings_action_prefix
from companion.games.crafting.rules.bounds import COUNTED_AROUND, SIDES_PER_NEBULA
from companion.games.crafting.rules.life import (
    LIFE_SPACES_PER_NEBULA,
    CreateLife,
    lifeless_completed_nebula_count,
)
from companion.games.crafting.rules.nebula import EXPECTED_POINTS_BY_SIZE, CompleteNebula
from companion.games.crafting.show.offers import first_refusal, offer, refusal, short_tile_name
from companion.games.crafting.state import PLAY, State
from companion.games.crafting.tiles import SURROUNDING_KINDS, Tile, parse_surroundings
from companion.referee.controls import Choice, Field, number_picks
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import ABOVE_ALL_TABS, Sheet
from companion.referee.rows import Row, Rows
from companion.referee.ruling import Objection
from companion.referee.text import Text

_ICONS = (*ELEMENTS, "nova", "proto", "stable")


@dataclass(frozen=True)
class NebulaPossibilities:
    """What a nebula allows: the stars that may be discarded, the likely one first, or why it cannot
    be completed; and why no advanced life can be created around it, None if it can.
    """

    stars: tuple[str, ...]
    incomplete: Objection | None
    lifeless: Objection | None


def nebula_possibilities(s: State, seat: int, tile: Tile) -> NebulaPossibilities:
    """Returns what this nebula allows, by what was told of it."""
    stars = tuple(_touching(s.board(seat), tile))
    tries = [_completing(tile, star) for star in stars or ELEMENTS[:1]]
    no = None if tile.completed else first_refusal(_only_around(s, seat, tile), seat, tries)
    return NebulaPossibilities(stars, no, _why_no_life(s, seat, tile))


def _touching(board: Board, tile: Tile) -> Iterator[str]:
    """Yields the stars on the corners: those that the nebula doesn't need first, then those that
    the galaxy has most of; supernovae last.
    """
    around, needs = parse_surroundings(tile.around), tile.needed_stars or (0,) * len(ELEMENTS)
    spare = {e: have - need for e, have, need in zip(ELEMENTS, around.stars, needs, strict=True)}
    there = [e for e, n in zip(ELEMENTS, around.stars, strict=True) if n]
    yield from sorted(there, key=lambda e: (spare[e] <= 0, -board.star_count_of_kind(e)))
    if around.novae:
        yield "nova"


def _completing(tile: Tile, star: str) -> CompleteNebula:
    prints = tile.code or EXPECTED_POINTS_BY_SIZE[tile.size][tile.size]
    return CompleteNebula(tile.size, tile.sector, prints, star)


def _only_around(s: State, seat: int, tile: Tile) -> State:
    """Returns the state in which the seat crafts and has this nebula and what is around it."""
    around = parse_surroundings(tile.around)
    board = replace(
        s.board(seat),
        step=CRAFT,
        stars=around.stars,
        novae=around.novae,
        proto=around.proto,
        stable=around.stable,
        tiles=(tile,),
        singles=0,
        doubles=0,
        ringed=(),
    )
    return replace(s, stage=PLAY).with_board(seat, board)


def _why_no_life(s: State, seat: int, tile: Tile) -> Objection | None:
    """Returns why no advanced life can be created around it once it is completed, by what is around
    it or by all that the galaxy has.
    """
    act, done = CreateLife(parse_surroundings(tile.around).proto), replace(tile, completed=True)
    board = replace(swap_tile(s.board(seat), tile, done), step=CRAFT)
    whole = replace(s, stage=PLAY).with_board(seat, board)
    return refusal(_only_around(s, seat, done), seat, act) or refusal(whole, seat, act)


def nebula_possibilities_words(s: State, seat: int, tile: Tile) -> Text:
    """Returns the answer in words; an older one says that the galaxy has changed since."""
    return _answer_words(s.board(seat), tile, nebula_possibilities(s, seat, tile))


def _answer_words(board: Board, tile: Tile, found: NebulaPossibilities) -> Text:
    around = parse_surroundings(tile.around)
    parts = [] if tile.completed else [_completion_words(tile, found)]
    if found.incomplete or found.lifeless:
        parts.append(
            Text("Life on {n} of 6 sides", n=min(around.life_count, LIFE_SPACES_PER_NEBULA))
        )
    elif around.proto:
        parts.append(
            Text(
                "Advanced life: discard {n} proto life",
                "Advanced life: discard {n} proto life",
                n=around.proto,
            )
        )
    else:
        parts.append(Text("Advanced life, nothing to discard"))
    words = parts[0] if len(parts) == 1 else Text("{told}. {then}", told=parts[0], then=parts[1])
    if tile.counted == galaxy_piece_counts(board):
        return words
    return Text("Your galaxy changed since: {what}", what=words)


def _completion_words(tile: Tile, found: NebulaPossibilities) -> Text:
    if not found.stars:
        return Text("No star is around it")
    if found.incomplete is not None:
        no = found.incomplete
        return no.remedy if no.rule == "nebula.stars" and no.remedy else no.reason
    if not tile.code:
        return Text("Compare its stars with the tile")
    return Text("Yes. Discard: {star}", star=STAR_NAMES[found.stars[0]])


def _tiles(board: Board) -> tuple[Tile, ...]:
    """Returns the nebulae with a lens, equal ones once: open ones, and those that may get life."""
    done = lifeless_completed_nebula_count(board) > 0
    return tuple(sorted({tile for tile in board.tiles if done or not tile.completed}))


def open_lens_choice(board: Board, tile: Tile) -> Choice:
    """Returns the choice that opens the lens on this nebula."""
    return Choice(label=Text("Can I complete it?"), sheet=_sheet_id(_tiles(board).index(tile) + 1))


def _sheet_id(number: int) -> str:
    return f"around-{number}"


def nebula_lens_rows(s: State, seat: int) -> Rows:
    """Returns the nebulae with what their lenses answered."""
    tiles = _tiles(s.board(seat))
    rows = tuple(_row(s, seat, n, tile) for n, tile in enumerate(tiles, start=1))
    title = Text("What can I do with my nebulae?") if rows else None
    return Rows(id=COUNTED_AROUND[0], tab="own", title=title, rows=rows)


@memoized_by_parts(lambda s, seat: (s.board(seat),))
def nebula_lens_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns the sheets of the nebulae that ask what is around them."""
    board = s.board(seat)
    return tuple(_sheet(board, n, tile) for n, tile in enumerate(_tiles(board), start=1))


def _row(s: State, seat: int, number: int, tile: Tile) -> Row:
    possible = nebula_possibilities(s, seat, tile) if tile.around else None
    return Row(
        label=short_tile_name(tile),
        icon=f"nebula-{tile.size}",
        marks=tuple(_marks(tile)),
        detail=_answer_words(s.board(seat), tile, possible) if possible else None,
        choices=(
            *(_offers(s, seat, tile, possible) if possible else ()),
            Choice(
                label=Text("Count again") if possible else COUNTED_AROUND[1],
                sheet=_sheet_id(number),
            ),
        ),
    )


def _offers(s: State, seat: int, tile: Tile, found: NebulaPossibilities) -> Iterator[Choice]:
    """Yields what the answer allows now, one tap each."""
    if s.board(seat).step != CRAFT:
        return
    if not tile.completed and tile.code and found.stars and found.incomplete is None:
        words = Text("+{n} point", "+{n} points", n=tile.points or 0)
        yield offer(s, seat, _completing(tile, found.stars[0]), words, icon=found.stars[0])
    if tile.completed and found.lifeless is None:
        act = CreateLife(parse_surroundings(tile.around).proto)
        yield offer(s, seat, act, Text("Advanced life"), icon="life")


def _marks(tile: Tile) -> Iterator[str]:
    """Yields an icon for each piece that was told."""
    for icon, n in zip(_ICONS, parse_surroundings(tile.around).piece_counts, strict=True):
        yield from (icon,) * n


def _sheet(board: Board, number: int, tile: Tile) -> Sheet:
    pieces = parse_surroundings(tile.around).piece_counts
    lines = zip(
        SURROUNDING_KINDS, SURROUNDING_NAMES, pieces, galaxy_piece_counts(board), strict=True
    )
    some = tuple(line for line in lines if line[-1])
    fields = tuple(_field(*line, first=i == 0) for i, line in enumerate(some))
    return Sheet(
        id=_sheet_id(number),
        tab=ABOVE_ALL_TABS,
        title=short_tile_name(tile),
        verb=surroundings_action_prefix(tile),
        note=Text("Count its 6 corners and 6 sides. Only you see it, and nothing is scored"),
        fields=fields,
        submit=Text("Show me"),
        icon=f"nebula-{tile.size}",
    )


def _field(kind: str, name: Text, counted: int, have: int, *, first: bool) -> Field:
    """Returns the field of one kind. The first one writes a 0 too, so that there is a word."""
    most = min(SIDES_PER_NEBULA, have)
    picks = number_picks(range(most + 1), kind, empty_zero=not first)
    value = f"{kind}{counted}" if counted or first else ""
    return Field(label=name, kind="numbers", picks=picks, value=value, join="around")
