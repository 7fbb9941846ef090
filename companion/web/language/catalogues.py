"""Every sentence in each language, from its catalogue and its rulebooks.

A language is a catalogue (translations/es/LC_MESSAGES/messages.po) and, beside every game's own, a
rulebook (rulebook.es.toml) and lessons (lessons.es.toml). They are read as they stand, so there is
nothing to compile and no compiled file that could be older than its source. It never decides what
is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask
from flask_babel import Babel, Domain, get_locale

from companion.paths import ROOT
from companion.referee.lessons import read_lessons
from companion.referee.rulebook import read_rulebook
from companion.web.language.languages import LANGUAGES, SOURCE, wanted
from companion.web.language.lessons import lesson_sentences
from companion.web.language.rulebooks import GAMES, sentences

CATALOGUES = ROOT / "translations"


class Spoken(Domain):  # type: ignore[misc]
    """Where Flask-Babel finds our catalogues; for `_()` in templates as for every Text."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return catalogue(locale.language if locale else SOURCE)


def speak(app: Flask) -> None:
    """Gives the app its languages, and every page the way to choose one."""
    babel = Babel(app, locale_selector=wanted)
    babel.domain_instance = Spoken()
    app.jinja_env.globals["languages"] = LANGUAGES


@cache
def catalogue(language: str) -> NullTranslations:
    """Every sentence in this language, those of the rulebooks with the rest."""
    if language == SOURCE:
        return NullTranslations()
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        known = read_po(file, locale=language)
    for source, said in _of_games(language):
        if source not in known:
            known.add(source, said)
    compiled = BytesIO()
    write_mo(compiled, known)
    compiled.seek(0)
    return Translations(compiled)


def _of_games(language: str) -> Iterator[tuple[str, str]]:
    """What the rulebooks and lessons of all games say, and how this language says it."""
    for book in sorted(GAMES.glob(f"*/rulebook.{language}.toml")):
        yield from sentences(book, read_rulebook(book.with_name("rulebook.toml")))
    for taught in sorted(GAMES.glob(f"*/lessons.{language}.toml")):
        yield from lesson_sentences(taught, read_lessons(taught.with_name("lessons.toml")))
