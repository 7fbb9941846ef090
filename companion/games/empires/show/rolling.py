"""The turn tab while rolling and shifting, and what a total pays, card by card."""

from __future__ import annotations

from functools import cache

from companion.games.empires import actions as do
from companion.games.empires.book import chance_words
from companion.games.empires.empire import Paid
from companion.games.empires.pieces import TOTALS
from companion.games.empires.rules.card_abilities import FREE_CYCLE, FREE_MECH, FREE_SHIFT, left
from companion.games.empires.rules.card_production import income, payout
from companion.games.empires.rules.roll import STEP
from companion.games.empires.show.abilities import abilities, scouting
from companion.games.empires.show.building import builds
from companion.games.empires.show.offers import offer
from companion.games.empires.show.working import pay_words
from companion.games.empires.state import ACT, PLAY, SHIFT, State
from companion.referee.controls import Choice
from companion.referee.offers import main
from companion.referee.panels import Choices, Count, Counts, Dock, Notice, Panel
from companion.referee.text import Text, Who


def rolling(s: State, seat: int) -> tuple[Panel, ...]:
    """Roll in the app, or tap what the real dice add up to."""
    roll = offer(
        s,
        seat,
        do.Roll(),
        Text("Roll in the app"),
        Text("Without dice of your own"),
        "refresh",
    )
    return (
        Choices(
            id="totals",
            title=Text("Enter your roll"),
            choices=tuple(_total(s, seat, total) for total in TOTALS),
            style="cells",
        ),
        Choices(id="app-roll", choices=(roll,), style="list"),
    )


def _mine(s: State, seat: int, total: int) -> Text:
    return _gets(sum([pay.amount for pay in income(s, seat, total)]))


@cache
def _gets(amount: int) -> Text:
    return Text("you get {n} credit", "you get {n} credits", n=amount)


def _total(s: State, seat: int, total: int) -> Choice:
    detail = Text("{chance}, {mine}", chance=chance_words((total,)), mine=_mine(s, seat, total))
    return offer(s, seat, do.Total(total), Text("{n}", n=total), detail)


def shifting(s: State, seat: int) -> tuple[Panel, ...]:
    """Shift the total as often as it can be paid, then confirm it."""
    confirm = offer(
        s,
        seat,
        do.Confirm(),
        Text("Confirm {total}", total=s.turn.total),
        Text("Everyone is paid: {mine}", mine=_mine(s, seat, s.turn.total)),
        "check",
    )
    return (
        Choices(
            id="shifts",
            title=Text("Shift the total"),
            choices=(*(_shift(s, seat, way) for way in ("down", "up")), *scouting(s, seat)),
        ),
        *abilities(s, seat),
        *builds(s, seat),
        Dock(id="dock", choices=(main(_end(s, seat) if _all_used(s, seat) else confirm),)),
    )


def _all_used(s: State, seat: int) -> bool:
    """Whether nothing is left to choose: no shift, no build, no cycle."""
    free = left(s, seat, FREE_SHIFT) or left(s, seat, FREE_MECH) or left(s, seat, FREE_CYCLE)
    return not s.turn.actions and not free


def _end(s: State, seat: int) -> Choice:
    """Confirms and ends in one tap."""
    detail = Text("{total}: {mine}", total=s.turn.total, mine=_mine(s, seat, s.turn.total))
    return offer(s, seat, do.Confirm("end"), Text("Confirm and end turn"), detail, "end")


def _shift(s: State, seat: int, way: str) -> Choice:
    total = s.turn.total + STEP[way]
    price = Text("free, Seraph Gate") if left(s, seat, FREE_SHIFT) else Text("1 action")
    label = (
        Text("Up to {total}", total=total) if way == "up" else Text("Down to {total}", total=total)
    )
    detail = Text("{price}; {mine}", price=price, mine=_mine(s, seat, total))
    return offer(s, seat, do.Shift(way), label, detail, "plus" if way == "up" else "minus")


def pays(s: State) -> tuple[Panel, ...]:
    """What everybody would be paid for the total as it is now."""
    if s.stage != PLAY or s.turn.step != SHIFT:
        return ()
    title = Text("{total} would pay", total=s.turn.total)
    return (_counts("pays", title, payout(s, s.turn.total), "turn"),)


def paid(s: State) -> tuple[Panel, ...]:
    """What the last confirmed total has paid."""
    if s.paid is None:
        return ()
    tab = "turn" if s.turn.step == ACT else "table"
    return (_counts("paid", Text("{total} pays", total=s.paid.total), s.paid, tab),)


def own_pay(s: State, seat: int) -> tuple[Panel, ...]:
    """What this seat takes now; gone with the turn."""
    if s.paid is None or s.turn.step != ACT or not s.paid.amount(seat):
        return ()
    take = Text("Take {n} credit", "Take {n} credits", n=s.paid.amount(seat))
    detail = pay_words(s.paid.seats[seat - 1])
    return (Notice(id="own-pay", kind="ok", words=take, detail=detail),)


def _counts(panel_id: str, title: Text, told: Paid, tab: str) -> Counts:
    return Counts(
        id=panel_id,
        tab=tab,
        shared=True,
        screen="side",
        title=title,
        rule="roll.paid",
        counts=tuple(
            Count(
                label=Text("{who}", who=Who(n)),
                value=told.amount(n),
                seat=n,
                detail=pay_words(told.seats[n - 1]),
            )
            for n in range(1, len(told.seats) + 1)
        ),
    )
