"""Index: every sentence that asks for a rule, and where each word occurs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log

from companion.referee.rulebook import Question, Rule, Rulebook
from companion.referee.text import english_translator
from companion.rule_search.lexicon import Lexicon

#: Weight of a sentence by its source: players' wordings, the title, the keywords, the entry's key.
QUESTION_WEIGHT, TITLE_WEIGHT, KEYWORDS_WEIGHT, KEY_WEIGHT = 1.0, 0.95, 0.7, 1.0
#: The most that repetition in an entry adds to a word's weight of 1.
MAX_ADDED_REPETITION_WEIGHT = 1.0


@dataclass(frozen=True)
class IndexedSentence:
    """One wording of an entry: its stems, its pairs of neighbours, its `factor` by source, its
    total weight, and whether it denies.
    """

    entry: int
    stems: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    factor: float
    weight: float
    denies: bool


class RuleIndex:
    """All rules and questions of these books, by slug, as sentences of a language's stems."""

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

    @cached_property
    def entries(self) -> list[tuple[str, str, Rule | Question]]:
        """(slug, key, entry) of everything that can be found; the index is the entry's number."""
        return [
            (slug, entry.key, entry) for slug, book in self._books.items() for entry in book.entries
        ]

    @cached_property
    def unanswered_question_numbers(self) -> range:
        """The numbers of unanswered questions, which follow those of all entries."""
        return range(len(self.entries), len(self.entries) + len(self._unanswered))

    def unanswered_question(self, number: int) -> str:
        """Returns the unanswered question with this number."""
        return self._unanswered[number - len(self.entries)]

    @cached_property
    def _texts(self) -> list[tuple[int, str, float]]:
        """Every sentence that asks for an entry: (entry's number, text, weight)."""
        asked = [
            (number, text, factor)
            for number, (slug, key, entry) in enumerate(self.entries)
            for text, factor in (
                *_texts_of(entry, self._books[slug].wordings.get(key, ())),
                (key.partition(".")[2], KEY_WEIGHT),
            )
        ]
        # Unanswered questions follow all entries, each as an entry of its own.
        behind = zip(self.unanswered_question_numbers, self._unanswered, strict=True)
        return asked + [(number, text, QUESTION_WEIGHT) for number, text in behind]

    @cached_property
    def entry_count_by_stem(self) -> dict[str, int]:
        """By stem, in how many entries it occurs, in a sentence or the text."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for number, text, _ in (*self._texts, *self._bodies()):
            for word in self._lexicon.split_into_words(text):
                found[self._lexicon.stem(word)].add(min(number, len(self.entries)))
        return {stem: len(numbers) for stem, numbers in found.items()}

    @cached_property
    def stem_by_written_word(self) -> dict[str, str]:
        """Every word of three or more letters in the books, as written, with its stem."""
        words = (
            word
            for _, text, _ in (*self._texts, *self._bodies())
            for word in self._lexicon.split_into_words(text)
        )
        return {word: self._lexicon.stem(word) for word in words if len(word) > 2}

    @cached_property
    def max_stem_information(self) -> float:
        """The information of a word that occurs nowhere."""
        return log(1 + len(self.entries) / 1.5)

    def stem_information(self, stem: str) -> float:
        """Returns a stem's information: highest if few entries have it."""
        return log(1 + len(self.entries) / (0.5 + self.entry_count_by_stem.get(stem, 1)))

    @cached_property
    def sentences(self) -> list[IndexedSentence]:
        """Every wording of an entry, by number."""
        return [self._sentence(*each) for each in self._texts]

    def _sentence(self, entry: int, text: str, factor: float) -> IndexedSentence:
        words = self._lexicon.split_into_words(text)
        stems = [self._lexicon.stem(word) for word in words]
        told = {
            stem: self.stem_information(stem) * self._lexicon.word_rarity(word)
            for word, stem in zip(words, stems, strict=True)
        }
        pairs = frozenset(pairwise(stems))
        weight, denies = sum(told.values()), self._lexicon.has_negation(words)
        return IndexedSentence(entry, frozenset(stems), pairs, factor, weight, denies)

    @cached_property
    def sentences_by_stem(self) -> dict[str, dict[int, float]]:
        """Maps each stem to the sentences that contain it: index of the sentence to weight."""
        found: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for number, sentence in enumerate(self.sentences):
            for stem in sentence.stems:
                found[stem][number] = 1.0
        return found

    @cached_property
    def entries_by_stem(self) -> dict[str, dict[int, float]]:
        """By stem, the numbers of the entries that have it anywhere, with a weight: 1 if it occurs
        in one sentence, more with repetition.
        """
        said: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for number, text, _ in (*self._texts, *self._bodies()):
            for stem in {self._lexicon.stem(word) for word in self._lexicon.split_into_words(text)}:
                said[stem][number] = said[stem].get(number, 0) + 1
        return {
            stem: {
                number: (1 + MAX_ADDED_REPETITION_WEIGHT)
                * times
                / (times + MAX_ADDED_REPETITION_WEIGHT)
                for number, times in places.items()
            }
            for stem, places in said.items()
        }

    @cached_property
    def rule_stems(self) -> frozenset[str]:
        """The stems that an entry has, not only unanswered questions."""
        entries = len(self.entries)
        return frozenset(
            stem for stem, places in self.entries_by_stem.items() if min(places) < entries
        )

    def _bodies(self) -> Iterator[tuple[int, str, float]]:
        for number, (_, _, entry) in enumerate(self.entries):
            yield number, _body(entry), 0.0

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
