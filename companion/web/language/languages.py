"""The languages that there are, and which one this phone wants."""

from __future__ import annotations

from functools import lru_cache

from flask import request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

#: How each language calls itself; the source language first.
LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch", "fr": "Français"}

SOURCE = next(iter(LANGUAGES))

#: Letters of what a browser says it takes; the likeliest language comes first.
LONGEST_WISH = 200


def preferred_language() -> str:
    """The language that this phone chose, or the best of ours for its settings."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _best(request.headers.get("Accept-Language", "")[:LONGEST_WISH])


@lru_cache(maxsize=1000)
def _best(accepted: str) -> str:
    """The best of ours for what a browser says it takes."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or SOURCE
