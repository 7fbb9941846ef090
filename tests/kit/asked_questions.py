"""Questions at a table with what may be answered to them, written from the rulebooks alone.

`tests/rule_search/verdicts/PART/GAME.LANGUAGE.toml`: by class, each question with the actions that
it means: "WHO|PATTERN", where WHO is "me", a player, or "other" (the other one of two), and PATTERN
the notation with "*" for what is left open and "me" for the asking seat; "?" before it: only the
board shows whether it may be done. "-": none, so no verdict; "rule KEY": of another's thing, so no
verdict or a refusal by a rule on whose thing it is.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from companion.games import CATALOGUE
from companion.games.crafting.pieces import CONTROLS
from companion.games.crafting.rules.energy import next_open_control
from companion.play.advice import rule_on
from companion.play.preview import offered_buttons
from companion.play.verdicts import TableVerdict, answer_at_table
from companion.referee.notation import UnreadableAction
from companion.rule_search.asking import AskedKind, QuestionReader
from companion.rule_search.search import RuleSearch
from companion.tables import Seat, Table
from companion.web.language.rulebooks import action_words, searchable_rulebooks
from tests.kit.places import TESTS
from tests.kit.positions import POSITIONS

FOLDER = TESTS / "rule_search" / "verdicts"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")
#: Positions of a game that are looked at; those with the most kinds of action are asked at.
POSITIONS_SEEN, POSITIONS_ASKED = 120, 6
#: How many of them have more than two seats.
MANY_SEATS = 2
#: Rules on whose turn or thing something is: a refusal by one of them is right of another's thing.
OF_OTHERS = {
    "energy.whose-marbles", "turn.order", "turn.seat", "collide.own", "exotic.own", "turn.over",
}  # fmt: skip


@dataclass(frozen=True)
class Question:
    """A question of a class, and what it means."""

    kind: str
    words: str
    means: str


@cache
def reader(slug: str, language: str) -> QuestionReader:
    """The reader of a game's questions in a language."""
    game = CATALOGUE[slug]
    words = action_words(game, language, {})
    return _search(language).question_reader(slug, game.notation.forms, words)


@cache
def _search(language: str) -> RuleSearch:
    return RuleSearch(lambda: searchable_rulebooks(CATALOGUE, language), language)


def table_of(slug: str, state: Any) -> Table:
    """A table in this state, whose players have names."""
    seats = tuple(Seat(n, name=NAMES[n - 1], phone="phone") for n in state.all_seats)
    return Table("CODE", CATALOGUE[slug], 1, 0.0, "phone", seats, started=True, state=state)


@cache
def tables(slug: str) -> tuple[Table, ...]:
    """Tables with as many kinds of allowed actions as possible, most of them with two seats."""
    chance, at = random.Random(56), POSITIONS[slug].at
    scenarios = chance.sample(POSITIONS[slug].scenarios, POSITIONS_SEEN)
    seen = [(table, _kinds(table)) for table in (table_of(slug, at(each)) for each in scenarios)]
    chosen: list[Table] = []
    known: set[str] = set()
    while len(chosen) < POSITIONS_ASKED:
        many = len(chosen) >= POSITIONS_ASKED - MANY_SEATS
        fits = [each for each in seen if (len(each[0].seats) > 2) == many]
        best = max(fits or seen, key=lambda each: len(each[1] - known))
        known |= best[1]
        chosen.append(best[0])
        seen.remove(best)
    return tuple(chosen)


def _kinds(table: Table) -> set[str]:
    game = table.game
    found: set[str] = set()
    for seat in game.seats_to_act(table.state):
        for action in game.candidates(table.state, seat):
            verb = game.write(action).split()[0]
            if verb not in found and rule_on(table, seat, action).allowed:
                found.add(verb)
    return found


def questions(part: str, slug: str, language: str) -> Iterator[Question]:
    """The questions of this file."""
    path: Path = FOLDER / part / f"{slug}.{language}.toml"
    for kind, asked in tomllib.loads(path.read_text(encoding="utf-8")).items():
        yield from (Question(kind, words, means) for words, means in asked.items())


def whole(table: Table, text: str) -> str:
    """The action as patterns are written: with where a marble goes."""
    words = text.split()
    if table.game.slug != "crafting" or words[0] != "shift" or len(words) > 4:
        return text
    wheel, marble = table.state.wheel, 0 if words[1] == "dark" else int(words[1])
    at = [name for name, held in zip(CONTROLS, wheel, strict=True) if marble in held]
    start = words[2] if len(words) > 2 and words[2] != "to" else (at or ["?"])[0]
    if "to" in words:
        return f"shift {words[1]} {start} to {words[-1]}"
    return (
        f"shift {words[1]} {start} to {next_open_control(wheel, start)}"
        if start in CONTROLS
        else text
    )


