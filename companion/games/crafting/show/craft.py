"""The turn tab while crafting: what was taken, the seat's tiles, every action, the end.

What is of no use now is left out, and what the app cannot see (the places of pieces) is not asked
for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.crafting.board import Board
from companion.games.crafting.candidates import ways_to_use_power
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    NEBULA_SIZES,
    POWERS,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.rules.card import (
    TRADE_POINTS,
    TRADED_CARD_COUNT,
    EnterCard,
    unknown_card_count,
)
from companion.games.crafting.rules.goal import has_sector_goal_on_track
from companion.games.crafting.rules.nebula import (
    EXPECTED_POINTS_BY_SIZE,
    CompleteNebula,
    EnterTilePrint,
    needed_stars_words,
)
from companion.games.crafting.rules.place import PlaceNebula, PlacePieces
from companion.games.crafting.rules.power import unpayable_price_objections
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.show import power_sheets, sheets
from companion.games.crafting.show.ending import (
    ASKS_SIZE_DRAWN,
    end_otherwise_choices,
    end_turn_dock,
)
from companion.games.crafting.show.energy import take_and_place_panels
from companion.games.crafting.show.left import graviton_rows, tradable_kinds
from companion.games.crafting.show.lens import nebula_possibilities_words, open_lens_choice
from companion.games.crafting.show.offers import (
    first_refusal,
    likely_discarded_star,
    offer,
    open_sheet_choice,
    sector_picks,
    short_tile_name,
    star_picks,
)
from companion.games.crafting.show.sheets import (
    one_tap_action_rows,
    rows_left_to_score,
    single_answer_rows,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile, parse_tile_code
from companion.referee.controls import Choice, Field, Pick, number_picks
from companion.referee.panels import Choices, Notice, Panel
from companion.referee.rows import Row, Rows
from companion.referee.ruling import Objection
from companion.referee.text import Text

STAR_KINDS = (*ELEMENTS, "nova")


def incomplete_nebula_rows(s: State, seat: int) -> tuple[Row, ...]:
    """Returns the incomplete tiles: a tap on the points, then on the star that is discarded."""
    board = s.board(seat)
    tiles = Counter(tile for tile in board.tiles if not tile.completed)
    known = s.known_box_tiles if any(not tile.code for tile in tiles) else ()
    discards = _discards(board)
    return tuple(
        _times(_tile(s, seat, tile, discards, known), tiles[tile]) for tile in sorted(tiles)
    )


def _open_tiles(s: State, rows: tuple[Row, ...]) -> Rows:
    """Returns the panel of the tiles that can be completed now."""
    asks = Text("Completed a nebula? Tap it")
    if any(row.quick for row in rows) and not has_sector_goal_on_track(s):
        asks = Text("Completed a nebula? Tap its points")
    return Rows(
        id="open-tiles",
        title=asks if rows else None,
        aside=Choice(label=Text("Other tile"), sheet="complete"),
        rows=rows,
    )


def _times(row: Row, n: int) -> Row:
    """Returns the row with the number of such tiles; unchanged if there is one."""
    return row if n < 2 else replace(row, label=Text("{what} ×{n}", what=row.label, n=n))


def _tile(
    s: State, seat: int, tile: Tile, discards: tuple[Pick, ...], known: tuple[Tile, ...]
) -> Row:
    """Returns the row of an incomplete tile: with all of it known one tap completes it."""
    if tile.sector == UNKNOWN_SECTOR:
        row = _unprinted(s, seat, tile, discards, known)
        return _with_sector_asked(s, row, tile, _then_points(tile, known, discards))
    if tile.code:
        return _known(s, seat, tile, short_tile_name(tile), discards)
    return _unprinted(s, seat, tile, discards, known)


def _unprinted(
    s: State, seat: int, tile: Tile, discards: tuple[Pick, ...], known: tuple[Tile, ...]
) -> Row:
    """Returns the row of a tile whose points are asked, then the star."""
    prints = tile.code or 3 * tile.size
    tries = (CompleteNebula(tile.size, tile.sector, prints, star) for star in STAR_KINDS)
    add_stars = () if tile.code else (_ADD_STARS,)
    lens = open_lens_choice(s.board(seat), tile)
    return Row(
        label=short_tile_name(tile),
        icon=f"nebula-{tile.size}",
        detail=nebula_possibilities_words(s, seat, tile) if tile.around else None,
        fold=True,
        verb=f"complete {tile.size} {tile.sector}",
        fields=(_discarded(discards),),
        asks=Text("Tap its points to complete it"),
        picks=_printed(tile.size, tile.code),
        at=2,
        choices=(*_known_ones(s, seat, tile, known), *add_stars, lens),
        refusal=first_refusal(s, seat, tries),
        quick=tuple(_quick(tile, known, discards)),
        asked_after=_then_star(discards),
    )


def _with_sector_asked(s: State, row: Row, tile: Tile, points: Field) -> Row:
    """Returns the row with a field for its sector; where a goal counts sectors that comes first,
    then the points.
    """
    counts = has_sector_goal_on_track(s)
    sector = _sector("" if counts else UNKNOWN_SECTOR)
    row = replace(row, verb=f"complete {tile.size}", fields=(sector, *row.fields))
    if not counts:
        return row
    detail = row.detail if tile.around else Text("which sector?")
    return replace(
        row, detail=detail, quick=tuple(_sector_first(tile)), asked_after=(points, *row.asked_after)
    )


_ASKS_STAR = Text("Tap the star you discarded")


#: what tiles of each size print most often
_LIKELY = {1: (2, 3, 4), 2: (5, 6, 7), 3: (9, 10, 11)}


def likely_tile_points(tile: Tile, known: tuple[Tile, ...]) -> list[int]:
    """Returns the points that it is likely to print, in order: those of known tiles, if there are
    any.
    """
    points = [each.points for each in known if each.size == tile.size and each.points]
    seen = [n for n, _ in Counter(points).most_common(len(_LIKELY[tile.size]))]
    likely = (parse_tile_code(tile.code).points,) if tile.code else (*seen, *_LIKELY[tile.size])
    return sorted(tuple(dict.fromkeys(likely))[: len(_LIKELY[tile.size])])


def _quick(tile: Tile, known: tuple[Tile, ...], discards: tuple[Pick, ...]) -> Iterator[Pick]:
    """Yields its likely points, one tap each; the star is asked after it, unless there is one kind
    alone.
    """
    for pick in _then_points(tile, known, discards).picks:
        yield replace(pick, value=f"complete {tile.size} {tile.sector} {pick.value}")


def _sector_first(tile: Tile) -> Iterator[Pick]:
    """Yields the sectors, one tap each, where a goal counts them; the points are asked after it."""
    for pick in sector_picks(untold=False):
        yield Pick(value=f"complete {tile.size} {pick.value}", label=pick.label)


def _then_points(tile: Tile, known: tuple[Tile, ...], discards: tuple[Pick, ...]) -> Field:
    """Returns its likely points, each with the star if there is one kind alone."""
    star = f" {discards[0].value}" if len(discards) == 1 else ""
    picks = tuple(
        Pick(value=f"{n}{star}", label=Text("+{n}", n=n)) for n in likely_tile_points(tile, known)
    )
    return Field(label=Text("Points printed on the tile"), kind="pick", picks=picks, at=1)


def _then_star(discards: tuple[Pick, ...]) -> tuple[Field, ...]:
    """Returns the question for the discarded star; () if there is one kind alone."""
    asks = Text("Which star goes back to the supply?")
    asked = Field(label=asks, kind="pick", picks=discards, at=2)
    return (asked,) if len(discards) > 1 else ()


def _known_ones(
    s: State, seat: int, tile: Tile, known_box_tiles: tuple[Tile, ...]
) -> Iterator[Choice]:
    """Yields the known tiles of the box that this one can be: a tap enters its print."""
    if tile.code:
        return
    for known in known_box_tiles:
        if known.size == tile.size:
            enter = EnterTilePrint(tile.size, tile.sector, known.code)
            words = Text("{n} points", "{n} points", n=known.points or 0)
            yield offer(
                s, seat, enter, words, needed_stars_words(known.code), f"nebula-{tile.size}"
            )


def _known(s: State, seat: int, tile: Tile, label: Text, discards: tuple[Pick, ...]) -> Row:
    """Returns the row of a known tile: a tap on the discarded star completes it."""
    choices = tuple(
        offer(
            s,
            seat,
            CompleteNebula(tile.size, tile.sector, tile.code, p.value),
            p.label,
            Text("likely") if i == 0 else p.detail,
            p.icon,
            pressed=i == 0,
        )
        for i, p in enumerate(discards)
    )
    return Row(
        label=label,
        icon=f"nebula-{tile.size}",
        marks=tuple(
            e for e, n in zip(ELEMENTS, tile.needed_stars or (), strict=False) for _ in range(n)
        ),
        worth=Text("{n} points", "{n} points", n=tile.points or 0),
        detail=nebula_possibilities_words(s, seat, tile) if tile.around else None,
        fold=True,
        asks=_ASKS_STAR,
        choices=(*choices, open_lens_choice(s.board(seat), tile)),
        refusal=None
        if any(c.refusal is None for c in choices)
        else next((c.refusal for c in choices), None),
        quick=tuple(
            Pick(value=choice.action, label=pick.label, icon=pick.icon)
            for choice, pick in zip(choices, discards, strict=True)
            if choice.refusal is None
        ),
    )


def _printed(size: int, code: str) -> tuple[Pick, ...]:
    if code:
        n = parse_tile_code(code).points
        return (Pick(value=code, label=Text("{n} points", "{n} points", n=n)),)
    return number_picks(EXPECTED_POINTS_BY_SIZE[size])


def _discarded(picks: tuple[Pick, ...]) -> Field:
    """Returns the field of the discarded star, the likely one preset."""
    return Field(
        label=Text("Star you discarded"),
        kind="pick",
        picks=picks,
        value=picks[0].value if picks else "",
        at=3,
    )


def _sector(preset: str) -> Field:
    picks = sector_picks(untold=True)
    return Field(label=Text("Sector"), kind="pick", picks=picks, value=preset)


def _discards(board: Board) -> tuple[Pick, ...]:
    """Returns the stars that may be discarded, the likely one first, supernovae last."""
    likely = likely_discarded_star(board)
    picks = sorted(star_picks(board, novae=True), key=lambda pick: pick.value != likely)
    return tuple(
        Pick(
            value=p.value,
            label=p.label,
            icon=p.icon,
            detail=Text("have {n}", n=board.star_count_of_kind(p.value)),
        )
        for p in picks
    )


#: so many lines are on the page at most before what asks moves to sheets; choices are two a line
MAX_CRAFT_LINES_ON_PAGE = 3


def craft_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what a seat may do in its craft phase, the likeliest first. What is refused is left
    out: "What can I do now?" tells why.
    """
    board, tiles = s.board(seat), incomplete_nebula_rows(s, seat)
    gain = power_sheets.gain_power_row(s, seat)
    can = tuple(each for each in (*_powers(s, seat), *_five(s, seat)) if each.refusal is None)
    gains = () if gain.refusal else (gain,)
    asking, spent = single_answer_rows(s, seat), one_tap_action_rows(s, seat)
    flips = tuple(row for row in spent if row.icon == "nova")
    rows = tuple(row for row in spent if row not in flips)
    ready = tuple(each for each in asking if each.row.refusal is None)
    crowded = len(spent) + len(ready) + (len(can) + 1) // 2 > MAX_CRAFT_LINES_ON_PAGE
    direct = tuple(
        each for each in ready if each.has_room_beside_words and (each.stays or not crowded)
    )
    folded = tuple(each for each in ready if each not in direct)
    return (
        *(take_and_place_panels(s, seat) if board.lines else _held(s, seat)),
        _drawn(s, seat),
        *_first(s, seat, flips),
        _open_tiles(s, tuple(row for row in tiles if row.refusal is None)),
        _unknown(tiles),
        # Above all that hangs on the hand: a card that is told moves no other one from the finger.
        _cards(s, seat),
        Rows(id="spending", rows=(*rows, *(each.row for each in direct), *gains)),
        Rows(id="gravitons", rows=graviton_rows(s, seat)),
        Choices(
            id="powers",
            choices=(
                *(each.choice_to_open_sheet for each in folded),
                *can,
                *end_otherwise_choices(s, seat),
            ),
        ),
        *(each.sheet for each in folded),
        *sheets.craft_sheets(s, seat),
        end_turn_dock(s, seat),
    )


