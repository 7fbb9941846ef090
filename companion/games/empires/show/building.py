"""The turn tab while building and cycling: what I can pay first, with its price and what it adds.

Before the total is confirmed the same tiles confirm it: one tap pays everybody and builds.
"""

from __future__ import annotations

from typing import Any

from companion.games.empires import actions as do
from companion.games.empires.book import chance_words, cost_words
from companion.games.empires.empire import Built
from companion.games.empires.pieces import TOTALS, Card
from companion.games.empires.rules.build import price, takes_belt
from companion.games.empires.rules.card import pair_of
from companion.games.empires.rules.card_production import gain_of, roll_values
from companion.games.empires.rules.cycle import cycle_pay
from companion.games.empires.show.abilities import abilities, scouting
from companion.games.empires.show.offers import first_refusal, offer
from companion.games.empires.state import SHIFT, State
from companion.referee.controls import Choice
from companion.referee.offers import main
from companion.referee.panels import Choices, Dock, Notice, Panel, Sheet
from companion.referee.text import Text, raw


def acting(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything a seat may build and cycle, and why not where not."""
    return (
        *_searching(s),
        *abilities(s, seat),
        *_extras(s, seat),
        *builds(s, seat),
        *_copy_sheet(s, seat),
        Dock(id="dock", choices=(_end(s, seat),)),
    )


def builds(s: State, seat: int) -> tuple[Panel, ...]:
    """Cycling and all cards: what can be done now, the last built first; the others folded away."""
    tiles = [cycling(s, seat), *(_tile(s, seat, card) for card in _by_habit(s, seat))]
    now = tuple(tile for tile in tiles if tile.refusal is None)
    return (
        Choices(
            id="build",
            title=Text("Build or cycle"),
            note=None if now else Text("There is nothing you can build now"),
            choices=now,
            folded=tuple(tile for tile in tiles if tile.refusal is not None),
            fold=Text("Not now"),
        ),
        *(_hub_sheet(s, seat, card) for card in s.cards.values() if card.chooses),
    )


def confirming(s: State, action: do.Build | do.Cycle) -> Any:
    """The same action in the tap that confirms the total, while that is still to be done."""
    if s.turn.step != SHIFT:
        return action
    if isinstance(action, do.Build):
        return do.Confirm("build", action.card, action.value)
    return do.Confirm("cycle")


def cycling(s: State, seat: int) -> Choice:
    """Cycling a card as an action."""
    detail = Text("1 action, {pay} credits", pay=cycle_pay(s, seat))
    return offer(s, seat, confirming(s, do.Cycle()), Text("Cycle a card"), detail, "refresh")


def _by_habit(s: State, seat: int) -> list[Card]:
    """The cards, the last built first, then by roll value."""
    built = [each.card for each in s.empire(seat).cards]
    latest = {slug: place for place, slug in enumerate(built)}
    return sorted(s.cards.values(), key=lambda card: (-latest.get(card.slug, -1), card.rolls[:1]))


def _searching(s: State) -> tuple[Panel, ...]:
    if not s.turn.searching:
        return ()
    return (
        Notice(
            id="searching",
            kind="info",
            words=Text("You can build from the whole deck this turn"),
            detail=Text("Keep it in order; shuffle it when your turn ends"),
            rule="culture.scientific",
        ),
    )


def _extras(s: State, seat: int) -> tuple[Panel, ...]:
    """What abilities let one do now: a second copy, cycling with Deepspace Scouts."""
    pair = pair_of(s, seat)
    copy = (_copy(s, seat, s.card(pair)),) if pair else ()
    choices = (*copy, *scouting(s, seat))
    return (Choices(id="extras", choices=choices),) if choices else ()


def _copy(s: State, seat: int, card: Card) -> Choice:
    label = Text("A second {card} for free", card=card.name)
    detail = Text("Industrious: if the pool had two")
    if not card.chooses:
        return offer(s, seat, do.Copy(), label, detail, "plus")
    no = first_refusal(s, seat, (do.Copy(value) for value in TOTALS))
    return Choice(label=label, sheet="copy", detail=detail, icon="plus", refusal=no)


def _tile(s: State, seat: int, card: Card) -> Choice:
    detail = _offer_words(s, seat, card)
    if not card.chooses:
        action = confirming(s, do.Build(card.slug))
        return offer(s, seat, action, raw(card.name), detail, "card")
    tries = (confirming(s, do.Build(card.slug, value)) for value in TOTALS)
    no = first_refusal(s, seat, tries)
    return Choice(
        label=raw(card.name), sheet=f"build-{card.slug}", detail=detail, icon="card", refusal=no
    )


def _offer_words(s: State, seat: int, card: Card) -> Text:
    """When it pays, its price for this seat, what it adds, whether it takes no action."""
    words = {
        "roll": Text("Roll {roll}", roll=card.rolls[0]) if card.rolls else Text("Any roll"),
        "price": cost_words(price(s, seat, card.slug)),
        "gain": _gain_words(s, seat, card),
    }
    if takes_belt(s, seat, card.slug):
        return Text("{roll}, {price}, no action, {gain}", **words)
    return Text("{roll}, {price}, {gain}", **words)


def _gain_words(s: State, seat: int, card: Card) -> Text:
    """What it adds; with a chosen roll value what the best and the worst one add."""
    taken = roll_values(s, seat)
    values = [value for value in TOTALS if value not in taken] if card.chooses else [0]
    gains = [gain_of(s, seat, Built(card.slug, value)) for value in values or [0]]
    if min(gains) == max(gains):
        return Text("+{n} production", n=gains[0])
    return Text("+{least} to +{most} production", least=min(gains), most=max(gains))


def _hub_sheet(s: State, seat: int, card: Card) -> Sheet:
    return Sheet(
        id=f"build-{card.slug}",
        title=raw(card.name),
        note=Text("None of your other cards can have its roll value"),
        choices=tuple(_hub_value(s, seat, card, value) for value in TOTALS),
        icon="card",
    )


def _hub_value(s: State, seat: int, card: Card, value: int) -> Choice:
    gain = gain_of(s, seat, Built(card.slug, value))
    detail = Text("{chance}, +{gain} production", chance=chance_words((value,)), gain=gain)
    action = confirming(s, do.Build(card.slug, value))
    return offer(s, seat, action, Text("On {value}", value=value), detail)


def _copy_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    slug = pair_of(s, seat)
    if not slug or not s.card(slug).chooses:
        return ()
    values = tuple(
        offer(s, seat, do.Copy(value), Text("On {value}", value=value)) for value in TOTALS
    )
    return (Sheet(id="copy", title=Text("The second copy"), choices=values, icon="card"),)


def _end(s: State, seat: int) -> Choice:
    unused = Text("{n} action unused", "{n} actions unused", n=s.turn.actions)
    detail = unused if s.turn.actions else Text("Pass the dice")
    return main(offer(s, seat, do.End(), Text("End turn"), detail, "end"))
