"""The steps of power cards' effects: what each objects to and changes, on the board that the steps
before it leave, and how a card runs its steps.

A card names its steps in cards.toml. A step takes its words from the action's choices, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.games.crafting.board import (
    Board,
    add_proto_life,
    add_stable_life,
    add_star,
    convert_to_supernova,
    find_tile,
    lay_tile,
    move_stable_life,
    pieces_left_in_pile,
    put_back_on_pile,
    stabilise_proto_life,
    take_from_pile,
    take_incomplete_tile,
    turn_supernova_back,
    with_life_places_unknown,
    with_star_places_unknown,
)
from companion.games.crafting.instructions import star_back, star_from_pile
from companion.games.crafting.pieces import (
    ELEMENTS,
    NEBULA_SIZES,
    POWERS,
    SECTORS,
    STAR_NAMES,
    UNKNOWN_SECTOR,
    Power,
)
from companion.games.crafting.rules.bounds import (
    MAX_LIFE_SPACES_AT_STAR,
    can_life_spaces_be_full,
    min_free_life_spaces,
    min_free_star_spaces,
)
from companion.games.crafting.rules.life import (
    has_life_stack_left,
    life_value_objections,
    with_life_drawn,
)
from companion.games.crafting.state import State, advance_time
from companion.games.crafting.tiles import Tile
from companion.referee.actions import Objections
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

STAR_CHOICES = (*ELEMENTS, "nova")

SECTOR_CHOICES = (*SECTORS, UNKNOWN_SECTOR)

NUMBER_CHOICES = tuple(str(n) for n in range(31))

LIFE_VALUE_CHOICES = ("4", "5", "6", "7", "8")


@dataclass(frozen=True)
class CardStepContext:
    """What a step works on: the state, the seat, the rule, the step's own argument, its choices."""

    s: State
    seat: int
    rule: str
    arg: str
    words: tuple[str, ...]

    @property
    def board(self) -> Board:
        """The board of the seat."""
        return self.s.board(self.seat)

    @property
    def is_of_several(self) -> bool:
        """Whether the card does more than this step, which is not one that replaces a star."""
        power = POWERS[self.rule.partition(".")[2]]
        return len(power.does) > 1 and not power.instead

    def with_board(self, board: Board) -> State:
        """Returns the state with this board for the seat."""
        return self.s.with_board(self.seat, board)

    def make_objection(self, reason: Text, remedy: Text) -> Objection:
        """Returns an objection of the card's rule."""
        return Objection(self.rule, reason, remedy)


_KEEP_IT = Text("Keep your cards, or use it once you have a star")


def no_objections(at: CardStepContext) -> Objections:
    """Yields nothing."""
    yield from ()


def unchanged_state(at: CardStepContext) -> State:
    """Returns the state unchanged."""
    return at.s


def advance_crystals(at: CardStepContext, steps: int | None = None) -> State:
    """Returns the state with the crystals advanced by `steps`, or by the step's argument."""
    board, supply = advance_time(at.board, at.s.supply, int(at.arg) if steps is None else steps)
    return replace(at.with_board(board), supply=supply)


def add_card_points(at: CardStepContext) -> State:
    """Returns the state with the card's points added."""
    points = at.board.points
    return at.with_board(
        replace(at.board, points=replace(points, cards=points.cards + int(at.arg)))
    )


def missing_star_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no such star; where it has none at all, the rest of the
    card's effect may still count (rule power.partial).
    """
    if not at.board.star_and_supernova_count and at.is_of_several:
        yield from partial_effect_objections(at.s, _KEEP_IT)
    elif not at.board.star_count_of_kind(at.words[0]):
        yield at.make_objection(
            Text("You have no {star} in your galaxy", star=STAR_NAMES[at.words[0]]),
            Text("Choose a star you have, or fix your count under Galaxy"),
        )


def convert_star_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the star is already a supernova or the galaxy has none; where it has
    none to turn at all, the rest of the card's effect may still count (rule power.partial).
    """
    if not sum(at.board.stars) and at.is_of_several:
        yield from partial_effect_objections(at.s, _KEEP_IT)
    elif at.words[0] == "nova":
        yield at.make_objection(Text("That's already a supernova"), Text("Choose another star"))
    else:
        yield from missing_star_objections(at)


