"""The turn tab while building and cycling: every card with its price for me and what it adds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.empires import actions as do
from companion.games.empires.book import chance_words, cost_words
from companion.games.empires.pieces import CARDS, TOTALS, Card
from companion.games.empires.rules.building import price, takes_belt
from companion.games.empires.rules.cycling import cycle_pay
from companion.games.empires.rules.production import gain_of
from companion.games.empires.show.abilities import abilities, scouting
from companion.games.empires.show.offers import first_refusal, offer
from companion.games.empires.state import Built, State
from companion.referee.offering import main
from companion.referee.panels import Choice, Choices, Dock, Notice, Panel, Sheet
from companion.referee.text import Text, raw


def acting(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything a seat may build and cycle, and why not where not."""
    return (
        *_searching(s),
        *abilities(s, seat),
        Choices(id="extras", choices=tuple(_extras(s, seat))),
        *(_on(s, seat, roll) for roll in (*TOTALS, 0) if _cards_on(s, roll)),
        *(_hub_sheet(s, seat, card) for card in s.cards.values() if card.chooses),
        *_copy_sheet(s, seat),
        Dock(id="dock", choices=(_end(s, seat),)),
    )


def _searching(s: State) -> tuple[Panel, ...]:
    if not s.turn.searching:
        return ()
    return (
        Notice(
            id="searching",
            kind="info",
            words=Text("You may build from the whole deck in this turn"),
            detail=Text("Leave it in order, and shuffle it when your turn ends"),
            rule="culture.scientific",
        ),
    )


def _extras(s: State, seat: int) -> Iterator[Choice]:
    if s.turn.pair:
        yield _copy(s, seat, CARDS[s.turn.pair])
    yield offer(
        s,
        seat,
        do.Cycle(),
        Text("Cycle a card"),
        Text("1 action, {pay} credits", pay=cycle_pay(s, seat)),
        "refresh",
    )
    yield from scouting(s, seat)


def _copy(s: State, seat: int, card: Card) -> Choice:
    label = Text("A second {card} for free", card=card.name)
    detail = Text("Industrious: if two lay in the pool")
    if not s.card(card.slug).chooses:
        return offer(s, seat, do.Copy(), label, detail, "plus")
    no = first_refusal(s, seat, (do.Copy(value) for value in TOTALS))
    return Choice(label=label, sheet="copy", detail=detail, icon="plus", refusal=no)


def _cards_on(s: State, roll: int) -> list[Card]:
    """The cards of the deck by roll value; 0: those that have it chosen."""
    if not roll:
        return [card for card in s.cards.values() if card.chooses]
    return [card for card in s.cards.values() if roll in card.rolls[:1]]


def _on(s: State, seat: int, roll: int) -> Choices:
    title = Text("Any roll value, you choose")
    if roll:
        title = Text("On {roll}, {chance} of the rolls", roll=roll, chance=chance_words((roll,)))
    tiles = tuple(_tile(s, seat, card) for card in _cards_on(s, roll))
    return Choices(id=f"build-{roll or 'any'}", title=title, choices=tiles)


def _tile(s: State, seat: int, card: Card) -> Choice:
    detail = _offer_words(s, seat, card, Built(card.slug))
    if not card.chooses:
        return offer(s, seat, do.Build(card.slug), raw(card.name), detail, "card")
    no = first_refusal(s, seat, (do.Build(card.slug, value) for value in TOTALS))
    return Choice(
        label=raw(card.name), sheet=f"build-{card.slug}", detail=detail, icon="card", refusal=no
    )


def _offer_words(s: State, seat: int, card: Card, built: Built) -> Text:
    """Price for this seat, what it adds, how it is built, how many are left."""
    words = {
        "price": cost_words(price(s, seat, card.slug)),
        "gain": Text("+{n} production", n=gain_of(s, seat, built)),
        "left": Text("{n} left", n=max(0, card.copies - s.built(card.slug))),
    }
    if takes_belt(s, seat, card.slug):
        return Text("{price}, no action, {gain}, {left}", **words)
    return Text("{price}, {gain}, {left}", **words)


def _hub_sheet(s: State, seat: int, card: Card) -> Sheet:
    return Sheet(
        id=f"build-{card.slug}",
        title=raw(card.name),
        note=Text("No other card of yours may have its roll value, now or later"),
        choices=tuple(_hub_value(s, seat, card, value) for value in TOTALS),
        icon="card",
    )


def _hub_value(s: State, seat: int, card: Card, value: int) -> Choice:
    gain = gain_of(s, seat, Built(card.slug, value))
    detail = Text("{chance}, +{gain} production", chance=chance_words((value,)), gain=gain)
    return offer(s, seat, do.Build(card.slug, value), Text("On {value}", value=value), detail)


def _copy_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    if not s.turn.pair or not s.card(s.turn.pair).chooses:
        return ()
    values = tuple(
        offer(s, seat, do.Copy(value), Text("On {value}", value=value)) for value in TOTALS
    )
    return (Sheet(id="copy", title=Text("The second copy"), choices=values, icon="card"),)


def _end(s: State, seat: int) -> Choice:
    unused = Text("{n} action is left and goes", "{n} actions are left and go", n=s.turn.actions)
    detail = unused if s.turn.actions else Text("Pass the dice on")
    return main(offer(s, seat, do.End(), Text("End turn"), detail, "end"))
