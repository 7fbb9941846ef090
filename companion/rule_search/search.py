"""Search: compares a question with every sentence that asks for a rule.

Whole sentences are compared, not bags of words: how much of the question a sentence covers and the
reverse, each word weighted by its information.
"""

from __future__ import annotations

import threading
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise, repeat
from pathlib import Path
from typing import Any

from companion.referee.notation import ActionForm
from companion.referee.rulebook import Question, Rulebook, Sign
from companion.rule_search.asking import QuestionReader
from companion.rule_search.index import IndexedSentence, RuleIndex
from companion.rule_search.lexicon import Lexicon
from companion.rule_search.naming import ActionWords
from companion.rule_search.topics import Topic, TopicReader

#: Words read of a question; more add nothing.
MAX_QUESTION_WORDS = 24
#: Certainty that a word stands for another: itself, a synonym, a near one, its beginning, a
#: compound's main part, its other part.
SAME_WORD_CERTAINTY = 1.0
SYNONYM_CERTAINTY = 0.7
NEAR_SYNONYM_CERTAINTY = 0.4
WORD_BEGINNING_CERTAINTY = 0.6
COMPOUND_MAIN_PART_CERTAINTY = 0.7
COMPOUND_OTHER_PART_CERTAINTY = 0.5
#: Least similarity of a typo to the word meant.
MIN_TYPO_SIMILARITY = 0.7
#: Weights of a rule's evidence: its best sentence, its second best, all its words together.
BEST_SENTENCE_WEIGHT, SECOND_SENTENCE_WEIGHT, ALL_WORDS_WEIGHT = 1.0, 0.25, 1.0
#: Factor of questions beside equally good rules: they are asked for less often.
OPEN_QUESTION_WORTH_FACTOR = 0.96
#: Factor of signs beside equally good rules: questions about play mean the rule.
SIGN_WORTH_FACTOR = 0.86
#: Weight of how much of the question a sentence covers, against how little it says besides.
QUESTION_COVERAGE_WEIGHT = 0.65
#: Share of neighbouring pairs in the similarity.
NEIGHBOUR_PAIR_SHARE = 0.12
#: Factor of a negated sentence for a question without a negation.
NEGATED_SENTENCE_FACTOR = 0.9
#: An answer is sure from `SURE_ANSWER_WORTH` on: its worth, plus `LEAD_WEIGHT` times its lead over
#: unanswered questions, plus `QUESTION_LENGTH_WEIGHT` times how much is said (one or two words fit
#: many a rule), minus `UNKNOWN_SHARE_WEIGHT` times the share of words no rule has. Fitted by
#: cross-validation on the known questions: 1 of 100 is lost.
LEAD_WEIGHT, QUESTION_LENGTH_WEIGHT, UNKNOWN_SHARE_WEIGHT, SURE_ANSWER_WORTH = 3.6, 0.25, 1.6, 1.9
#: As sure, but doubtful, if but for one unknown word it would tell this much: silence is for what
#: is foreign, not for one strange word. On 1,519 questions of four folders 3 false alarms fewer of
#: 1,000, and 3 unanswerable ones in 100 more are marked, not silenced.
MARKED_ANSWER_WORTH = 2.2
#: A sure answer is doubtful below `UNDOUBTED_WORTH`: its lead over the next one as far as
#: `MAX_COUNTED_LEAD`, plus `DOUBT_LEAD_WEIGHT` times its lead over unanswered questions, minus
#: `MISSING_SHARE_WEIGHT` times the share of the rarest `RAREST_WORDS_READ` words that its entry
#: lacks. Fitted by a logistic regression on the questions of `tests/rule_search/questions` that are
#: not held out; then lowered, so that a right answer is seldom doubted: of 100 spoken ones 4, of
#: the shortest 9. Of what the rulebook leaves open, 40 of the hardest are noticed, else 9 of 10.
DOUBT_LEAD_WEIGHT, MAX_COUNTED_LEAD, MISSING_SHARE_WEIGHT = 0.6, 0.3, 0.06
RAREST_WORDS_READ, UNDOUBTED_WORTH = 4, 0.33
#: Weight of a word in no book and no dictionary: a name, or a private spelling.
UNKNOWN_WORD_WEIGHT = 0.3
#: Finds worth less than this share of the best are dropped.
MIN_SHARE_OF_BEST_WORTH = 0.25
#: Wordings a rule from which a search knows how players ask: eight are written in most languages.
MIN_KNOWN_WORDINGS = 6
#: Least shared information for two questions to ask the same.
MIN_SAME_QUESTION_OVERLAP = 0.5


