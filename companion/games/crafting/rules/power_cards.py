"""The steps that power cards' effects are made of: what each forbids and does, on the board as the
steps before it leave it; and how a card walks through its steps.

A card names its steps in cards.toml. A step takes its words from the action's answers, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.games.crafting.board import (
    Board,
    add_proto,
    add_stable,
    add_star,
    convert,
    find_tile,
    lay_tile,
    left_of,
    life_moved,
    move_stable,
    pick_tile,
    put_back,
    stabilise,
    stars_moved,
    take,
    turn_back,
)
from companion.games.crafting.pieces import (
    ELEMENTS,
    SECTORS,
    SIZES,
    STAR_NAMES,
    UNTOLD,
    Power,
)
from companion.games.crafting.rules.bounds import AT_A_STAR, may_be_full
from companion.games.crafting.rules.life import draw_life, life_value_objections, stack_left
from companion.games.crafting.state import State, step_time
from companion.games.crafting.tiles import Tile
from companion.referee.actions import Objections
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

STARS = (*ELEMENTS, "nova")

PLACES = (*SECTORS, UNTOLD)

NUMBERS = tuple(str(n) for n in range(31))

VALUES = ("4", "5", "6", "7", "8")


@dataclass(frozen=True)
class At:
    """Where a step stands: the table, the seat, the card, the step's own argument, its answers."""

    s: State
    seat: int
    rule: str
    arg: str
    words: tuple[str, ...]

    @property
    def board(self) -> Board:
        return self.s.board(self.seat)

    def put(self, board: Board) -> State:
        return self.s.with_board(self.seat, board)

    def no(self, reason: Text, remedy: Text) -> Objection:
        return Objection(self.rule, reason, remedy)


def fine(at: At) -> Objections:
    yield from ()


def same(at: At) -> State:
    return at.s


def crystals(at: At, steps: int | None = None) -> State:
    board, supply = step_time(at.board, at.s.supply, int(at.arg) if steps is None else steps)
    return replace(at.put(board), supply=supply)


def points(at: At) -> State:
    points = at.board.points
    return at.put(replace(at.board, points=replace(points, cards=points.cards + int(at.arg))))


