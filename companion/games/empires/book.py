"""The rulebook of Cosmos: Empires and what is taught of it, read once.

Figures of cards and dice are worked out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.games.empires.pieces import (
    CARDS,
    FIELD_NAMES,
    KIND_NAMES,
    ROLLS,
    TOTALS,
    Card,
    percent,
    ways,
)
from companion.games.empires.tips import NUMBERS
from companion.referee.examples import read_examples
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import Rule, read_rulebook, with_signs
from companion.referee.text import Text, listed, raw
from companion.referee.tips import with_tips


@cache
def chance_words(totals: tuple[int, ...]) -> Text:
    """The chance of these totals: "6.25%"."""
    return Text("{percent}%", percent=percent(totals))


@cache
def cost_words(number: int) -> Text:
    return Text("{n} credit", "{n} credits", n=number)


def kind_words(card: Card) -> Text:
    """The card's types: "Mech"."""
    return listed(KIND_NAMES[kind] for kind in card.kinds)


def roll_words(card: Card) -> Text:
    """When a card pays: "on 5, 25% of the rolls"."""
    if card.chooses:
        return Text("on the roll value chosen for it")
    rolls = listed(raw(str(roll)) for roll in card.rolls)
    return Text("on {rolls}, {chance} of the rolls", rolls=rolls, chance=chance_words(card.rolls))


def yield_words(card: Card) -> Text:
    """What a card makes: "production 4"."""
    if card.production is None:
        return Text("production worked out")
    return Text("production {made}", made=card.production)


@cache
def figures(card: Card) -> Text:
    """All that is printed on a card, in one line."""
    return Text(
        "{kinds}, {cost}, {rolls}; {made}. {copies} in the deck.",
        kinds=kind_words(card),
        cost=cost_words(card.cost),
        rolls=roll_words(card),
        made=yield_words(card),
        copies=Text("{n} copy", "{n} copies", n=card.copies),
    )


def unsure_words(card: Card) -> Text | None:
    """Which of a card's values only one source gives."""
    if not card.unsure:
        return None
    return Text(
        "From one source only: {fields}",
        fields=listed(FIELD_NAMES[field] for field in card.unsure),
    )


def printed_words(card: Card) -> Text:
    """What stands on the card itself, and which of it only one source gives."""
    unsure = unsure_words(card)
    if unsure is None:
        return Text("On the card: {figures}", figures=figures(card))
    return Text("On the card: {figures} {unsure}.", figures=figures(card), unsure=unsure)


def _chances(intro: Text) -> Text:
    each = listed(
        Text("{total} in {ways} of {rolls} ({chance})", total=total, ways=ways((total,)),
             rolls=ROLLS, chance=chance_words((total,)))
        for total in TOTALS
    )  # fmt: skip
    return Text("{intro} {each}.", intro=intro, each=each)


def _with_figures(rule: Rule) -> Rule:
    chapter, _, slug = rule.key.partition(".")
    if chapter == "card":
        return replace(rule, printed=printed_words(CARDS[slug]))
    return replace(rule, text=_chances(rule.text)) if rule.key == "roll.chances" else rule


HERE = Path(__file__).parent

_TYPED = with_signs(read_rulebook(HERE / "rulebook.toml"), HERE / "signs.toml")
RULEBOOK = with_tips(
    replace(_TYPED, rules=tuple(_with_figures(rule) for rule in _TYPED.rules)),
    HERE / "tips.toml",
    NUMBERS,
)

EXAMPLES = read_examples(HERE / "examples.toml")

LESSONS = read_lessons(HERE / "lessons.toml")
