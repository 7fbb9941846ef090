"""Chapter "end": the totals that count, the ranking, the tie-breaks."""

from __future__ import annotations

from companion.games.empires.rules.card_production import groups, total_production
from companion.games.empires.state import OVER, State
from companion.referee.ruling import Outcome, Standing
from companion.referee.text import Text, Who

MILITARISTIC_BONUS = 7


def leads_in_cards(s: State, seat: int, *, shared: bool, cultures: bool = False) -> bool:
    """Whether a seat owns the most cards. `shared`: a tie counts too; `cultures`: so do the
    culture cards that are open.
    """
    mine = _cards_of(s, seat, cultures)
    others = [_cards_of(s, n, cultures) for n in s.all_seats if n != seat and counts(s, n)]
    return mine >= max(others, default=0) if shared else mine > max(others, default=0)


def _cards_of(s: State, seat: int, cultures: bool) -> int:
    empire = s.empire(seat)
    return len(empire.cards) + (len(empire.open) if cultures else 0)


def counts(s: State, seat: int) -> bool:
    """Whether a seat counts for the result: one that has left does so only if the table says so."""
    return not s.empire(seat).gone or s.option("game.leaving") == "count"


def militaristic(s: State, seat: int) -> int:
    """What Militaristic adds, if it is open before this seat."""
    if "militaristic" not in s.empire(seat).open:
        return 0
    shared = s.option("culture.militaristic-tie") == "shared"
    cultures = s.option("culture.militaristic-cards") == "all"
    leads = leads_in_cards(s, seat, shared=shared, cultures=cultures)
    return MILITARISTIC_BONUS if leads else 0


def orthodox(s: State, seat: int) -> int:
    """What Orthodox adds, if it is open before this seat."""
    if "orthodox" not in s.empire(seat).open:
        return 0
    return sum(number for _, number in groups(s.empire(seat)).most_common(2))


def final_total(s: State, seat: int) -> int:
    """Production with what is added at the end."""
    return total_production(s, seat) + militaristic(s, seat) + orthodox(s, seat)


def standing(s: State, seat: int) -> tuple[bool, int, int, int]:
    """What the ranking goes by: the win at once, the total, credits, who played last."""
    at_once = s.caller == seat == s.final_player
    return at_once, final_total(s, seat), s.empire(seat).credits, s.order.index(seat)


def outcome(s: State) -> Outcome | None:
    """Who won and why; None while the game goes on."""
    if s.stage != OVER:
        return None
    seats = sorted(s.all_seats, key=lambda seat: (counts(s, seat), standing(s, seat)), reverse=True)
    ranking = tuple(
        Standing(seat, rank, final_total(s, seat)) for rank, seat in enumerate(seats, start=1)
    )
    reason, rule = _why(s, seats[0], seats[1])
    return Outcome((seats[0],), ranking, reason, rule)


def _why(s: State, winner: int, second: int) -> tuple[Text, str]:
    at_once, total, has, _ = standing(s, winner)
    _, other_total, fewer, _ = standing(s, second)
    named = {"who": Who(winner), "other": Who(second)}
    if at_once:
        return (
            Text(
                "{who} is the final player and first to {total}: the game ends right away",
                who=Who(winner),
                total=total,
            ),
            "end.at-once",
        )
    if total > other_total or not counts(s, second):
        return (
            Text("{who} has the most production: {total}", who=Who(winner), total=total),
            "end.winner",
        )
    if has > fewer:
        return (
            Text(
                "The tie-break decides: {total} production each with {other}. "
                "{who} has {has} credits, {other} {fewer}",
                total=total,
                has=has,
                fewer=fewer,
                **named,
            ),
            "end.tie",
        )
    return (
        Text(
            "The second tie-break decides: {total} production and {has} credits each with "
            "{other}. {who} played last",
            total=total,
            has=has,
            **named,
        ),
        "end.tie",
    )
