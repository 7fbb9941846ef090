"""Asking: which action of a game a question means, and whether it asks if that may be done.

Words only: no table is known here and nothing is judged. Where the words leave it open, no action
is found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path

from companion.referee.notation import ActionForm, Word
from companion.referee.rulebook import Rulebook
from companion.referee.text import english_translator
from companion.rule_search.lexicon import Lexicon

#: Words of a question that are read; a longer one tells a story that no single action is.
MAX_ASKED_WORDS = 24
#: The most information, of words that nothing explains, with which an action is still clear.
MAX_UNEXPLAINED_INFORMATION = 0.45
#: Least similarity, and least letters, of a typo to the word meant.
MIN_TYPO_SIMILARITY, MIN_TYPO_LETTERS = 0.8, 5
#: The largest number that a name with a number is made for: "slot 4".
MAX_NAMED_NUMBER = 40
#: Stands in a name for a number, and for the asking seat.
NUMBER_MARK, OWN_MARK = "{n}", "{own}"

COMMON_WORDS: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "asking.toml").read_text(encoding="utf-8")
)


class AskedKind(Enum):
    """What a question wants to know: whether an action may be done, whether one was legal, all that
    may be done now.
    """

    NOW, PAST, OPTIONS = "now", "past", "options"


@dataclass(frozen=True)
class NamedValue:
    """A word of the notation that the question names: its value, and the names of the notation's
    words that it can be. `in_verb`: the action's own phrase has these words, which may say no more
    than the phrase.
    """

    value: str
    words: frozenset[str]
    in_verb: bool = False

    def fits(self, word: Word) -> bool:
        """Returns whether this word of a form can have the value."""
        return word.name in self.words and accepts(word, self.value)


@dataclass(frozen=True)
class AskedAction:
    """An action in a player's words. `verb`: in the notation, "" for any. `seat`: whose; 0: the
    asking one's, None: nobody is named. `denied`: it asks why not.
    """

    kind: AskedKind
    verb: str = ""
    seat: int | None = None
    values: tuple[NamedValue, ...] = ()
    denied: bool = False


@dataclass(frozen=True)
class ActionWords:
    """How players name a game's actions in one language: by verb, phrases whose words must all be
    said; `names`: by the name of a word of the notation and its value; `about`: words that say
    nothing more.
    """

    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    about: tuple[str, ...] = ()


def read_action_words(path: Path) -> ActionWords:
    """Returns what a game's file of words holds."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases = {verb: tuple(_spelt_out(said)) for verb, said in data["actions"].items()}
    names = {
        word: {value: tuple(said) for value, said in values.items()}
        for word, values in data.get("names", {}).items()
    }
    return ActionWords(phrases, names, tuple(data.get("about", ())))


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


