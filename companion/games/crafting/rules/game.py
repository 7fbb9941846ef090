"""Chapter "game": when the game ends, the final ranking, the tie-break, the shared win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import DONE, AdvancedLifeToken
from companion.games.crafting.instructions import score_marker
from companion.games.crafting.pieces import (
    GOALS_PER_GAME,
    HAND_LIMIT,
    energy_card_count_words,
)
from companion.games.crafting.rules.life import impossible_values_objections
from companion.games.crafting.rules.turn import start_next_round
from companion.games.crafting.state import DISCARD, OVER, REVEAL_LIFE, State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import Word, whole_number_reader
from companion.referee.ruling import Objection, Outcome
from companion.referee.standard import rank_seats
from companion.referee.text import SeatName, Text


def ranking_key(s: State, seat: int) -> tuple[int, int]:
    """Returns what the ranking goes by: points, then energy cards left in hand."""
    board = s.board(seat)
    return board.points.total, board.hand


def outcome(s: State) -> Outcome | None:
    """Returns who won and why; None while the game goes on."""
    if s.stage != OVER:
        return None
    ranking = rank_seats({seat: ranking_key(s, seat) for seat in s.all_seats})
    winners = tuple(sorted(place.seat for place in ranking if place.rank == 1))
    level = [place.seat for place in ranking if place.total == ranking[0].total]
    reason, rule = _why(s, winners, level)
    return Outcome(winners, ranking, reason, rule)


def _why(s: State, winners: tuple[int, ...], level: list[int]) -> tuple[Text, str]:
    total, hand = ranking_key(s, winners[0])
    if len(winners) > 1:
        return (
            Text(
                "{names} share the win: {total} points and {hand} each",
                names=seat_names_words(winners),
                total=total,
                hand=energy_card_count_words(hand),
            ),
            "game.tie",
        )
    if len(level) > 1:
        second = next(seat for seat in level if seat != winners[0])
        return (
            Text(
                "{who} and {other} both have {total} points. {who} wins with {hand} to {fewer}",
                total=total,
                who=SeatName(winners[0]),
                other=SeatName(second),
                hand=energy_card_count_words(hand),
                fewer=ranking_key(s, second)[1],
            ),
            "game.tie",
        )
    return (
        Text("{who} has the most points: {total}", who=SeatName(winners[0]), total=total),
        "game.winner",
    )


def seat_names_words(seats: tuple[int, ...]) -> Text:
    """Returns names as a list: "Ana, Ben and Cleo"."""
    if len(seats) == 1:
        return Text("{who}", who=SeatName(seats[0]))
    if len(seats) == 2:
        return Text("{who} and {last}", who=SeatName(seats[0]), last=SeatName(seats[1]))
    return Text("{who}, {rest}", who=SeatName(seats[0]), rest=seat_names_words(seats[1:]))


def with_end_or_next_round(s: State) -> State:
    """Returns the state after the end check, then the hand check, then the next round's start."""
    if is_last_round(s):
        boards = tuple(replace(b, step=DONE, revealed=not b.lives) for b in s.boards)
        return _maybe_over(replace(s, stage=REVEAL_LIFE, boards=boards))
    if any(b.hand > HAND_LIMIT for b in s.boards):
        return replace(s, stage=DISCARD)
    return start_next_round(s)


def life_tokens_with_shown_values(
    s: State, seat: int, a: RevealLife
) -> tuple[AdvancedLifeToken, ...]:
    """Returns the seat's tokens with the values of `a`; unchanged if their number differs."""
    lives = s.board(seat).lives
    if len(a.values) != len(lives):
        return lives
    return tuple(replace(life, value=v) for life, v in zip(lives, a.values, strict=True))


@action("reveal", "reveal 8 6", Text("Reveal your advanced life"), when=REVEAL_LIFE)
class RevealLife(Action):
    """Turns the seat's advanced life over; `values` in the order drawn, if not entered before."""

    grounds = ("game.reveal", "life.values")
    rests_on_secrets = True

    values: Annotated[tuple[int, ...], Word("value", whole_number_reader(4, 8))] = ()

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        if self.values and len(self.values) != len(board.lives):
            yield Objection(
                "game.reveal",
                Text(
                    "You entered {named} values and have {n} token",
                    "You entered {named} values and have {n} tokens",
                    named=len(self.values),
                    n=len(board.lives),
                ),
                Text("Enter one value for each token, in the order drawn"),
            )
            return
        if board.revealed and not self.values:
            yield Objection(
                "game.reveal",
                Text("You've already revealed your tokens"),
                Text("Enter their values again if one is wrong"),
            )
            return
        lives = life_tokens_with_shown_values(s, seat, self)
        if any(life.value is None for life in lives):
            yield Objection(
                "life.not-missing",
                Text("Some token values are missing"),
                Text("Flip your tokens and enter their values"),
            )
        others = (n for n in s.all_seats if n != seat and s.board(n).revealed)
        shown = [life for n in others for life in s.board(n).lives]
        yield from impossible_values_objections((*shown, *lives), s.seats)

    def apply(self, s: State, seat: int) -> State:
        board, lives = s.board(seat), life_tokens_with_shown_values(s, seat, self)
        points = replace(board.points, life=sum(life.value or 0 for life in lives))
        board = replace(board, lives=lives, points=points, revealed=True)
        return _maybe_over(s.with_board(seat, board)) if s.stage == REVEAL_LIFE else s

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} revealed their advanced life", who=SeatName(seat))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        if s.board(seat).lives:
            yield Text("turn your advanced life face up")
            yield from score_marker(s, after, seat)


def _maybe_over(s: State) -> State:
    if not all(b.revealed for b in s.boards):
        return s
    totals = tuple(b.points.total for b in s.boards)
    return replace(s, stage=OVER, history=(*s.history, totals))


def is_last_round(s: State, goals_due: int = 0) -> bool:
    """Returns whether the supply has no crystal left or all 6 goals are scored, those that this
    round still scores included (rule game.end).
    """
    return s.supply == 0 or len(s.scored) + goals_due >= GOALS_PER_GAME
