"""The visible part of a name, by which names are compared."""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

#: Characters that are drawn as nothing, whatever Unicode calls them: Hangul fillers, the braille
#: pattern without dots, the combining grapheme joiner, inherent vowels of Khmer, the null note
#: head.
BLANK_CHARACTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159")
#: Joiners that scripts and emoji need inside a word; all other format characters are dropped, since
#: some change the direction of the text around them.
JOINER_CHARACTERS = "\u200c\u200d"
#: Letters of which the capital or the small one looks like a Latin letter.
LATIN_BY_LOOKALIKE = str.maketrans(
    "авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχϲ", "abekmhopctyxijshdqwabezhikmnoptyxc"
)
#: A black flag, letters drawn as none, and their end: the flags of England, Scotland, Wales.
TAG_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{3,6}\U000e007f")


def without_invisible_characters(typed: str) -> str:
    """Returns the name without invisible characters; "" if no character stands by itself."""
    plain = unicodedata.normalize("NFC", typed)
    flags = TAG_FLAG.findall(plain)
    parts = ["".join(map(_visible, part)) for part in TAG_FLAG.split(plain)]
    kept = "".join(part + flag for part, flag in zip_longest(parts, flags, fillvalue=""))
    seen = " ".join(kept.split()).strip(" " + JOINER_CHARACTERS)
    return seen if any(_stands_alone(sign) for sign in seen) else ""


def looks_of_name(name: str) -> str:
    """Returns a key that is the same for names that nobody can tell apart on a phone: in capitals
    or not, in full-width letters, with Cyrillic or Greek letters that look Latin.
    """
    return unicodedata.normalize("NFKC", name).casefold().translate(LATIN_BY_LOOKALIKE)


def is_combining_mark(sign: str) -> bool:
    """Returns whether the character combines with another, joins two or ends a flag."""
    tag = "\U000e0020" <= sign <= "\U000e007f"
    return tag or sign in JOINER_CHARACTERS or unicodedata.category(sign).startswith("M")


def _stands_alone(sign: str) -> bool:
    return sign != " " and not is_combining_mark(sign)


def _visible(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in {"Zs", "Zl", "Zp"} or sign in "\t\n\r" or sign in BLANK_CHARACTERS:
        return " "
    return "" if kind in {"Cc", "Cf", "Cs", "Cn", "Co"} and sign not in JOINER_CHARACTERS else sign
