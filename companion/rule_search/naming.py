"""Naming: what the actions of a game, and the words of its notation, are called in a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

from companion.referee.notation import ActionForm, Word
from companion.referee.rulebook import Rulebook
from companion.referee.text import english_translator
from companion.rule_search.lexicon import Lexicon

#: Least similarity, and least letters, of a typo to the word meant.
MIN_TYPO_SIMILARITY, MIN_TYPO_LETTERS = 0.8, 5
#: The largest number that a name with a number is made for: "slot 4".
MAX_NAMED_NUMBER = 40
#: Stands in a name for a number, and for the asking seat; in a value for each number: "{any}.{any}"
#: is any moon.
NUMBER_MARK, OWN_MARK, ANY_MARK = "{n}", "{own}", "{any}"


@dataclass(frozen=True)
class NamedValue:
    """A word of the notation that the question names: its value, and the names of the notation's
    words that it can be. `in_verb`: the action's own phrase has these words, which may say no more
    than the phrase. `role`: what stands before it makes of it, see `roles`. `own`: it is the
    asking seat's.
    """

    value: str
    words: frozenset[str]
    in_verb: bool = False
    role: str = ""
    own: bool = False

    def fits(self, word: Word) -> bool:
        """Returns whether this word of a form can have the value, or one of its values."""
        return word.name in self.words and (self.is_open or accepts(word, self.value))

    @property
    def is_open(self) -> bool:
        """Whether it is one of several values: which is not said."""
        return ANY_MARK in self.value

    def matches(self, written: str) -> bool:
        """Returns whether an action that has this written has the value."""
        if not self.is_open:
            return written == self.value
        pattern = re.escape(self.value).replace(re.escape(ANY_MARK), r"\d+")
        return re.fullmatch(pattern, written) is not None


@dataclass(frozen=True)
class ActionWords:
    """How players name a game's actions in one language: by verb, phrases whose words must all be
    said, "{star}" being any value of the notation's word; `names`: by the name of a word of the
    notation and its value; `about`: words that say nothing more; `others`: by the rule on another's
    thing, what such a thing is called; `also`: by verb, the actions that are meant by the same
    words where that one can't be done; `makes`: by verb, the values that only come of it;
    `nobodys`: by verb, what is no player's own that this is done to; `beside`: by verb, what else
    may be named that says no more, as what it costs.
    """

    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    makes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nobodys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_action_words(path: Path) -> ActionWords:
    """Returns what a game's file of words holds."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases = {verb: tuple(_spelt_out(said)) for verb, said in data["actions"].items()}
    names = {
        word: {value: tuple(said) for value, said in values.items()}
        for word, values in data.get("names", {}).items()
    }
    return ActionWords(
        phrases,
        names,
        tuple(data.get("about", ())),
        {rule: tuple(said) for rule, said in data.get("others", {}).items()},
        {verb: tuple(verbs) for verb, verbs in data.get("also", {}).items()},
        {verb: tuple(values) for verb, values in data.get("makes", {}).items()},
        {verb: tuple(things) for verb, things in data.get("nobodys", {}).items()},
        {verb: tuple(things) for verb, things in data.get("beside", {}).items()},
    )


def _spelt_out(phrases: Iterable[str]) -> Iterator[str]:
    """Yields every phrase that "take|draw card" stands for."""
    for phrase in phrases:
        yield from map(" ".join, product(*(part.split("|") for part in phrase.split())))


def accepts(word: Word, value: str) -> bool:
    """Returns whether a word of a form can be written so."""
    try:
        word.read(value)
    except (ValueError, IndexError, KeyError):
        return False
    return True


