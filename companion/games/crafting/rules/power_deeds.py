"""What single powers need and do: those with a step that no other power has."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.board import (
    add_proto,
    add_stable,
    find_tile,
    lay_tile,
    pick_tile,
    stabilise,
    stars_moved,
)
from companion.games.crafting.pieces import (
    STAR_NAMES,
)
from companion.games.crafting.piles import left_of, take
from companion.games.crafting.player import Board
from companion.games.crafting.rules.bounds import AT_A_STAR, may_be_full
from companion.games.crafting.rules.life import draw_life, life_value_answers, stack_left
from companion.games.crafting.rules.power_effects import (
    At,
    alternatives,
    crystals,
    has_proto,
    has_stable,
)
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.action_rules import Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def shown_stars(s: State, arg: str) -> tuple[str, ...]:
    """The kinds of star that a card may show: one, or several until the table has looked."""
    kinds = tuple(arg.split())
    seen = s.option("power.photosynthesis-star")
    names = {"oxygen": "o", "hydrogen": "h"}
    return (names[seen],) if len(kinds) > 1 and seen else kinds


def needs_star(at: At) -> Answers:
    kinds = shown_stars(at.s, at.arg)
    if not any(at.board.star(kind) for kind in kinds):
        yield at.no(
            Text(
                "You have no {star} star in your galaxy",
                star=alternatives([STAR_NAMES[kind] for kind in kinds]),
            ),
            Text("Place one next to your proto life first"),
        )
    elif len(kinds) > 1:
        yield Doubt(
            "power.photosynthesis-star",
            Text("Which star does the card show? We guess oxygen; it may be hydrogen"),
        )


def near_stars(s: State, board: Board, arg: str) -> int:
    """How much proto life can be next to all stars of the kind that a card shows."""
    stars = max(board.star(kind) for kind in shown_stars(s, arg))
    return min(AT_A_STAR * stars, board.proto)


def can_stabilise(at: At) -> Answers:
    """`arg` is the most that geometry lets one effect reach, or the stars that it looks at."""
    reach = int(at.arg) if at.arg.isdecimal() else near_stars(at.s, at.board, at.arg)
    number, most = int(at.words[0]), min(reach, at.board.proto)
    if number > most:
        yield at.no(
            Text("{number} is too many: {most} at most", number=number, most=most),
            Text("Count the proto life next to it"),
        )


def must_stabilise(at: At) -> Answers:
    yield from can_stabilise(at)
    if at.words[0] == "0":
        yield at.no(
            Text("There's no proto life next to it"),
            Text("Place proto life next to it first"),
        )


def drift(at: At) -> Answers:
    yield from has_proto(at)
    # It hops over any filled spaces: only where none is free is there nowhere to go.
    if may_be_full(at.board) and not at.s.option("power.drift-stuck"):
        yield Doubt(
            "power.drift-stuck",
            Text("The rulebook doesn't say what happens if that proto life can't move"),
        )


def can_survive(at: At) -> Answers:
    """After the price is paid: whether any proto life is left to stabilise."""
    choice = at.s.option("power.survival-last")
    if at.board.proto or choice in ("nothing", "stabilise-it"):
        return
    reason = Text("Once it is paid, you have no proto life left to stabilise")
    if choice == "not-usable":
        yield Objection("power.survival-last", reason, Text("Place proto life first"))
    else:
        yield Doubt("power.survival-last", reason)


def survive(at: At) -> State:
    if at.board.proto or at.s.option("power.survival-last") != "stabilise-it":
        return at.put(stabilise(at.board, int(at.arg)))
    # The only one is no price here: it comes back, stable.
    board, number = take(at.board, "proto", 1)
    return at.put(add_stable(board, number))


def crystals_or_proto(at: At) -> State:
    if at.words[0] == "proto":
        board, number = take(at.board, "proto", int(at.arg))
        return at.put(add_proto(board, number))
    return crystals(at)


def can_evolve(at: At) -> Answers:
    if not at.board.singles:
        yield at.no(
            Text("None of your nebulae has exactly 1 advanced life"),
            Text("Create advanced life first"),
        )
    yield from life_value_answers(at.s, at.seat, int(at.words[0]) if at.words else None)


def evolve(at: At) -> State:
    board = at.board
    if board.singles and stack_left(at.s):
        board = replace(board, singles=board.singles - 1, doubles=board.doubles + 1)
    return draw_life(at.put(board), at.seat, int(at.words[0]) if at.words else None)


def can_star_stuff(at: At) -> Answers:
    act, sector = at.words
    if left_of(at.board, "nebula") == 0:
        yield Objection(
            "energy.supply-short",
            Text("You said that no nebula can be taken"),
            Text("Keep your card; it brings nothing now"),
        )
    if act == "replace":
        if find_tile(at.board, 1, sector, completed=False) is None:
            yield at.no(
                Text("You have no incomplete size 1 nebula there"),
                Text("Gain a size 1 nebula instead"),
            )
        if not at.s.option("power.star-stuff-tile"):
            yield Doubt(
                "power.star-stuff-tile",
                Text("The rulebook doesn't say where the replaced tile goes"),
            )


def star_stuff(at: At) -> State:
    act, sector = at.words
    if act == "gain":
        return at.put(lay_tile(at.board, Tile(1, sector)))
    picked = pick_tile(at.board, 1, sector)
    if picked is None:
        return at.s
    board, old = picked
    return at.put(lay_tile(board, Tile(2, old.sector)))


def can_shoot(at: At) -> Answers:
    kind, *where = at.words
    if kind == "nebula":
        if find_tile(at.board, int(where[0]), where[1], completed=False) is None:
            yield at.no(
                Text("You have no incomplete nebula like that"),
                Text("Choose an incomplete nebula, a star or a supernova of yours"),
            )
    elif not (at.board.novae if kind == "nova" else sum(at.board.stars)):
        yield at.no(Text("You have no such star in your galaxy"), Text("Choose a piece you have"))


def shoot(at: At) -> State:
    kind, *where = at.words
    if kind != "nebula":
        return at.put(stars_moved(at.board))
    picked = pick_tile(at.board, int(where[0]), where[1])
    if picked is None:
        return at.s
    board, tile = picked
    return at.put(lay_tile(board, replace(tile, sector=where[2])))


def can_wormhole(at: At) -> Answers:
    yield from has_proto(at) if at.words[0] == "proto" else has_stable(at)