class QuestionReader:
    """Reads what players ask about a game's actions, in one language."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str,
        forms: Sequence[ActionForm],
        book: Rulebook,
        words: ActionWords,
    ) -> None:
        self._lexicon, self._forms, self._words = lexicon, tuple(forms), words
        common = COMMON_WORDS.get(language, {})
        self._common = {
            kind: frozenset(word for each in said for word in lexicon.split_into_words(each))
            for kind, said in common.items()
            if kind not in ("options", "idle")
        }
        self._idle = [lexicon.split_into_words(each) for each in common.get("idle", ())]
        self._options = frozenset(map(self._plain, common.get("options", ())))
        self._book = book

    def read(self, asked: str, seats: Mapping[str, int], own: int) -> AskedAction | None:
        """Returns the action that is meant; None if it is not clear, or none is asked for.

        `seats`: the seats by their players' names; `own`: the asking seat, 0 without one.
        """
        words = self._lexicon.split_into_words(asked)
        if not 1 < len(words) <= MAX_ASKED_WORDS:
            return None
        if self._plain(asked) in self._options:
            return AskedAction(AskedKind.OPTIONS, seat=0)
        for idle in self._idle:
            at = _place_of(idle, words)
            words = words if at is None else words[:at] + words[at + len(idle) :]
        words, seat = self._without_seat(words, seats)
        said = self._common_words
        others = [number for number in seats.values() if number != own]
        if seat is None and not said("other").isdisjoint(words) and len(set(others)) == 1:
            seat = others[0]
        elif seat is None and not said("own").isdisjoint(words):
            seat = 0
        kind = self._kind(words, seat)
        if kind is None:
            return None
        if seat == own:
            seat = 0
        read = self._action(words, seat or own, kind)
        denied = self._lexicon.has_negation(words)
        return read and replace(read, kind=kind, seat=seat, denied=denied)

    def _common_words(self, kind: str) -> frozenset[str]:
        return self._common.get(kind, frozenset())

    def _kind(self, words: list[str], seat: int | None) -> AskedKind | None:
        """Returns what is asked about an action; None if its legality at a table is not."""
        said = self._common_words
        if said("permission").isdisjoint(words):
            return None
        now = not said("now").isdisjoint(words)
        if words[0] in said("past") or (
            not said("past").isdisjoint(words) and self._asks_first(words)
        ):
            return AskedKind.PAST
        if not said("bars").isdisjoint(words):
            return None
        if not said("anyone").isdisjoint(words) and (seat is not None or not now):
            return None
        if seat is None and not now and not said("impersonal").isdisjoint(words):
            return None
        return None if seat is None and not said("other").isdisjoint(words) else AskedKind.NOW

    def _asks_first(self, words: list[str]) -> bool:
        """Returns whether a word for the past comes before every other than fillers."""
        skip = self._common_words("filler") | self._common_words("own")
        first = next((word for word in words if word not in skip), "")
        return first in self._common_words("past")

    def _plain(self, asked: str) -> str:
        return " ".join(self._lexicon.split_into_words(asked))

    # -- whose action

    def _without_seat(
        self, words: list[str], seats: Mapping[str, int]
    ) -> tuple[list[str], int | None]:
        """Returns the words without a seat's name or number, and that seat; None if none is
        named.
        """
        named = sorted(seats, key=len, reverse=True)
        for name in named:
            parts = self._lexicon.split_into_words(name)
            at = _place_of(parts, words)
            if parts and at is None and len(parts) == 1:
                # A name's genitive: "Annas".
                at = next((n for n, word in enumerate(words) if word == f"{parts[0]}s"), None)
            if parts and at is not None:
                return words[:at] + words[at + len(parts) :], seats[name]
        for at, (word, after) in enumerate(pairwise(words)):
            numbered = word in self._common_words("seat") and after.isdecimal()
            if numbered and int(after) in seats.values():
                return words[:at] + words[at + 2 :], int(after)
        return words, None

    # -- which action

    def _action(self, words: list[str], seat: int, kind: AskedKind) -> AskedAction | None:
        stems = [self._meant(word) for word in words]
        named = self._named_values(stems, seat)
        found = self._verbs({*stems})
        best: list[AskedAction] = []
        for verb, phrase in found:
            form = next(form for form in self._forms if form.verb == verb)
            read = self._of_verb(form, phrase, words, stems, named)
            if read is not None:
                best.append(read)
        if not found and kind is AskedKind.PAST and self._says_nothing_more(words):
            return AskedAction(kind)
        # Two actions by the same words: not clear.
        return best[0] if len(best) == 1 else None

    def _says_nothing_more(self, words: list[str]) -> bool:
        known = frozenset().union(*(self._common_words(kind) for kind in self._common))
        return known.issuperset(words)

    def _verbs(self, stems: set[str]) -> list[tuple[str, frozenset[str]]]:
        """Returns the verbs with the longest phrases that these stems have, each with its own."""
        longest: dict[str, frozenset[str]] = {}
        for verb, phrase in self._phrases:
            if phrase <= stems and len(phrase) > len(longest.get(verb, ())):
                longest[verb] = phrase
        most = max(map(len, longest.values()), default=0)
        return [(verb, phrase) for verb, phrase in longest.items() if len(phrase) == most]

    def _of_verb(
        self,
        form: ActionForm,
        phrase: frozenset[str],
        words: list[str],
        stems: list[str],
        named: list[tuple[range, NamedValue]],
    ) -> AskedAction | None:
        """Returns the action of this verb; None if something of the question is not explained."""
        used = [
            (at, replace(value, in_verb=phrase.issuperset(stems[at.start : at.stop])))
            for at, value in named
            if any(map(value.fits, form.words))
        ]
        explained = {place for at, _ in used for place in at}
        own_words = self._stems_by_verb[form.verb] | self._about
        open_places = [
            place
            for place, stem in enumerate(stems)
            if place not in explained
            and stem not in own_words
            and not any(words[place] in self._common[kind] for kind in self._common)
        ]
        unexplained = sum(
            1.0 if words[place].isdecimal() else self._lexicon.word_rarity(words[place])
            for place in open_places
        )
        if unexplained > MAX_UNEXPLAINED_INFORMATION:
            return None
        return AskedAction(AskedKind.NOW, form.verb, values=tuple(value for _, value in used))

    def _meant(self, word: str) -> str:
        """Returns the stem of a word, of the word that it is a typo of, or a number."""
        stem = self._lexicon.stem(word)
        if stem in self._vocabulary or len(word) < MIN_TYPO_LETTERS or self._lexicon.is_word(word):
            return stem
        # Inside the function, as it is needed at the first word that nobody knows.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        likeness = OSA.normalized_similarity
        near = process.extractOne(
            stem, self._sorted_vocabulary, scorer=likeness, score_cutoff=MIN_TYPO_SIMILARITY
        )
        return str(near[0]) if near else stem

    def _named_values(self, stems: list[str], seat: int) -> list[tuple[range, NamedValue]]:
        """Returns the values that are named, each with its place; longer names win."""
        found: list[tuple[range, NamedValue]] = []
        free = set(range(len(stems)))
        for size in range(min(self._longest_name, len(stems)), 0, -1):
            for at in range(len(stems) - size + 1):
                place = range(at, at + size)
                value = self._names.get(tuple(stems[at : at + size]))
                if value and free.issuperset(place):
                    if value.value == OWN_MARK:
                        value = NamedValue(str(seat), value.words)
                    found.append((place, value))
                    free -= {*place}
        for at in sorted(free):
            if stems[at].isdecimal():
                found.append((range(at, at + 1), NamedValue(stems[at], self._plain_numbers)))
        return sorted(found, key=lambda each: each[0].start)

    # -- what is known of the game's words

    def name_of(self, word: str, value: str) -> str:
        """Returns how players call this value of the notation's word; "" if that is not known."""
        for pattern, said in self._words.names.get(word, {}).items():
            if pattern == value and said:
                return said[0]
            if NUMBER_MARK in pattern and said and (n := _number(pattern, value)):
                return said[0].replace(NUMBER_MARK, n)
        return self._titles.get(value, "")

    def values_of(self, word: str) -> tuple[str, ...]:
        """Returns the values of the notation's word that players have a name for."""
        named = dict.fromkeys(
            value
            for pattern, said in self._words.names.get(word, {}).items()
            for value, _ in _numbered(pattern, said[:1])
        )
        return (*named, *self._titles)

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
            (form.verb, frozenset(map(self._lexicon.stem, self._lexicon.split_into_words(phrase))))
            for form in self._forms
            for phrase in self._words.phrases.get(form.verb, ())
        ]

    @cached_property
    def _stems_by_verb(self) -> dict[str, frozenset[str]]:
        stems: dict[str, set[str]] = {form.verb: set() for form in self._forms}
        for verb, phrase in self._phrases:
            stems[verb] |= phrase
        return {verb: frozenset(each) for verb, each in stems.items()}

    @cached_property
    def _about(self) -> frozenset[str]:
        words = self._lexicon.split_into_words(" ".join(self._words.about))
        return frozenset(map(self._lexicon.stem, words))

    @cached_property
    def _names(self) -> dict[tuple[str, ...], NamedValue]:
        """By the stems of a name, the value that it names."""
        found: dict[tuple[str, ...], tuple[str, set[str]]] = {}
        for word, value, said in self._named():
            stems = tuple(map(self._lexicon.stem, self._lexicon.split_into_words(said)))
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
        for word, values in self._words.names.items():
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
                        if accepts(word, part) and name not in self._words.names
                    )

    @cached_property
    def _plain_numbers(self) -> frozenset[str]:
        """The names of the notation's words that a number alone can be: no name has it for them."""
        names = self._words.names
        return frozenset(
            word.name
            for form in self._forms
            for word in form.words
            if not any(NUMBER_MARK in pattern for pattern in names.get(word.name, ()))
        )

    @cached_property
    def _longest_name(self) -> int:
        return max(map(len, self._names), default=0)

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        spoken = frozenset(stem for _, phrase in self._phrases for stem in phrase)
        return spoken | frozenset(stem for name in self._names for stem in name) | self._about

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


def _place_of(parts: Sequence[str], words: Sequence[str]) -> int | None:
    """Returns where these words stand next to each other; None if they don't."""
    size = len(parts)
    return next(
        (at for at in range(len(words) - size + 1) if [*words[at : at + size]] == [*parts]), None
    )


def words_of_meanings(
    forms: Iterable[ActionForm], means: Mapping[str, str], language: str
) -> ActionWords:
    """Returns the words of a game without a file of them: each action's verb, and what it means in
    this language, by verb, without what follows the first comma or bracket.
    """
    filler = " ".join(COMMON_WORDS.get(language, {}).get("filler", ())).split()
    phrases = {}
    for form in forms:
        words = re.split(r"[,;:(]", means.get(form.verb, ""))[0].casefold().split()
        meant = " ".join(word for word in words if word not in filler)
        phrases[form.verb] = tuple(filter(None, (form.verb, meant)))
    return ActionWords(phrases)