class ActionNames:
    """The stems by which a game's actions and values are found in a question, and their names."""

    def __init__(
        self, lexicon: Lexicon, forms: Sequence[ActionForm], book: Rulebook, words: ActionWords
    ) -> None:
        self._lexicon, self._forms, self._book = lexicon, tuple(forms), book
        self.words = words

    def stems(self, said: str) -> tuple[str, ...]:
        """Returns the stems of these words."""
        return tuple(map(self._lexicon.stem, self._lexicon.split_into_words(said)))

    def meant(self, word: str) -> str:
        """Returns the stem of a word, of the word that it is a typo of, or a number."""
        stem = self._lexicon.stem(word)
        if stem in self._vocabulary:
            return stem
        verbs = map(self._lexicon.stem, self._lexicon.infinitives(word))
        if verb := next((each for each in verbs if each in self._vocabulary), ""):
            return verb
        if len(word) < MIN_TYPO_LETTERS or self._lexicon.is_word(word):
            return stem
        # Inside the function, as it is needed at the first word that nobody knows.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        likeness = OSA.normalized_similarity
        near = process.extractOne(
            stem, self._sorted_vocabulary, scorer=likeness, score_cutoff=MIN_TYPO_SIMILARITY
        )
        return str(near[0]) if near else stem

    def verbs(self, stems: set[str]) -> list[tuple[str, frozenset[str]]]:
        """Returns the verbs with the longest phrases that these stems have, each with its own."""
        longest: dict[str, frozenset[str]] = {}
        for verb, phrase in self._phrases:
            if phrase <= stems and len(phrase) > len(longest.get(verb, ())):
                longest[verb] = phrase
        most = max(map(len, longest.values()), default=0)
        return [(verb, phrase) for verb, phrase in longest.items() if len(phrase) == most]

    def values(self, stems: Sequence[str], seat: int) -> list[tuple[range, NamedValue]]:
        """Returns the values that are named, each with its place; longer names win."""
        found: list[tuple[range, NamedValue]] = []
        free = set(range(len(stems)))
        for size in range(min(self._longest_name, len(stems)), 0, -1):
            for at in range(len(stems) - size + 1):
                place = range(at, at + size)
                value = self._names.get(tuple(stems[at : at + size]))
                if value and free.issuperset(place):
                    if value.value == OWN_MARK:
                        value = NamedValue(str(seat), value.words, own=True)
                    found.append((place, value))
                    free -= {*place}
        for at in sorted(free):
            if stems[at].isdecimal():
                found.append((range(at, at + 1), NamedValue(stems[at], self._plain_numbers)))
        return sorted(found, key=lambda each: each[0].start)

    def name_of(self, word: str, value: str) -> str:
        """Returns how players call this value of the notation's word; "" if that is not known."""
        for pattern, said in self.words.names.get(word, {}).items():
            if pattern == value and said:
                return said[0]
            if NUMBER_MARK in pattern and said and (n := _number(pattern, value)):
                return said[0].replace(NUMBER_MARK, n)
        return self._titles.get(value, "")

    def own_name(self, word: str) -> str:
        """Returns how the asking seat calls its own one of the notation's word; "" for none."""
        return next(iter(self.words.names.get(word, {}).get(OWN_MARK, ())), "")

    def values_of(self, word: str) -> tuple[str, ...]:
        """Returns the values of the notation's word that players have a name for."""
        named = dict.fromkeys(
            value
            for pattern, said in self.words.names.get(word, {}).items()
            if ANY_MARK not in pattern
            for value, _ in _numbered(pattern, said[:1])
        )
        return (*named, *self._titles)

    @cached_property
    def about(self) -> frozenset[str]:
        """The stems of words that say nothing more."""
        return frozenset(self.stems(" ".join(self.words.about)))

    @cached_property
    def things(self) -> frozenset[str]:
        """Those of `about` by which actions or values are told apart: of another they say more."""
        named = (said for values in self.words.names.values() for said in values.values())
        apart = {stem for names in named for name in names for stem in self.stems(name)}
        return self.about & apart.union(*(phrase for _, phrase in self._phrases))

    def beside(self, verb: str) -> frozenset[str]:
        """Returns the stems of what may be named beside a verb's phrases."""
        return frozenset(self.stems(" ".join(self.words.beside.get(verb, ()))))

    def phrases_of(self, verb: str) -> list[frozenset[str]]:
        """Returns every phrase of a verb, as the stems that it needs."""
        return [phrase for each, phrase in self._phrases if each == verb]

    @cached_property
    def stems_by_verb(self) -> dict[str, frozenset[str]]:
        """All stems of each verb's phrases."""
        stems: dict[str, set[str]] = {form.verb: set() for form in self._forms}
        for verb, phrase in self._phrases:
            stems[verb] |= phrase
        return {verb: frozenset(each) for verb, each in stems.items()}

    @cached_property
    def others(self) -> list[tuple[str, tuple[str, ...]]]:
        """The rules on another's things, each with the stems of such a thing."""
        return [
            (rule, self.stems(said)) for rule, names in self.words.others.items() for said in names
        ]

    @cached_property
    def _titles(self) -> dict[str, str]:
        """By value, the title of the rule about it: "power.black-hole"."""
        say = english_translator().say
        titles: dict[str, str] = {}
        for rule in self._book.rules:
            value = rule.key.partition(".")[2]
            if any(accepts(word, value) for form in self._forms for word in form.words):
                titles[value] = say(rule.title)
        return titles

    @cached_property
    def _phrases(self) -> list[tuple[str, frozenset[str]]]:
        """Every phrase as the stems that it needs, with its verb."""
        return [
            (form.verb, frozenset(self._needed(phrase)))
            for form in self._forms
            for phrase in self.words.phrases.get(form.verb, ())
        ]

    def _needed(self, phrase: str) -> Iterator[str]:
        """Yields the stems of a phrase; "{star}", for whatever star is named, as it is."""
        for part in phrase.split():
            yield from (part,) if part.startswith("{") else self.stems(part)

    @cached_property
    def _names(self) -> dict[tuple[str, ...], NamedValue]:
        """By the stems of a name, the value that it names."""
        found: dict[tuple[str, ...], tuple[str, set[str]]] = {}
        for word, value, said in self._named():
            stems = self.stems(said)
            if not stems or (len(stems) == 1 and stems[0].isdecimal()):
                continue
            known = found.setdefault(stems, (value, set()))
            if known[0] == value:
                known[1].add(word)
        return {
            stems: NamedValue(value, frozenset(words)) for stems, (value, words) in found.items()
        }

    def _named(self) -> Iterator[tuple[str, str, str]]:
        """Yields (name of a word of the notation, value, a name of the value)."""
        words = {word.name: word for form in self._forms for word in form.words}
        for word, values in self.words.names.items():
            for pattern, said in values.items():
                yield from ((word, *each) for each in _numbered(pattern, said))
        for value, title in self._titles.items():
            for word in {w.name for form in self._forms for w in form.words if accepts(w, value)}:
                yield word, value, title
                yield word, value, value.replace("-", " ")
        for form in self._forms:
            # A value of the example, by itself: "light".
            for part in form.example.split()[1:]:
                if not part.isdecimal() and len(part) > 2:
                    yield from (
                        (name, part, part.replace("-", " "))
                        for name, word in words.items()
                        if accepts(word, part) and name not in self.words.names
                    )

    @cached_property
    def _plain_numbers(self) -> frozenset[str]:
        """The names of the notation's words that a number alone can be: no name has it for them,
        and none is for the asking seat's own, for there a number is a seat.
        """
        names = self.words.names
        return frozenset(
            word.name
            for form in self._forms
            for word in form.words
            if not any(
                NUMBER_MARK in pattern or pattern == OWN_MARK
                for pattern in names.get(word.name, ())
            )
        )

    @cached_property
    def _longest_name(self) -> int:
        return max(map(len, self._names), default=0)

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        spoken = frozenset(stem for _, phrase in self._phrases for stem in phrase if stem[0] != "{")
        return spoken | frozenset(stem for name in self._names for stem in name) | self.about

    @cached_property
    def _sorted_vocabulary(self) -> list[str]:
        return sorted(stem for stem in self._vocabulary if len(stem) >= MIN_TYPO_LETTERS - 1)


def _numbered(pattern: str, said: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields (value, name) for every number that a pattern stands for."""
    numbers = range(MAX_NAMED_NUMBER + 1) if NUMBER_MARK in pattern else (0,)
    for name in said:
        for n in numbers:
            yield pattern.replace(NUMBER_MARK, str(n)), name.replace(NUMBER_MARK, str(n))


def _number(pattern: str, value: str) -> str:
    """Returns the number that a value has where the pattern has its mark; "" if it is another."""
    found = re.fullmatch(re.escape(pattern).replace(re.escape(NUMBER_MARK), r"(\d+)"), value)
    return found[1] if found else ""
