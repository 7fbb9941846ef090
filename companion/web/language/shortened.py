"""Shortens what is said: where there is a line or two, a text's first sentence stands for it."""

from __future__ import annotations

import re

#: As far as the first stop that a space follows and that isn't part of an isolated name.
_FIRST_SENTENCE = re.compile("(?:\u2068[^\u2069]*\u2069|[^.?!\u2068]|[.?!](?! ))*[.?!](?= )")


def first_sentence(words: str) -> str:
    """Returns the first sentence with its stop, of the same type (html stays html); all of the
    words if there is one sentence only.
    """
    found = _FIRST_SENTENCE.match(words)
    return words[: found.end()] if found else words


def after_first_sentence(words: str) -> str:
    """Returns what follows the first sentence, of the same type; all of the words if there is one
    sentence only.
    """
    found = _FIRST_SENTENCE.match(words)
    return words[found.end() :].strip() if found else words
