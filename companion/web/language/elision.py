"""Fits the little word before a value to its first sound: "d'Anna" in French, "Ana e Inés" in
Spanish, "ad Anna", "ed Elena" and "sull'8" in Italian. A catalogue says "de {name}" and
"{who} y {last}"; only the value tells which it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

#: Tags around an inserted value, which nobody hears.
_TAG = re.compile(r"<[^>]*>")

_VALUE = r"(?P<value>\{(?P<braced>\w+)\}|%\((?P<percent>\w+)\)s)"

#: By language: the word before a value, the first sounds that change it, and what it becomes.
#: French elides before a vowel and a silent h; y is a vowel before a consonant. Spanish says "y"
#: before a diphthong: "y Ian"; 8, 80 and 11 begin with an o.
_CHANGES: dict[str, tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...]] = {
    "fr": (
        (
            re.compile(r"\b(?P<kept>[Dd]|[Qq]u)e " + _VALUE),
            re.compile(r"[aàâæeéèêëiîïoôöœuùûüh]|y[^aeiouy\W]", re.IGNORECASE),
            r"\g<kept>'\g<value>",
        ),
    ),
    "es": (
        (
            re.compile(r"\by " + _VALUE),
            re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE),
            r"e \g<value>",
        ),
        (
            re.compile(r"\bo " + _VALUE),
            re.compile(r"h?[oó]|8|11(?!\d)", re.IGNORECASE),
            r"u \g<value>",
        ),
    ),
    "it": (
        (
            re.compile(r"\b(?P<kept>[Aa]) " + _VALUE),
            re.compile(r"[aàá]", re.IGNORECASE),
            r"\g<kept>d \g<value>",
        ),
        (
            re.compile(r"\b(?P<kept>[Ee]) " + _VALUE),
            re.compile(r"[eèé]", re.IGNORECASE),
            r"\g<kept>d \g<value>",
        ),
        (
            re.compile(r"\b(?:il|(?P<kept>[Dd][ae]l|[Nn]el|[Aa]l|[Ss]ul)) " + _VALUE),
            re.compile(r"8|11(?!\d)"),
            r"\g<kept>l'\g<value>",
        ),
    ),
}


def fitted_sentence(language: str, sentence: str, values: Mapping[str, Any]) -> str:
    """Returns the sentence, its values not yet inserted, with the words before them as they sound
    before these values.
    """

    for before, sounds, short in _CHANGES.get(language, ()):
        sentence = before.sub(partial(_changed, values, sounds, short), sentence)
    return sentence


def _changed(
    values: Mapping[str, Any], sounds: re.Pattern[str], short: str, found: re.Match[str]
) -> str:
    heard = _TAG.sub("", str(values.get(found["braced"] or found["percent"], "")))
    return found.expand(short) if sounds.match(heard) else found[0]


def fitting(language: str) -> Callable[[str, Mapping[str, str]], str]:
    """Returns `fitted_sentence` of a language."""
    return partial(fitted_sentence, language)
