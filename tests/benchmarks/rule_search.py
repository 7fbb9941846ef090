"""How long the search in the rules takes, over all games, for all the players' words."""

from __future__ import annotations

import time

from companion.games import CATALOGUE
from tests.benchmarks.bench import Bench
from tests.benchmarks.driver.load import spread
from tests.benchmarks.fixtures import Ledgers
from tests.benchmarks.report import Row, ms

#: Milliseconds within which people take an answer for immediate.
AT_ONCE = 50.0


def search(bench: Bench) -> list[Row]:
    """Every rule's and question's words, asked in every language."""
    ledgers = Ledgers(bench.fresh("search") / "tables.sqlite")
    asked = [" ".join(entry.words) for game in CATALOGUE.values() for entry in game.rulebook.rules]
    asked += [words for each in asked for words in each.split()]
    took: list[float] = []
    first: dict[str, float] = {}
    for language, finder in ledgers.searches.items():
        start = time.thread_time()
        finder.find("a turn")  # makes the index
        first[language] = time.thread_time() - start
        for words in asked:
            start = time.perf_counter()
            finder.find(words)
            took.append(time.perf_counter() - start)
    ledgers.close()
    told = spread(took)
    bench.say(f"  {len(took)} searches: {told}")
    firsts = ", ".join(f"{each} {ms(seconds)}" for each, seconds in first.items())
    return [
        Row(
            "the first search in each language, processor time; others are served meanwhile", firsts
        ),
        Row(
            f"a search in the rules of all {len(CATALOGUE)} games, p95 / longest of {len(took)}",
            f"{told['p95']:.2f} ms / {ms(told['max'])}",
            wanted="under 50 ms",
            reached=told["max"] < AT_ONCE,
        ),
    ]
