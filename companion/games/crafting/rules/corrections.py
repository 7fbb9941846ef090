"""Corrections: setting numbers and marbles right. The app follows the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.crafting.actions import Mend, MendTiles, Put
from companion.games.crafting.board import life_moved, set_novae, stars_moved, stir
from companion.games.crafting.fields import TELLABLE
from companion.games.crafting.pieces import (
    CAPACITY,
    CHAMBER_POINTS,
    CHAMBER_TOP,
    CONTROLS,
    CRYSTALS,
    ELEMENTS,
    SECTORS,
)
from companion.games.crafting.player import Board
from companion.games.crafting.rules.bounds import MOST
from companion.games.crafting.rules.end import end_checked_anew
from companion.games.crafting.state import SETUP, State
from companion.games.crafting.tiles import Tile
from companion.games.crafting.wheel import carry
from companion.referee.action_rules import ANY, ActionRule, Answers, nothing_against
from companion.referee.ruling import Objection
from companion.referee.text import Text

#: fields with a highest value that the components set
_HIGHEST = {"crystal": CHAMBER_TOP - 1, "scored": len(CHAMBER_POINTS)}


def _may_mend(s: State, seat: int, a: Mend) -> Answers:
    most = _most(s, s.board(seat), a.field)
    if isinstance(a.value, str):
        if a.field not in TELLABLE:
            yield Objection(
                "game.correct",
                Text("The app needs this number"),
                Text("Enter a number"),
            )
    elif a.value > most:
        yield Objection(
            "game.correct",
            Text("{value} is too many: {most} at most", value=a.value, most=most),
            Text("Enter 0 to {most}", most=most),
            f"mend {a.field} {most}",
            Text("Fix it: {most}", most=most),
        )
    if a.field.startswith("slot-") and a.value != 0:
        yield Objection(
            "game.correct",
            Text("You can only empty a slot here"),
            Text("Gain the power card in your craft phase"),
        )


def _most(s: State, board: Board, field: str) -> int:
    """The highest value that a field can have."""
    if field in TELLABLE:
        return MOST[field](board)
    return CRYSTALS[s.seats] if field == "supply" else _HIGHEST.get(field, 999)


def _mend(s: State, seat: int, a: Mend) -> State:
    if a.field == "supply":
        supply = a.value if isinstance(a.value, int) else s.supply
        return end_checked_anew(replace(s, supply=supply))
    board = s.board(seat)
    if a.field in TELLABLE:
        value = a.value if isinstance(a.value, int) else None
        return s.with_board(seat, _tell_count(board, a.field, value))
    if isinstance(a.value, str):
        return s
    return s.with_board(seat, _set(board, a.field, a.value))


def _tell_count(board: Board, field: str, value: int | None) -> Board:
    if field == "star-group":
        return replace(board, star_group=value)
    if field == "stars-at-life":
        return replace(board, stars_at_life=value)
    sector = SECTORS.index(field.removeprefix("life-"))
    counts = tuple(value if i == sector else count for i, count in enumerate(board.sector_life))
    return replace(board, sector_life=counts)


def _set(board: Board, field: str, value: int) -> Board:
    stars = dict(zip(ELEMENTS, board.stars, strict=True))
    if stars.get(field, getattr(board, field, None)) == value:
        # What was told besides stays known.
        return board
    if field in ELEMENTS:
        return stars_moved(replace(board, stars=tuple({**stars, field: value}.values())))
    if field.startswith("slot-"):
        slot = int(field.removeprefix("slot-"))
        return replace(board, powers=tuple(p for p in board.powers if p[0] != slot))
    return _SETTERS[field](board, value)


def _mend_tiles(s: State, seat: int, a: MendTiles) -> State:
    board, tile = s.board(seat), Tile(a.size, a.sector, a.state == "done")
    there = [t for t in board.tiles if t.kind == tile]
    others = [t for t in board.tiles if t not in there]
    # Of those that stay, what they print stays known.
    kept = (sorted(there, reverse=True) + [tile] * a.number)[: a.number]
    tiles = tuple(sorted((*others, *kept)))
    return s.with_board(seat, replace(board, tiles=tiles))


def _set_points(board: Board, value: int) -> Board:
    points = replace(board.points, mended=0)
    return replace(board, points=replace(points, mended=value - points.total))


_SETTERS: dict[str, Callable[[Board, int], Board]] = {
    "points": _set_points,
    "hand": lambda b, n: replace(b, hand=n, told=b.told if sum(b.told or ()) <= n else None),
    "novae": lambda b, n: stars_moved(set_novae(b, n)),
    # Whoever corrects these corrects what followed from them as well.
    "proto": lambda b, n: life_moved(replace(b, proto=n, ringed=())),
    "stable": lambda b, n: life_moved(replace(b, stable=n, ringed=())),
    "singles": lambda b, n: replace(b, singles=n, ringed=()),
    "doubles": lambda b, n: replace(b, doubles=n, ringed=()),
    "crystal": lambda b, n: replace(b, crystal=min(n, CHAMBER_TOP - 1)),
    "waiting": lambda b, n: replace(b, waiting=n),
    "scored": lambda b, n: replace(b, scored=min(n, len(CHAMBER_POINTS))),
    "nova": lambda b, n: replace(b, nova=n),
    "dna": lambda b, n: replace(b, dna=n),
    "graviton": lambda b, n: replace(stir(b, max(0, n - b.graviton)), graviton=n),
}


def corrects(s: State, a: object) -> bool:
    """Whether others have a say in it: not in set-up, and not in what the own board and the own
    hand alone show.
    """
    if s.stage == SETUP:
        return False
    own = (*TELLABLE, "hand")
    return isinstance(a, MendTiles | Put) or (isinstance(a, Mend) and a.field not in own)


def _may_put(s: State, seat: int, a: Put) -> Answers:
    if s.stage == SETUP and not s.first:
        yield Objection(
            "setup.deal",
            Text("The marbles aren't on the controls yet"),
            Text("Deal the marbles first"),
            "deal",
            Text("Deal marbles at random"),
        )
    elif a.marble not in s.wheel[CONTROLS.index(a.start)]:
        yield Objection(
            "energy.there",
            Text("The app shows no such marble there"),
            Text("Choose the control where the app shows it"),
        )
    elif a.start != a.end and len(s.wheel[CONTROLS.index(a.end)]) >= CAPACITY:
        yield Objection(
            "game.correct",
            Text("That control is full: {most} marbles", most=CAPACITY),
            Text("Move a marble out of it first"),
        )


def _put(s: State, seat: int, a: Put) -> State:
    if a.marble not in s.wheel[CONTROLS.index(a.start)]:
        return s
    wheel = carry(s.wheel, a.marble, a.start, a.end)
    before = s.wheel_before
    # It lay there from the start, unless that was full then: nothing may go back to a fourth.
    there, room = before[CONTROLS.index(a.start)], before[CONTROLS.index(a.end)]
    if a.marble in there and (a.start == a.end or len(room) < CAPACITY):
        before = carry(before, a.marble, a.start, a.end)
    # Where the marbles were wrong, so were the gravitons that they gave.
    boards = tuple(replace(board, ringed=()) for board in s.boards)
    return replace(s, wheel=wheel, wheel_before=before, boards=boards)


ACTION_RULES = {
    Mend: ActionRule(ANY, _may_mend, _mend),
    MendTiles: ActionRule(ANY, nothing_against, _mend_tiles),
    Put: ActionRule(ANY, _may_put, _put),
}
