"""Lexicon: a language's words: their stems, their frequency, whether they exist.

Stems come from Snowball, what a word tells from a word list made of pyspellchecker's frequencies.
A language without either is searched by its plain words.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from math import log10
from typing import Protocol

from cachetools import LRUCache

from companion.referee.text import without_accents
from companion.rule_search.word_list import WordList

WORD_PATTERN = re.compile(r"[^\W_]+")
#: Ordinals, reduced to their number: 3rd, 4th, 3e, 4eme.
ORDINAL_PATTERN = re.compile(r"^(\d+)(?:st|nd|rd|th|o|a|er|re|e|eme)$")
#: Elided words before others, which carry no information: l'orbite, qu'une.
ELISION_PATTERNS = {
    "fr": re.compile(r"\b(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)'"),
    "it": re.compile(r"\b(?:[cdlmnstv]|(?:d|n)?[ae]ll|sull|un|quest|quell|com|dov|cos|quand)'"),
}
MAX_WORD_LETTERS = 30
STEMMER_NAME_BY_LANGUAGE = {
    "en": "english",
    "es": "spanish",
    "de": "german",
    "fr": "french",
    "it": "italian",
}
#: Words that negate a sentence.
NEGATION_WORDS = {
    "en": frozenset(["not", "no", "never", "without", "cannot"])
    | {"cant", "dont", "doesnt", "isnt", "wont"},
    "es": frozenset(["no", "nunca", "sin", "tampoco"]),
    "fr": frozenset(["pas", "jamais", "sans", "aucun", "aucune", "ni"]),
    "it": frozenset(["non", "no", "mai", "senza", "nessun", "nessuno", "nessuna", "ne"]),
    "de": frozenset(["nicht", "nichts", "nie", "niemals", "ohne", "weder"])
    | {"kein", "keine", "keinen", "keinem", "keiner", "keins"},
}
#: Information of a word that negates, at least: what is forbidden is no rule of what is done.
NEGATION_INFORMATION = 0.5
#: Two letters typed for one with a mark: "ue" for "ü", but not in "neue".
UMLAUT_DIGRAPH_PATTERNS = {"de": re.compile(r"(?<![aeiouq])([aou])e")}
#: Endings that Snowball leaves: "zählt" belongs to "zählen".
UNSTEMMED_ENDING_PATTERNS = {"de": re.compile(r"(?<=\w{4})e?t$")}
#: Letters that join the parts of a compound word.
COMPOUND_JOINING_LETTERS = {"de": ("", "s", "n", "en", "es")}
#: Separable beginnings of verbs, which carry less information.
SEPARABLE_VERB_PREFIXES = {
    "de": frozenset(["ab", "an", "auf", "aus", "ein", "her", "hin", "los", "mit", "nach", "raus"])
    | {"rein", "um", "vor", "weg", "weiter", "zu", "zuruck", "zusammen"},
}
#: Number words from two up: players write "5" or "five". One is an article too.
NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez",
    "fr": "deux trois quatre cinq six sept huit neuf dix",
    "it": "due tre quattro cinque sei sette otto nove dieci",
    "de": "zwei drei vier funf sechs sieben acht neun zehn",
}
#: Least letters of a compound's part.
MIN_COMPOUND_PART_LETTERS = 4
#: Information of the commonest and the rarest words, 0 to 1; see `Lexicon.word_rarity`.
COMMONEST_WORD_INFORMATION, RAREST_WORD_INFORMATION = 0.15, 1.0
#: Power of ten: a word as rare as one in 10**5.5 has the full information.
RARE_WORD_POWER_OF_TEN = 5.5

#: What a word that a language lacks adds to a question's likeness to it.
UNKNOWN_WORD_LIKENESS = -0.3

#: Stems cached, several times those of all books of a language.
MAX_CACHED_STEMS = 20_000


class Stemmer(Protocol):
    """The part of Snowball's stemmer interface used here."""

    def stemWord(self, word: str) -> str: ...