def has_star(at: At) -> Objections:
    if not at.board.star(at.words[0]):
        yield at.no(
            Text("You have no {star} in your galaxy", star=STAR_NAMES[at.words[0]]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )


def can_convert(at: At) -> Objections:
    if at.words[0] == "nova":
        yield at.no(Text("That's already a supernova"), Text("Choose another star"))
    else:
        yield from has_star(at)


def has_nova(at: At) -> Objections:
    if not at.board.novae:
        yield at.no(
            Text("You have no supernova in your galaxy"),
            Text("Turn a star into a supernova first"),
        )


def can_turn_back(at: At) -> Objections:
    """The token has the same other side as when it was turned over (rule power.binary-star)."""
    yield from has_nova(at)
    kinds = dict(zip(ELEMENTS, at.board.under, strict=True))
    if at.board.novae and not kinds[at.words[0]]:
        could = [STAR_NAMES[kind] for kind, most in kinds.items() if most]
        yield at.no(
            Text("None of your supernovae was {star}", star=STAR_NAMES[at.words[0]]),
            Text("Choose one that was {kinds}", kinds=alternatives(could)),
        )


def alternatives(words: Sequence[Text]) -> Text:
    """Words one after another: "hydrogen or helium"."""
    return reduce(lambda some, more: Text("{some} or {more}", some=some, more=more), words)


def has_stable(at: At) -> Objections:
    if not at.board.stable:
        yield at.no(
            Text("You have no stable life in your galaxy"), Text("Stabilise a proto life first")
        )


def has_proto(at: At) -> Objections:
    if not at.board.proto:
        yield at.no(Text("You have no proto life in your galaxy"), Text("Place proto life first"))


def shown_stars(s: State, arg: str) -> tuple[str, ...]:
    """The kinds of star that a card may show: one, or several until the table has looked."""
    kinds = tuple(arg.split())
    seen = s.option("power.photosynthesis-star")
    names = {"oxygen": "o", "hydrogen": "h"}
    return (names[seen],) if len(kinds) > 1 and seen else kinds


def needs_star(at: At) -> Objections:
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


def can_stabilise(at: At) -> Objections:
    """`arg` is the most that geometry lets one effect reach, or the stars that it looks at."""
    reach = int(at.arg) if at.arg.isdecimal() else near_stars(at.s, at.board, at.arg)
    number, most = int(at.words[0]), min(reach, at.board.proto)
    if number > most:
        yield at.no(
            Text("{number} is too many: {most} at most", number=number, most=most),
            Text("Count the proto life next to it"),
        )


def must_stabilise(at: At) -> Objections:
    yield from can_stabilise(at)
    if at.words[0] == "0":
        yield at.no(
            Text("There's no proto life next to it"),
            Text("Place proto life next to it first"),
        )


def drift(at: At) -> Objections:
    yield from has_proto(at)
    # It hops over any filled spaces: only where none is free is there nowhere to go.
    if may_be_full(at.board) and not at.s.option("power.drift-stuck"):
        yield Doubt(
            "power.drift-stuck",
            Text("The rulebook doesn't say what happens if that proto life can't move"),
        )


def can_survive(at: At) -> Objections:
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


def can_evolve(at: At) -> Objections:
    if not at.board.singles:
        yield at.no(
            Text("None of your nebulae has exactly 1 advanced life"),
            Text("Create advanced life first"),
        )
    yield from life_value_objections(at.s, at.seat, int(at.words[0]) if at.words else None)


def evolve(at: At) -> State:
    board = at.board
    if board.singles and stack_left(at.s):
        board = replace(board, singles=board.singles - 1, doubles=board.doubles + 1)
    return draw_life(at.put(board), at.seat, int(at.words[0]) if at.words else None)


def can_star_stuff(at: At) -> Objections:
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


def can_shoot(at: At) -> Objections:
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


def can_wormhole(at: At) -> Objections:
    yield from has_proto(at) if at.words[0] == "proto" else has_stable(at)


#: how many life tokens a wormhole moves at most
WORMHOLE = 3


@dataclass(frozen=True)
class Step:
    """`asks`: the words that each answer may be, in order; "secret" ones may be left out."""

    asks: tuple[tuple[str, ...], ...]
    objections: Callable[[At], Objections]
    apply: Callable[[At], State]
    optional: bool = False


def gained_star(board: Board, element: str) -> Board:
    """The board with a star more, if one is left in its pile."""
    board, number = take(board, element, 1)
    return add_star(board, element, number)


def put_star(at: At) -> State:
    return at.put(gained_star(at.board, at.arg or at.words[0]))


def lose_star(at: At) -> State:
    star = at.words[0]
    return at.put(add_star(put_back(at.board, star, 1), star, -1))


def gain_life(add: Callable[[Board, int], Board]) -> Callable[[At], State]:
    """New life of one side; proto and stable life come out of one pile."""

    def apply(at: At) -> State:
        board, number = take(at.board, "proto", int(at.arg))
        return at.put(add(board, number))

    return apply


def turn_to_nova(at: At) -> State:
    return at.put(convert(at.board, at.words[0]))


def turn_back_star(at: At) -> State:
    return at.put(turn_back(at.board, at.words[0]))


def flip_some(at: At) -> State:
    return at.put(stabilise(at.board, int(at.words[0])))


def move_life(at: At) -> State:
    board = at.board
    return at.put(move_stable(board, WORMHOLE) if at.words[0] == "stable" else life_moved(board))


_STAR = (STARS,)

_ELEMENT = (ELEMENTS,)

_STUFF = (("gain", "replace"), PLACES)

_SHOT = (("star", "nova", "nebula"), tuple(str(n) for n in SIZES), PLACES, PLACES)

STEPS = {
    "crystals": Step((), fine, crystals),
    "points": Step((), fine, points),
    "star": Step((), fine, put_star),
    "stable": Step((), fine, gain_life(add_stable)),
    "proto": Step((), fine, gain_life(add_proto)),
    "needs-supernova": Step((), has_nova, same),
    "needs-stable": Step((), has_stable, same),
    "needs-star": Step((), needs_star, same),
    "survive": Step((), can_survive, survive),
    "drift": Step((), drift, lambda at: at.put(life_moved(stabilise(at.board, 1)))),
    "discard-star": Step(_STAR, has_star, lose_star),
    "gain-star": Step(_ELEMENT, fine, put_star),
    "convert-star": Step(_STAR, can_convert, turn_to_nova),
    "turn-back": Step(_ELEMENT, can_turn_back, turn_back_star),
    "stabilise-some": Step((NUMBERS,), must_stabilise, flip_some),
    "stabilise-near": Step((NUMBERS,), must_stabilise, flip_some),
    "stabilise-any": Step((NUMBERS,), can_stabilise, flip_some),
    "crystals-or-proto": Step((("crystals", "proto"),), fine, crystals_or_proto),
    "evolve": Step((VALUES,), can_evolve, evolve, optional=True),
    "star-stuff": Step(_STUFF, can_star_stuff, star_stuff),
    "shoot": Step(_SHOT, can_shoot, shoot),
    "wormhole": Step((("proto", "stable"),), can_wormhole, move_life),
}


def take_words(step: Step, words: Sequence[str]) -> tuple[str, ...] | None:
    """The answers that this step takes from the front; None where they do not fit it."""
    asks = step.asks
    if len(asks) == len(_SHOT) and words and words[0] != "nebula":
        asks = asks[:1]
    if step.optional and not words:
        return ()
    if len(words) < len(asks):
        return None
    taken = tuple(words[: len(asks)])
    return taken if all(w in ask for w, ask in zip(taken, asks, strict=True)) else None


def are_answers_complete(power: Power, words: Sequence[str]) -> bool:
    """Whether these are answers to exactly what the card asks."""
    for name, *_ in power.does:
        taken = take_words(STEPS[name], words)
        if taken is None:
            return False
        words = words[len(taken) :]
    return not words


def _walk(s: State, seat: int, power: Power, words: Sequence[str]) -> Iterator[tuple[Step, At]]:
    """Each step of the card with the table as the steps before it leave it."""
    before: tuple[Step, At] | None = None
    for name, *args in power.does:
        taken = take_words(STEPS[name], words)
        if taken is None:
            return
        if before is not None:
            s = before[0].apply(before[1])
        before = STEPS[name], At(s, seat, f"power.{power.slug}", " ".join(args), taken)
        yield before
        words = words[len(taken) :]


def step_objections(s: State, seat: int, power: Power, words: Sequence[str]) -> Objections:
    """What speaks against the card's effect with these answers."""
    if not are_answers_complete(power, words):
        yield Objection(
            f"power.{power.slug}",
            Text("Some choices for {card} are missing or wrong", card=power.name),
            Text("Open the card and choose again"),
        )
        return
    for step, at in _walk(s, seat, power, words):
        yield from step.objections(at)


def carry_out(s: State, seat: int, power: Power, words: Sequence[str]) -> State:
    """The table after the card's effect; a step whose answers are missing ends it."""
    steps = list(_walk(s, seat, power, words))
    if not steps:
        return s
    last, at = steps[-1]
    return last.apply(at)
