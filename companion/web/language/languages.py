"""The available languages, and the one for this phone."""

from __future__ import annotations

from functools import lru_cache

from flask import request, session
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
    """Returns the first wanted language of an Accept-Language header that there is; of a region its
    language: who wants "fr-FR, en" reads French, "en-GB, de" English.
    """
    wanted = (tag.partition("-")[0].lower() for tag in parse_accept_header(accepted).values())
    return next((each for each in wanted if each in LANGUAGES), SOURCE_LANGUAGE)
