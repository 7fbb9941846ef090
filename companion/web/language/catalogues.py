"""All sentences of each language, from its catalogue and its rulebooks.

A language is a catalogue (translations/es/LC_MESSAGES/messages.po; a game of another package has
its own) and, in each game's folder, a rulebook (rulebook.es.toml) and lessons (lessons.es.toml).
They are read directly, so no compiled file can be outdated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app
from flask_babel import Babel, Domain, get_locale

from companion.games import CATALOGUE
from companion.paths import ROOT_FOLDER
from companion.referee.examples import example_translations, read_worked_examples
from companion.referee.game import Game
from companion.referee.lessons import Lesson, Lessons, read_lessons
from companion.referee.rulebook import read_rulebook, with_signs_from_file
from companion.web.language.languages import LANGUAGES, SOURCE_LANGUAGE, preferred_language
from companion.web.language.rulebooks import rulebook_translations, sign_translations

CATALOGUES_FOLDER = ROOT_FOLDER / "translations"

ENGLISH_CATALOGUE = NullTranslations()


class CatalogueDomain(Domain):  # type: ignore[misc]
    """Tells Flask-Babel our catalogues, for `_()` in templates and for every `Text`."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return app_catalogue(locale.language if locale else SOURCE_LANGUAGE)


def init_languages(app: Flask, games: Mapping[str, Game]) -> None:
    """Installs the languages in the app."""
    babel = Babel(app, locale_selector=preferred_language)
    babel.domain_instance = CatalogueDomain()
    app.extensions["catalogue"] = partial(load_catalogue, games=tuple(games.values()))
    app.jinja_env.globals["languages"] = LANGUAGES


def app_catalogue(language: str) -> NullTranslations:
    """Returns all sentences of the app and its games in this language."""
    found: NullTranslations = current_app.extensions["catalogue"](language)
    return found


def load_catalogue(language: str, games: Iterable[Game] = CATALOGUE.values()) -> NullTranslations:
    """Returns all sentences in this language: ours, other packages' games', and the rulebooks'."""
    if language == SOURCE_LANGUAGE:
        return ENGLISH_CATALOGUE
    return _catalogue(language, tuple((game.folder, game.art.translations) for game in games))


@cache
def _catalogue(language: str, told_in: tuple[tuple[Path | None, Path], ...]) -> NullTranslations:
    known = _written(CATALOGUES_FOLDER, language)
    for messages in {folder for _, folder in told_in} - {CATALOGUES_FOLDER}:
        for message in _written(messages, language):
            if message.id and message.id not in known:
                known[message.id] = message
    for folder in (folder for folder, _ in told_in if folder):
        for source, said in _beside(folder, language):
            if source not in known:
                known.add(source, said)
    compiled = BytesIO()
    write_mo(compiled, known)
    compiled.seek(0)
    return Translations(compiled)


def _written(folder: Path, language: str) -> Catalog:
    file = folder / language / "LC_MESSAGES" / "messages.po"
    with file.open("rb") if file.is_file() else BytesIO() as written:
        return read_po(written, locale=language)


def _beside(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yields a game's rulebook, signs, examples, tips and lessons: source and translation."""
    book, signs, shown, tips, taught = (
        folder / f"{name}.{language}.toml"
        for name in ("rulebook", "signs", "examples", "tips", "lessons")
    )
    english = read_rulebook(folder / "rulebook.toml") if book.is_file() else None
    if english:
        yield from rulebook_translations(book, english)
    if english and signs.is_file():
        yield from sign_translations(signs, with_signs_from_file(english, folder / "signs.toml"))
    if shown.is_file():
        yield from example_translations(shown, read_worked_examples(folder / "examples.toml"))
    if tips.is_file():
        told = tomllib.loads((folder / "tips.toml").read_text(encoding="utf-8"))
        said = tomllib.loads(tips.read_text(encoding="utf-8"))
        del told["asked"]
        yield from ((entry["tip"], said.get(key, entry["tip"])) for key, entry in told.items())
    if taught.is_file():
        yield from lesson_translations(taught, read_lessons(folder / "lessons.toml"))


def lesson_translations(path: Path, lessons: Lessons) -> Iterator[tuple[str, str]]:
    """Yields the sentences of a game's lessons, each with its translation from `path`. Missing
    translations yield the source.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    for part, cards in (("tour", lessons.tour), ("lesson", lessons.lessons)):
        for card in cards:
            said = told.get(part, {}).get(card.key, {})
            yield card.title.source, said.get("title", card.title.source)
            yield card.words.source, said.get("words", card.words.source)
            if isinstance(card, Lesson):
                yield card.why.source, said.get("why", card.why.source)
    for led in lessons.led:
        said = told.get("led", {}).get(led.key, {})
        for part in ("words", "watch", "brief"):
            source = getattr(led, part)
            if source:
                yield source, said.get(part, source)
