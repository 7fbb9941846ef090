"""The available languages, and the one for this phone."""

from __future__ import annotations

from functools import lru_cache

from flask import request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

#: The name of each language in itself; the source language first.
LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch", "fr": "Français"}

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
    """Returns the best match for an Accept-Language header."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or SOURCE_LANGUAGE