def missing_supernova_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no supernova."""
    if not at.board.novae:
        yield at.make_objection(
            Text("You have no supernova in your galaxy"),
            Text("Turn a star into a supernova first"),
        )


def turn_supernova_back_objections(at: CardStepContext) -> Objections:
    """Yields an objection if no supernova was such a star before (rule power.binary-star)."""
    yield from missing_supernova_objections(at)
    kinds = dict(zip(ELEMENTS, at.board.under, strict=True))
    if at.board.novae and not kinds[at.words[0]]:
        could = [STAR_NAMES[kind] for kind, most in kinds.items() if most]
        yield at.make_objection(
            Text("None of your supernovae was {star}", star=STAR_NAMES[at.words[0]]),
            Text("Choose one that was {kinds}", kinds=alternatives_words(could)),
        )


def alternatives_words(words: Sequence[Text]) -> Text:
    """Returns words as alternatives: "hydrogen or helium"."""
    return reduce(lambda some, more: Text("{some} or {more}", some=some, more=more), words)


def missing_stable_life_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no stable life."""
    if not at.board.stable:
        yield at.make_objection(
            Text("You have no stable life in your galaxy"), Text("Stabilise a proto life first")
        )


def missing_proto_life_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no proto life."""
    if not at.board.proto:
        yield at.make_objection(
            Text("You have no proto life in your galaxy"), Text("Place proto life first")
        )


def star_kinds_card_may_show(s: State, arg: str) -> tuple[str, ...]:
    """Returns the kinds of star that a card may show: several until the group has looked."""
    kinds = tuple(arg.split())
    seen = s.option_value("power.photosynthesis-star")
    names = {"oxygen": "o", "hydrogen": "h"}
    return (names[seen],) if len(kinds) > 1 and seen else kinds


def needed_star_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no star that the card shows; a doubt if unknown."""
    kinds = star_kinds_card_may_show(at.s, at.arg)
    if not any(at.board.star_count_of_kind(kind) for kind in kinds):
        yield at.make_objection(
            Text(
                "You have no {star} star in your galaxy",
                star=alternatives_words([STAR_NAMES[kind] for kind in kinds]),
            ),
            Text("Place one next to your proto life first"),
        )
    elif len(kinds) > 1:
        yield Doubt(
            "power.photosynthesis-star",
            Text("Which star does the card show? We guess oxygen; it may be hydrogen"),
        )


def max_proto_life_near_stars(s: State, board: Board, arg: str) -> int:
    """Returns the most proto life that can be next to all stars of the kind a card shows."""
    stars = max(board.star_count_of_kind(kind) for kind in star_kinds_card_may_show(s, arg))
    return min(MAX_LIFE_SPACES_AT_STAR * stars, board.proto)


def stabilise_too_many_objections(at: CardStepContext) -> Objections:
    """Yields an objection to too many. `arg`: the most that one effect can reach, or its stars."""
    reach = int(at.arg) if at.arg.isdecimal() else max_proto_life_near_stars(at.s, at.board, at.arg)
    number, most = int(at.words[0]), min(reach, at.board.proto)
    if number > most:
        yield at.make_objection(
            Text("{number} is too many: {most} at most", number=number, most=most),
            Text("Count the proto life next to it"),
        )


def stabilise_none_or_too_many_objections(at: CardStepContext) -> Objections:
    """Yields an objection to too many, or to none."""
    yield from stabilise_too_many_objections(at)
    if at.words[0] == "0":
        yield at.make_objection(
            Text("There's no proto life next to it"),
            Text("Place proto life next to it first"),
        )


def drift_objections(at: CardStepContext) -> Objections:
    """Yields an objection if there is no proto life; a doubt if it may have no free space."""
    yield from missing_proto_life_objections(at)
    # It hops over filled spaces: it cannot move only if no space is free.
    if can_life_spaces_be_full(at.board) and not at.s.option_value("power.drift-stuck"):
        yield Doubt(
            "power.drift-stuck",
            Text("The rulebook doesn't say what happens if that proto life can't move"),
        )


def survival_objections(at: CardStepContext) -> Objections:
    """Yields an objection or a doubt if no proto life is left once the price is paid."""
    choice = at.s.option_value("power.survival-last")
    if at.board.proto or choice in ("nothing", "stabilise-it"):
        return
    reason = Text("Once it's paid, you have no proto life left to stabilise")
    if choice == "not-usable":
        yield Objection("power.survival-last", reason, Text("Place proto life first"))
    else:
        yield Doubt("power.survival-last", reason)


