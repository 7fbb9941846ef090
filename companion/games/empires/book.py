"""The rulebook and lessons of Cosmos: Empires, read once; the options of a game; its steps, and
what players ask at each. Figures of cards and dice are worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path

from companion.games.empires.pieces import (
    BIO,
    CARD_FIELD_NAMES,
    CARD_KIND_NAMES,
    CARDS,
    CREDITS_FOR_CYCLING,
    DECK_SIZE,
    DICE_TOTALS,
    MECH,
    POSSIBLE_ROLL_COUNT,
    SPIRIT,
    Card,
    cost_words,
    count_rolls_with_totals,
    totals_chance_percent,
    totals_chance_words,
)
from companion.games.empires.rules.build import INDUSTRIOUS_MAX_CARD_COST
from companion.games.empires.rules.cycle import RESOURCEFUL_CREDITS
from companion.games.empires.rules.end import MILITARISTIC_BONUS
from companion.games.empires.state import (
    ACT,
    CULTURES_HYBRID,
    CULTURES_OFF,
    CULTURES_SINGLE,
    OVER,
    PLAY,
    REVEAL,
    ROLL,
    SETUP,
    SHIFT,
    State,
)
from companion.referee.examples import read_worked_examples
from companion.referee.game import Option, OptionValue, options_for_open_questions
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import Rule, Rulebook, read_rulebook, with_signs_from_file
from companion.referee.text import Text, joined_texts, untranslated
from companion.referee.tips import TipNumbers, with_tips

CULTURE_OPTION = Option(
    "culture",
    Text("Do you play with culture cards?"),
    (
        OptionValue(CULTURES_OFF, Text("No")),
        OptionValue(CULTURES_SINGLE, Text("Single culture: each player keeps 1")),
        OptionValue(CULTURES_HYBRID, Text("Hybrid culture: each player keeps all")),
    ),
)


def game_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """Returns the options: the rulebook's own, then every question that it leaves to the group."""
    return (CULTURE_OPTION, *options_for_open_questions(rulebook))


_AT_STAGE = {
    SETUP: ("setup.first", "setup.pool", "culture.keep", "setup.crowd"),
    REVEAL: ("end.reveal", "culture.reveal", "culture.transcendent", "end.winner"),
    OVER: ("end.tie", "end.winner", "culture.transcendent", "end.final-round"),
}
_ROLLING = ("roll.dice", "roll.shift", "roll.limits", "roll.paid")
_ACTING = ("build.price", "build.own-discount", "cycle.action", "build.copies")


def likely_rules(s: State) -> tuple[str, ...]:
    """Returns the keys of rules that players look up now, the likeliest first."""
    return _AT_STAGE.get(s.stage) or (_ROLLING if s.turn.step in (ROLL, SHIFT) else _ACTING)


#: the own turn's last step, with no action left
SPENT_STEP = "spent"
WAITING_STEP = "waiting"
STEPS = (SETUP, ROLL, SHIFT, ACT, SPENT_STEP, WAITING_STEP, REVEAL, OVER)


def current_step(s: State, seat: int) -> str:
    """Returns a seat's step of its turn, or the stage of the game."""
    if s.stage != PLAY:
        return s.stage
    if s.turn.seat != seat:
        return WAITING_STEP
    return SPENT_STEP if s.turn.step == ACT and not s.turn.actions else s.turn.step


def roll_chance_words(totals: tuple[int, ...]) -> Text:
    """Returns the chance of these totals: "6.25%"."""
    return Text("{percent}%", percent=totals_chance_percent(totals))


def production_per_credit(card: Card) -> float:
    """Returns a card's fixed production for each credit of its cost; 0.0 if it varies."""
    return (card.production or 0) / card.cost


def expected_pay_per_cost(card: Card) -> float:
    """Returns the credits that a card pays a roll on average, for each credit of its cost."""
    return production_per_credit(card) * count_rolls_with_totals(card.rolls) / POSSIBLE_ROLL_COUNT


def cards_in_deck(kind: str) -> int:
    """Returns how many cards of the deck have this type."""
    return sum(card.copies for card in CARDS.values() if kind in card.kinds)


def _of(card: Card) -> Iterator[tuple[str, Text | float | str]]:
    yield from (("cost", card.cost), ("copies", card.copies))
    if card.rolls:
        yield "chance", roll_chance_words(card.rolls)
    if card.production:
        yield from (("made", card.production), ("ratio", round(production_per_credit(card), 2)))
    if card.production and card.rolls:
        yield from (
            ("back", round(expected_pay_per_cost(card), 2)),
            ("rolls", round(1 / expected_pay_per_cost(card))),
        )


