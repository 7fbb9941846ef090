"""Rule, Question, Sign, Rulebook: a game's rules as data, read from its TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.referee.text import Text, english

STRENGTHS = ("text", "reading", "silent")


@dataclass(frozen=True)
class Tip:
    """What a card is good for, and the keys and titles of what it goes well with."""

    words: Text
    beside: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True)
class Rule:
    """One rule in our own words.

    `page` is the rulebook's page, 0 where unknown; `sheet` the name of one without a number.
    `strength`: "text" (the book says it), "reading" (our reading of it) or "silent". `judged`:
    whether the referee enforces it. `words`: the players' own words for it, for the search.
    `printed`: what the component itself says, which is no word of the book; `tip`: ours on it.
    """

    key: str
    title: Text
    text: Text
    page: int
    strength: str
    judged: bool
    words: tuple[str, ...] = ()
    sheet: Text | None = None
    printed: Text | None = None
    tip: Tip | None = None

    @property
    def chapter(self) -> str:
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class Sign(Rule):
    """A drawn sign of the game: `title` is its name, `text` what it means.

    `icons`: the drawings that stand for it, by the name of their icon. `cites`: the key of the rule
    or question that it belongs to, whose page and strength it has.
    """

    icons: tuple[str, ...] = ()
    cites: str = ""


@dataclass(frozen=True)
class Question:
    """Where the book is silent: what is asked, the possible answers, the one we suggest.

    Not `judged`: nothing of it passes through the app, which only keeps the table's answer.
    """

    key: str
    asks: Text
    choices: tuple[tuple[str, Text], ...]
    default: str
    page: int
    words: tuple[str, ...] = ()
    retired: bool = False
    sheet: Text | None = None
    judged: bool = True

    @property
    def chapter(self) -> str:
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class Makers:
    """Who made the game itself. Not `in_the_rulebook`: only others name the designer."""

    design: tuple[str, ...] = ()
    illustration: tuple[str, ...] = ()
    publisher: str = ""
    in_the_rulebook: bool = True


@dataclass(frozen=True)
class Rulebook:
    """All rules and questions of one game, in the book's order, by chapter. `retired`: questions
    that are asked no more; what older tables answered still counts there.
    """

    title: str
    chapters: tuple[tuple[str, Text], ...]
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    retired: tuple[Question, ...] = ()
    #: by key, how players ask for a rule; groups of words that they use for the same thing
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    synonyms: tuple[tuple[str, ...], ...] = ()
    makers: Makers = Makers()
    #: what the signs on the components and screens mean, in the order of the reference
    signs: tuple[Sign, ...] = ()

    @property
    def entries(self) -> tuple[Rule | Question, ...]:
        """Everything that the search can find: rules, then questions, then signs."""
        return (*self.rules, *self.questions, *self.signs)

    @cached_property
    def _by_key(self) -> dict[str, Rule | Question]:
        return {entry.key: entry for entry in (*self.entries, *self.retired)}

    def question(self, key: str) -> Question | None:
        """The question with this key; None where there is none."""
        found = self._by_key.get(key)
        return found if isinstance(found, Question) else None

    def find(self, key: str) -> Rule | Question:
        """The rule, question or sign with this key. Raises `KeyError`."""
        return self._by_key[key]


def read_rulebook(path: Path) -> Rulebook:
    """Reads a rulebook.toml. Raises `ValueError` on an entry that the format does not allow."""
    book = tomllib.loads(path.read_text(encoding="utf-8"))
    sheets = {int(page): Text(name) for page, name in book.get("pages", {}).items()}
    questions = tuple(
        _question(key, entry, sheets) for key, entry in book.get("question", {}).items()
    )
    return Rulebook(
        title=book["title"],
        chapters=tuple((key, Text(title)) for key, title in book["chapters"].items()),
        rules=tuple(_rule(key, entry, sheets) for key, entry in book.get("rule", {}).items()),
        questions=tuple(each for each in questions if not each.retired),
        retired=tuple(each for each in questions if each.retired),
        makers=_makers(book.get("makers", {})),
    )


def _makers(told: Mapping[str, Any]) -> Makers:
    return Makers(
        design=tuple(told.get("design", ())),
        illustration=tuple(told.get("illustration", ())),
        publisher=told.get("publisher", ""),
        in_the_rulebook=told.get("in_the_rulebook", True),
    )


def with_signs(book: Rulebook, path: Path) -> Rulebook:
    """The book with the signs of a signs.toml, and the ways in which players ask for them.

    Raises `ValueError` for a sign that cites no entry of the book.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    signs = tuple(_sign(book, key, entry) for key, entry in told["sign"].items())
    return replace(
        book,
        signs=signs,
        wordings={
            **book.wordings,
            **{each.key: sign_questions(each, told["asks"]) for each in signs},
        },
    )


def sign_questions(sign: Sign, patterns: Iterable[str]) -> tuple[str, ...]:
    """How players ask for a sign: each pattern with its name and with what it looks like."""
    names = (english().say(sign.title), *sign.words)
    return tuple(pattern.format(name=name) for name in names for pattern in patterns)


def with_wordings(book: Rulebook, path: Path) -> Rulebook:
    """The book with how its players ask, from a wordings.toml. Raises `ValueError` for a key that
    is not in the book.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {entry.key for entry in book.entries}
    if strange := set(told["wordings"]) - known:
        raise ValueError(f"{path.name}: no rule {min(strange)}")
    return replace(
        book,
        wordings={
            **book.wordings,
            **{key: tuple(said) for key, said in told["wordings"].items()},
        },
        synonyms=tuple(tuple(group) for group in told.get("synonyms", ())),
    )


def _rule(key: str, entry: Mapping[str, Any], sheets: Mapping[int, Text]) -> Rule:
    if entry["strength"] not in STRENGTHS:
        raise ValueError(f"{key}: strength is {entry['strength']!r}")
    return Rule(
        key=key,
        title=Text(entry["title"]),
        text=Text(entry["text"]),
        page=entry.get("page", 0),
        strength=entry["strength"],
        judged=entry["judged"],
        words=tuple(entry.get("words", ())),
        sheet=sheets.get(entry.get("page", 0)),
    )


def _sign(book: Rulebook, key: str, entry: Mapping[str, Any]) -> Sign:
    try:
        cited = book.find(entry["cites"])
    except KeyError:
        raise ValueError(f"sign {key}: no rule {entry['cites']}") from None
    return Sign(
        key=f"sign.{key}",
        title=Text(entry["name"]),
        text=Text(entry["text"]),
        page=cited.page,
        strength=cited.strength if isinstance(cited, Rule) else "silent",
        judged=False,
        words=tuple(entry.get("words", ())),
        sheet=cited.sheet,
        icons=tuple(entry.get("icons", (key,))),
        cites=entry["cites"],
    )


def _question(key: str, entry: Mapping[str, Any], sheets: Mapping[int, Text]) -> Question:
    if entry["default"] not in entry["choices"]:
        raise ValueError(f"{key}: the default is no choice")
    return Question(
        key=key,
        asks=Text(entry["asks"]),
        choices=tuple((value, Text(label)) for value, label in entry["choices"].items()),
        default=entry["default"],
        page=entry.get("page", 0),
        words=tuple(entry.get("words", ())),
        retired=entry.get("retired", False),
        sheet=sheets.get(entry.get("page", 0)),
        judged=entry.get("judged", True),
    )
