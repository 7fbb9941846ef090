"""The sheets of the craft phase: what has to be entered for each action; and what can be spent:
dark energy, supernovae, DNA, life, powers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    LIFE_VALUES,
    MAX_TILE_POINTS,
    NO_STAR,
    POWERS,
    STAR_NAMES,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.rules import NOTATION
from companion.games.crafting.rules.card import TRADE_POINTS, TRADED_CARD_COUNT, TradeFiveCards
from companion.games.crafting.rules.life import LIFE_SPACES_PER_NEBULA, CreateLife
from companion.games.crafting.rules.power_cards import part_of_power, whole_effect
from companion.games.crafting.rules.slider import ConvertStar, StabiliseLife
from companion.games.crafting.rules.time import DischargeCrystal, next_discharge_points
from companion.games.crafting.show.ending import end_turn_sheets
from companion.games.crafting.show.left import points_words, trade_rows
from companion.games.crafting.show.offers import (
    likely_discarded_star,
    offer,
    open_sheet_choice,
    sector_picks,
    size_picks,
    star_picks,
)
from companion.games.crafting.show.power_sheets import (
    gain_power_sheets,
    has_own_sheet,
    is_answered_by_one_tap,
    is_discharge_power_without_choice,
    power_answer_fields,
    power_effect_text,
    price_words,
    single_payment_kind,
    use_power_sheet,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.controls import Choice, Field, Pick, number_picks
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Sheet
from companion.referee.rows import Row
from companion.referee.text import Text, printed, untranslated


def one_tap_action_rows(s: State, seat: int) -> tuple[Row, ...]:
    """Returns what can be spent with one tap, without anything that the seat lacks."""
    return (*_supernova(s, seat), *_dna(s, seat))


def rows_left_to_score(s: State, seat: int) -> tuple[Row, ...]:
    """Returns what brings points before the turn ends, whatever nebulae there are."""
    rows = (*_discharge(s, seat), *trade_rows(s, seat))
    few = s.board(seat).waiting and next_discharge_points(s.board(seat)) < TRADE_POINTS
    return rows[::-1] if few else rows


#: more answers than these need a sheet
MAX_CHOICES_PER_ROW = 8


@dataclass(frozen=True)
class AnswerRow:
    """A row of answers, each a tap, that can also wait in a sheet of its own: `id`. `stays`: on a
    crowded page as well.
    """

    id: str
    row: Row
    detail: Text
    stays: bool = False

    @property
    def has_room_beside_words(self) -> bool:
        """Whether the answers have room beside the words."""
        return len(self.row.choices) <= MAX_CHOICES_PER_ROW

    @property
    def choice_to_open_sheet(self) -> Choice:
        """The choice that opens the sheet."""
        return open_sheet_choice(self.id, self.row.label, self.detail, self.row.icon)

    @property
    def sheet(self) -> Sheet:
        """The sheet of the answers."""
        row = self.row
        return Sheet(
            id=self.id, title=row.label, asks=row.detail, choices=row.choices, icon=row.icon
        )


def single_answer_rows(s: State, seat: int) -> tuple[AnswerRow, ...]:
    """Returns advanced life, if possible, and the power cards that ask one thing."""
    board = s.board(seat)
    powers = (POWERS[slug] for _, slug in board.powers)
    # Nothing else brings so many points.
    life = (AnswerRow("life-around", row, Text("with 6 life"), True) for row in _life_row(s, seat))
    cards = (
        AnswerRow(f"use-{p.slug}", _power(s, seat, p), price_words(p))
        for p in powers
        if is_answered_by_one_tap(board, p)
    )
    return (*life, *cards)


def _discharge(s: State, seat: int) -> Iterator[Row]:
    board = s.board(seat)
    if not board.waiting:
        return
    plain = [
        POWERS[slug] for _, slug in board.powers if is_discharge_power_without_choice(POWERS[slug])
    ]
    points = next_discharge_points(board)
    yield Row(
        label=Text("A crystal waits"),
        icon="discharge",
        detail=Text("Tap your new star") if points else Text("No points. Tap your new star"),
        worth=points_words(points) if points else None,
        choices=(
            *(offer(s, seat, DischargeCrystal(e), STAR_NAMES[e], icon=e) for e in ELEMENTS),
            offer(s, seat, DischargeCrystal(NO_STAR), Text("No star: no space, or none left")),
            *(
                offer(s, seat, DischargeCrystal(p.slug), printed(p.name), icon="power")
                for p in plain
            ),
            *(
                offer(
                    s,
                    seat,
                    DischargeCrystal(p.slug, only=n),
                    Text("{card}: only {n} fits", "{card}: only {n} fit", card=p.name, n=n),
                )
                for p in plain
                for n in reversed(range(1, whole_effect(p)))
            ),
        ),
    )


def _supernova(s: State, seat: int) -> Iterator[Row]:
    board = s.board(seat)
    if not board.nova:
        return
    yield Row(
        label=Text("Supernova"),
        icon="nova",
        detail=Text("Tap the star you flipped"),
        choices=tuple(
            offer(s, seat, ConvertStar(e), STAR_NAMES[e], icon=e)
            for e in ELEMENTS
            if board.star_count_of_kind(e)
        ),
    )


def _dna(s: State, seat: int) -> Iterator[Row]:
    board = s.board(seat)
    if not board.dna:
        return
    numbers = range(1, max(1, min(board.dna, board.proto)) + 1)
    yield Row(
        label=Text("Stabilised"),
        icon="dna",
        detail=Text("with {n} DNA", "with {n} DNA", n=board.dna),
        choices=tuple(offer(s, seat, StabiliseLife(n), untranslated(str(n))) for n in numbers),
    )


def _life_row(s: State, seat: int) -> Iterator[Row]:
    """Yields the row of advanced life, if possible: one tap for the number of proto life."""
    allowed = tuple(choice for choice in create_life_choices(s, seat) if choice.refusal is None)
    if allowed:
        yield Row(
            label=Text("Advanced life"),
            icon="life",
            detail=Text("Tap how much proto life was around the nebula"),
            choices=(*allowed, Choice(label=Text("Enter its value too"), sheet="life")),
        )


def _around_a_nebula(s: State, seat: int) -> tuple[object, ...]:
    """Returns what creating advanced life depends on: free nebulae, life, how much of it is bound,
    the stack, the group's decisions.
    """
    board = s.board(seat)
    nebulae = (
        board.completed_nebula_count,
        board.singles,
        board.doubles,
        board.ringed,
        board.stirred,
    )
    return (*nebulae, board.proto, board.stable, s.drawn, s.seats, s.options)


# Saves 1 % of the calls of a tap and its pages.
@memoized_by_parts(_around_a_nebula)
def create_life_choices(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns a choice for each number of proto life around a nebula; for the seat that crafts."""
    return tuple(
        offer(s, seat, CreateLife(n), untranslated(str(n)))
        for n in range(LIFE_SPACES_PER_NEBULA + 1)
    )


