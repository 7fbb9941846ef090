"""What a person would read, taken out of panels and pages, and whether it is still English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from html import unescape
from typing import Any

from babel.messages.pofile import read_po

from companion.referee.text import Text, Translator
from companion.web.language.catalogues import load_catalogue
from companion.web.language.languages import CATALOGUES_FOLDER
from tests.kit.sentences import printed_names

#: Words of nearly every English sentence.
ENGLISH = re.compile(
    r"\b(?:the|you|your|with|and|of|this|that|not|is|are|to|from|by|for|it|its|which|when|what|who"
    r"|how|at|on|an|or|than|any|all|more|card|cards|star|stars|life|nebula|nebulae|marble|marbles"
    r"|turn|round|goal|point|points|slot|seat|table|proto|stable|seat)\b",
    re.IGNORECASE,
)
#: Those that another language has too.
SHARED = {
    "de": frozenset({"all", "an", "proto"}),
    "es": frozenset({"proto"}),
    "fr": frozenset({"on", "or", "an", "point", "points", "proto", "stable", "table"}),
    "it": frozenset({"all", "round", "proto"}),
}
NAMES = re.compile("|".join(sorted(map(re.escape, printed_names()), key=len, reverse=True)))
#: Attributes that are read out or shown.
SHOWN = re.compile(r'\b(?:aria-label|title|placeholder|alt|data-full|data-failed)="([^"]*)"')
HIDDEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
#: What is not meant as words: notation in examples, a code.
WRITTEN = re.compile(r"<(code|pre|textarea)\b.*?</\1>", re.DOTALL)
#: Something of another language, and marked so.
FOREIGN = re.compile(r'<(\w+)[^>]*\blang="en"[^>]*>.*?</\1>', re.DOTALL)


def tongue(language: str, name: str = "N{seat}") -> Translator:
    """The language as a phone speaks it, seats called by their numbers or all by one name."""
    spoken = load_catalogue(language)
    return Translator(
        one=lambda source: spoken.gettext(source) if source else "",
        many=spoken.ngettext,
        name=lambda seat: name.format(seat=seat),
    )


@cache
def only_english(language: str) -> frozenset[str]:
    """Whole sentences and labels of ours that this language says otherwise, and never so: "Roll
    again" has no word that gives it away.
    """
    with (CATALOGUES_FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        pairs = [(_each(each.id), _each(each.string)) for each in read_po(file, locale=language)]
    translated = [(ids, said) for ids, said in pairs if all(ids) and all(said)]
    own = {words for _, said in translated for words in said}
    return frozenset({words for ids, _ in translated for words in ids} - own - printed_names())


def _each(said: object) -> tuple[str, ...]:
    return tuple(said) if isinstance(said, tuple | list) else (str(said),)


def english_in(words: str, language: str = "") -> str:
    """What is English in these words of a language, names on cards aside; "" if nothing is."""
    if language and words in only_english(language):
        return words
    shared = SHARED.get(language, frozenset())
    found = (each[0] for each in ENGLISH.finditer(NAMES.sub("", words)))
    return next((each for each in found if each.lower() not in shared), "")


def said_on(page: str) -> Iterator[str]:
    """Every piece of text on a page that a person sees or hears."""
    body = page.partition("<body")[2]
    for left_out in (HIDDEN, WRITTEN, FOREIGN):
        body = left_out.sub(" ", body)
    yield from (unescape(words) for words in SHOWN.findall(body))
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    yield from (title[1],) if title else ()
    for words in TAG.split("<body" + body):
        if words.strip():
            yield unescape(words.strip())


def texts_in(thing: Any) -> Iterator[Text]:
    """Every Text of a panel, however deep; not those that stand inside another one."""
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from texts_in(part)
    elif isinstance(thing, dict):
        yield from texts_in(tuple(thing.values()))
    elif is_dataclass(thing):
        yield from texts_in([getattr(thing, field.name) for field in fields(thing)])
