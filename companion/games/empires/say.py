"""The line in the log for every action: one plain sentence, telling the viewer no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.empires import actions as do
from companion.games.empires.book import cost_words
from companion.games.empires.pieces import CARDS, CULTURES, FIELD_NAMES, KIND_NAMES, KINDS
from companion.games.empires.rules.build import price, takes_belt
from companion.games.empires.rules.card import pair_of
from companion.games.empires.rules.card_abilities import FREE_SHIFT, left
from companion.games.empires.rules.card_production import payout
from companion.games.empires.rules.cycle import cycle_pay
from companion.games.empires.rules.roll import STEP, paid_out, then_of
from companion.games.empires.state import State
from companion.referee.text import Text, Who, listed, raw


def say(s: State, seat: int, a: Any, viewer: int) -> Text:
    """What happened, as the viewer may know it; `s` is the state before the action."""
    text: Text = _SAYERS[type(a)](s, seat, a)
    return text


def card_words(slug: str, value: int | None = None) -> Text:
    """A card's name, and the roll value that was chosen for it."""
    if value is None:
        return raw(CARDS[slug].name)
    return Text("{card} on {value}", card=CARDS[slug].name, value=value)


def _begin(s: State, seat: int, a: do.Begin) -> Text:
    if a.seat is None:
        return Text("{who} began the game", who=Who(seat))
    if a.seat == seat:
        return Text("{who} began the game and goes first", who=Who(seat))
    return Text("{who} began the game: {first} goes first", who=Who(seat), first=Who(a.seat))


def _roll(s: State, seat: int, a: do.Roll) -> Text:
    if not a.dice:
        return Text("{who} rolled", who=Who(seat))
    dice = listed(raw(str(die)) for die in a.dice)
    return Text("{who} rolled {total}: {dice}", who=Who(seat), total=sum(a.dice), dice=dice)


def _total(s: State, seat: int, a: do.Total) -> Text:
    return Text("{who} rolled {total}", who=Who(seat), total=a.total)


def _shift(s: State, seat: int, a: do.Shift) -> Text:
    total = s.turn.total + STEP[a.way]
    if left(s, seat, FREE_SHIFT):
        return Text(
            "{who} shifted the total to {total} with Seraph Gate", who=Who(seat), total=total
        )
    return Text("{who} shifted the total to {total}", who=Who(seat), total=total)


def _confirm(s: State, seat: int, a: do.Confirm) -> Text:
    paid = payout(s, s.turn.total)
    earned = [
        Text("{who} {amount}", who=Who(n), amount=paid.amount(n))
        for n in s.all_seats
        if paid.amount(n)
    ]
    told = Text("{total} pays no one", total=s.turn.total)
    if earned:
        told = Text("{total} pays: {earned}", total=s.turn.total, earned=listed(earned))
    then = then_of(a)
    if then is None:
        return told
    after = _SAYERS[type(then)](paid_out(s), seat, then)
    return Text("{told}. {then}", told=told, then=after)


def _build(s: State, seat: int, a: do.Build) -> Text:
    words: dict[str, Who | Text] = {
        "who": Who(seat),
        "card": card_words(a.card, a.value),
        "cost": cost_words(price(s, seat, a.card)),
    }
    if takes_belt(s, seat, a.card):
        return Text("{who} built {card} for {cost}, with Fabricator Belt", **words)
    return Text("{who} built {card} for {cost}", **words)


def _copy(s: State, seat: int, a: do.Copy) -> Text:
    slug = pair_of(s, seat)
    if not slug:
        return Text("{who} built a second copy for free", who=Who(seat))
    return Text(
        "{who} built a second {card} for free, with Industrious",
        who=Who(seat),
        card=card_words(slug, a.value),
    )


def _cycle(s: State, seat: int, a: do.Cycle) -> Text:
    return Text(
        "{who} cycled a card for {n} credit",
        "{who} cycled a card for {n} credits",
        who=Who(seat),
        n=cycle_pay(s, seat),
    )


