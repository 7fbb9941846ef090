"""The available languages, the games that each speaks, and the one for this phone and page."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from flask import request, session
from werkzeug.http import parse_accept_header

from companion.paths import ROOT_FOLDER
from companion.referee.game import Game
from companion.web.site import request_globals

CATALOGUES_FOLDER = ROOT_FOLDER / "translations"

_OFFERED = tomllib.loads((CATALOGUES_FOLDER / "languages.toml").read_text(encoding="utf-8"))

#: The name of each language in itself; the source language first.
LANGUAGES: dict[str, str] = {code: entry["name"] for code, entry in _OFFERED.items()}

#: By language that doesn't speak every game: the slugs of those that it speaks.
GAMES_BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    code: tuple(entry["games"]) for code, entry in _OFFERED.items() if "games" in entry
}

SOURCE_LANGUAGE = next(iter(LANGUAGES))

#: Characters read of Accept-Language; browsers send the preferred language first.
MAX_ACCEPT_LANGUAGE_CHARACTERS = 200


def preferred_language() -> str:
    """Returns the language that this phone chose, or the best match for its settings."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _best(request.headers.get("Accept-Language", "")[:MAX_ACCEPT_LANGUAGE_CHARACTERS])


@lru_cache(maxsize=1000)
def _best(accepted: str) -> str:
    """Returns the first wanted language of an Accept-Language header that there is; of a region its
    language: who wants "fr-FR, en" reads French, "en-GB, de" English.
    """
    wanted = (tag.partition("-")[0].lower() for tag in parse_accept_header(accepted).values())
    return next((each for each in wanted if each in LANGUAGES), SOURCE_LANGUAGE)


def has_twelve_hour_clock() -> bool:
    """Returns whether this request's page tells the time in 12 hours: it is in English, and so does
    the first English that its phone asks for by a region ("en-US", not "en-GB").
    """
    here = request_globals()
    known: bool | None = here.get("twelve_hours")
    if known is None:
        accepted = request.headers.get("Accept-Language", "")[:MAX_ACCEPT_LANGUAGE_CHARACTERS]
        known = here.twelve_hours = _twelve_hours(accepted)
    return known and language() == SOURCE_LANGUAGE


@lru_cache(maxsize=1000)
def _twelve_hours(accepted: str) -> bool:
    tags = parse_accept_header(accepted).values()
    asked = next((tag for tag in tags if tag.lower().startswith(f"{SOURCE_LANGUAGE}-")), "")
    try:
        return "a" in Locale.parse(asked, sep="-").time_formats["short"].pattern
    except (ValueError, UnknownLocaleError):
        return False


def speaks(language: str, game: Game) -> bool:
    """Returns whether the language speaks this game; another package's if it brings the words."""
    slugs = GAMES_BY_LANGUAGE.get(language)
    if slugs is None or game.slug in slugs:
        return True
    return game.art.translations != CATALOGUES_FOLDER and _has_words(game, language)


@lru_cache(maxsize=1000)
def _has_words(game: Game, language: str) -> bool:
    return (game.art.translations / language).is_dir()


def chosen_language() -> str:
    """Returns the language of this request's phone, cached for the request."""
    here = request_globals()
    known: str | None = here.get("chosen_language")
    if known is None:
        known = here.chosen_language = preferred_language()
    return known


def language() -> str:
    """Returns the language of this request's page: the phone's, but see `speak_of_game`."""
    known: str | None = request_globals().get("language")
    return chosen_language() if known is None else known


def speak_of_game(game: Game) -> None:
    """Makes this request's page, which is the game's own, English if the phone's language doesn't
    speak the game: half sentences in another language help nobody, and no voice reads them.
    """
    chosen, before = chosen_language(), language()
    spoken = chosen if speaks(chosen, game) else SOURCE_LANGUAGE
    here = request_globals()
    here.language = spoken
    if spoken != before:
        # What was looked up in the other language.
        for name in ("tongue", "translations", "looks", "cache"):
            here.pop(name, None)


def page_key() -> str:
    """Returns what tells the pages of two phones apart by their languages: the menu shows the
    phone's own on an English page, too, and an English clock has 12 hours or 24.
    """
    spoken, chosen = language(), chosen_language()
    key = spoken if spoken == chosen else f"{spoken} for {chosen}"
    return f"{key}, 12 hours" if has_twelve_hour_clock() else key
