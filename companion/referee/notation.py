"""The notation: one list of forms reads and writes every action's text.

A form is a verb and words; a word reads and writes one field of the action's dataclass. Nothing is
judged: a readable action may still be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from companion.referee.text import Text, untranslated

#: Texts cached with their actions.
MAX_CACHED_TEXTS = 1_000

#: Actions cached with their texts: as many as a server's tables may offer at one time.
MAX_CACHED_ACTIONS = 10_000


class UnreadableAction(ValueError):
    """Raised for text that is no action of this game. `expected`: what would be readable.

    `line`: its line among the moves of a replay, from 1; 0 elsewhere.
    """

    def __init__(self, text: str, expected: Text, line: int = 0) -> None:
        super().__init__(text)
        self.text = text
        self.expected = expected
        self.line = line


@dataclass(frozen=True)
class Word:
    """One word of a form. `read` raises `ValueError` for an unknown word.

    `lead`: a fixed word before it ("to 3"). `optional`: may be left out; the field is then None.
    `many`: takes all remaining words; the field is a tuple. `gained`: what the action brings, not
    what it is done with. `where`: the place at which it is done: nothing is given for it.
    """

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    lead: str = ""
    optional: bool = False
    many: bool = False
    gained: bool = False
    where: bool = False

    @property
    def follows_for(self) -> bool:
        """Whether "for" or "against" may stand before it."""
        return self.gained or self.many or self.where


@dataclass(frozen=True)
class ActionForm:
    """The text form of one kind of action: its verb, a word per field, an example, its meaning.

    `turn`: the rule that reserves it for a seat whose turn it is, enforced by the judge; "" if it
    needs no turn or the game judges that itself.
    """

    verb: str
    make: type[Any]
    words: tuple[Word, ...]
    example: str
    means: Text
    turn: str = ""

    @cached_property
    def lead_words(self) -> frozenset[str]:
        """The fixed words before other words; optional and repeated words end before them."""
        return frozenset(word.lead for word in self.words if word.lead)

    @property
    def usage_line(self) -> str:
        """The form in one line, as `companion notation` prints it."""
        parts = [self.verb]
        for word in self.words:
            part = f"{word.lead} {word.name.upper()}" if word.lead else word.name.upper()
            part += "..." if word.many else ""
            parts.append(f"[{part}]" if word.optional or word.many else part)
        return " ".join(parts)


def one_of(*allowed: str) -> Callable[[str], str]:
    """Returns a reader for these words; it raises `ValueError` for others."""

    def read(word: str) -> str:
        if word not in allowed:
            raise ValueError(word)
        return word

    return read


def whole_number_reader(low: int, high: int) -> Callable[[str], int]:
    """Returns a reader for whole numbers from `low` to `high` in plain digits; it raises
    `ValueError` for others.
    """
    longest = max(4, len(str(high)))

    def read(word: str) -> int:
        plain = word.isascii() and word.isdigit() and len(word) <= longest
        if not (plain and low <= int(word) <= high):
            raise ValueError(word)
        return int(word)

    return read


@dataclass(frozen=True)
class Notation:
    """All forms of one game."""

    forms: tuple[ActionForm, ...]

    def read(self, text: str) -> Any:
        """Returns the action of this text. Raises `UnreadableAction`."""
        return self._known(text)

    @cached_property
    def _known(self) -> Callable[[str], Any]:
        # Cached, for judging, applying, wording and showing an action each read its text.
        return lru_cache(maxsize=MAX_CACHED_TEXTS)(self._read)

    def _read(self, text: str) -> Any:
        words = text.split()
        form = self._form_for(words[0].lower() if words else "", text)
        try:
            values, rest = _read_words(form, [word.lower() for word in words[1:]])
            if not rest:
                return form.make(*values)
        except (ValueError, IndexError):
            pass
        expected = Text(
            "Expected: {shape}, for example: {example}",
            shape=untranslated(form.usage_line),
            example=untranslated(form.example),
        )
        raise UnreadableAction(text[:200], expected)

    def write(self, action: Any) -> str:
        """Returns the text of this action, which `read` turns back into it."""
        return self._written(action)

    @cached_property
    def _written(self) -> Callable[[Any], str]:
        # Cached, for a screen offers the same actions after every tap.
        return lru_cache(maxsize=MAX_CACHED_ACTIONS)(self._write)

    @cached_property
    def _form_of(self) -> dict[type[Any], ActionForm]:
        return {form.make: form for form in self.forms}

    def form_of(self, action: Any) -> ActionForm:
        """Returns the form of this action's kind. Raises `KeyError` if the game has none."""
        kind = type(action)
        if kind not in self._form_of:
            raise KeyError(f"{kind.__name__} is not among the actions of this game's notation")
        return self._form_of[kind]

    def _write(self, action: Any) -> str:
        form = self.form_of(action)
        parts = [form.verb]
        for word, field in zip(form.words, fields(action), strict=True):
            parts += _write_word(word, getattr(action, field.name))
        return " ".join(parts)

    def _form_for(self, verb: str, text: str) -> ActionForm:
        for form in self.forms:
            if form.verb == verb:
                return form
        known = ", ".join(form.verb for form in self.forms)
        raise UnreadableAction(text[:200], Text("Expected one of: {verbs}", verbs=known))


def _read_words(form: ActionForm, words: list[str]) -> tuple[list[Any], list[str]]:
    values: list[Any] = []
    for word in form.words:
        value, words = _read_word(word, words, form.lead_words)
        values.append(value)
    return values, words


def _read_word(word: Word, words: list[str], leads: frozenset[str]) -> tuple[Any, list[str]]:
    if word.lead:
        if words and words[0] == word.lead:
            return word.read(words[1]), words[2:]
        if word.optional:
            return None, words
        raise ValueError(word.lead)
    if word.many:
        # Words with a lead follow the repeated ones: "send 2 3 to 4".
        stop = next((i for i, item in enumerate(words) if item in leads), len(words))
        return tuple(word.read(item) for item in words[:stop]), words[stop:]
    if word.optional and (not words or words[0] in leads):
        return None, words
    return word.read(words[0]), words[1:]


def _write_word(word: Word, value: Any) -> list[str]:
    if value is None:
        return []
    if word.many:
        return [word.write(item) for item in value]
    return [word.lead, word.write(value)] if word.lead else [word.write(value)]