def _power(s: State, seat: int, power: Power) -> Row:
    """Returns the row of a card that asks one thing: each option is a tap."""
    (field,) = power_answer_fields(s.board(seat), power)
    numbers = number_picks(range(field.low, field.high + 1))
    choices = tuple(
        _answer(s, seat, power, pick) for pick in (field.picks if field.kind == "pick" else numbers)
    )
    refused = next((c.refusal for c in choices if c.refusal), None)
    return Row(
        label=printed(power.name),
        icon=power.deck,
        detail=Text("{price}. {asks}", price=price_words(power), asks=field.label),
        choices=choices,
        refusal=refused if all(choice.refusal for choice in choices) else None,
    )


def _answer(s: State, seat: int, power: Power, pick: Pick) -> Choice:
    paid = single_payment_kind(s.board(seat), power)
    words = f"use {power.slug} {pick.value}" + (f" with {paid}" if paid else "")
    used = NOTATION.read(words)
    return offer(s, seat, used, pick.label, icon=pick.icon)


def craft_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns all sheets that the craft phase may open now."""
    board = s.board(seat)
    return (
        _complete(board),
        _tell_tile(board),
        *_discharges(s, seat),
        _life(board),
        *gain_power_sheets(s, seat),
        five_cards_sheet(s, seat),
        *(
            use_power_sheet(board, POWERS[slug])
            for _, slug in board.powers
            if has_own_sheet(board, POWERS[slug])
        ),
        *end_turn_sheets(s, seat),
    )


def _complete(board: Board) -> Sheet:
    tiles = [t for t in board.tiles if not t.completed]
    size, sector = (str(tiles[0].size), tiles[0].sector) if tiles else ("1", UNKNOWN_SECTOR)
    # An unknown sector is asked for here: the goals that add up nebulae need it.
    sector = "" if sector == UNKNOWN_SECTOR else sector
    return Sheet(
        id="complete",
        title=Text("Complete a nebula"),
        verb="complete",
        note=Text("The stars it needs must surround it; a supernova counts as any type"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=size),
            Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True), value=sector),
            tile_points_field(),
            Field(
                label=Text("Star to discard (must touch the nebula)"),
                kind="pick",
                picks=star_picks(board, novae=True),
                value=likely_discarded_star(board),
            ),
        ),
        submit=Text("Complete the nebula"),
        icon="nebula",
    )


def _tell_tile(board: Board) -> Sheet:
    """Returns the sheet that enters what a tile prints, once for this and later games."""
    tile = next((t for t in board.tiles if not t.completed and not t.code), Tile(1))
    return _tile_sheet(tile.size, tile.sector)


def _tile_sheet(size: int, sector: str) -> Sheet:
    needs = tuple(
        Field(
            label=STAR_NAMES[element],
            kind="pick",
            picks=number_picks(range(7), element, empty_zero=True),
            join="code",
        )
        for element in ELEMENTS
    )
    points = number_picks(USUAL_TILE_POINTS, "=")
    rare = number_picks(RARE_TILE_POINTS, "=")
    printed = Text("Points printed on the tile")
    return Sheet(
        id="tile",
        title=Text("Add a tile's stars"),
        verb="tile",
        note=Text("Once is enough: your group's next games use it too"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=str(size)),
            Field(
                label=Text("Sector"),
                kind="pick",
                picks=sector_picks(untold=True),
                value=sector,
            ),
            *needs,
            Field(label=printed, kind="pick", picks=points, rare=rare, join="code"),
        ),
        submit=Text("Enter this tile"),
        icon="nebula",
    )


def _discharges(s: State, seat: int) -> Iterator[Sheet]:
    """Yields sheets of the cards that replace a discharge's star and need choices."""
    board = s.board(seat)
    own = [POWERS[slug] for _, slug in board.powers if POWERS[slug].instead]
    for power in own:
        if not is_discharge_power_without_choice(power):
            yield Sheet(
                id=f"use-{power.slug}",
                title=printed(power.name),
                verb=f"discharge {power.slug}",
                note=power_effect_text(power),
                fields=power_answer_fields(
                    board, part_of_power(power, min(whole_effect(power), sum(board.stars)))
                ),
                submit=Text("Discharge with {card}", card=power.name),
                icon="power",
            )