def stabilise_survivors(at: CardStepContext) -> State:
    """Returns the state with proto life stabilised, the paid one if the group decided so."""
    if at.board.proto or at.s.option_value("power.survival-last") != "stabilise-it":
        return at.with_board(stabilise_proto_life(at.board, int(at.arg)))
    # The last one is not paid here: it comes back as stable life.
    board, number = take_from_pile(at.board, "proto", 1)
    return at.with_board(add_stable_life(board, number))


def advance_crystals_or_add_proto_life(at: CardStepContext) -> State:
    """Returns the state with more proto life, or with the crystals advanced, as chosen."""
    if at.words[0] == "proto":
        board, number = take_from_pile(at.board, "proto", int(at.arg))
        return at.with_board(add_proto_life(board, number))
    return advance_crystals(at)


def evolve_objections(at: CardStepContext) -> Objections:
    """Yields an objection if no nebula has exactly 1 advanced life, or to the value drawn."""
    if not at.board.singles:
        yield at.make_objection(
            Text("None of your nebulae has exactly 1 advanced life"),
            Text("Create advanced life first"),
        )
    yield from life_value_objections(at.s, at.seat, int(at.words[0]) if at.words else None)


def evolve_advanced_life(at: CardStepContext) -> State:
    """Returns the state with a second advanced life on a nebula that had one."""
    board = at.board
    if board.singles and has_life_stack_left(at.s):
        board = replace(board, singles=board.singles - 1, doubles=board.doubles + 1)
    return with_life_drawn(at.with_board(board), at.seat, int(at.words[0]) if at.words else None)


def star_stuff_objections(at: CardStepContext) -> Objections:
    """Yields objections and doubts to gaining or replacing a size 1 nebula."""
    act, sector = at.words
    if pieces_left_in_pile(at.board, "nebula") == 0:
        yield Objection(
            "energy.supply-short",
            Text("You said no nebula can be taken"),
            Text("Keep your card; it gives you nothing now"),
        )
    if act == "replace":
        if find_tile(at.board, 1, sector, completed=False) is None:
            yield at.make_objection(
                Text("You have no incomplete size 1 nebula there"),
                Text("Gain a size 1 nebula instead"),
            )
        if not at.s.option_value("power.star-stuff-tile"):
            yield Doubt(
                "power.star-stuff-tile",
                Text("The rulebook doesn't say where the replaced tile goes"),
            )


def gain_or_replace_nebula(at: CardStepContext) -> State:
    """Returns the state with a nebula gained or replaced; unchanged if there is none to replace."""
    act, sector = at.words
    if act == "gain":
        return at.with_board(lay_tile(at.board, Tile(1, sector)))
    picked = take_incomplete_tile(at.board, 1, sector)
    if picked is None:
        return at.s
    board, old = picked
    return at.with_board(lay_tile(board, Tile(2, old.sector)))


