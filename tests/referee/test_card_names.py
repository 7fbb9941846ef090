"""Names that a box prints on its cards: which may be given, and how sentences and questions have
them.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.card_names import (
    MAX_CARD_NAME_CHARACTERS,
    NO_CARD_NAMES,
    CardNames,
    card_names_in_options,
    cards_with_same_name,
    is_card_name,
)
from companion.referee.text import Text, Translator, printed

PRINTED = {"a.gate": "Gate", "a.old-gate": "Old Gate", "a.nova": "Nova"}
NAMES = CardNames({"Gate": "Puerta", "Old Gate": "Puerta Antigua", "Nova": "Estrella {nueva}"})


@pytest.mark.parametrize(
    ("option", "value", "may"),
    [
        ("name.a.gate", "Puerta", True),
        ("name.a.gate", "", True),
        ("name.a.gate", "می\u200cنا", True),
        ("name.a.gate", "ó" * MAX_CARD_NAME_CHARACTERS, True),
        ("name.a.gate", "o" * (MAX_CARD_NAME_CHARACTERS + 1), False),
        ("name.a.gate", " Puerta", False),
        ("name.a.gate", "Puerta\nname.a.nova X", False),
        ("name.a.gate", "Puerta\0", False),
        ("name.a.gate", "\u202ePuerta", False),
        ("name.a.gate", "2", False),
        ("name.a.door", "Puerta", False),
        ("a.gate", "Puerta", False),
    ],
)
def test_what_may_be_a_name(option: str, value: str, may: bool) -> None:
    assert is_card_name(PRINTED, option, value) is may


def test_no_two_cards_have_one_name() -> None:
    assert cards_with_same_name(PRINTED, {"a.gate": "Puerta", "a.nova": "Puérta"}) == {
        "a.nova": "a.gate"
    }
    assert cards_with_same_name(PRINTED, {"a.gate": "nova", "a.nova": "Estrella"}) == {
        "a.gate": "a.nova"
    }, "a card keeps its English name beside its own"
    assert cards_with_same_name(PRINTED, {"a.gate": "GATE", "a.nova": ""}) == {}
    options = {"name.a.nova": "Puerta", "name.a.gate": "puerta", "name.a.old-gate": "", "x": "y"}
    assert card_names_in_options(PRINTED, options.items()) == {"a.gate": "puerta"}


def test_sentences_have_the_names_in_their_words_and_in_their_values() -> None:
    translator = Translator(
        lambda source: NAMES.in_pattern({"Use {card}": "Usa {card}"}.get(source, source)),
        lambda one, more, n: NAMES.in_pattern(one if n == 1 else more),
        str,
        called=NAMES.of_value,
    )
    assert translator.say(Text("Use {card}", card="Nova")) == "Usa Estrella {nueva}"
    assert translator.say(printed("Old Gate")) == "Puerta Antigua"
    assert translator.say(Text("{n} Nova", "{n} Novas", n=2)) == "2 Estrella {nueva}"
    assert translator.say(Text("Gates, Gateway, Old Gate")) == "Puerta, Gateway, Puerta Antigua"
    assert translator.say(Text("{words}", words="Gateway")) == "Gateway"


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("what does puerta antigua do", "what does Old Gate do"),
        ("¿La PUERTA?", "¿La Gate?"),
        ("dos puertas", "dos puertas"),
        ("estrella nueva, puerta, estrella", "Nova, Gate, estrella"),
        ("Gate", "Gate"),
        ("", ""),
    ],
)
def test_a_question_is_read_with_the_printed_names(asked: str, read: str) -> None:
    assert NAMES.as_printed(asked) == read


@given(st.text(), st.dictionaries(st.sampled_from([*PRINTED.values()]), st.text(min_size=1)))
def test_any_words_and_any_names_are_taken(words: str, by_printed: dict[str, str]) -> None:
    names = CardNames(by_printed)
    names.as_printed(words)
    for name in by_printed:
        said = Translator(names.in_pattern, lambda one, more, n: one, str, called=names.of_value)
        assert (
            said.say(Text(f"{name}: {{card}}", card=name))
            == f"{by_printed[name]}: {by_printed[name]}"
        )


@given(st.text())
def test_without_names_nothing_changes(words: str) -> None:
    assert not NO_CARD_NAMES
    assert NO_CARD_NAMES.as_printed(words) == NO_CARD_NAMES.in_words(words) == words
