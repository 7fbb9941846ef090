"""Renders a `Text` as a sentence for this phone: its language, this table's names."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from babel.dates import format_skeleton, format_time
from babel.numbers import format_decimal
from babel.support import NullTranslations
from markupsafe import Markup, escape

from companion.moments import dated
from companion.referee.card_names import NO_CARD_NAMES, CardNames
from companion.referee.rulebook import Question, Rule
from companion.referee.text import PRINTED_SOURCE, Text, Translator
from companion.tables import Seat, Table
from companion.web.language.catalogues import app_catalogue
from companion.web.language.elision import fitting
from companion.web.language.languages import SOURCE_LANGUAGE, has_twelve_hour_clock, language
from companion.web.site import request_globals

COLOUR_NAMES = {
    "magenta": Text("Magenta"),
    "cyan": Text("Cyan"),
    "violet": Text("Violet"),
    "amber": Text("Amber"),
    "green": Text("Green"),
    "orange": Text("Orange"),
    "blue": Text("Blue"),
    "white": Text("White"),
}

SYMBOL_NAMES = {
    "triangle": Text("triangle"),
    "diamond": Text("diamond"),
    "moon": Text("moon"),
    "cross": Text("cross"),
    "star": Text("star"),
    "ring": Text("ring"),
    "square": Text("square"),
    "heart": Text("heart"),
}


@dataclass(frozen=True)
class SeatLook:
    """How a seat is shown: always number or name, colour and symbol together. `sign`: the symbol's
    name in the phone's language.
    """

    number: int
    name: str
    colour: str
    symbol: str
    sign: str


def say(text: Text | str) -> str:
    """Returns the sentence in words. A plain string is never translated."""
    if isinstance(text, str):
        return text
    here = request_globals()
    tongue: Translator | None = here.get("tongue")
    if tongue is None:
        tongue = here.tongue = _translator(request_translations(), current_card_names())
    return tongue.say(text)


def _translator(translations: NullTranslations, names: CardNames) -> Translator:
    one, many, fitted = translations.gettext, translations.ngettext, fitting(language())
    if not names:
        return Translator(one, many, _name, decimal_text, fitted)
    return Translator(
        lambda source: names.in_pattern(one(source)),
        lambda source, plural, n: names.in_pattern(many(source, plural, n)),
        _name,
        decimal_text,
        fitted,
        names.of_value,
    )


def current_card_names() -> CardNames:
    """Returns what the box on the current table calls its cards."""
    table: Table | None = request_globals().get("table")
    return table.card_names if table else NO_CARD_NAMES


def sentence(words: str) -> str:
    """Returns the words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def comma() -> str:
    """Returns what this language puts between two parts of a list: templates write no marks."""
    return say(Text("{some}, {more}", some="", more=""))


def full_stop() -> str:
    """Returns what this language puts between two sentences."""
    return say(Text("{told}. {then}", told="", then=""))


def lang_attribute(text: Text | str) -> Markup:
    """Returns the attribute of an element that holds this text alone: English for the printed name
    of a card on a page in another language, else nothing. The language of a name that the group
    gave is not known.
    """
    if language() == SOURCE_LANGUAGE or not isinstance(text, Text):
        return _NO_MARK
    foreign = text.source == PRINTED_SOURCE and text.values[0][1] not in _own_names()
    return _ENGLISH if foreign else _NO_MARK


def _own_names() -> Mapping[str, str]:
    return current_card_names().by_printed


def said_title(title: Text) -> Markup:
    """Returns a title of the rules as html: one that no language translates is a printed name."""
    said = say(title)
    if language() == SOURCE_LANGUAGE or said != title.source:
        return escape(said)
    return Markup('<span lang="en">{}</span>').format(said)


_ENGLISH, _NO_MARK = Markup(' lang="en"'), Markup()


def request_translations() -> NullTranslations:
    """Returns all sentences in the language of this request, cached for the request."""
    here = request_globals()
    known: NullTranslations | None = here.get("translations")
    if known is None:
        known = here.translations = app_catalogue(language())
    return known


def translate(source: str) -> str:
    """Returns the sentence in this request's language."""
    # gettext returns the catalogue's header for an empty source.
    return str(request_translations().gettext(source)) if source else ""


def translate_plural(source: str, plural: str, n: int) -> str:
    """Returns the sentence in the form for the number `n`."""
    return str(request_translations().ngettext(source, plural, n))


def _name(seat: int) -> str:
    return current_seat_look(seat).name


def current_seat_look(seat: int) -> SeatLook:
    """Returns the name, colour and symbol of a seat at the current table."""
    here = request_globals()
    looks: dict[int, SeatLook] = here.setdefault("looks", {})
    if seat not in looks:
        looks[seat] = _look(_seat(here.get("table"), seat), language())
    return looks[seat]


def _seat(table: Table | None, seat: int) -> Seat:
    seats = table.seats if table else ()
    return next((each for each in seats if each.number == seat), None) or Seat(seat)


@lru_cache(maxsize=10_000)
def _look(seat: Seat, language: str) -> SeatLook:
    name = seat.name or say(Text("Seat {number}", number=seat.number))
    return SeatLook(seat.number, name, seat.colour, seat.symbol, translate(seat.symbol))


def describe_seat_look(seat: int) -> str:
    """Returns colour and symbol in words: "Magenta triangle"."""
    seen = current_seat_look(seat)
    colour, symbol = COLOUR_NAMES.get(seen.colour), SYMBOL_NAMES.get(seen.symbol)
    if colour is None or symbol is None:
        return ""
    return say(Text("{colour} {symbol}", colour=colour, symbol=symbol))


def clock_time(at: float) -> str:
    """Returns hours and minutes in the server's time zone: it is in the same house."""
    if has_twelve_hour_clock():
        return str(format_time(datetime.fromtimestamp(dated(at)), "h:mm\u202fa", locale="en"))
    return time.strftime("%H:%M", time.localtime(dated(at)))


def phone_time(at: float) -> Markup:
    """Returns the same as html with its moment, by which `zone.js` shows it in the phone's own time
    zone.
    """
    moment = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(dated(at)))
    return Markup('<time class="num" datetime="{}">{}</time>').format(moment, clock_time(at))


def date_text(at: float, *, with_year: bool = False) -> str:
    """Returns the date in words, with the year if it is another one or is asked for."""
    then, now = datetime.fromtimestamp(dated(at)), datetime.now()
    pattern = "MMMd" if then.year == now.year and not with_year else "yMMMd"
    return format_skeleton(pattern, then, locale=language())


def decimal_text(value: float) -> str:
    """Returns a decimal number as the phone's language writes it."""
    return str(format_decimal(value, "#,##0.##", locale=language()))


def has_decimal_commas() -> bool:
    """Returns whether the phone's language writes decimal numbers with a comma."""
    return decimal_text(0.5) == "0,5"


def colour_name(colour: str) -> str:
    """Returns the colour's name in this request's language."""
    return say(COLOUR_NAMES[colour])


def rule_with_key(key: str) -> Rule | Question:
    """Returns the rule or question with this key in the rulebook of the current table."""
    table: Table = request_globals().table
    return table.game.rulebook.find_entry(key)
