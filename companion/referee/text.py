"""Text: a sentence with named values, translated where it is shown; English is the source.

Nothing here knows another language. A sentence holds a `SeatName` instead of a person's name, which
is filled in where it is shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

#: Looked up once: a page has hundreds of sentences.
_set = object.__setattr__

#: The sentence that is nothing but a printed name.
PRINTED_SOURCE = "{printed}"

#: Around words written from right to left, so that no number beside them changes its place.
ISOLATE_START, ISOLATE_END = "\u2068", "\u2069"
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001eeff]"
).search
_NO_ISOLATES = {ord(ISOLATE_START): None, ord(ISOLATE_END): None}


@dataclass(frozen=True, order=True)
class SeatName:
    """A person in a sentence, by the number of the seat (from 1)."""

    number: int


@dataclass(frozen=True, init=False)
class Text:
    """A source sentence with `{named}` values.

    `Text("Take {n} star", "Take {n} stars", n=3)`: with a second sentence, the value `n` chooses
    between singular and plural.
    """

    source: str
    plural: str
    values: tuple[tuple[str, Text | SeatName | float | str], ...]

    def __init__(
        self, source: str, plural: str = "", /, **values: Text | SeatName | float | str
    ) -> None:
        _set(self, "source", source)
        _set(self, "plural", plural)
        _set(self, "values", tuple(values.items()))

    def filled(self, **values: Text | SeatName | float | str) -> Text:
        """Returns the sentence with these values: for one that is written in a table of them."""
        return Text(self.source, self.plural, **values)


@dataclass(frozen=True)
class Translator:
    """Words sentences: a language's look-ups `one` and `many`, the names at this table, the
    notation of fractions, how a sentence's words fit the values that follow them, and how a value
    is called here.
    """

    one: Callable[[str], str]
    many: Callable[[str, str, int], str]
    name: Callable[[int], str]
    number: Callable[[float], str] = "{:g}".format
    fitted: Callable[[str, Mapping[str, str]], str] = lambda pattern, values: pattern
    called: Callable[[object], str] = str

    def say(self, text: Text) -> str:
        """Returns the sentence in this language with its values.

        Raises `KeyError` if a translation uses a value that the sentence lacks.
        """
        values = {key: self._value(value) for key, value in text.values}
        if text.plural:
            pattern = self.many(text.source, text.plural, int(dict(text.values)["n"]))  # type: ignore[arg-type]
        else:
            pattern = self.one(text.source)
        return self.fitted(pattern, values).format(**values)

    def _value(self, value: Text | SeatName | float | str) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, SeatName):
            return isolated(self.name(value.number))
        return self.number(value) if isinstance(value, float) else isolated(self.called(value))


def english_translator(names: Callable[[int], str] = lambda seat: f"seat {seat}") -> Translator:
    """Returns the translator of the source language, for the command line and tests."""
    return Translator(
        one=lambda source: source,
        many=lambda one, more, n: one if n == 1 else more,
        name=names,
    )


def isolated(words: str) -> str:
    """Returns typed words as they stand in a sentence: alone, if some are written from right to
    left. Nothing that is compared or read by a program is isolated.
    """
    if words.isascii() or not _RIGHT_TO_LEFT(words) or ISOLATE_START in words:
        return words
    return f"{ISOLATE_START}{words}{ISOLATE_END}"


def without_isolates(sentence: str) -> str:
    """Returns a sentence for a program, which compares words."""
    return sentence.translate(_NO_ISOLATES)


def printed(words: str) -> Text:
    """Returns what is printed on a component, the same in every language: the name of a card. A
    voice reads it as English.
    """
    return Text("{printed}", printed=words)


def untranslated(words: str) -> Text:
    """Returns words that are never translated: a title from the box, a typed number."""
    return Text("{words}", words=words)


def joined_texts(texts: Iterable[Text]) -> Text:
    """Returns the texts joined by commas: "cost, type". Raises `TypeError` if there are none."""
    return reduce(lambda some, more: Text("{some}, {more}", some=some, more=more), texts)


def without_accents(text: str) -> str:
    """Returns the text with accents removed from its letters."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.replace("œ", "oe"))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