_DECK: dict[str, Text | float | str] = {
    "deck": DECK_SIZE,
    "bios": cards_in_deck(BIO),
    "mechs": cards_in_deck(MECH),
    "spirits": cards_in_deck(SPIRIT),
}
_LIKELIEST = max(DICE_TOTALS, key=lambda total: count_rolls_with_totals((total,)))
_DEAREST = max(card.cost for card in CARDS.values())
_MORE: TipNumbers = {
    "card.collective": {"most_copies": max(card.copies for card in CARDS.values())},
    # Each of n Ancient Gates alone produces n.
    "card.ancient-gate": {"two": 2 * 2, "three": 3 * 3},
    "card.transit-hub": {"most": len(DICE_TOTALS)},
    "card.darkspace-hub": {"best": _LIKELIEST, "best_chance": roll_chance_words((_LIKELIEST,))},
    "culture.industrious": {
        "cheap": sum(card.cost <= INDUSTRIOUS_MAX_CARD_COST for card in CARDS.values()),
        "most_price": INDUSTRIOUS_MAX_CARD_COST,
    },
    "culture.militaristic": {"bonus": MILITARISTIC_BONUS},
    "culture.resourceful": {
        "plain": CREDITS_FOR_CYCLING,
        "cycled": CREDITS_FOR_CYCLING + RESOURCEFUL_CREDITS,
        "cycles": ceil(_DEAREST / (CREDITS_FOR_CYCLING + RESOURCEFUL_CREDITS)),
    },
}
TIP_NUMBERS_BY_RULE: TipNumbers = {
    **{f"card.{slug}": {**_DECK, **dict(_of(card))} for slug, card in CARDS.items()},
    "culture.awakened": _DECK,
    "culture.transcendent": _DECK,
}
TIP_NUMBERS_BY_RULE = {
    key: {**TIP_NUMBERS_BY_RULE.get(key, {}), **_MORE.get(key, {})}
    for key in {**TIP_NUMBERS_BY_RULE, **_MORE}
}


def card_kind_words(card: Card) -> Text:
    """Returns the card's types: "Mech"."""
    return joined_texts(CARD_KIND_NAMES[kind] for kind in card.kinds)


def paying_rolls_words(card: Card) -> Text:
    """Returns when a card pays: "on 5, 25% of the rolls"."""
    if card.has_builder_chosen_roll:
        return Text("pays on the roll value chosen for it")
    rolls = joined_texts(untranslated(str(roll)) for roll in card.rolls)
    return Text(
        "pays on {rolls} ({chance} of rolls)", rolls=rolls, chance=totals_chance_words(card.rolls)
    )


def card_production_words(card: Card) -> Text:
    """Returns a card's production in words: "production 4"."""
    if card.production is None:
        return Text("production varies")
    return Text("production {made}", made=card.production)


def printed_values_words(card: Card) -> Text:
    """Returns all that is printed on a card, in one line."""
    return Text(
        "{kinds}, {cost}, {rolls}; {made}; {copies} in the game.",
        kinds=card_kind_words(card),
        cost=cost_words(card.cost),
        rolls=paying_rolls_words(card),
        made=card_production_words(card),
        copies=Text("{n} copy", "{n} copies", n=card.copies),
    )


def uncertain_values_words(card: Card) -> Text | None:
    """Returns which of a card's values only one source gives; None if all are sure."""
    if not card.unsure:
        return None
    return Text(
        "Our guess, please check your card: {fields}",
        fields=joined_texts(CARD_FIELD_NAMES[field] for field in card.unsure),
    )


def printed_values_and_doubts_words(card: Card) -> Text:
    """Returns what is printed on a card, and which of it only one source gives."""
    unsure = uncertain_values_words(card)
    if unsure is None:
        return Text("On the card: {figures}", figures=printed_values_words(card))
    return Text(
        "On the card: {figures} {unsure}.", figures=printed_values_words(card), unsure=unsure
    )


def _chances(intro: Text) -> Text:
    each = joined_texts(
        Text("{total} in {ways} of {rolls} ({chance})", total=total,
             ways=count_rolls_with_totals((total,)), rolls=POSSIBLE_ROLL_COUNT,
             chance=totals_chance_words((total,)))
        for total in DICE_TOTALS
    )  # fmt: skip
    return Text("{intro} {each}.", intro=intro, each=each)


def _with_figures(rule: Rule) -> Rule:
    chapter, _, slug = rule.key.partition(".")
    if chapter == "card":
        return replace(rule, printed=printed_values_and_doubts_words(CARDS[slug]))
    return replace(rule, text=_chances(rule.text)) if rule.key == "roll.chances" else rule


GAME_FOLDER = Path(__file__).parent

_TYPED = with_signs_from_file(
    read_rulebook(GAME_FOLDER / "rulebook.toml"), GAME_FOLDER / "signs.toml"
)
RULEBOOK = with_tips(
    replace(_TYPED, rules=tuple(_with_figures(rule) for rule in _TYPED.rules)),
    GAME_FOLDER / "tips.toml",
    TIP_NUMBERS_BY_RULE,
)

EXAMPLES = read_worked_examples(GAME_FOLDER / "examples.toml")

LESSONS = read_lessons(GAME_FOLDER / "lessons.toml")
