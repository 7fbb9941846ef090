"""All sentences of each language, from its catalogue and its rulebooks.

A language is a catalogue (translations/es/LC_MESSAGES/messages.po; a game of another package has
its own) and, in each game's folder, a rulebook (rulebook.es.toml) and lessons (lessons.es.toml).
They are read directly, so no compiled file can be outdated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Lock

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app
from flask_babel import Babel, Domain

from companion.games import CATALOGUE
from companion.referee.entries import read_translations
from companion.referee.examples import example_translations, read_worked_examples
from companion.referee.game import Game
from companion.referee.lessons import Lesson, Lessons, read_lessons
from companion.referee.rulebook import read_rulebook, with_signs_from_file
from companion.web.language.languages import (
    CATALOGUES_FOLDER,
    LANGUAGES,
    SOURCE_LANGUAGE,
    language,
)
from companion.web.language.rulebooks import rulebook_translations, sign_translations
from companion.yielding import let_others, yielding

ENGLISH_CATALOGUE = NullTranslations()

#: Lines of a catalogue read between two turns of others, some milliseconds' work.
LINES_IN_A_ROW = 500

#: Each game's folder, and that of its sentences.
_ToldIn = tuple[tuple[Path | None, Path], ...]


class CatalogueDomain(Domain):  # type: ignore[misc]
    """Tells Flask-Babel our catalogues, for `_()` in templates and for every `Text`."""

    def get_translations(self) -> NullTranslations:
        return app_catalogue(language())


def init_languages(app: Flask, games: Mapping[str, Game]) -> None:
    """Installs the languages in the app."""
    babel = Babel(app, locale_selector=language)
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
    told_in = tuple((game.folder, game.art.translations) for game in games)
    if (language, told_in) not in _LOADED:
        # Whoever comes meanwhile waits for it, and does not read it, too.
        with _LOADING:
            if (language, told_in) not in _LOADED:
                _LOADED[language, told_in] = _read_catalogue(language, told_in)
    return _LOADED[language, told_in]


#: By language and where the games' sentences stand.
_LOADED: dict[tuple[str, _ToldIn], NullTranslations] = {}
_LOADING = Lock()


def _read_catalogue(language: str, told_in: _ToldIn) -> NullTranslations:
    """Reads a language's sentences, a tenth of a second's work: others have their turn between."""
    known = _written(CATALOGUES_FOLDER, language)
    for messages in {folder for _, folder in told_in} - {CATALOGUES_FOLDER}:
        for message in _written(messages, language):
            if message.id and message.id not in known:
                known[message.id] = message
    for folder in yielding(folder for folder, _ in told_in if folder):
        for source, said in translations_beside_game(folder, language):
            if source not in known:
                known.add(source, said)
    let_others()
    spoken = _compiled(known)
    spoken.merge(_compiled(_singulars(known)))
    return spoken


def _singulars(known: Catalog) -> Catalog:
    """Returns what is said of one in every sentence with a plural. A word that is somewhere said
    with a number is said without one, too: "card". Pythons before 3.13 look for it among the
    sentences without a plural alone.
    """
    found = Catalog()
    for message in known:
        if isinstance(message.id, tuple) and message.string:
            found.add(message.id[0], message.string[0])
    return found


def _compiled(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    let_others()
    compiled.seek(0)
    return Translations(compiled)


def _written(folder: Path, language: str) -> Catalog:
    file = folder / language / "LC_MESSAGES" / "messages.po"
    with file.open("rb") if file.is_file() else BytesIO() as written:
        return read_po(yielding(written, LINES_IN_A_ROW), locale=language)


def translations_beside_game(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yields a game's rulebook, signs, examples, tips and lessons: source and translation."""
    book, signs, shown, tips, taught = (
        folder / f"{name}.{language}.toml"
        for name in ("rulebook", "signs", "examples", "tips", "lessons")
    )
    english = read_rulebook(folder / "rulebook.toml") if book.is_file() else None
    if english:
        let_others()
        yield from rulebook_translations(book, english)
        let_others()
    if english and signs.is_file():
        yield from sign_translations(signs, with_signs_from_file(english, folder / "signs.toml"))
    if shown.is_file():
        yield from example_translations(shown, read_worked_examples(folder / "examples.toml"))
    if tips.is_file():
        data = tomllib.loads((folder / "tips.toml").read_text(encoding="utf-8"))
        said = read_translations(tips)
        data.pop("asked", None)
        yield from ((entry["tip"], said.get(key, entry["tip"])) for key, entry in data.items())
    if taught.is_file():
        yield from lesson_translations(taught, read_lessons(folder / "lessons.toml"))


def lesson_translations(path: Path, lessons: Lessons) -> Iterator[tuple[str, str]]:
    """Yields the sentences of a game's lessons, each with its translation from `path`. Missing
    translations yield the source.
    """
    data = read_translations(path)
    for part, cards in (("tour", lessons.tour), ("lesson", lessons.lessons)):
        for card in cards:
            said = data.get(part, {}).get(card.key, {})
            yield card.title.source, said.get("title", card.title.source)
            yield card.words.source, said.get("words", card.words.source)
            if isinstance(card, Lesson):
                yield card.why.source, said.get("why", card.why.source)
    for led in lessons.led:
        said = data.get("led", {}).get(led.key, {})
        for part in ("words", "watch", "brief"):
            source = getattr(led, part)
            if source:
                yield source, said.get(part, source)