def _by_language(name: str) -> Mapping[str, list[Any]]:
    """Returns what the file of this name beside this module holds, by language."""
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


UNANSWERED_QUESTIONS_BY_LANGUAGE: Mapping[str, list[str]] = _by_language("unanswered.toml")
COMMON_SYNONYMS_BY_LANGUAGE: Mapping[str, list[list[str]]] = _by_language("synonyms.toml")


@dataclass(frozen=True)
class SearchHit:
    """A rule or question that was found: its game's slug, its key, its worth (0 up)."""

    game: str
    key: str
    worth: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class SearchAnswer:
    """The finds, best first. `sure`: False if no rule answers, and these are the nearest.
    `doubtful`: sure, but perhaps another is meant. `unanswered`: a question that no rule answers is
    nearer than every rule. `topic`: what is asked, if no rule.
    """

    finds: tuple[SearchHit, ...] = ()
    sure: bool = False
    doubtful: bool = False
    unanswered: bool = False
    topic: Topic = Topic.RULE
    #: similar questions, as other players ask them
    alike: tuple[str, ...] = ()

    @property
    def worth(self) -> float:
        """The worth of the best find, 0 without one."""
        return self.finds[0].worth if self.finds else 0.0


@dataclass(frozen=True)
class QueryTerm:
    """A word of the question: the stems it may mean with their certainty, and its information."""

    meant: Mapping[str, float]
    weight: float
    #: a word of the language that no rule has: the question may be about something else
    strange: bool = False


