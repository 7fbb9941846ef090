"""What can be spent in the craft phase: dark energy, supernovae, DNA, life, powers."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.notation import NOTATION
from companion.games.crafting.pieces import (
    ELEMENTS,
    NO_STAR,
    POWERS,
    STAR_NAMES,
    Power,
)
from companion.games.crafting.rules.life import LIFE_AROUND
from companion.games.crafting.rules.time import next_discharge
from companion.games.crafting.show import power_sheets
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.offers import (
    offer,
)
from companion.games.crafting.state import State
from companion.referee.controls import Choice, Pick
from companion.referee.memo import memoized_by_parts
from companion.referee.rows import Row, Rows
from companion.referee.text import Text, raw


def spending(s: State, seat: int) -> Rows:
    """What is spent with one tap; what there is nothing of is not there."""
    board = s.board(seat)
    rows = (*_discharge(s, seat), *_supernova(s, seat), *_dna(s, seat), *_life(s, seat))
    powers = (POWERS[slug] for _, slug in board.powers)
    return Rows(
        id="spending",
        rows=(*rows, *(_power(s, seat, p) for p in powers if power_sheets.in_a_row(board, p))),
    )


def _discharge(s: State, seat: int) -> Iterator[Row]:
    board = s.board(seat)
    if not board.waiting:
        return
    plain = (POWERS[slug] for _, slug in board.powers if power_sheets.is_plain(POWERS[slug]))
    points = next_discharge(board)
    yield Row(
        label=Text("Discharge"),
        icon="discharge",
        detail=Text("{points} points. Tap your new star", points=points)
        if points
        else Text("No points. Tap your new star"),
        choices=(
            *(offer(s, seat, do.Discharge(e), STAR_NAMES[e], icon=e) for e in ELEMENTS),
            offer(s, seat, do.Discharge(NO_STAR), Text("No star: no space, or none left")),
            *(offer(s, seat, do.Discharge(p.slug), raw(p.name), icon="power") for p in plain),
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
            offer(s, seat, do.Convert(e), STAR_NAMES[e], icon=e) for e in ELEMENTS if board.star(e)
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
        choices=tuple(offer(s, seat, do.Stabilise(n), raw(str(n))) for n in numbers),
    )


def _life(s: State, seat: int) -> Iterator[Row]:
    """Advanced life: how much of the life around it is proto life is one tap, where it can be."""
    allowed = tuple(choice for choice in advanced_lives(s, seat) if choice.refusal is None)
    if allowed:
        yield Row(
            label=Text("Advanced life"),
            icon="life",
            detail=Text("Tap how much proto life was around it"),
            choices=(*allowed, Choice(label=Text("With its value"), sheet="life")),
        )


def _around_a_nebula(s: State, seat: int) -> tuple[object, ...]:
    """What creating advanced life hangs on: free nebulae, life, how much of it is bound, the stack,
    what the table has settled.
    """
    board = s.board(seat)
    nebulae = (board.completed, board.singles, board.doubles, board.ringed, board.stirred)
    return (*nebulae, board.proto, board.stable, s.drawn, s.seats, s.options)


# Saves 1 % of the calls of a tap and its pages.
@memoized_by_parts(_around_a_nebula)
def advanced_lives(s: State, seat: int) -> tuple[Choice, ...]:
    """By how much of the life around it is proto life; for a seat that crafts."""
    return tuple(offer(s, seat, do.CreateLife(n), raw(str(n))) for n in range(LIFE_AROUND + 1))


def _power(s: State, seat: int, power: Power) -> Row:
    """A card that asks one thing: each answer is a tap."""
    (field,) = answer_fields(s.board(seat), power)
    numbers = (Pick(value=str(n), label=raw(str(n))) for n in range(field.low, field.high + 1))
    choices = tuple(
        _answer(s, seat, power, pick) for pick in (field.picks if field.kind == "pick" else numbers)
    )
    refused = next((c.refusal for c in choices if c.refusal), None)
    return Row(
        label=raw(power.name),
        icon=power.deck,
        detail=Text("{price}. {asks}", price=power_sheets.price_words(power), asks=field.label),
        choices=choices,
        refusal=refused if all(choice.refusal for choice in choices) else None,
    )


def _answer(s: State, seat: int, power: Power, pick: Pick) -> Choice:
    paid = power_sheets.only_payment(s.board(seat), power)
    words = f"use {power.slug} {pick.value}" + (f" with {paid}" if paid else "")
    used = NOTATION.read(words)
    return offer(s, seat, used, pick.label, icon=pick.icon)
