"""Index: every sentence that asks for a rule, and where each word occurs."""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log
from typing import TypeVar

from companion.referee.rulebook import Question, Rule, Rulebook
from companion.referee.text import english_translator
from companion.rule_search.lexicon import Lexicon
from companion.yielding import yielding

#: Weight of a sentence by its source: players' wordings, the title, the keywords, the entry's key.
QUESTION_WEIGHT, TITLE_WEIGHT, KEYWORDS_WEIGHT, KEY_WEIGHT = 1.0, 0.95, 0.7, 1.0
#: The most that repetition in an entry adds to a word's weight of 1.
MAX_ADDED_REPETITION_WEIGHT = 1.0
#: Texts read between two turns of others, some milliseconds' work.
TEXTS_IN_A_ROW = 32

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class IndexedSentence:
    """One wording of an entry: its `factor` by source, its total weight, and whether it denies."""

    entry: int
    factor: float
    weight: float
    denies: bool


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text of an entry as words and their stems: one wording with its weight by source, or what
    the entry says (`factor` 0).
    """

    entry: int
    words: tuple[str, ...]
    stems: tuple[str, ...]
    factor: float


class RuleIndex:
    """All rules and questions of these books, by slug, as sentences of a language's stems.

    Every text is read once, when the index is made: a second's work on a slow processor, so other
    requests have their turn between two texts.
    """

    def __init__(
        self,
        books: Mapping[str, Rulebook],
        lexicon: Lexicon,
        unanswered: Iterable[str] = (),
        common: Iterable[Iterable[str]] = (),
    ) -> None:
        self._books = books
        self._lexicon = lexicon
        self._unanswered = tuple(unanswered)
        self._common = tuple(common)
        #: (slug, key, entry) of everything that can be found; the index is the entry's number.
        self.entries: list[tuple[str, str, Rule | Question]] = [
            (slug, entry.key, entry) for slug, book in books.items() for entry in book.entries
        ]
        self._stems: dict[str, str] = {}
        texts = [
            self._read(*each)
            for each in yielding((*self._texts(), *self._bodies()), TEXTS_IN_A_ROW)
        ]
        #: Every word of three or more letters in the books, as written, with its stem.
        self.stem_by_written_word = {
            word: stem for word, stem in self._stems.items() if len(word) > 2
        }
        #: By stem, the numbers of the entries that have it anywhere, with a weight: 1 if it occurs
        #: in one sentence, more with repetition.
        self.entries_by_stem = _weighed(texts)
        #: By stem, in how many entries it occurs; unanswered questions count as one.
        self.entry_count_by_stem = {
            stem: len({min(number, len(self.entries)) for number in places})
            for stem, places in self.entries_by_stem.items()
        }
        asked = [read for read in texts if read.factor]
        #: Every wording of an entry, by number.
        self.sentences = [self._sentence(read) for read in yielding(asked, TEXTS_IN_A_ROW)]
        #: By stem, and by pair of neighbours, the numbers of the sentences that contain it.
        self.sentences_by_stem = _numbers_by(read.stems for read in asked)
        self.sentences_by_pair = _numbers_by(pairwise(read.stems) for read in asked)

    @property
    def unanswered_question_numbers(self) -> range:
        """The numbers of unanswered questions, which follow those of all entries."""
        return range(len(self.entries), len(self.entries) + len(self._unanswered))

    def unanswered_question(self, number: int) -> str:
        """Returns the unanswered question with this number."""
        return self._unanswered[number - len(self.entries)]

    def _texts(self) -> Iterator[tuple[int, str, float]]:
        """Yields every sentence that asks for an entry: (entry's number, text, weight)."""
        for number, (slug, key, entry) in enumerate(self.entries):
            for text, factor in _texts_of(entry, self._books[slug].wordings.get(key, ())):
                yield number, text, factor
            yield number, key.partition(".")[2], KEY_WEIGHT
        # Unanswered questions follow all entries, each as an entry of its own.
        for number, text in zip(self.unanswered_question_numbers, self._unanswered, strict=True):
            yield number, text, QUESTION_WEIGHT

    def _bodies(self) -> Iterator[tuple[int, str, float]]:
        for number, (_, _, entry) in enumerate(self.entries):
            yield number, _body(entry), 0.0

    def _read(self, entry: int, text: str, factor: float) -> ReadText:
        # Interned: of a thousand times "the" one is kept.
        words = tuple(map(sys.intern, self._lexicon.split_into_words(text)))
        for word in words:
            if word not in self._stems:
                self._stems[word] = self._lexicon.stem(word)
        return ReadText(entry, words, tuple(self._stems[word] for word in words), factor)

    def _sentence(self, read: ReadText) -> IndexedSentence:
        information = {
            stem: self.stem_information(stem) * self._lexicon.word_rarity(word)
            for word, stem in zip(read.words, read.stems, strict=True)
        }
        denies = self._lexicon.has_negation(read.words)
        return IndexedSentence(read.entry, read.factor, sum(information.values()), denies)

    @cached_property
    def max_stem_information(self) -> float:
        """The information of a word that occurs nowhere."""
        return log(1 + len(self.entries) / 1.5)

    def stem_information(self, stem: str) -> float:
        """Returns a stem's information: highest if few entries have it."""
        return log(1 + len(self.entries) / (0.5 + self.entry_count_by_stem.get(stem, 1)))

    @cached_property
    def rule_stems(self) -> frozenset[str]:
        """The stems that an entry has, not only unanswered questions."""
        entries = len(self.entries)
        return frozenset(
            stem for stem, places in self.entries_by_stem.items() if min(places) < entries
        )

    @cached_property
    def synonyms(self) -> dict[str, tuple[str, ...]]:
        """By stem, stems that this game's players use for the same thing."""
        return self._alike(group for book in self._books.values() for group in book.synonyms)

    @cached_property
    def near_synonyms(self) -> dict[str, tuple[str, ...]]:
        """By stem, stems that mean nearly the same in any game."""
        return self._alike(self._common)

    def _alike(self, groups: Iterable[Iterable[str]]) -> dict[str, tuple[str, ...]]:
        like: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for group in groups:
            stems = [
                self._lexicon.stem(word) for word in self._lexicon.split_into_words(" ".join(group))
            ]
            for stem in stems:
                like[stem].update(dict.fromkeys(each for each in stems if each != stem))
        return {
            stem: tuple(each for each in others if each in self.entry_count_by_stem)
            for stem, others in like.items()
        }


def _numbers_by(parts: Iterable[Iterable[_Part]]) -> dict[_Part, array[int]]:
    """Returns, by part, the numbers of those that have it: arrays, a tenth of a set's memory."""
    found: dict[_Part, array[int]] = {}
    for number, each in enumerate(yielding(parts, TEXTS_IN_A_ROW)):
        for part in set(each):
            found.setdefault(part, array("I")).append(number)
    return found


def _weighed(texts: Iterable[ReadText]) -> dict[str, dict[int, float]]:
    """Returns, by stem, the entries that say it, each with a weight that grows with repetition."""
    said: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for read in yielding(texts, TEXTS_IN_A_ROW):
        for stem in set(read.stems):
            said[stem][read.entry] = said[stem].get(read.entry, 0) + 1
    return {
        stem: {
            number: (1 + MAX_ADDED_REPETITION_WEIGHT)
            * times
            / (times + MAX_ADDED_REPETITION_WEIGHT)
            for number, times in places.items()
        }
        for stem, places in said.items()
    }


def _texts_of(entry: Rule | Question, wordings: Iterable[str]) -> Iterator[tuple[str, float]]:
    say = english_translator().say
    yield from ((wording, QUESTION_WEIGHT) for wording in wordings)
    yield say(entry.title if isinstance(entry, Rule) else entry.asks), TITLE_WEIGHT
    yield from ((words, KEYWORDS_WEIGHT) for words in entry.words)


def _body(entry: Rule | Question) -> str:
    say = english_translator().say
    if isinstance(entry, Rule):
        return " ".join(map(say, (entry.text, *((entry.tip.words,) if entry.tip else ()))))
    return " ".join(say(label) for _, label in entry.choices)