def _reveal(s: State, seat: int, a: do.Reveal) -> Text:
    return Text("{who} revealed {card}", who=Who(seat), card=CULTURES[a.culture].name)


_MENDED = {
    "credits": Text("{who} corrected: {n} credit", "{who} corrected: {n} credits"),
    "actions": Text("{who} corrected: {n} action left", "{who} corrected: {n} actions left"),
    "total": Text("{who} corrected: the total is {n}"),
    "shifted": Text(
        "{who} corrected: Seraph Gate used {n} time",
        "{who} corrected: Seraph Gate used {n} times",
    ),
    "fabricated": Text(
        "{who} corrected: Fabricator Belt used {n} time",
        "{who} corrected: Fabricator Belt used {n} times",
    ),
    "scouted": Text(
        "{who} corrected: Deepspace Scouts used {n} time",
        "{who} corrected: Deepspace Scouts used {n} times",
    ),
    "paired": Text(
        "{who} corrected: Industrious used {n} time",
        "{who} corrected: Industrious used {n} times",
    ),
}
_SEATED = {
    "turn": Text("{who} corrected: it's {seat}'s turn"),
    "first": Text("{who} corrected: {seat} went first"),
}
_STANDS = (
    Text("{who} corrected: {card} is face down"),
    Text("{who} corrected: {card} is open"),
    Text("{who} corrected: {card} was shown and is hidden again"),
)


def _mend(s: State, seat: int, a: do.Mend) -> Text:
    who = Who(seat)
    if a.field in CULTURES:
        told = _STANDS[min(a.value, len(_STANDS) - 1)]
        return Text(told.source, who=who, card=CULTURES[a.field].name)
    if a.field in _MENDED:
        said = _MENDED[a.field]
        return Text(said.source, said.plural, who=who, n=a.value)
    if a.value not in s.all_seats:
        return Text("{who} corrected a number", who=who)
    return Text(_SEATED[a.field].source, who=who, seat=Who(a.value))


def _short(s: State, seat: int, a: do.Short) -> Text:
    return Text(
        "{who}: {n} credit was missing in the bank",
        "{who}: {n} credits were missing in the bank",
        who=Who(seat),
        n=a.missing,
    )


def _add(s: State, seat: int, a: do.Add) -> Text:
    card = card_words(a.card, a.value)
    return Text("{who} corrected: one more {card}", who=Who(seat), card=card)


def _remove(s: State, seat: int, a: do.Remove) -> Text:
    card = card_words(a.card, a.value)
    return Text("{who} corrected: one {card} less", who=Who(seat), card=card)


def _print(s: State, seat: int, a: do.Print) -> Text:
    value = KIND_NAMES[a.value] if a.value in KINDS else raw(str(a.value))
    return Text(
        "{who}: on our cards, the {field} of {card} is {value}",
        who=Who(seat),
        field=FIELD_NAMES[a.field],
        card=CARDS[a.card].name,
        value=value,
    )


def _plain(source: Text) -> Callable[[State, int, Any], Text]:
    return lambda s, seat, a: Text(source.source, who=Who(seat))


_SAYERS: dict[type[Any], Callable[[State, int, Any], Text]] = {
    do.Begin: _begin,
    do.Keep: _plain(Text("{who} entered their culture cards")),
    do.Roll: _roll,
    do.Total: _total,
    do.Shift: _shift,
    do.Confirm: _confirm,
    do.Build: _build,
    do.Copy: _copy,
    do.Cycle: _cycle,
    do.Scout: _plain(Text("{who} cycled a card with Deepspace Scouts")),
    do.Reveal: _reveal,
    do.End: _plain(Text("{who} ended the turn")),
    do.Done: _plain(Text("{who} has nothing more to reveal")),
    do.Cocked: _plain(Text("{who} rolls again: a die was cocked")),
    do.Short: _short,
    do.Leave: _plain(Text("{who} left the game")),
    do.Return: _plain(Text("{who} is back in the game")),
    do.Mend: _mend,
    do.Add: _add,
    do.Remove: _remove,
    do.Print: _print,
}
