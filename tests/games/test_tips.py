"""Tips: their numbers and superlatives are true of the cards, and every language tells them all."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.games.crafting.pieces import POWERS
from companion.games.empires.pieces import BASE_CULTURES, CARDS
from companion.referee.rulebook import CardTip, Rule
from companion.referee.text import english_translator
from companion.rule_search import RuleSearch
from companion.web.language.catalogues import load_catalogue
from companion.web.language.languages import SOURCE_LANGUAGE
from companion.web.language.rulebooks import searchable_rulebooks
from tests.games.empires.slow_count import PRINTED
from tests.kit.languages import each_translated
from tests.kit.sentences import values

TIPS: dict[str, dict[str, CardTip]] = {
    slug: {rule.key: rule.tip for rule in game.rulebook.rules if rule.tip}
    for slug, game in CATALOGUE.items()
}
FIXED = {name: card for name, card in PRINTED.items() if card[3] > 0}


def said(slug: str, key: str) -> str:
    return english_translator().say(TIPS[slug][key].words)


def pays(name: str) -> Fraction:
    """What a card pays in a roll of two dice with four sides, for each credit that it costs."""
    cost, _, value, made = PRINTED[name]
    rolls = [one + other for one in range(1, 5) for other in range(1, 5)]
    return Fraction(made * rolls.count(value), cost * len(rolls))


def test_every_card_has_a_tip() -> None:
    cards = {f"card.{slug}" for slug in CARDS} | {f"culture.{slug}" for slug in BASE_CULTURES}
    assert TIPS["empires"].keys() == cards and len(cards) == 24
    assert TIPS["crafting"].keys() == {f"power.{slug}" for slug in POWERS} and len(POWERS) == 32


@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_goes_well_with_it_is_another_card(slug: str) -> None:
    for key, tip in TIPS[slug].items():
        others = [other for other, _ in tip.beside]
        assert others and key not in others and len(set(others)) == len(others)
        chapters = {other.partition(".")[0] for other in others}
        assert chapters <= {"card", "culture", "power", "exotic"}


def test_the_superlatives_are_true() -> None:
    most = max(Fraction(made, cost) for cost, _, _, made in FIXED.values())
    assert Fraction(2, 1) == most and "(2)" in said("empires", "card.nautilus")
    best = sorted(FIXED, key=pays, reverse=True)
    assert best[:2] == ["nebula-whale", "librarian"] and pays("nautilus") < pays("librarian")
    assert [pays(name) for name in best].index(pays("nautilus")) == 2
    assert "by income it comes third" in said("empires", "card.nautilus")
    assert f"{float(pays('nebula-whale')):.2f}" in said("empires", "card.nebula-whale")
    highest = max(made for *_, made in FIXED.values())
    assert {name for name, card in FIXED.items() if card[3] == highest} == {
        "world-ship",
        "darkspace-hub",
    }
    assert f": {highest}." in said("empires", "card.world-ship")
    by_type = dict.fromkeys(("bio", "mech", "spirit"), 0)
    for name, (_, kind, _, _) in PRINTED.items():
        by_type[kind] += CARDS[name].copies
    assert f"{by_type['bio']} of the 84 cards are Bios" in said("empires", "card.yggdrasil")
    assert f"the {by_type['spirit']} Spirits" in said("empires", "card.yggdrasil")
    assert f"{by_type['mech']} of the 84" in said("empires", "card.beacon-hub")


def test_only_scientific_shuffles_the_deck() -> None:
    rules = [rule for rule in CATALOGUE["empires"].rulebook.rules if rule.chapter != "setup"]
    shuffling = {rule.key for rule in rules if "shuffle" in english_translator().say(rule.text)}
    assert shuffling == {"culture.scientific"}
    assert "only way to shuffle" in said("empires", "culture.scientific")


def test_no_other_power_card_gives_more_crystals_for_a_card() -> None:
    single = [power for power in POWERS.values() if power.price.cards == 1]
    most = max(int(step[-1]) for power in single for step in power.does if "crystals" in step[0])
    assert most == 2 and said("crafting", "power.pulsar").startswith(f"{most} crystals")
    nebulae = {slug for slug, power in POWERS.items() if ("star-stuff",) in power.does}
    assert nebulae == {"star-stuff"}
    like = POWERS["abiogenesis"], POWERS["amino-acids"]
    assert like[0].price == like[1].price and like[0].does == like[1].does


@each_translated
def test_tips_are_told_in_every_language(slug: str, language: str) -> None:
    folder = CATALOGUE[slug].folder
    assert folder is not None
    told: dict[str, Any] = tomllib.loads(
        (folder / f"tips.{language}.toml").read_text(encoding="utf-8")
    )
    asked = told.pop("asked")
    assert len(asked) == 3 and all("{}" in each for each in asked)
    assert told.keys() == TIPS[slug].keys()
    for key, tip in TIPS[slug].items():
        assert values(tip.words.source) == values(told[key]) and told[key] != tip.words.source
        assert load_catalogue(language).gettext(tip.words.source) == told[key]


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("a tip for nautilus", "card.nautilus"),
        ("what goes well with yggdrasil", "card.yggdrasil"),
        ("is the nebula whale worth it", "card.nebula-whale"),
        ("what shuffles the deck", "culture.scientific"),
    ],
)
def test_a_tip_is_found(asked: str, key: str) -> None:
    finds = (
        RuleSearch(lambda: searchable_rulebooks(CATALOGUE, SOURCE_LANGUAGE), SOURCE_LANGUAGE)
        .find(asked, "empires")
        .finds
    )
    entry = CATALOGUE["empires"].rulebook.find_entry(finds[0].key)
    assert finds[0].key == key and isinstance(entry, Rule) and entry.tip
