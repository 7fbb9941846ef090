"""Chapter "game": the final ranking, the tie-break, the shared win."""

from __future__ import annotations

from companion.games.crafting.state import OVER, State
from companion.referee.ruling import Outcome, Place
from companion.referee.text import Text, Who


def standing(s: State, seat: int) -> tuple[int, int]:
    """What the ranking goes by: points, then energy cards left in hand."""
    board = s.board(seat)
    return board.points.total, board.hand


def outcome(s: State) -> Outcome | None:
    """Who won and why; None while the game goes on."""
    if s.stage != OVER:
        return None
    seats = sorted(s.all_seats, key=lambda seat: standing(s, seat), reverse=True)
    best = standing(s, seats[0])
    winners = tuple(sorted(seat for seat in seats if standing(s, seat) == best))
    ranking = tuple(
        Place(
            seat, 1 + sum(standing(s, n) > standing(s, seat) for n in seats), standing(s, seat)[0]
        )
        for seat in seats
    )
    level = [seat for seat in seats if standing(s, seat)[0] == best[0]]
    reason, rule = _why(s, winners, level)
    return Outcome(winners, ranking, reason, rule)


def _why(s: State, winners: tuple[int, ...], level: list[int]) -> tuple[Text, str]:
    total, hand = standing(s, winners[0])
    if len(winners) > 1:
        return (
            Text(
                "{names} share the win: {total} points and {hand} energy cards each",
                names=listed(winners),
                total=total,
                hand=hand,
            ),
            "game.tie",
        )
    if len(level) > 1:
        second = next(seat for seat in level if seat != winners[0])
        return (
            Text(
                "The tie-break decides: {total} points each with {other}. "
                "{who} holds {hand} energy cards, {other} {fewer}",
                total=total,
                who=Who(winners[0]),
                other=Who(second),
                hand=hand,
                fewer=standing(s, second)[1],
            ),
            "game.tie",
        )
    return (
        Text("{who} has the most points: {total}", who=Who(winners[0]), total=total),
        "game.winner",
    )


def listed(seats: tuple[int, ...]) -> Text:
    """Names one after another: "Ana, Ben and Cleo"."""
    if len(seats) == 1:
        return Text("{who}", who=Who(seats[0]))
    if len(seats) == 2:
        return Text("{who} and {last}", who=Who(seats[0]), last=Who(seats[1]))
    return Text("{who}, {rest}", who=Who(seats[0]), rest=listed(seats[1:]))
