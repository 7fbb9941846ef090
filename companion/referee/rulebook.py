"""Rule, Question, Sign, Rulebook: a game's rules as data, read from its TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal

from companion.referee.entries import read_entry
from companion.referee.text import Text, english_translator

#: see `Rule`
RuleStrength = Literal["text", "reading", "silent"]


@dataclass(frozen=True)
class CardTip:
    """What a card is good for, with keys and titles of the cards that go well with it."""

    words: Text
    beside: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True)
class Rule:
    """One rule in our own words.

    `page`: of the printed rulebook, 0 if unknown; `sheet`: the name of a page without a number.
    `strength`: "text" (the book says it), "reading" (our reading of it) or "silent". `judged`:
    whether the judge enforces it. `words`: players' keywords for the search. `printed`: the
    component's own text; `tip`: our advice on it. `others`: actions that it forbids with another
    player's thing. `symptom`: its refusal often means that something was done on the table and not
    told, so the app asks whether something was forgotten.
    """

    key: str
    title: Text
    text: Text
    page: int
    strength: RuleStrength
    judged: bool
    words: tuple[str, ...] = ()
    sheet: Text | None = None
    printed: Text | None = None
    tip: CardTip | None = None
    others: tuple[str, ...] = ()
    symptom: bool = False

    @property
    def chapter(self) -> str:
        """The part of the key before the dot."""
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class Sign(Rule):
    """A symbol of the game: `title` is its name, `text` its meaning.

    `icons`: names of the icons that draw it. `cites`: the key of its rule or question, whose page
    and strength it has.
    """

    icons: tuple[str, ...] = ()
    cites: str = ""


@dataclass(frozen=True)
class Question:
    """A gap in the rulebook: what is asked, the possible answers, the `default` we suggest.

    `judged`: False if the app can't notice the case and only keeps the table's answer. `retired`:
    no longer asked. `symptom`: as of a rule; what the table has decided is none.
    """

    symptom: ClassVar[bool] = False

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
        """The part of the key before the dot."""
        return self.key.partition(".")[0]


@dataclass(frozen=True)
class GameMakers:
    """Who made the real game. `in_the_rulebook`: False if only other sources name the designer."""

    design: tuple[str, ...] = ()
    illustration: tuple[str, ...] = ()
    publisher: str = ""
    in_the_rulebook: bool = True


@dataclass(frozen=True)
class Rulebook:
    """A game's rules and questions in the book's order, by chapter. `retired`: questions no longer
    asked, whose answers still count at older tables.
    """

    title: str
    chapters: tuple[tuple[str, Text], ...]
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    retired: tuple[Question, ...] = ()
    #: by key, players' wordings of a rule; `synonyms`: groups of words that they use alike
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    synonyms: tuple[tuple[str, ...], ...] = ()
    makers: GameMakers = GameMakers()
    #: the symbols on components and screens, in the order of the reference
    signs: tuple[Sign, ...] = ()

    @property
    def entries(self) -> tuple[Rule | Question, ...]:
        """Everything that the search can find: rules, then questions, then signs."""
        return (*self.rules, *self.questions, *self.signs)

    @cached_property
    def _by_key(self) -> dict[str, Rule | Question]:
        return {entry.key: entry for entry in (*self.entries, *self.retired)}

    def question(self, key: str) -> Question | None:
        """Returns the question with this key; None if there is none."""
        found = self._by_key.get(key)
        return found if isinstance(found, Question) else None

    def has_entry(self, key: str) -> bool:
        """Returns whether there is a rule, question or sign with this key."""
        return key in self._by_key

    def find_entry(self, key: str) -> Rule | Question:
        """Returns the rule, question or sign with this key. Raises `KeyError`."""
        return self._by_key[key]


def read_rulebook(path: Path) -> Rulebook:
    """Reads a rulebook.toml. Raises `KeyError` for a missing part, `ValueError` for an entry with a
    missing or wrong field.
    """
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
        makers=read_entry(GameMakers, "makers", book.get("makers", {})),
    )


def with_signs_from_file(book: Rulebook, path: Path) -> Rulebook:
    """Returns the book with the signs of a signs.toml and players' wordings for them. Raises
    `ValueError` for a sign that cites no entry of the book.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    signs = tuple(_sign(book, key, entry) for key, entry in data["sign"].items())
    return replace(
        book,
        signs=signs,
        wordings={
            **book.wordings,
            **{each.key: sign_wordings(each, data["asks"]) for each in signs},
        },
    )


def sign_wordings(sign: Sign, patterns: Iterable[str]) -> tuple[str, ...]:
    """Returns players' wordings for a sign: each pattern with its name and with its looks."""
    names = (english_translator().say(sign.title), *sign.words)
    return tuple(pattern.format(name=name) for name in names for pattern in patterns)


def with_search_wordings(book: Rulebook, path: Path) -> Rulebook:
    """Returns the book with players' wordings from a wordings.toml. Raises `ValueError` for a key
    that isn't in the book.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {entry.key for entry in book.entries}
    if strange := set(data["wordings"]) - known:
        raise ValueError(f"{path.name}: no rule {min(strange)}")
    return replace(
        book,
        wordings={
            **book.wordings,
            **{key: tuple(said) for key, said in data["wordings"].items()},
        },
        synonyms=tuple(tuple(group) for group in data.get("synonyms", ())),
    )


def _rule(key: str, entry: Mapping[str, Any], sheets: Mapping[int, Text]) -> Rule:
    page = entry.get("page", 0)
    return read_entry(Rule, key, {**entry, "page": page}, sheet=sheets.get(page))


def _sign(book: Rulebook, key: str, entry: Mapping[str, Any]) -> Sign:
    try:
        cited = book.find_entry(entry["cites"])
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
    page = entry.get("page", 0)
    question = read_entry(Question, key, {**entry, "page": page}, sheet=sheets.get(page))
    if question.default not in dict(question.choices):
        raise ValueError(f"{key}: the default is no choice")
    return question