def _tries(table: Table, seat: int, verb: str, literal: str) -> Iterator[str]:
    game, state = table.game, table.state
    yield from (game.write(each) for each in game.candidates(state, seat))
    yield from (tap.action for tap in offered_buttons(game.show(state, seat)))
    if "*" not in literal.rstrip("*"):
        yield literal.rstrip("* ")
    if verb == "shift" and game.slug == "crafting":
        yield from (f"shift dark {a} to {b}" for a, b in product(CONTROLS, CONTROLS) if a != b)
        yield from (f"shift {seat} to {b}" for b in CONTROLS)


def patterns_of(means: str, seat: int) -> list[str]:
    """The patterns: "{a,b} *" is two."""
    said = means.replace("shift me", f"shift {seat}")
    if not said.startswith("{"):
        return [said]
    verbs, _, rest = said[1:].partition("}")
    return [verb + rest for verb in verbs.split(",")]


def matches(table: Table, text: str, patterns: Iterable[str]) -> bool:
    """Whether the action is one of those that are meant."""
    said = whole(table, text)
    return any(fnmatchcase(said, each) or fnmatchcase(f"{said} ", each) for each in patterns)


def may(table: Table, seat: int, patterns: list[str]) -> bool:
    """Whether the judge allows one of the actions meant."""
    for pattern in patterns:
        for text in dict.fromkeys(_tries(table, seat, pattern.split()[0].rstrip("*"), pattern)):
            if not matches(table, text, patterns):
                continue
            try:
                action = table.game.read(text)
            except UnreadableAction:
                continue
            if rule_on(table, seat, action).allowed:
                return True
    return False


def verdict_on(table: Table, asker: int, language: str, words: str) -> TableVerdict | None:
    """What is answered at this table, if it is a verdict on what may be done now."""
    read = reader(table.game.slug, language)
    seats = {seat.name: seat.number for seat in table.seats}
    asked = read.read(words, seats, asker)
    if asked is None or asked.kind is not AskedKind.NOW:
        return None
    answer = answer_at_table(table, table, asker, "phone", asked, read)
    return answer.verdict if answer else None


def outcome(table: Table, asker: int, language: str, question: Question) -> str:
    """How the answer to the question is: "right", "missed" (no verdict), "silent" (rightly none),
    "skip", or what is wrong with it.
    """
    who, means = meant_by(table, asker, question)
    if who is None:
        return "skip"
    verdict = verdict_on(table, asker, language, question.words)
    if not who:
        return _of_none(verdict, means)
    if verdict is None:
        return "missed"
    if verdict.seat != who:
        return "wrong seat"
    return _of_meant(table, verdict, who, means, "?" in question.means.partition("|")[0])


def _of_none(verdict: TableVerdict | None, means: str) -> str:
    if verdict is None:
        return "silent" if means == "-" else "missed"
    if verdict.refusal and verdict.refusal.rule in OF_OTHERS:
        return "right"
    return "false yes" if verdict.allowed else "false no"


def _of_meant(table: Table, verdict: TableVerdict, who: int, means: str, unseen: bool) -> str:
    patterns = patterns_of(means, who)
    allowed = may(table, who, patterns)
    tried = verdict.tried
    if verdict.allowed and not allowed:
        return "false yes"
    if allowed and not verdict.allowed:
        return "false no"
    if tried is not None and verdict.allowed and not matches(table, tried.action, patterns):
        return "plays another" if verdict.plays else "tells another"
    if unseen and verdict.allowed and getattr(verdict, "unseen", None) is None:
        return "flat yes"
    return "right"


def meant_by(table: Table, asker: int, question: Question) -> tuple[int | None, str]:
    """Whose action is meant, and which: 0 for nobody's; None if it can't be asked at this table."""
    number = {seat.name: seat.number for seat in table.seats}
    named = [name for name in NAMES if name in question.words]
    if any(name not in number for name in named):
        return None, ""
    who, _, means = question.means.partition("|")
    if not means:
        return (None if any(number[name] == asker for name in named) else 0), who
    who = who.lstrip("?")
    if who == "me":
        return asker, means
    if who == "other":
        others = [each for each in number.values() if each != asker]
        return (others[0], means) if len(others) == 1 else (0, "-")
    return number[who], means


def tally(part: str, slug: str, language: str) -> dict[str, Counter[str]]:
    """How the questions of a file are answered, by class."""
    told: dict[str, Counter[str]] = {}
    for question in questions(part, slug, language):
        counted = told.setdefault(question.kind, Counter())
        for table, asker in product(tables(slug), (1, 2)):
            counted[outcome(table, asker, language, question)] += 1
    return told
