"""Who acts in a question, and whether it is about another's thing, in every language."""

from __future__ import annotations

import pytest

from companion.games import CATALOGUE
from companion.rule_search.asking import AskedAction, AskedKind
from tests.kit.asked_questions import reader

SEATS = {"Ana": 1, "Ben": 2}


def read(language: str, words: str, slug: str = "crafting") -> AskedAction | None:
    return reader(slug, language).read(words, SEATS, 1)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can I end my turn"),
        ("en", "can Ana end her turn"),
        ("de", "darf ich den Zug beenden"),
        ("de", "kann es sein, dass ich den Zug beenden darf"),
        ("fr", "est-ce qu'il est permis que je finisse mon tour"),
        ("fr", "je peux finir le tour"),
        ("es", "puedo terminar el turno"),
        ("es", "¿puedo terminar el turno?"),
    ],
)
def test_who_says_i_asks_for_the_own_seat(language: str, words: str) -> None:
    asked = read(language, words)
    assert asked is None or (asked.seat, asked.forbids) == (0, "")
    assert asked or "finisse" in words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can Ben end his turn"),
        ("en", "is he allowed to end his turn"),
        ("en", "is it legal for Ben to end his turn"),
        ("de", "darf er seinen Zug beenden"),
        ("de", "darf Ben jetzt den Zug beenden"),
        ("de", "darf sie den Zug beenden"),
        ("fr", "peut-il finir son tour"),
        ("fr", "Ben peut-il finir son tour"),
        ("es", "¿puede él terminar su turno?"),
        ("es", "Ben puede terminar el turno"),
    ],
)
def test_a_subject_is_what_stands_as_one(language: str, words: str) -> None:
    asked = read(language, words)
    assert asked is not None
    assert (asked.verb, asked.seat, asked.forbids) == ("end", 2, "")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can I end Ben's turn"),
        ("en", "can I discharge his crystal"),
        ("en", "can I convert a helium of Ben"),
        ("en", "can Ben end my turn"),
        ("de", "darf ich Bens Zug beenden"),
        ("de", "darf ich seinen Kristall entladen"),
        ("fr", "je peux finir le tour de Ben"),
        ("fr", "je peux décharger son cristal"),
        ("es", "puedo terminar el turno de Ben"),
        ("es", "puedo descargar su cristal"),
    ],
)
def test_of_another_players_thing_there_is_no_verdict(language: str, words: str) -> None:
    assert read(language, words) is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can i move her marble"),
        ("en", "may I push my opponent's marble"),
        ("en", "can I move the marble of Ben"),
        ("de", "darf ich seine Murmel bewegen"),
        ("de", "darf ich Bens Murmel verschieben"),
        ("fr", "je peux bouger sa bille"),
        ("es", "puedo mover su canica"),
    ],
)
def test_a_rule_that_names_anothers_thing_answers(language: str, words: str) -> None:
    asked = read(language, words)
    assert asked is not None
    assert asked.forbids == "energy.whose-marbles"


def test_numbers_and_words_of_speech_are_no_seats() -> None:
    assert read("en", "can I move two marbles") is None
    odd = {"May": 1, "Two": 2}
    asked = reader("crafting", "en").read("may I end my turn", odd, 2)
    assert asked is not None and asked.seat == 0
    asked = reader("crafting", "en").read("can I stabilise two proto life", odd, 1)
    assert asked is not None and asked.seat == 0


def test_rules_on_others_things_forbid_actions_of_their_game() -> None:
    for game in CATALOGUE.values():
        verbs = {form.verb for form in game.notation.forms}
        for rule in game.rulebook.rules:
            assert verbs.issuperset(rule.others)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "would I be allowed to end my turn"),
        ("en", "am I free to end my turn"),
        ("de", "dürfte ich meinen Zug beenden"),
        ("de", "hätte ich das Recht, meinen Zug zu beenden"),
        ("fr", "serait-il possible de finir mon tour"),
        ("es", "¿tendría derecho a terminar mi turno?"),
    ],
)
def test_a_polite_question_is_about_now(language: str, words: str) -> None:
    asked = read(language, words)
    assert asked is not None
    assert (asked.kind, asked.verb, asked.seat) == (AskedKind.NOW, "end", 0)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "durfte ich meinen Zug beenden"),
        ("de", "hätte ich meinen Zug beenden dürfen"),
        ("fr", "aurais-je eu le droit de finir mon tour"),
    ],
)
def test_what_was_or_would_have_been_is_not_about_now(language: str, words: str) -> None:
    asked = read(language, words)
    assert asked is None or asked.kind is AskedKind.PAST


def test_no_second_meaning_is_judged_of_anothers_thing() -> None:
    asked = read("es", "¿puedo chocar contra la luna de Ben?", "cosmogenesis")
    assert asked is not None
    assert (asked.forbids, asked.also) == ("collide.own", ())


def test_a_german_infinitive_is_its_verb() -> None:
    asked = read("de", "ist es mir gestattet, etwas aus Sektor II abzuwerfen", "cosmogenesis")
    assert asked is not None
    assert asked.verb == "discard"


@pytest.mark.parametrize("words", ["may I show Awakened", "may I uncover Awakened"])
def test_a_phrase_may_need_any_value_of_a_kind(words: str) -> None:
    asked = read("en", words, "empires")
    assert asked is not None
    assert (asked.verb, asked.values[0].value) == ("reveal", "awakened")
