"""A question about something else than the action whose words it has: no action is read in it."""

from __future__ import annotations

import pytest

from tests.kit.asked_questions import reader

#: By game and language, a question for which no action stands, and one that differs in that alone.
OTHER = [
    ("crafting", "en", "can I stabilise a star", "can I stabilise a proto life"),
    ("crafting", "en", "can I place a star on a life space", "can I place a star on a space"),
    ("crafting", "en", "can I move a proto to a star space", "can I move a proto"),
    ("crafting", "en", "can I trade 6 light cards", "can I trade 5 light cards"),
    ("crafting", "de", "darf ich einen Nebel auf einen Nebel legen", "darf ich einen Nebel legen"),
    ("crafting", "fr", "puis-je convertir une supernova en étoile", "puis-je convertir une étoile"),
    ("crafting", "es", "puedo estabilizar una estrella", "puedo estabilizar una protovida"),
    ("crafting", "it", "posso muovere una stella su uno spazio vita", "posso muovere una stella"),
    ("empires", "en", "can I cycle my own card", "can I cycle a card"),
    ("empires", "en", "can I cycle all cards", "can I cycle a card"),
    ("empires", "de", "darf ich eine Kulturkarte bauen", "darf ich eine Karte bauen"),
    ("empires", "fr", "puis-je construire une carte de la pioche", "puis-je construire une carte"),
    ("cosmogenesis", "en", "can I create life on a gas giant", "can I create life on a planet"),
    ("cosmogenesis", "en", "can I make asteroids from a comet", "can I make a comet of asteroids"),
    ("cosmogenesis", "en", "can I take an asteroid from the belt", "can I take an asteroid"),
    ("cosmogenesis", "es", "puedo ampliar mi cinturón", "puedo ampliar mi sistema"),
    ("cosmogenesis", "it", "posso scartare la mia cometa", "posso scartare una cometa"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "language", "other", "same"), OTHER)
def test_what_is_asked_of_another_thing_is_no_action(
    slug: str, language: str, other: str, same: str
) -> None:
    read = reader(slug, language).read
    assert read(other, {"Ana": 1, "Ben": 2}, 1) is None
    assert read(same, {"Ana": 1, "Ben": 2}, 1) is not None


@pytest.mark.parametrize(
    "words",
    [
        "can I place a helium star",
        "can I place a star of helium",
        "can I move my star with a graviton",
    ],
)
def test_a_label_of_what_is_named_is_nothing_else(words: str) -> None:
    assert reader("crafting", "en").read(words, {"Ana": 1, "Ben": 2}, 1) is not None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can I turn a star into a supernova"),
        ("fr", "est-ce que je peux changer une étoile en supernova"),
    ],
)
def test_what_comes_of_an_action_is_not_what_it_is_done_to(language: str, words: str) -> None:
    asked = reader("crafting", language).read(words, {"Ana": 1, "Ben": 2}, 1)
    assert asked is not None
    assert (asked.verb, [value.value for value in asked.values]) == ("convert", [])
