"""Languages: which ones there are, which one a phone wants, and what is said in each.

A language is a catalogue (translations/es/LC_MESSAGES/messages.po) and a rulebook beside every
game's own (rulebook.es.toml). They are read as they stand, so there is nothing to compile and no
compiled file that could be older than its source. It never decides what is said.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Blueprint, Flask, abort, redirect, request, session, url_for
from flask_babel import Babel, Domain, get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response

from companion.places import ROOT
from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule, Rulebook, read_rulebook, with_wordings
from companion.referee.text import Text

routes = Blueprint("languages", __name__)

#: How each language calls itself; the source language first.
LANGUAGES = {"en": "English", "es": "Español"}
SOURCE = next(iter(LANGUAGES))

CATALOGUES = ROOT / "translations"
GAMES = Path(__file__).resolve().parent.parent / "games"


class Spoken(Domain):  # type: ignore[misc]
    """Where Flask-Babel finds our catalogues; for `_()` in templates as for every Text."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return catalogue(locale.language if locale else SOURCE)


def speak(app: Flask) -> None:
    """Gives the app its languages, and every page the way to choose one."""
    babel = Babel(app, locale_selector=wanted)
    babel.domain_instance = Spoken()
    app.register_blueprint(routes)
    app.jinja_env.globals["languages"] = LANGUAGES


@routes.post("/language")
def choose() -> Response:
    """The phone's own choice, from now on; back to the page that it was made on."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    session["language"] = chosen
    session.permanent = True
    came = urlsplit(request.referrer or "")
    if came.netloc != request.host or not came.path:
        return redirect(url_for("home.page"), 303)
    # A path that begins with two slashes would name another host.
    return redirect("/" + came.path.lstrip("/") + (f"?{came.query}" if came.query else ""), 303)


def wanted() -> str:
    """The language that this phone chose, or the best of ours for its settings."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _best(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=1000)
def _best(accepted: str) -> str:
    """The best of ours for what a browser says it takes."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or SOURCE


@cache
def catalogue(language: str) -> NullTranslations:
    """Every sentence in this language, those of the rulebooks with the rest."""
    if language == SOURCE:
        return NullTranslations()
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        known = read_po(file, locale=language)
    for book in sorted(GAMES.glob(f"*/rulebook.{language}.toml")):
        for source, said in sentences(book, read_rulebook(book.with_name("rulebook.toml"))):
            if source not in known:
                known.add(source, said)
    compiled = BytesIO()
    write_mo(compiled, known)
    compiled.seek(0)
    return Translations(compiled)


def rulebook(slug: str, book: Rulebook, language: str) -> Rulebook:
    """A game's rulebook in this language; as it is where nobody has translated it."""
    path = GAMES / slug / f"rulebook.{language}.toml"
    return translated(path, book) if path.is_file() else book


def searchable(games: Mapping[str, Game], language: str) -> dict[str, Rulebook]:
    """Every game's rulebook in this language, with how its players ask."""
    return {slug: _asked(slug, game.rulebook, language) for slug, game in games.items()}


def _asked(slug: str, book: Rulebook, language: str) -> Rulebook:
    name = "wordings.toml" if language == SOURCE else f"wordings.{language}.toml"
    path = GAMES / slug / name
    told = rulebook(slug, book, language)
    return with_wordings(told, path) if path.is_file() else told


def sentences(path: Path, book: Rulebook) -> Iterator[tuple[str, str]]:
    """The sentences of a rulebook with those of its translation at `path`, one by one."""
    other = translated(path, book)
    yield from (
        (ours.source, theirs.source)
        for (_, ours), (_, theirs) in zip(book.chapters, other.chapters, strict=True)
    )
    for rule, told in zip(book.rules, other.rules, strict=True):
        yield from ((rule.title.source, told.title.source), (rule.text.source, told.text.source))
    for question, asked in zip(book.questions, other.questions, strict=True):
        yield question.asks.source, asked.asks.source
        for (_, ours), (_, theirs) in zip(question.choices, asked.choices, strict=True):
            yield ours.source, theirs.source


def translated(path: Path, book: Rulebook) -> Rulebook:
    """The book in the words of its translation at `path`; what that leaves out stays English."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    chapters, rules, asked = (told.get(part, {}) for part in ("chapters", "rule", "question"))
    return replace(
        book,
        chapters=tuple((key, Text(chapters.get(key, own.source))) for key, own in book.chapters),
        rules=tuple(_rule(rule, rules.get(rule.key, {})) for rule in book.rules),
        questions=tuple(_question(one, asked.get(one.key, {})) for one in book.questions),
    )


def _rule(rule: Rule, told: Mapping[str, Any]) -> Rule:
    return replace(
        rule,
        title=Text(told.get("title", rule.title.source)),
        text=Text(told.get("text", rule.text.source)),
        words=tuple(told.get("words", rule.words)),
    )


def _question(question: Question, told: Mapping[str, Any]) -> Question:
    choices = told.get("choices", {})
    return replace(
        question,
        asks=Text(told.get("asks", question.asks.source)),
        choices=tuple((key, Text(choices.get(key, own.source))) for key, own in question.choices),
        words=tuple(told.get("words", question.words)),
    )
