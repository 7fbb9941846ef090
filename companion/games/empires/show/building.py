"""The turn tab while building and cycling: what I can pay first, with its price and what it adds.

Before the total is confirmed the same tiles confirm it: one tap pays everybody and builds.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.empires import actions as do
from companion.games.empires.book import chance_words, cost_words
from companion.games.empires.empire import Built
from companion.games.empires.pieces import MECH, TOTALS, Card
from companion.games.empires.rules.build import belt_goes_first, price
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
    hubs = {card.slug: _hub_sheet(s, seat, card) for card in s.cards.values() if card.chooses}
    shelf = _shelf(s, seat, belt_goes_first(s, seat))
    tiles = [
        cycling(s, seat),
        *(_tile(s, seat, card, words, hubs.get(card.slug)) for card, words in shelf),
    ]
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
        *hubs.values(),
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
    detail = Text("1 action; take {pay} credits", pay=cycle_pay(s, seat))
    return offer(s, seat, confirming(s, do.Cycle()), Text("Cycle a card"), detail, "refresh")


def _shelf(s: State, seat: int, belt: bool) -> tuple[tuple[Card, Text], ...]:
    """The cards, the last built first, then by roll value; each with what building it means.

    `belt`: a Fabricator Belt builds the next Mech. The same whatever the seat has to pay with.
    """
    built = [each.card for each in s.empire(seat).cards]
    latest = {slug: place for place, slug in enumerate(built)}
    cards = sorted(s.cards.values(), key=lambda card: (-latest.get(card.slug, -1), card.rolls[:1]))
    return tuple((card, _offer_words(s, seat, card, belt)) for card in cards)


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


def _tile(s: State, seat: int, card: Card, detail: Text, sheet: Sheet | None) -> Choice:
    """A tap that builds a card, or opens the sheet where its roll value is chosen."""
    if sheet is None:
        action = confirming(s, do.Build(card.slug))
        return offer(s, seat, action, raw(card.name), detail, "card")
    allowed = any(choice.refusal is None for choice in sheet.choices)
    no = None if allowed else sheet.choices[0].refusal
    return Choice(label=raw(card.name), sheet=sheet.id, detail=detail, icon="card", refusal=no)


def _offer_words(s: State, seat: int, card: Card, belt: bool) -> Text:
    """When it pays, its price for this seat, what it adds, whether it takes no action."""
    words = {
        "roll": Text("Roll {roll}", roll=card.rolls[0]) if card.rolls else Text("Any roll"),
        "price": cost_words(price(s, seat, card.slug)),
        "gain": _gain_words(*_gains(s, seat, card)),
    }
    if belt and MECH in card.kinds:
        return Text("{roll}, {price}, no action, {gain}", **words)
    return Text("{roll}, {price}, {gain}", **words)


def _gains(s: State, seat: int, card: Card) -> tuple[int, int]:
    """The least and the most that it adds: with a chosen roll value not all add the same."""
    if not card.chooses:
        gain = gain_of(s, seat, Built(card.slug))
        return gain, gain
    taken = roll_values(s, seat)
    values = [value for value in TOTALS if value not in taken]
    gains = [gain_of(s, seat, Built(card.slug, value)) for value in values or [0]]
    return min(gains), max(gains)


@cache
def _gain_words(least: int, most: int) -> Text:
    if least == most:
        return Text("+{n} production", n=least)
    return Text("+{least} to +{most} production", least=least, most=most)


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
