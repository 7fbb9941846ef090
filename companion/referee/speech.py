"""The words in which a player types or dictates a turn, and the line of words itself.

A game brings its words for each language and the reader of one phrase; see `listen.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from companion.referee.text import Text, without_accents

#: Characters of a line that are read.
MAX_LINE_LENGTH = 300

#: The canonical words of what divides phrases, and of what means nothing.
BREAK_WORD, FILLER_WORD = ",", ""

#: Letters that a word needs to be taken for a similar one, and how similar it must be.
_GUESSED, _ALIKE = 4, 0.75

_TOKEN = re.compile(r"""[^\s,;.!?:'’"()+/]+|[,;.!]""")


@dataclass(frozen=True)
class OpenPart:
    """Stands in a phrase for an action that only the table will settle: a card is drawn.

    `verb`: how each of them begins in the notation. `like`: one of them, which is judged and played
    for all; what it names is `unknown`. `says`: its line. `asks`, `answers`: what is asked when its
    turn comes, and each action with the words of its button. `others`: phrases that may be meant,
    each with the words of its button.
    """

    verb: str
    like: Any
    unknown: str
    says: Text
    asks: Text
    answers: tuple[tuple[Text, Any], ...] = field(compare=False)
    others: tuple[tuple[Text, str], ...] = field(compare=False)


def settled(action: Any) -> Any:
    """Returns the action that is judged and played: one like it where it is open."""
    return action.like if isinstance(action, OpenPart) else action


#: Reads one phrase of canonical words: its actions for this state and seat, () if it is none now.
PhraseReader = Callable[[Any, int, tuple[str, ...]], tuple[Any, ...]]

#: What can be said next: a phrase of canonical words, and what comes of it if that needs a word.
NextPhrase = tuple[str, Text | None]

#: What must be told before an action: the question, and each answer in canonical words.
UnclearTurnQuestion = tuple[Text, tuple[str, ...]]


def unaccented_lowercase(word: str) -> str:
    """Returns the word in small letters without accents."""
    return without_accents(word.casefold())


def _plain_tokens(words: str) -> list[str]:
    return [unaccented_lowercase(each) for each in _TOKEN.findall(words)]


@dataclass(frozen=True)
class SpokenWord:
    """A word of the line from `start` to `end`, and the canonical word that it stands for.

    `guess`: the known word that an unknown one resembles and is then read as, else "". `number`:
    what it may stand for as well, since a number sounds like it, else "".
    """

    canonical: str
    start: int
    end: int
    guess: str = ""
    number: str = ""


def _key(words: str) -> str:
    return " ".join(_plain_tokens(words))


class Vocabulary:
    """The words of one language: for each canonical word what players say, the usual one first.

    `sounds`: words that mean nothing, each with the number that sounds like it: "to" and "two".
    `leading`: words that mean nothing and that something follows: "to", "with".
    """

    def __init__(
        self,
        spoken: Mapping[str, Iterable[str]],
        sounds: Mapping[str, int] | None = None,
        leading: Iterable[str] = (),
    ) -> None:
        #: the usual word for each canonical one
        self.usual = {means: next(iter(said), means) for means, said in spoken.items()}
        said_for = [(each, means) for means, said in spoken.items() for each in (means, *said)]
        keyed = [(_key(each), each, means) for each, means in said_for if each]
        self.canonical = {key: means for key, _, means in keyed}
        #: how each is spelled
        self.spelled = {key: each for key, each, _ in keyed}
        self.sounds = {
            unaccented_lowercase(each): str(number) for each, number in (sounds or {}).items()
        }
        self.leading = frozenset(map(unaccented_lowercase, leading))
        self.longest = max((key.count(" ") + 1 for key in self.canonical), default=1)

    def with_names(self, names: Mapping[str, str]) -> Vocabulary:
        """Returns the vocabulary with another name, the usual one, for what has these names."""
        known = copy(self)
        meant = {
            name: means
            for old, name in names.items()
            if (means := self.canonical.get(_key(old))) and _key(name) not in self.canonical
        }
        known.usual = {**self.usual, **{means: name for name, means in meant.items()}}
        known.canonical = {**self.canonical, **{_key(name): meant[name] for name in meant}}
        known.spelled = {**self.spelled, **{_key(name): name for name in meant}}
        known.longest = max(self.longest, *(_key(name).count(" ") + 1 for name in meant), 1)
        return known


@dataclass(frozen=True)
class Speech:
    """How a game's turn is said: a vocabulary for each language, and the reader of a phrase.

    `example`: phrases of canonical words. `has_turn`: whether a seat has a turn to say now.
    `asks`: the question that an action leaves open, None if it leaves none. `next_turn`: the state
    as if the next turn of a waiting seat began now, None if it can't be foreseen. `next_phrases`:
    what a seat can say next, likeliest first. `variants`: what can be meant instead of an action,
    a canonical word and the phrase with it. `comes_late`: whether an action belongs to what its
    seat has finished, and so to the phrase before. `goes_on`: what can be said after an action that
    finishes something and still belongs to that. `opening`: the kinds of action that a turn begins
    with, and `has_opened`: whether that is over.
    """

    vocabularies: Mapping[str, Vocabulary] = field(hash=False)
    example: tuple[str, ...]
    read: PhraseReader
    has_turn: Callable[[Any, int], bool]
    asks: Callable[[Any, int, Any], UnclearTurnQuestion | None] = lambda state, seat, action: None
    next_turn: Callable[[Any, int], Any] = lambda state, seat: None
    #: the round of that turn, without the state; None if it can't be foreseen
    next_round: Callable[[Any, int], int | None] = lambda state, seat: None
    next_phrases: Callable[[Any, int], Iterable[NextPhrase]] = lambda state, seat: ()
    variants: Callable[[Any, int, Any], Iterable[tuple[str, str]]] = lambda state, seat, action: ()
    comes_late: Callable[[Any, int, Any], bool] = lambda state, seat, action: False
    #: the state is the one before that action
    goes_on: Callable[[Any, int, Any], Iterable[str]] = lambda state, seat, action: ()
    opening: tuple[type, ...] = ()
    has_opened: Callable[[Any, int], bool] = lambda state, seat: True

    def with_names(self, names: Mapping[str, str]) -> Speech:
        """Returns how the turn is said where cards have other names, by the usual ones."""
        known = {each: words.with_names(names) for each, words in self.vocabularies.items()}
        return replace(self, vocabularies=known)

    def split_line(self, line: str, language: str) -> list[tuple[SpokenWord, ...]]:
        """Returns the line's words without those that mean nothing, in parts divided by commas.

        A word that sounds like a number stays; so does one that leads to nothing, as it stands: it
        was misheard.
        """
        parts: list[list[SpokenWord]] = [[]]
        for word in self._words(line[:MAX_LINE_LENGTH], language):
            if word.canonical == BREAK_WORD:
                parts.append([])
            else:
                parts[-1].append(word)
        kept = (self._said(part, line, language) for part in parts)
        return [part for part in kept if part]

    def _said(self, words: list[SpokenWord], line: str, language: str) -> tuple[SpokenWord, ...]:
        """Returns the words of a part that may mean something."""
        kept = [word for word in words if word.canonical != FILLER_WORD or word.number]
        if not words or words[-1].canonical != FILLER_WORD:
            return tuple(kept)
        last = words[-1]
        text = unaccented_lowercase(line[last.start : last.end])
        if text in self._vocabularies(language)[0].leading:
            heard = replace(last, canonical=last.number or text, number="")
            return (*(word for word in kept if word is not last), heard)
        return tuple(kept)

    def as_spoken(self, words: str, language: str) -> str:
        """Returns canonical words as they are usually said; numbers stay digits."""
        usual = self._vocabularies(language)[0].usual
        said = (word if word.isdecimal() else usual.get(word, word) for word in words.split())
        return " ".join(said)

    def _vocabularies(self, language: str) -> list[Vocabulary]:
        """Returns the vocabularies of this language and of English, the likelier first."""
        found = (self.vocabularies.get(each) for each in dict.fromkeys((language, "en")))
        return [each for each in found if each]

    def _words(self, line: str, language: str) -> Iterator[SpokenWord]:
        found = list(_TOKEN.finditer(line))
        texts, books, at = (
            [unaccented_lowercase(each[0]) for each in found],
            self._vocabularies(language),
            0,
        )
        while at < len(found):
            number, canonical, guess = _heard(books, texts[at:])
            found_in = (book.sounds[texts[at]] for book in books if texts[at] in book.sounds)
            sounds = next(found_in, "") if canonical == FILLER_WORD else ""
            start, end = found[at].start(), found[at + number - 1].end()
            yield SpokenWord(canonical, start, end, guess, sounds)
            at += number


def _heard(books: list[Vocabulary], texts: list[str]) -> tuple[int, str, str]:
    """Returns how many texts stand for a canonical word, that word, and the guess if it is one."""
    first = texts[0]
    if first in ",;.!":
        return 1, BREAK_WORD, ""
    for book in books:
        for number in range(min(book.longest, len(texts)), 0, -1):
            canonical = book.canonical.get(" ".join(texts[:number]))
            if canonical is not None:
                return number, canonical, ""
    if first.isascii() and first.isdecimal() and len(first) < 4:
        return 1, str(int(first)), ""
    alike = (
        get_close_matches(first, books[0].canonical, 1, _ALIKE) if len(first) >= _GUESSED else ()
    )
    if not alike:
        return 1, first, ""
    return 1, books[0].canonical[alike[0]], books[0].spelled[alike[0]]