class Lexicon:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._stemmer: Stemmer | None = None
        if language in STEMMER_NAME_BY_LANGUAGE:
            # Inside the function, as it is needed at the first search.
            import snowballstemmer

            self._stemmer = snowballstemmer.stemmer(STEMMER_NAME_BY_LANGUAGE[language])
        #: Of the books' words and of recent questions; bounded, for anybody may ask anything.
        self._stems: LRUCache[str, str] = LRUCache(MAX_CACHED_STEMS)
        #: Whether words lean on the next, without their last letter: "l'orbite".
        self.elides = language in ELISION_PATTERNS
        self._leaning = ELISION_PATTERNS.get(language)
        self._denials = NEGATION_WORDS.get(language, frozenset())
        self._forms = UNSTEMMED_ENDING_PATTERNS.get(language)
        self._spelt_out = UMLAUT_DIGRAPH_PATTERNS.get(language)
        self._joints = COMPOUND_JOINING_LETTERS.get(language, ())
        self._prefixes = SEPARABLE_VERB_PREFIXES.get(language, frozenset())
        spelt = NUMBER_WORDS.get(language, "").split()
        self._numbers = {word: str(number) for number, word in enumerate(spelt, start=2)}
        self._list = WordList(language)
        self._informations: LRUCache[str, float | None] = LRUCache(MAX_CACHED_STEMS)

    def split_into_words(self, text: str) -> list[str]:
        """Returns the text's words in lower case, no accents or possessives, number words as
        digits.
        """
        text = text.casefold().replace("’", "'")
        if self._leaning:
            text = self._leaning.sub("", text)
        text = without_accents(text.replace("'s ", " ").replace("'", ""))
        if self._spelt_out:
            text = self._spelt_out.sub(r"\1", text)
        words = [
            ORDINAL_PATTERN.sub(r"\1", word)[:MAX_WORD_LETTERS]
            for word in WORD_PATTERN.findall(text)
        ]
        return [self._numbers.get(word, word) for word in words]

    def stem(self, word: str) -> str:
        """Returns the stem of a word."""
        found = self._stems.get(word)
        if found is None:
            found = self._stemmer.stemWord(word) if self._stemmer else word
            self._stems[word] = found = self._forms.sub("", found) if self._forms else found
        return found

    def compound_parts(self, word: str, known: Container[str]) -> tuple[str, ...]:
        """Returns the known parts of a compound word, its last (main) part first; () if there are
        none, or in a language without compounds.
        """
        for at in range(1, len(word) - MIN_COMPOUND_PART_LETTERS + 1) if self._joints else ():
            head, tail = word[:at], word[at:]
            if tail not in known:
                continue
            if head in self._prefixes:
                return (tail,)
            first = next((each for each in self._heads(head) if each in known), "")
            if first:
                return (tail, first)
        return ()

    def infinitives(self, word: str) -> Iterator[str]:
        """Yields a verb without the "zu" behind its beginning: "abzuwerfen"."""
        for prefix in self._prefixes:
            if word.startswith(f"{prefix}zu"):
                yield prefix + word.removeprefix(f"{prefix}zu")

    def rejoined_verbs(self, word: str, after: Iterable[str]) -> Iterator[str]:
        """Yields a verb joined with its separated beginning: "decke ... auf"."""
        yield from (prefix + word for prefix in after if prefix in self._prefixes)

    def _heads(self, head: str) -> Iterator[str]:
        """Yields the compound's first part without its joint."""
        for joint in self._joints:
            if head.endswith(joint) and len(head) - len(joint) >= MIN_COMPOUND_PART_LETTERS:
                yield head[: len(head) - len(joint)]

    def has_negation(self, words: Iterable[str]) -> bool:
        """Returns whether these words negate."""
        return not self._denials.isdisjoint(words)

    def is_word(self, word: str) -> bool:
        """Returns whether this is a word of the language, or a number."""
        return word.isdigit() or self._information(word) is not None

    def likeness(self, words: Iterable[str]) -> float:
        """Returns how alike these words are to the language: the commoner each is in it the more,
        and less for each that it lacks; 0 for numbers alone.
        """
        known = [self._information(word) for word in words if not word.isdigit()]
        found = (UNKNOWN_WORD_LIKENESS if each is None else 1 - each for each in known)
        return sum(found) / max(1, len(known))

    def word_rarity(self, word: str) -> float:
        """Returns a word's own information, `COMMONEST_WORD_INFORMATION` to
        `RAREST_WORD_INFORMATION`: low if every sentence has it. Names and typos count as
        `RAREST_WORD_INFORMATION`, words that negate for `NEGATION_INFORMATION` at least.
        """
        information = self._information(word)
        if information is None:
            return RAREST_WORD_INFORMATION
        return max(NEGATION_INFORMATION, information) if word in self._denials else information

    def _information(self, word: str) -> float | None:
        if word not in self._informations:
            found = self._list.information(word, self.stem(word))
            if found is None and self.compound_parts(word, self._list):
                found = RAREST_WORD_INFORMATION
            self._informations[word] = found
        return self._informations[word]


def information_of_share(share: float) -> float:
    """Returns the information of a word that is this share of a language's texts."""
    return max(
        COMMONEST_WORD_INFORMATION,
        min(RAREST_WORD_INFORMATION, -log10(share) / RARE_WORD_POWER_OF_TEN),
    )
