"""What a turn has left before it ends: a crystal that waits, five cards of a known type, gravitons.

Each is a row whose taps do it. A crystal on 6 and cards stay when the turn ends, gravitons don't.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from companion.games.crafting.board import Board
from companion.games.crafting.pieces import CONTROL_NAMES, CONTROLS
from companion.games.crafting.rules.card import TRADE_POINTS, TRADED_CARD_COUNT, TradeFiveCards
from companion.games.crafting.rules.move import MovePiece, movable_piece_count
from companion.games.crafting.rules.time import next_discharge_points
from companion.games.crafting.show.offers import offer
from companion.games.crafting.state import State
from companion.referee.rows import Row
from companion.referee.text import Text


def tradable_kinds(board: Board) -> tuple[str, ...]:
    """Returns the types of which the hand holds five cards, as its player entered it."""
    known = zip(CONTROLS, board.entered or (), strict=False)
    return tuple(kind for kind, number in known if number >= TRADED_CARD_COUNT)


def trade_rows(s: State, seat: int) -> Iterator[Row]:
    """Yields the row of five cards that are known to be of one type."""
    kinds = tradable_kinds(s.board(seat))
    if not kinds:
        return
    one = CONTROL_NAMES[kinds[0]] if len(kinds) == 1 else None
    yield Row(
        label=_of_one_type(one),
        icon="five",
        detail=Text("Tap the type to trade them all"),
        worth=points_words(TRADE_POINTS),
        choices=tuple(
            offer(s, seat, TradeFiveCards(kind), CONTROL_NAMES[kind], icon=kind) for kind in kinds
        ),
    )


def _of_one_type(kind: Text | None) -> Text:
    if kind is None:
        return Text("{n} card of one type", "{n} cards of one type", n=TRADED_CARD_COUNT)
    return Text("{n} {kind} card", "{n} {kind} cards", kind=kind, n=TRADED_CARD_COUNT)


_PIECES = (("star", Text("Star")), ("proto", Text("Proto")), ("stable", Text("Stable")))


def graviton_rows(s: State, seat: int) -> tuple[Row, ...]:
    """Returns the row of the gravitons that are left: a tap for what was moved; () without any."""
    board = s.board(seat)
    movable = [each for each in _PIECES if movable_piece_count(board, each[0])]
    if not board.graviton or not movable:
        return ()
    taps = tuple(offer(s, seat, MovePiece(piece), name) for piece, name in movable)
    detail = Text("Tap what you moved. Unused gravitons are lost")
    return (Row(label=_gravitons(board), icon="graviton", detail=detail, choices=taps),)


def points_words(number: int) -> Text:
    """Returns what a row brings."""
    return Text("+{n} point", "+{n} points", n=number)


def left_words(board: Board) -> Text | None:
    """Returns what is left, the most points first: "A crystal waits: 10 points. 2 gravitons"; None
    if nothing is.
    """
    points = next_discharge_points(board) if board.waiting else 0
    crystal = Text("A crystal waits: {n} point", "A crystal waits: {n} points", n=points)
    cards = Text(
        "{cards} cards: {n} point",
        "{cards} cards: {n} points",
        cards=TRADED_CARD_COUNT,
        n=TRADE_POINTS,
    )
    worth = [(points, crystal)] if points else []
    worth += [(TRADE_POINTS, cards)] if tradable_kinds(board) else []
    parts = [words for _, words in sorted(worth, key=lambda each: -each[0])]
    parts += [_gravitons(board)] if board.graviton else []
    return reduce(_both, parts) if parts else None


def _both(some: Text, more: Text) -> Text:
    return Text("{told}. {then}", told=some, then=more)


def _gravitons(board: Board) -> Text:
    return Text("{n} graviton", "{n} gravitons", n=board.graviton)
