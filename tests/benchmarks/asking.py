"""Asking: how long a search in the rules takes, and a verdict on an action that is asked about."""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial

from companion.games import CATALOGUE
from companion.play.verdicts import answer_at_table
from companion.rule_search import RuleSearch
from companion.rule_search.asking import QuestionReader
from companion.tables import Seat, Table
from companion.web.language.languages import LANGUAGES
from companion.web.language.rulebooks import action_words
from tests.benchmarks.bench import Bench
from tests.benchmarks.driver.orders import spread
from tests.benchmarks.report import Row, ms
from tests.kit.filled_ledgers import Ledgers
from tests.kit.places import TESTS
from tests.kit.positions import POSITIONS

#: Of the processor, p95: milliseconds of a search and of a verdict.
SEARCHED, JUDGED = 50.0, 60.0
#: Positions of a game at which is asked.
POSITIONS_ASKED = 12


def search(
    bench: Bench, languages: Collection[str] = tuple(LANGUAGES), every: int = 1
) -> list[Row]:
    """Every rule's words, together and one by one, asked in these languages of all games; what the
    tests ask of one game; what they ask about actions, at drawn positions. `every`: one in so many.
    """
    ledgers = Ledgers(bench.fresh("search") / "tables.sqlite")
    first: dict[str, float] = {}
    for language in languages:
        finder = ledgers.searches[language]
        first[language] = _processor_time(partial(finder.find, "a turn"))  # makes the index
    told = spread(took := [*_searches(ledgers, languages, every)])
    verdicts = spread(judged := [*_verdicts(ledgers, languages, every)])
    ledgers.close()
    bench.say(f"  {len(took)} searches: {told}; {len(judged)} verdicts: {verdicts}")
    return [
        Row(
            "the first search in each language, processor time; others are served meanwhile",
            ", ".join(f"{language} {ms(1000 * seconds)}" for language, seconds in first.items()),
        ),
        Row(
            f"a search in the rules of all {len(CATALOGUE)} games, or of one in a question's words,"
            f" processor time, p95 / longest of {len(took)}",
            f"{told['p95']:.2f} ms / {ms(told['max'])}",
            wanted="p95 under 50 ms",
            reached=told["p95"] < SEARCHED,
        ),
        Row(
            "a verdict on an action that is asked about, processor time, p95 / longest of"
            f" {len(judged)}",
            f"{verdicts['p95']:.2f} ms / {ms(verdicts['max'])}",
            wanted="p95 under 60 ms",
            reached=verdicts["p95"] < JUDGED,
        ),
    ]


def _searches(ledgers: Ledgers, languages: Collection[str], every: int) -> Iterator[float]:
    """Seconds of each search, whose index is made."""
    rules = [" ".join(rule.words) for game in CATALOGUE.values() for rule in game.rulebook.rules]
    words = [*rules, *(word for words in rules for word in words.split())][::every]
    for language in languages:
        finder = ledgers.searches[language]
        yield from (_processor_time(partial(finder.find, each)) for each in words)
        for slug in CATALOGUE:
            finder.find("a turn", slug)
    for language, slug, asked in _asked("questions", languages)[::every]:
        yield _processor_time(partial(ledgers.searches[language].find, asked, slug))


def _verdicts(ledgers: Ledgers, languages: Collection[str], every: int) -> Iterator[float]:
    """Seconds of each verdict, by a reader that has made its lists."""
    for number, (language, slug, asked) in enumerate(_asked("actions", languages)[::every]):
        at, reader = _table(slug, number % POSITIONS_ASKED), _reader(ledgers, language, slug)
        reader.read(asked, {}, 1)
        yield _processor_time(partial(_judge, reader, asked, at))


def _processor_time(do: Callable[[], object]) -> float:
    """Seconds of this thread's processor: what else the machine does is none of it."""
    start = time.thread_time()
    do()
    return time.thread_time() - start


def _asked(folder: str, languages: Collection[str]) -> list[tuple[str, str, str]]:
    """Language, game and question of all that the tests of the search ask in this folder."""
    found = []
    for file in sorted((TESTS / "rule_search" / folder).rglob("*.toml")):
        slug, language = file.stem.split(".")
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        if language in languages:
            found += [(language, slug, asked) for asked in told.get("questions", told)]
    return found


def _judge(reader: QuestionReader, asked: str, at: Table) -> None:
    action = reader.read(asked, {seat.name: seat.number for seat in at.seats}, 1)
    if action is not None:
        answer_at_table(at, at, 1, "phone", action, reader)


@cache
def _table(slug: str, number: int) -> Table:
    state = POSITIONS[slug].at(random.Random(number).choice(POSITIONS[slug].scenarios))
    seats = tuple(Seat(n, name=f"Seat {n}", phone="phone") for n in state.all_seats)
    return Table("CODE", CATALOGUE[slug], 1, 0.0, "phone", seats, started=True, state=state)


_READERS: dict[tuple[str, str], QuestionReader] = {}


def _reader(ledgers: Ledgers, language: str, slug: str) -> QuestionReader:
    if (language, slug) not in _READERS:
        finder: RuleSearch = ledgers.searches[language]
        words = action_words(CATALOGUE[slug], language, {})
        forms = CATALOGUE[slug].notation.forms
        _READERS[language, slug] = finder.question_reader(slug, forms, words)
    return _READERS[language, slug]