def no_piece_to_move_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no such piece to move."""
    kind, *where = at.words
    if kind == "nebula":
        if find_tile(at.board, int(where[0]), where[1], completed=False) is None:
            yield at.make_objection(
                Text("You have no incomplete nebula like that"),
                Text("Choose an incomplete nebula, a star or a supernova of yours"),
            )
    elif not (at.board.novae if kind == "nova" else sum(at.board.stars)):
        yield at.make_objection(
            Text("You have no such star in your galaxy"), Text("Choose a piece you have")
        )


def move_chosen_piece(at: CardStepContext) -> State:
    """Returns the state with the chosen piece moved; unchanged if the nebula is not there."""
    kind, *where = at.words
    if kind != "nebula":
        return at.with_board(with_star_places_unknown(at.board))
    picked = take_incomplete_tile(at.board, int(where[0]), where[1])
    if picked is None:
        return at.s
    board, tile = picked
    return at.with_board(lay_tile(board, replace(tile, sector=where[2])))


def wormhole_objections(at: CardStepContext) -> Objections:
    """Yields an objection if the galaxy has no life of the chosen kind."""
    yield from (
        missing_proto_life_objections(at)
        if at.words[0] == "proto"
        else missing_stable_life_objections(at)
    )


#: the most life tokens that a wormhole moves
MAX_WORMHOLE_LIFE = 3


@dataclass(frozen=True)
class CardStep:
    """A step of a card. `asks`: the words allowed for each choice; "secret" ones are optional."""

    asks: tuple[tuple[str, ...], ...]
    objections: Callable[[CardStepContext], Objections]
    apply: Callable[[CardStepContext], State]
    optional: bool = False


def with_star_from_pile(board: Board, element: str) -> Board:
    """Returns the board with one more star, if its pile has one."""
    board, number = take_from_pile(board, element, 1)
    return add_star(board, element, number)


def add_star_from_pile(at: CardStepContext) -> State:
    """Returns the state with a star from its pile in the galaxy."""
    return at.with_board(with_star_from_pile(at.board, at.arg or at.words[0]))


def discard_star(at: CardStepContext) -> State:
    """Returns the state with the chosen star back in its pile; unchanged if there is none."""
    star = at.words[0]
    if not at.board.star_count_of_kind(star):
        return at.s
    return at.with_board(add_star(put_back_on_pile(at.board, star, 1), star, -1))


def make_gain_life_step(add: Callable[[Board, int], Board]) -> Callable[[CardStepContext], State]:
    """Returns a step that adds life on one side; proto and stable life come from one pile."""

    def apply(at: CardStepContext) -> State:
        board, number = take_from_pile(at.board, "proto", int(at.arg))
        return at.with_board(add(board, number))

    return apply


def turn_star_to_supernova(at: CardStepContext) -> State:
    """Returns the state with the chosen star turned into a supernova; unchanged without one."""
    if not at.board.star_count_of_kind(at.words[0]):
        return at.s
    return at.with_board(convert_to_supernova(at.board, at.words[0]))


def turn_supernova_to_star(at: CardStepContext) -> State:
    """Returns the state with a supernova turned back into the chosen star."""
    return at.with_board(turn_supernova_back(at.board, at.words[0]))


def stabilise_chosen_number_of_life(at: CardStepContext) -> State:
    """Returns the state with the chosen number of proto life stabilised."""
    return at.with_board(stabilise_proto_life(at.board, int(at.words[0])))


def move_life_by_wormhole(at: CardStepContext) -> State:
    """Returns the state after a wormhole moved life of the chosen kind."""
    board = at.board
    return at.with_board(
        move_stable_life(board, MAX_WORMHOLE_LIFE)
        if at.words[0] == "stable"
        else with_life_places_unknown(board)
    )


_STAR = (STAR_CHOICES,)

_ELEMENT = (ELEMENTS,)

_STUFF = (("gain", "replace"), SECTOR_CHOICES)

_SHOT = (
    ("star", "nova", "nebula"),
    tuple(str(n) for n in NEBULA_SIZES),
    SECTOR_CHOICES,
    SECTOR_CHOICES,
)

CARD_STEP_BY_NAME = {
    "crystals": CardStep((), no_objections, advance_crystals),
    "points": CardStep((), no_objections, add_card_points),
    "star": CardStep((), no_objections, add_star_from_pile),
    "stable": CardStep((), no_objections, make_gain_life_step(add_stable_life)),
    "proto": CardStep((), no_objections, make_gain_life_step(add_proto_life)),
    "needs-supernova": CardStep((), missing_supernova_objections, unchanged_state),
    "needs-stable": CardStep((), missing_stable_life_objections, unchanged_state),
    "needs-star": CardStep((), needed_star_objections, unchanged_state),
    "survive": CardStep((), survival_objections, stabilise_survivors),
    "drift": CardStep(
        (),
        drift_objections,
        lambda at: at.with_board(with_life_places_unknown(stabilise_proto_life(at.board, 1))),
    ),
    "discard-star": CardStep(_STAR, missing_star_objections, discard_star),
    "gain-star": CardStep(_ELEMENT, no_objections, add_star_from_pile),
    "convert-star": CardStep(_STAR, convert_star_objections, turn_star_to_supernova),
    "turn-back": CardStep(_ELEMENT, turn_supernova_back_objections, turn_supernova_to_star),
    "stabilise-some": CardStep(
        (NUMBER_CHOICES,), stabilise_none_or_too_many_objections, stabilise_chosen_number_of_life
    ),
    "stabilise-near": CardStep(
        (NUMBER_CHOICES,), stabilise_none_or_too_many_objections, stabilise_chosen_number_of_life
    ),
    "stabilise-any": CardStep(
        (NUMBER_CHOICES,), stabilise_too_many_objections, stabilise_chosen_number_of_life
    ),
    "crystals-or-proto": CardStep(
        (("crystals", "proto"),), no_objections, advance_crystals_or_add_proto_life
    ),
    "evolve": CardStep(
        (LIFE_VALUE_CHOICES,), evolve_objections, evolve_advanced_life, optional=True
    ),
    "star-stuff": CardStep(_STUFF, star_stuff_objections, gain_or_replace_nebula),
    "shoot": CardStep(_SHOT, no_piece_to_move_objections, move_chosen_piece),
    "wormhole": CardStep((("proto", "stable"),), wormhole_objections, move_life_by_wormhole),
}


def leading_step_answers(step: CardStep, words: Sequence[str]) -> tuple[str, ...] | None:
    """Returns the choices that this step takes from the front; None if they do not fit it."""
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
    """Returns whether these are exactly the choices that the card asks for."""
    for name, *_ in power.does:
        taken = leading_step_answers(CARD_STEP_BY_NAME[name], words)
        if taken is None:
            return False
        words = words[len(taken) :]
    return not words


def _walk(
    s: State, seat: int, power: Power, words: Sequence[str]
) -> Iterator[tuple[CardStep, CardStepContext]]:
    """Yields each step of the card with the state that the steps before it leave."""
    before: tuple[CardStep, CardStepContext] | None = None
    for name, *args in power.does:
        taken = leading_step_answers(CARD_STEP_BY_NAME[name], words)
        if taken is None:
            return
        if before is not None:
            s = before[0].apply(before[1])
        before = (
            CARD_STEP_BY_NAME[name],
            CardStepContext(s, seat, f"power.{power.slug}", " ".join(args), taken),
        )
        yield before
        words = words[len(taken) :]


def part_of_power(power: Power, number: int) -> Power:
    """Returns the power with only this much of its effect: of the pieces that one step adds, else
    of its steps.
    """
    if len(power.does) == 1 and power.does[0][-1].isdecimal():
        return replace(power, does=((power.does[0][0], str(number)),))
    return replace(power, does=power.does[:number])


def can_space_be_short(board: Board, power: Power) -> bool:
    """Returns whether the galaxy may have too few free spaces for all that the card gives."""
    life = sum(int(step[-1]) for step in power.does if step[0] in ("stable", "proto"))
    stars = sum(step[0] == "star" for step in power.does)
    return min_free_life_spaces(board) < life or min_free_star_spaces(board) < stars


def unseen_of_card(board: Board, power: Power) -> Text | None:
    """Returns what of the card's conditions only the board shows, as its law bounds them; None if
    the app knows them all.
    """
    laws = [CARD_STEP_BY_NAME[name].objections for name, *_ in power.does]
    if stabilise_none_or_too_many_objections in laws:
        return Text("Only your board shows how much proto life is next to it.")
    is_stuck = drift_objections in laws and can_life_spaces_be_full(board)
    if is_stuck or can_space_be_short(board, power):
        return Text("Only your board shows whether there's room for it.")
    return None


def whole_effect(power: Power) -> int:
    """Returns how much the whole effect is, in the unit of `part_of_power`."""
    if len(power.does) == 1 and power.does[0][-1].isdecimal():
        return int(power.does[0][-1])
    return len(power.does)


def partial_effect_objections(s: State, remedy: Text) -> Objections:
    """Yields an objection or a doubt to an effect that can't be carried out whole (rule
    power.partial).
    """
    reason = Text("The card can't do all it says: may you use it?")
    choice = s.option_value("power.partial")
    if choice == "not-usable":
        yield Objection("power.partial", reason, remedy)
    elif choice != "as-far":
        yield Doubt("power.partial", reason)


def step_objections(s: State, seat: int, power: Power, words: Sequence[str]) -> Objections:
    """Yields an objection if the card's effect is not possible with these choices."""
    if not are_answers_complete(power, words):
        yield Objection(
            f"power.{power.slug}",
            Text("Some choices for {card} are missing or wrong", card=power.name),
            Text("Open the card and choose again"),
        )
        return
    for step, at in _walk(s, seat, power, words):
        yield from step.objections(at)


def with_card_effect(s: State, seat: int, power: Power, words: Sequence[str]) -> State:
    """Returns the state after the card's effect, up to the first step without its choices."""
    steps = list(_walk(s, seat, power, words))
    if not steps:
        return s
    last, at = steps[-1]
    return last.apply(at)


def card_effect_instructions(
    s: State, seat: int, power: Power, words: tuple[str, ...]
) -> Iterator[Text]:
    """Yields which piles a card's effect takes from and gives to; its own text says the rest."""
    for name, *args in power.does:
        taken = leading_step_answers(CARD_STEP_BY_NAME[name], words)
        if taken is None:
            return
        words = words[len(taken) :]
        if name == "discard-star":
            yield star_back(taken[0])
        elif name in ("star", "gain-star"):
            yield from star_from_pile(s, seat, (*args, *taken)[0])