class RuleSearch:
    """Searches the rules and questions of some books, by slug, in one language. Books are read and
    indexed at the first search.
    """

    def __init__(self, books: Callable[[], Mapping[str, Rulebook]], language: str = "en") -> None:
        self._read = books
        self._language = language
        self._turn = threading.RLock()
        self._alone: dict[str, RuleSearch] = {}

    def find(self, asked: str, game: str = "", most: int = 20) -> SearchAnswer:
        """Returns what answers the question, in `game` alone if named. Any text is accepted."""
        with self._turn:
            if game in self._books and len(self._books) > 1:
                return self._of_one(game).find(asked, game, most)
            return self._find(asked, most)

    def language_likeness(self, asked: str) -> float:
        """Returns how much of a question is in this search's language: about 0.5 if all is, below 0
        if none is; card names and numbers belong to all.
        """
        with self._turn:
            words = self._lexicon.split_into_words(asked)[:MAX_QUESTION_WORDS]
            return self._lexicon.likeness(words)

    def knows_few_wordings(self, game: str = "") -> bool:
        """Returns whether players' ways to ask are known for few rules of `game`, or of all games,
        or few ways: the search then goes by the rules' own words.
        """
        with self._turn:
            books = [self._books[game]] if game in self._books else list(self._books.values())
            known = [
                len(book.wordings.get(entry.key, ()))
                for book in books
                for entry in book.entries
                if not isinstance(entry, Sign)
            ]
            return sum(known) < MIN_KNOWN_WORDINGS * len(known)

    def question_reader(
        self, game: str, forms: Sequence[ActionForm], words: ActionWords
    ) -> QuestionReader:
        """Returns the reader of questions about this game's actions, in this language."""
        with self._turn:
            return QuestionReader(self._lexicon, self._language, forms, self._books[game], words)

    def _of_one(self, game: str) -> RuleSearch:
        """Returns the search in one game's book, with that book's weights and synonyms."""
        if game not in self._alone:
            alone = RuleSearch(lambda: {game: self._books[game]}, self._language)
            alone._lexicon, alone._turn = self._lexicon, self._turn
            self._alone[game] = alone
        return self._alone[game]

    def _find(self, asked: str, most: int) -> SearchAnswer:
        words = self._lexicon.split_into_words(asked)[:MAX_QUESTION_WORDS]
        terms = [self._term(word, words[at:]) for at, word in enumerate(words, start=1)]
        worth = self._worths(terms, words)
        behind = {
            entry: worth.pop(entry)
            for entry in self._index.unanswered_question_numbers
            if entry in worth
        }
        best = sorted(worth, key=lambda entry: (-worth[entry], entry))[:most]
        if not best:
            return SearchAnswer()
        least = MIN_SHARE_OF_BEST_WORTH * worth[best[0]]
        # An entry with exactly these words is a find, however little information they have.
        said_so = self._verbatim.get(_plain(asked), ())
        verbatim = [each for each in said_so if each in worth and each != best[0]]
        shown = [each for each in best if worth[each] >= least and each not in verbatim]
        finds = tuple(
            SearchHit(*self._index.entries[entry][:2], worth[entry])
            for entry in (*shown[:1], *verbatim, *shown[1:])[:most]
        )
        unsaid = (behind[entry] for entry in behind if entry not in self._answered)
        silent = max(unsaid, default=0.0)
        strange = sum(term.weight for term in terms if term.strange)
        strange /= sum(term.weight for term in terms)
        over_silent = worth[best[0]] - silent
        certainty = worth[best[0]] + LEAD_WEIGHT * over_silent
        certainty += QUESTION_LENGTH_WEIGHT * sum(map(self._lexicon.word_rarity, words))
        topic = Topic.RULE if said_so else self._topics.read(words)
        # One word that no rule has makes an answer doubtful: it may be another word for ours.
        marked = certainty >= MARKED_ANSWER_WORTH and sum(term.strange for term in terms) == 1
        known = certainty - UNKNOWN_SHARE_WEIGHT * strange >= SURE_ANSWER_WORTH
        sure = topic is Topic.RULE and (known or marked)
        unsure = not known or self._is_doubtful(terms, worth, best, over_silent)
        doubtful = sure and not said_so and unsure
        alike = self._alike(best[:3])
        return SearchAnswer(finds, sure, doubtful, over_silent <= 0, topic, alike)

    def _is_doubtful(
        self,
        terms: list[QueryTerm],
        worth: Mapping[int, float],
        best: list[int],
        over_silent: float,
    ) -> bool:
        """Returns whether perhaps none of the best entries decides what is asked. `over_silent`:
        the best one's lead over unanswered questions.
        """
        lead = worth[best[0]] - (worth[best[1]] if len(best) > 1 else 0.0)
        covered = self._covered(terms, self._entries_with).get(best[0], {})
        rarest = sorted(range(len(terms)), key=lambda place: -terms[place].weight)
        rarest = rarest[:RAREST_WORDS_READ]
        missing = sum(max(0.0, terms[at].weight - covered.get(at, 0.0)) for at in rarest)
        missing /= sum(terms[at].weight for at in rarest)
        certainty = min(lead, MAX_COUNTED_LEAD) + DOUBT_LEAD_WEIGHT * over_silent
        return certainty - MISSING_SHARE_WEIGHT * missing < UNDOUBTED_WORTH

    @cached_property
    def _answered(self) -> frozenset[int]:
        """Numbers of the generally unanswered questions that one of these books answers."""
        books = self._books.values()
        asked = {said for book in books for ways in book.wordings.values() for said in ways}
        return frozenset(
            n
            for n in self._index.unanswered_question_numbers
            if self._index.unanswered_question(n) in asked
        )

    def similar_questions(self, asked: str, others: Sequence[str]) -> list[int]:
        """Returns the indices of those of the `others` that ask the same, most similar first."""
        with self._turn:
            weights = self._tells(asked)
            likeness = [_overlap(weights, self._tells(other)) for other in others]
        near = [place for place, like in enumerate(likeness) if like >= MIN_SAME_QUESTION_OVERLAP]
        return sorted(near, key=lambda place: -likeness[place])

    def _tells(self, asked: str) -> dict[str, float]:
        """Returns the information of each stem of a question."""
        words = self._lexicon.split_into_words(asked)
        return {self._lexicon.stem(word): self._lexicon.word_rarity(word) for word in words}

    def example_wording(self, game: str, key: str) -> str:
        """Returns a player's wording for this entry; "" if none is known."""
        with self._turn:
            return next(iter(self._books[game].wordings.get(key, ())), "")

    def _alike(self, entries: list[int]) -> tuple[str, ...]:
        keys = [self._index.entries[entry][:2] for entry in entries]
        asked = (self._books[game].wordings.get(key, ()) for game, key in keys)
        return tuple(wordings[0] for wordings in asked if wordings)

    @cached_property
    def _verbatim(self) -> dict[str, list[int]]:
        """The entries by their exact wordings."""
        found: dict[str, list[int]] = {}
        for entry, (game, key, *_) in enumerate(self._index.entries):
            for said in self._books[game].wordings.get(key, ()):
                found.setdefault(_plain(said), []).append(entry)
        return found

    # -- the question

    def _term(self, word: str, after: list[str]) -> QueryTerm:
        stem = self._lexicon.stem(word)
        known = stem in self._index.entry_count_by_stem
        meant = {stem: SAME_WORD_CERTAINTY} if known else {}
        whole = map(self._lexicon.stem, self._lexicon.rejoined_verbs(word, after))
        meant |= {
            each: SAME_WORD_CERTAINTY for each in whole if each in self._index.entry_count_by_stem
        }
        for like in self._index.synonyms.get(stem, ()):
            meant.setdefault(like, SYNONYM_CERTAINTY)
        for like in self._index.near_synonyms.get(stem, ()):
            meant.setdefault(like, NEAR_SYNONYM_CERTAINTY)
        if not known and not meant:
            meant = dict(self._guesses(word, last=not after))
        # Words that are hardly meant make a common one no more telling: "may" for "permitted".
        weight = max(
            (surely * self._index.stem_information(each) for each, surely in meant.items()),
            default=self._index.max_stem_information,
        )
        weight = max(0.01, weight) * self._lexicon.word_rarity(word)
        if meant:
            return QueryTerm(meant, weight, self._index.rule_stems.isdisjoint(meant))
        strange = self._lexicon.is_word(word) and not word.isdigit()
        return QueryTerm(meant, weight if strange else UNKNOWN_WORD_WEIGHT * weight, strange)

    def _guesses(self, word: str, last: bool) -> Iterator[tuple[str, float]]:
        """Yields what an unknown word may mean: the completion of a half-typed word, the parts of a
        compound or, if it is no word, corrections of a typo.
        """
        if last and len(word) > 2:
            longer = [each for each in self._index.stem_by_written_word if each.startswith(word)]
            yield from (
                (self._index.stem_by_written_word[each], WORD_BEGINNING_CERTAINTY)
                for each in longer[:8]
            )
            if longer:
                return
        parts = self._lexicon.compound_parts(word, self._index.stem_by_written_word)
        if parts:
            # The last part is the main one, the first qualifies it.
            for part, surely in zip(
                parts, (COMPOUND_MAIN_PART_CERTAINTY, COMPOUND_OTHER_PART_CERTAINTY), strict=False
            ):
                yield self._index.stem_by_written_word[part], surely
            return
        if len(word) < 4 or self._lexicon.is_word(word):
            return
        # Inside the function, as it is needed at the first word that nobody knows.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        known, likeness_of = self._index.stem_by_written_word, OSA.normalized_similarity
        near = process.extract(
            word, list(known), scorer=likeness_of, score_cutoff=MIN_TYPO_SIMILARITY, limit=3
        )
        yield from ((known[each], likeness) for each, likeness, _ in near)

    # -- the entries

    def _worths(self, terms: list[QueryTerm], words: list[str]) -> dict[int, float]:
        whole = sum(term.weight for term in terms)
        if not whole:
            return {}
        pairs = set(pairwise(self._lexicon.stem(word) for word in words))
        with_pair = (self._index.sentences_by_pair.get(pair, ()) for pair in pairs)
        side_by_side = Counter(chain.from_iterable(with_pair))
        denies = self._lexicon.has_negation(words)
        likest: defaultdict[int, list[float]] = defaultdict(list)
        for number, covered in self._covered(terms, self._sentences_with).items():
            sentence = self._index.sentences[number]
            near = side_by_side[number] / max(1, len(pairs))
            likest[sentence.entry].append(self._likeness(sentence, covered, whole, near, denies))
        worth = {}
        for entry, covered in self._covered(terms, self._entries_with).items():
            first, second = (*sorted(likest[entry], reverse=True)[:2], 0.0, 0.0)[:2]
            spoken_for = (
                BEST_SENTENCE_WEIGHT * first
                + SECOND_SENTENCE_WEIGHT * second
                + ALL_WORDS_WEIGHT * sum(covered.values()) / whole
            )
            worth[entry] = (
                self._standings[entry]
                * spoken_for
                / (BEST_SENTENCE_WEIGHT + SECOND_SENTENCE_WEIGHT + ALL_WORDS_WEIGHT)
            )
        return worth

    @cached_property
    def _standings(self) -> list[float]:
        """Each entry's factor by its kind, also of unanswered questions."""
        worth = {Sign: SIGN_WORTH_FACTOR, Question: OPEN_QUESTION_WORTH_FACTOR}
        standings = [worth.get(type(entry), 1.0) for *_, entry in self._index.entries]
        return standings + [1.0] * len(self._index.unanswered_question_numbers)

    def _sentences_with(self, stem: str) -> Iterable[tuple[int, float]]:
        return zip(self._index.sentences_by_stem.get(stem, ()), repeat(1.0))

    def _entries_with(self, stem: str) -> Iterable[tuple[int, float]]:
        return self._index.entries_by_stem.get(stem, {}).items()

    def _covered(
        self, terms: list[QueryTerm], where: Callable[[str], Iterable[tuple[int, float]]]
    ) -> dict[int, dict[int, float]]:
        """Returns, by sentence (or entry), how much of each term of the question it has."""
        found: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for place, term in enumerate(terms):
            for stem, surely in term.meant.items():
                for number, much in where(stem):
                    has = found[number]
                    has[place] = max(has.get(place, 0.0), surely * much * term.weight)
        return found

    def _likeness(
        self,
        sentence: IndexedSentence,
        covered: Mapping[int, float],
        whole: float,
        side_by_side: float,
        denies: bool,
    ) -> float:
        said = sum(covered.values())
        cover, share = said / whole, min(1.0, said / max(sentence.weight, 0.01))
        like: float = cover**QUESTION_COVERAGE_WEIGHT * share ** (1 - QUESTION_COVERAGE_WEIGHT)
        factor = sentence.factor * (
            NEGATED_SENTENCE_FACTOR if sentence.denies and not denies else 1.0
        )
        return factor * ((1 - NEIGHBOUR_PAIR_SHARE) * like + NEIGHBOUR_PAIR_SHARE * side_by_side)

    @cached_property
    def _books(self) -> Mapping[str, Rulebook]:
        return self._read()

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self._language)

    @cached_property
    def _topics(self) -> TopicReader:
        return TopicReader(self._lexicon, self._language)

    @cached_property
    def _index(self) -> RuleIndex:
        common = COMMON_SYNONYMS_BY_LANGUAGE.get(self._language, ())
        return RuleIndex(
            self._books,
            self._lexicon,
            UNANSWERED_QUESTIONS_BY_LANGUAGE.get(self._language, ()),
            common,
        )


def _plain(asked: str) -> str:
    """Returns the words without question marks and capitals."""
    return asked.casefold().strip(" ?¿!.")


def _overlap(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Returns the share of their information that two questions have in common."""
    shared = sum(one[stem] + other[stem] for stem in one.keys() & other.keys())
    return shared / (sum(one.values()) + sum(other.values()) or 1.0)