def _first(s: State, seat: int, flips: tuple[Row, ...]) -> tuple[Rows, Rows]:
    """Returns what is left and brings points, where the eye begins; then what lasts this turn only:
    both in sight before what waits.
    """
    rows = rows_left_to_score(s, seat)
    title = Text("Before your turn ends") if rows else None
    return Rows(id="remains", title=title, rows=rows), Rows(id="flip", rows=flips)


def _held(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels to place what is held: all of it, or folded away one kind at a time."""
    board = s.board(seat)
    if not board.has_unplaced_pieces:
        return (Choices(id="held", choices=(), style="row"),)
    stars = tuple(
        offer(s, seat, PlacePieces(e, n), Text("Place {what}", what=star_count_words(e, n)), icon=e)
        for e, n in zip(ELEMENTS, board.held_stars, strict=True)
        if n
    )
    proto = (_place_proto(s, seat, board.held_proto),) if board.held_proto else ()
    pieces = (*stars, *proto)
    several = len(pieces) > 1
    first = (_place_all(s, seat),) if several else pieces
    words = Text("What you don't place is lost when your turn ends")
    return (
        Notice(id="unplaced", kind="warn", words=words, rule="place.lost"),
        Choices(
            id="held",
            choices=(*first, *_tiles_to_lay(s, seat)),
            folded=pieces if several else (),
            fold=Text("Only some") if several else None,
        ),
    )


def _place_all(s: State, seat: int) -> Choice:
    return offer(s, seat, PlacePieces("all"), Text("Place all stars and life"), icon="check")


def _place_proto(s: State, seat: int, number: int) -> Choice:
    words = Text("Place {n} proto life", "Place {n} proto life", n=number)
    return offer(s, seat, PlacePieces("proto", number), words, icon="proto")


def _tiles_to_lay(s: State, seat: int) -> Iterator[Choice]:
    for size in s.board(seat).unplaced_nebula_sizes:
        words = Text("Place a nebula of size {size}", size=size)
        yield offer(s, seat, PlaceNebula(size, UNKNOWN_SECTOR), words, icon=f"nebula-{size}")


def _cards(s: State, seat: int) -> Choices:
    """Returns the choices that enter new cards of a known hand, one tap a card; optional."""
    board = s.board(seat)
    came = sum(line.got for line in board.lines if line.kind == "card")
    new = min(came, unknown_card_count(board))
    if not new:
        return Choices(id="cards-drawn", choices=(), style="row")
    return Choices(
        id="cards-drawn",
        title=Text("{n} new card: which type?", "{n} new cards: which types?", n=new),
        note=Text("Only you see this"),
        style="slim",
        choices=tuple(
            offer(s, seat, EnterCard(c), CONTROL_NAMES[c], icon=c, each=True) for c in CONTROLS
        ),
    )


def _drawn(s: State, seat: int) -> Choices:
    """Returns the choices for the size of the nebula drawn, one tap. Its sector counts when it is
    completed, and is asked then, as that of every other new one.
    """
    if not s.board(seat).drawn:
        return Choices(id="drawn", choices=(), style="cells")
    sizes = tuple(
        offer(
            s,
            seat,
            PlaceNebula(size, UNKNOWN_SECTOR),
            Text("Size {size}", size=size),
            icon=f"nebula-{size}",
        )
        for size in NEBULA_SIZES
    )
    return Choices(id="drawn", choices=sizes, style="cells", title=ASKS_SIZE_DRAWN)


_ADD_STARS = Choice(label=Text("Add a tile's stars"), sheet="tile", icon="nebula")


def _unknown(tiles: tuple[Row, ...]) -> Choices:
    """Returns the choice that enters what a tile prints, unless a tile on the page holds it; empty
    if all are known.
    """
    unknown = [row for row in tiles if _ADD_STARS in row.choices]
    alone = bool(unknown) and all(row.refusal for row in unknown)
    return Choices(id="add-tile", style="row", choices=(_ADD_STARS,) if alone else ())


def _five(s: State, seat: int) -> Iterator[Choice]:
    """Yields one direct choice if only one type can be paid, one that opens a sheet if several."""
    if tradable_kinds(s.board(seat)):
        return
    types = sheets.five_cards_sheet(s, seat).choices
    label = Text("Trade for {n} point", "Trade for {n} points", n=TRADE_POINTS)
    detail = Text("{n} matching card", "{n} matching cards", n=TRADED_CARD_COUNT)
    open_to = [choice for choice in types if choice.refusal is None]
    if len(open_to) == 1:
        yield replace(open_to[0], label=label, detail=detail, icon="five")
    elif open_to:
        yield open_sheet_choice("five", label, detail, "five")


def _powers(s: State, seat: int) -> Iterator[Choice]:
    """Yields the seat's power cards that need one tap, or a sheet."""
    board = s.board(seat)
    for _, slug in board.powers:
        power = POWERS[slug]
        if power_sheets.is_answered_by_one_tap(board, power):
            continue
        label, detail = Text("{name}", name=power.name), power_sheets.price_words(power)
        if power_sheets.is_used_with_one_tap(board, power):
            used = replace(ways_to_use_power(power)[0], **_paid(board, power))
            yield offer(s, seat, used, label, detail, power.deck)
        elif not power.instead or (
            board.waiting and not power_sheets.is_discharge_power_without_choice(power)
        ):
            yield open_sheet_choice(
                f"use-{slug}", label, detail, power.deck, _why_not(s, seat, power)
            )


def _why_not(s: State, seat: int, power: Power) -> Objection | None:
    """Returns why no use of a card would be allowed; None if one is."""
    tries = ways_to_use_power(power)
    if not power.instead and any(
        isinstance(answer, Objection) for answer in unpayable_price_objections(s, seat, tries[0])
    ):
        # Whatever is chosen, it cannot be paid.
        tries = tries[:1]
    return first_refusal(s, seat, tries)


def _paid(board: Board, power: Power) -> dict[str, str]:
    """Returns what pays if no other type can; {} if it must be chosen."""
    kind = power_sheets.single_payment_kind(board, power)
    return {"paid": kind} if kind else {}
