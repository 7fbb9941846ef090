"""Chapter "life": creating advanced life, and which values its tokens can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    CRAFT,
    AdvancedLifeToken,
    Board,
    add_proto_life,
    put_back_on_pile,
)
from companion.games.crafting.instructions import life_back
from companion.games.crafting.pieces import (
    GROUP_1_LIFE_TOKENS,
    GROUP_2_LIFE_TOKENS,
    group_1_life_token_count,
    life_stack_size,
)
from companion.games.crafting.rules.bounds import COUNTED_AROUND, min_stable_life
from companion.games.crafting.state import State
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.notation import whole_number_reader
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import SeatName, Text

LIFE_SPACES_PER_NEBULA = 6


def lifeless_completed_nebula_count(board: Board) -> int:
    """Returns how many completed nebulae have no advanced life."""
    return board.completed_nebula_count - board.singles - board.doubles


@action("life", "life 3 8", Text("Create advanced life"), when=CRAFT)
class CreateLife(Action):
    """Creates advanced life: the proto life paid, the secret value drawn (None: not entered)."""

    grounds = ("life.six", "life.tile", "life.proto-goes")
    counted_at = COUNTED_AROUND

    proto: Annotated[int, whole_number_reader(0, 6)]
    value: Annotated[int | None, whole_number_reader(4, 8)] = None

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if lifeless_completed_nebula_count(board) < 1:
            yield Objection(
                "life.tile",
                Text(
                    "Your only completed nebula already has advanced life",
                    "Your {n} completed nebulae already have advanced life",
                    n=board.completed_nebula_count,
                )
                if board.completed_nebula_count
                else Text("You haven't completed a nebula yet"),
                Text("Complete a nebula first"),
            )
        yield from _life_around(s, board, self.proto)
        yield from life_value_objections(s, seat, self.value)

    def unseen(self, s: State, seat: int) -> Text | None:
        return Text("Only your board shows whether 6 life surround one of your completed nebulae.")

    def apply(self, s: State, seat: int) -> State:
        board = add_proto_life(put_back_on_pile(s.board(seat), "proto", self.proto), -self.proto)
        stable = LIFE_SPACES_PER_NEBULA - self.proto
        if has_life_stack_left(s):
            board = replace(board, singles=board.singles + 1, stars_at_life=None)
            board = replace(board, ringed=_ringed(board, stable))
        return with_life_drawn(s.with_board(seat, board), seat, self.value)

    def log_line(self, s: State, seat: int) -> Text:
        if not self.proto:
            return Text("{who} created advanced life", who=SeatName(seat))
        return Text(
            "{who} created advanced life and discarded {n} proto life",
            "{who} created advanced life and discarded {n} proto life",
            who=SeatName(seat),
            n=self.proto,
        )

    def offer(self, line: Text) -> Text:
        return Text("Discard {n} proto life", "Discard {n} proto life", n=self.proto)

    def which(self, s: State, seat: int) -> Text | None:
        return None if self.value is None else Text("Token {n}", n=self.value)

    def reveals(self, s: State) -> Revealed:
        return Revealed.ON_TABLE

    def public(self) -> Action:
        return CreateLife(self.proto)

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield from life_back(self.proto)
        if has_life_stack_left(s):
            yield Text("the top advanced life goes face down on the nebula; you may look at it")


def _life(proto: int, stable: int) -> Text:
    """Returns both numbers in words, without a kind that is absent: "6 stable life"."""
    if not proto + stable:
        return Text("no life")
    if not proto:
        return Text("{n} stable life", "{n} stable life", n=stable)
    if not stable:
        return Text("{n} proto life", "{n} proto life", n=proto)
    return Text("{proto} proto and {stable} stable life", proto=proto, stable=stable)


def _life_around(s: State, board: Board, proto: int) -> Objections:
    stable, lacking = (
        LIFE_SPACES_PER_NEBULA - proto,
        LIFE_SPACES_PER_NEBULA - board.proto - board.stable,
    )
    if lacking > 0:
        yield Objection(
            "life.six",
            Text("It takes 6 life around one nebula, proto or stable"),
            Text("You need {n} more life", "You need {n} more life", n=lacking),
        )
        return
    if proto > board.proto or stable > board.stable:
        yield Objection(
            "life.six",
            Text(
                "That needs {life} around one nebula; you have {has}",
                life=_life(proto, stable),
                has=_life(board.proto, board.stable),
            ),
            Text("Fill all 6 sides with life, proto and stable in any mix"),
        )
        return
    needed = min_stable_life(board, stable)
    if needed > board.stable and s.option_value("life-check") != "no":
        yield Objection(
            "life.enough",
            Text(
                "With what you counted around your other nebulae, you need {needed} stable "
                "life; you have {have}",
                needed=needed,
                have=board.stable,
            ),
            Text("Nebulae share few sides: use more proto life, or fix your count under Galaxy"),
        )


def life_value_objections(s: State, seat: int, value: int | None) -> Objections:
    """Yields an objection if no token is left, or the next one cannot have this value.

    Only the seat's own tokens count: an answer that depended on other seats' tokens would reveal a
    secret. All tokens are checked together when they are revealed.
    """
    if not has_life_stack_left(s):
        yield from _empty_stack(s)
    elif value is not None:
        tokens = (*s.board(seat).lives, AdvancedLifeToken(s.drawn, value))
        yield from impossible_values_objections(tokens, s.seats)


def _empty_stack(s: State) -> Objections:
    reason = Text("The advanced life stack is empty: all {n} tokens are out", n=s.drawn)
    choice = s.option_value("life.empty-stack")
    if choice == "not-allowed":
        yield Objection("life.empty-stack", reason, Text("Your table doesn't allow it"))
    elif choice != "nothing":
        yield Doubt("life.empty-stack", reason)


def impossible_values_objections(tokens: tuple[AdvancedLifeToken, ...], seats: int) -> Objections:
    """Yields an objection if these tokens cannot all be from this game's stack (life.values)."""
    top = group_1_life_token_count(seats)
    for group, mine in (
        (GROUP_1_LIFE_TOKENS, [t for t in tokens if t.draw < top]),
        (GROUP_2_LIFE_TOKENS, [t for t in tokens if t.draw >= top]),
    ):
        values = Counter(token.value for token in mine if token.value is not None)
        for value, number in values.items():
            if number > group.get(value, 0):
                yield Objection(
                    "life.values",
                    Text(
                        "{number} with value {value}? Of {which}, {there} can have it",
                        number=number,
                        value=value,
                        which=Text("the first {top} tokens drawn", top=top)
                        if group is GROUP_1_LIFE_TOKENS
                        else Text("the tokens after the first {top}", top=top),
                        there=group.get(value, 0),
                    ),
                    Text("Look at the token again"),
                )


def has_life_stack_left(s: State) -> bool:
    """Returns whether an advanced-life token is left."""
    return s.drawn < life_stack_size(s.seats)


def with_life_drawn(s: State, seat: int, value: int | None) -> State:
    """Returns the state after the seat drew the top token; unchanged if there is none."""
    if not has_life_stack_left(s):
        return s
    board = s.board(seat)
    board = replace(board, lives=(*board.lives, AdvancedLifeToken(s.drawn, value)))
    return replace(s, drawn=s.drawn + 1).with_board(seat, board)


def _ringed(board: Board, stable: int) -> tuple[int, ...]:
    """Returns the stable life around each nebula with advanced life, with one more. If it was
    created despite an objection, earlier numbers were wrong and are dropped.
    """
    if stable > board.stable:
        return ()
    known = min_stable_life(board, stable) <= board.stable
    return (*board.ringed, stable) if known else (stable,)
