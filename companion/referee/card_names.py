"""The names that a group's own box prints on its cards, where they aren't the English ones: an
edition in another language has its own.

Such a name is an option of the table, "name.KEY", KEY being the rule that tells of the card; so a
saved game has it, and later tables of the group. It is another word for the card and nothing else:
no rule knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from companion.referee.text import without_accents

#: Maximum characters of a name.
MAX_CARD_NAME_CHARACTERS = 32

_OPTION = "name."
#: What scripts need inside a word, though it is drawn as nothing.
_JOINERS = "\u200c\u200d"
_WORD = re.compile(r"\w+")


def option_of_card_name(key: str) -> str:
    """Returns the option that holds the name of the card with this rule."""
    return f"{_OPTION}{key}"


def options_with_card_names(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Returns those of a table's options that name a card."""
    return {option: value for option, value in options if value and option.startswith(_OPTION)}


def is_card_name(printed_names: Mapping[str, str], option: str, value: str) -> bool:
    """Returns whether this option may have this value: a name for one of the cards, "" for none."""
    known = option.startswith(_OPTION) and option.removeprefix(_OPTION) in printed_names
    tidy = value == " ".join(value.split()) and len(value) <= MAX_CARD_NAME_CHARACTERS
    drawn = all(sign.isprintable() or sign in _JOINERS for sign in value)
    # A number alone would be found in every question.
    return known and tidy and drawn and (has_letter(value) or not value)


def has_letter(name: str) -> bool:
    """Returns whether there is a letter in it."""
    return any(map(str.isalpha, name))


def cards_with_same_name(
    printed_names: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, str]:
    """Returns the cards of `names` that can't be told from another one, each with that other, by
    their rules: a card keeps its English name beside its own.
    """
    printed = {_plain(name): key for key, name in printed_names.items()}
    first: dict[str, str] = {}
    same = {}
    for key in filter(names.get, printed_names):
        other = printed.get(_plain(names[key]), key)
        if other == key:
            other = first.setdefault(_plain(names[key]), key)
        if other != key:
            same[key] = other
    return same


def card_names_in_options(
    printed_names: Mapping[str, str], options: Iterable[tuple[str, str]]
) -> dict[str, str]:
    """Returns the names that a table's options hold, by the cards' rules; of two cards with one
    name the later one has none.
    """
    names = {
        option.removeprefix(_OPTION): value
        for option, value in options_with_card_names(options).items()
        if is_card_name(printed_names, option, value)
    }
    same = cards_with_same_name(printed_names, names) if names else {}
    return {key: name for key, name in names.items() if key not in same}


class CardNames:
    """The names that replace printed ones in sentences. `by_printed`: by the English name."""

    def __init__(self, by_printed: Mapping[str, str]) -> None:
        self.by_printed = by_printed
        names = "|".join(map(re.escape, sorted(by_printed, key=len, reverse=True))) or "(?!)"
        # Of several of a card the sentences say the English plural: "Ancient Gates".
        self._in_words = re.compile(rf"(?<!\w)({names})s?(?!\w)")
        self._printed = {tuple(_words(name)): each for each, name in by_printed.items()}
        self._longest = max(map(len, self._printed), default=0)

    def __bool__(self) -> bool:
        return bool(self.by_printed)

    def of_value(self, value: object) -> str:
        """Returns a value of a sentence in words."""
        words = str(value)
        return self.by_printed.get(words, words)

    def in_pattern(self, pattern: str) -> str:
        """Returns a sentence whose values are still to be filled in, with these names."""
        return self._in_words.sub(
            lambda found: self.by_printed[found[1]].replace("{", "{{").replace("}", "}}"), pattern
        )

    def in_words(self, words: str) -> str:
        """Returns words with these names."""
        return self._in_words.sub(lambda found: self.by_printed[found[1]], words)

    def as_printed(self, asked: str) -> str:
        """Returns a player's words with the printed names, which searches know."""
        found, parts, end = list(_WORD.finditer(asked)), list[str](), 0
        plain, at = [_plain(each[0]) for each in found], 0
        while at < len(found):
            number = self._length_of_name(plain[at : at + self._longest])
            if number:
                parts += (
                    asked[end : found[at].start()],
                    self._printed[(*plain[at : at + number],)],
                )
                end = found[at + number - 1].end()
            at += number or 1
        return "".join((*parts, asked[end:]))

    def _length_of_name(self, words: list[str]) -> int:
        """Returns how many of these words are a name, 0 if none begins with them."""
        return next((n for n in range(len(words), 0, -1) if (*words[:n],) in self._printed), 0)


def _plain(name: str) -> str:
    return without_accents(name.casefold())


def _words(name: str) -> Iterator[str]:
    return (_plain(each) for each in _WORD.findall(name))


#: Of a table whose box has the English names.
NO_CARD_NAMES = CardNames({})