def _life(board: Board) -> Sheet:
    values = number_picks(LIFE_VALUES)
    numbers = tuple(
        Pick(value=str(n), label=untranslated(str(n)), off=n > board.proto or 6 - n > board.stable)
        for n in range(7)
    )
    return Sheet(
        id="life",
        title=Text("Create advanced life"),
        verb="life",
        note=Text(
            "Discard the proto life around the nebula; stable life stays. Place the token face down"
        ),
        fields=(
            Field(
                label=Text("Proto life around it (discard all of it)"),
                kind="pick",
                picks=numbers,
                value=str(min(6, board.proto)),
            ),
            Field(
                label=Text("Value of the token you drew"),
                kind="secret",
                picks=values,
                note=Text("Only you see it. You can also enter it at the end"),
            ),
        ),
        submit=Text("Create advanced life"),
        icon="life",
    )


def five_cards_sheet(s: State, seat: int) -> Sheet:
    """Returns the sheet of the type that pays for points; for the seat that crafts."""
    return Sheet(
        id="five",
        title=Text(
            "{cards} matching cards for {n} point",
            "{cards} matching cards for {n} points",
            cards=TRADED_CARD_COUNT,
            n=TRADE_POINTS,
        ),
        asks=Text("Which type do you discard?"),
        choices=tuple(
            offer(s, seat, TradeFiveCards(c), CONTROL_NAMES[c], icon=c) for c in CONTROLS
        ),
        icon="five",
    )


#: the points that tiles print, as far as we know; higher ones are under "More"
USUAL_TILE_POINTS = range(1, 15)


RARE_TILE_POINTS = range(15, MAX_TILE_POINTS + 1)


def tile_points_field() -> Field:
    """Returns the field of the points printed on a tile."""
    return Field(
        label=Text("Points printed on the tile"),
        kind="pick",
        picks=number_picks(USUAL_TILE_POINTS),
        rare=number_picks(RARE_TILE_POINTS),
    )
