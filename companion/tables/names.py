"""The visible part of a name, by which names are compared."""

from __future__ import annotations

import unicodedata

#: Characters that are drawn as nothing, whatever Unicode calls them: Hangul fillers, the braille
#: pattern without dots, the combining grapheme joiner, inherent vowels of Khmer, the null note
#: head.
BLANK_CHARACTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159")
#: Joiners that scripts and emoji need inside a word; all other format characters are dropped, since
#: some change the direction of the text around them.
JOINER_CHARACTERS = "\u200c\u200d"


def without_invisible_characters(typed: str) -> str:
    """Returns the name without invisible characters; "" if no character stands by itself."""
    kept = "".join(_visible(sign) for sign in unicodedata.normalize("NFC", typed))
    seen = " ".join(kept.split()).strip(" " + JOINER_CHARACTERS)
    return seen if any(_stands_alone(sign) for sign in seen) else ""


def is_combining_mark(sign: str) -> bool:
    """Returns whether the character combines with a letter or joins two."""
    return sign in JOINER_CHARACTERS or unicodedata.category(sign).startswith("M")


def _stands_alone(sign: str) -> bool:
    return sign != " " and not is_combining_mark(sign)


def _visible(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in {"Zs", "Zl", "Zp"} or sign in "\t\n\r" or sign in BLANK_CHARACTERS:
        return " "
    return "" if kind in {"Cc", "Cf", "Cs", "Cn", "Co"} and sign not in JOINER_CHARACTERS else sign
