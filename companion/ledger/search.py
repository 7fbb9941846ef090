"""Search: finds rules by the words that players use, in an index of its own, in memory.

It reads rulebooks and nothing else: no table, no event, no file. Whatever is typed, it answers.
"""

from __future__ import annotations

import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger.alike import ALIKE, EMPTY
from companion.referee.rulebook import Question, Rule, Rulebook
from companion.referee.text import Text, english

WORD = re.compile(r"\w+")
#: Words typed beyond these say nothing more.
MOST_WORDS = 12
LONGEST_WORD = 30
#: How much a find in each column says: key, title, players' words, text.
WEIGHTS = "0, 0, 7, 5, 2"
#: What is worth less than this part of the best find is no find.
LEAST = 0.2
_FIND = f"SELECT rowid, -bm25(rules_fts, {WEIGHTS}) FROM rules_fts WHERE rules_fts MATCH ?"
_KNOW = "SELECT 1 FROM rules_fts WHERE rules_fts MATCH ? LIMIT 1"
_NAME = "SELECT game, key FROM rules WHERE rowid = ?"


@dataclass(frozen=True)
class Found:
    """A rule or question that was found: its game's slug and its key."""

    game: str
    key: str


class RuleSearch:
    """All rules and questions of these books, by slug. The index is made at the first search."""

    def __init__(self, books: Mapping[str, Rulebook]) -> None:
        self._books = dict(books)
        self._turn = threading.Lock()

    def find(self, asked: str, game: str = "", most: int = 20) -> tuple[Found, ...]:
        """What speaks of the asked words, the best first; of one game alone, if named.

        Nothing is found for no words. Any text may be asked.
        """
        words = asked_words(asked)
        if not words:
            return ()
        with self._turn:
            best = self._ranked(words, game if game in self._books else "")[:most]
            names = (self._index.execute(_NAME, (row,)).fetchone() for row in best)
            return tuple(Found(*name) for name in names)

    def _ranked(self, words: list[str], game: str) -> list[int]:
        """Rows, best first: what says much of the words, and speaks of most of them."""
        weights: defaultdict[int, float] = defaultdict(float)
        spoken: Counter[int] = Counter()
        for word in words:
            for row, weight in self._rows_with(" OR ".join(self._parts(word)), game):
                weights[row] += weight
                spoken[row] += 1
        for pair in _pairs(words):
            for row, weight in self._rows_with(pair, game):
                weights[row] += weight
        worth = {row: weight * spoken[row] for row, weight in weights.items()}
        least = LEAST * max(worth.values(), default=0)
        return sorted((row for row in worth if worth[row] >= least), key=lambda r: (-worth[r], r))

    def _rows_with(self, sought: str, game: str) -> list[tuple[int, float]]:
        wanted = f'(game : "{game}") AND ({sought})' if game else sought
        found: list[tuple[int, float]] = self._index.execute(_FIND, (wanted,)).fetchall()
        return found

    def _parts(self, word: str) -> Iterator[str]:
        """A word as it is sought: itself and its like; where the books do not know it, what it
        may be the beginning of; and where there is no such thing, what it may be a slip for.
        """
        yield f'"{word}"'
        yield from (f'"{like}"' for like in ALIKE.get(word, ()))
        if self._knows(f'"{word}"'):
            return
        if len(word) > 1 and self._knows(f'"{word}"*'):
            yield f'"{word}"*'
        else:
            yield from (f'"{near}"' for near in self._nearest(word))

    def _nearest(self, word: str) -> list[str]:
        """Words of the books that differ by a letter or two; not looked for far and wide."""
        likely = [
            known
            for known in self._vocabulary
            if abs(len(known) - len(word)) < 3 and known[0] in word[:2]
        ]
        return get_close_matches(word, likely, 2, 0.74) if len(word) > 3 else []

    def _knows(self, sought: str) -> bool:
        return self._index.execute(_KNOW, (sought,)).fetchone() is not None

    @cached_property
    def _vocabulary(self) -> list[str]:
        told = (told for row in self._rows() for told in (row["title"], row["words"], row["text"]))
        return sorted({word for words in told for word in WORD.findall(words.casefold())})

    @cached_property
    def _index(self) -> Any:
        db = Database(sqlite3.connect(":memory:", check_same_thread=False))
        rules = db.table("rules")
        rules.insert_all(self._rows())
        columns = ["game", "key", "title", "words", "text"]
        rules.enable_fts(columns, fts_version="FTS5", tokenize="porter unicode61")
        return db.conn

    def _rows(self) -> Iterator[dict[str, str]]:
        for slug, book in self._books.items():
            chapters = {key: english().say(title) for key, title in book.chapters}
            entries: tuple[Rule | Question, ...] = (*book.rules, *book.questions)
            for entry in entries:
                title, text = _told(entry)
                words = " ".join((*entry.words, chapters[entry.chapter]))
                yield {"game": slug, "key": entry.key, "title": title, "words": words, "text": text}


def _pairs(words: list[str]) -> Iterator[str]:
    """Words that were typed side by side say more where they stand side by side."""
    yield from (f'{{title words}} : "{one} {next_one}"' for one, next_one in pairwise(words))


def asked_words(asked: str) -> list[str]:
    """The words that say what is asked, in small letters; all of them where none says much."""
    words = [word[:LONGEST_WORD] for word in WORD.findall(asked.casefold().replace("_", " "))]
    telling = [word for word in words if word not in EMPTY]
    return list(dict.fromkeys(telling or words))[:MOST_WORDS]


def search_times(
    search: RuleSearch, questions: Iterable[str], clock: Callable[[], float]
) -> list[float]:
    """Seconds that each of these questions takes, asked over all books; for `companion bench`.

    The index is made before, with a slip, so that the list of known words is there as well.
    """
    search.find("the fisrt time")
    times = []
    for question in questions:
        began = clock()
        search.find(question)
        times.append(clock() - began)
    return times


def _told(entry: Rule | Question) -> tuple[str, str]:
    """What an entry is called, and what it says."""
    say: Callable[[Text], str] = english().say
    if isinstance(entry, Rule):
        return say(entry.title), say(entry.text)
    return say(entry.asks), " ".join(say(label) for _, label in entry.choices)
