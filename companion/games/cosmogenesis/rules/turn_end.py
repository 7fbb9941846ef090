"""Chapter "turn": which seat plays next, and an additional action that ends the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar

from companion.games.cosmogenesis.state import State, TokenInstructions, Turn, turns_left
from companion.referee.actions import Action, Objections
from companion.referee.notation import Word, one_of
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

#: how an action that ends the turn is written: "life 1 then end"
TurnEndParameter = Annotated[str | None, Word("end", one_of("end"), lead="then")]


class MayEndTurn(Action):
    """An action that may end the turn in the same tap, by its field `last`."""

    #: the action that ends it, named by the chapter "turn", which stands on this one
    ending: ClassVar[type[Action]]
    last: str | None

    def parts(self) -> tuple[Action, Action] | None:
        return (replace(self, last=None), self.ending()) if self.last else None  # type: ignore[call-arg]


def next_seat(s: State) -> int:
    """Returns the seat that plays after this turn; 0 if every seat has had 4 turns."""
    if s.turn.seat in s.turn_order:
        index = s.turn_order.index(s.turn.seat) + 1
        turns = (*s.turn_order[index:], *s.turn_order[:index])
        return next((seat for seat in turns if turns_left(s, seat)), 0)
    waiting = [seat for seat in s.turn_order if turns_left(s, seat)]
    return max(waiting, key=lambda seat: turns_left(s, seat), default=0)


def with_next_turn(s: State) -> State:
    """Returns the state with the next seat's turn, or with none once the round is over."""
    return replace(s, turn=Turn(next_seat(s)))


def turn_end_objections(s: State, last: str | None) -> Objections:
    """Yields an objection if the action may not end the turn: a gift is pending (turn.steps)."""
    if last and (s.turn.gains or s.turn.unread):
        yield Objection(
            "turn.steps",
            Text("A tile still gives you something this turn"),
            Text("Take your reward first"),
        )


def with_optional_turn_end(s: State, seat: int, last: str | None) -> State:
    """Returns the state with the next turn, token instructions kept; unchanged without `last`."""
    if not last or s.turn.seat != seat:
        return s
    left, s = s.turn.wood, with_next_turn(s)
    if left == TokenInstructions():
        return s
    return s.with_turn(wood=replace(left, hands=seat))


def log_line_with_turn_end(line: Text, seat: int, last: str | None) -> Text:
    """Returns an action's log line, with the end of the turn if `last` is set."""
    if last is None:
        return line
    return Text("{told}. {then}", told=line, then=Text("{who} ended the turn", who=SeatName(seat)))
