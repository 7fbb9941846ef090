"""The word before a name fits the name, in the languages whose words do."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po
from flask import Flask

from companion.referee.text import Text, Translator
from companion.web.language.catalogues import CATALOGUES_FOLDER, load_catalogue
from companion.web.language.elision import fitted_sentence, fitting
from companion.web.templating.environment import translate_markup
from tests.kit.languages import each_language
from tests.kit.sentences import values


def translator(language: str) -> Translator:
    known = load_catalogue(language)
    return Translator(known.gettext, known.ngettext, str, fitted=fitting(language))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anna", "Les chiffres d'Anna sont justes"),
        ("Élise", "Les chiffres d'Élise sont justes"),
        ("Hugo", "Les chiffres d'Hugo sont justes"),
        ("Yves", "Les chiffres d'Yves sont justes"),
        ("Yann", "Les chiffres de Yann sont justes"),
        ("Ben", "Les chiffres de Ben sont justes"),
        ("8", "Les chiffres de 8 sont justes"),
    ],
)
def test_french_elides_before_a_name(name: str, said: str) -> None:
    assert translator("fr").say(Text("{name}'s numbers are correct", name=name)) == said


@pytest.mark.parametrize(
    ("sentence", "last", "said"),
    [
        ("{who} and {last}", "Inés", "Ana e Inés"),
        ("{who} and {last}", "Hilda", "Ana e Hilda"),
        ("{who} and {last}", "Ian", "Ana y Ian"),
        ("{who} and {last}", "Yolanda", "Ana y Yolanda"),
        ("{who} and {last}", "Ben", "Ana y Ben"),
    ],
)
def test_spanish_says_e_before_an_i(sentence: str, last: str, said: str) -> None:
    assert translator("es").say(Text(sentence, who="Ana", last=last)) == said


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("Óscar", "Ana u Óscar"),
        ("Hortensia", "Ana u Hortensia"),
        ("8", "Ana u 8"),
        ("11", "Ana u 11"),
        ("Ben", "Ana o Ben"),
        ("1", "Ana o 1"),
        ("110", "Ana o 110"),
    ],
)
def test_spanish_says_u_before_an_o(other: str, said: str) -> None:
    assert translator("es").say(Text("{one} or {other}", one="Ana", other=other)) == said


def test_a_template_elides_too_and_hears_no_tag(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        said = translate_markup(
            "%(name)s's phone says that both phones are one person's.", name="<Eve>"
        )
    assert "<" not in said
    assert fitted_sentence("fr", "de %(name)s", {"name": "<b>Eve</b>"}) == "d'%(name)s"


@pytest.mark.parametrize(
    ("pattern", "value", "said"),
    [
        ("Tocca a {v}", "Anna", "Tocca ad Anna"),
        ("Tocca a {v}", "Elena", "Tocca a Elena"),
        ("Ben e {v}", "Élise", "Ben ed Élise"),
        ("Ben e {v}", "Anna", "Ben e Anna"),
        ("da {v} a {v}", "8", "da 8 a 8"),
        ("è sul {v}", "8", "è sull'8"),
        ("è sul {v}", "11", "è sull'11"),
        ("è sul {v}", "110", "è sul 110"),
        ("Il round, il {v}", "8", "Il round, l'8"),
        ("Al {v} del {v}", "8", "All'8 dell'8"),
        ("nel {v}", "3", "nel 3"),
    ],
)
def test_italian_fits_what_stands_before(pattern: str, value: str, said: str) -> None:
    assert fitted_sentence("it", pattern, {"v": value}).format(v=value) == said


@each_language
def test_only_the_word_before_a_value_changes(language: str) -> None:
    if language == "en":
        assert fitted_sentence("en", "de {name} y {name}", {"name": "Ida"}) == "de {name} y {name}"
        return
    with (CATALOGUES_FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        said = [str(each.string) for each in read_po(file, locale=language) if each.id]
    for sentence in said:
        for value in ("Ida", "Ona", "Ben", "7"):
            told = fitted_sentence(language, sentence, dict.fromkeys(values(sentence), value))
            assert values(told) == values(sentence)
            if value in ("Ben", "7"):
                assert told == sentence
