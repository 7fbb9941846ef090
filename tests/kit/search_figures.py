"""How well the search finds the right rule: by language and game, each with its 95 % interval.

`python -m tests.kit.search_figures` asks what nothing is tuned to (`unseen`, or the folder
named), and tells how long it takes.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections import Counter
from functools import partial
from math import sqrt
from pathlib import Path

from companion.games import CATALOGUE
from companion.rule_search import RuleSearch
from companion.web.language.rulebooks import searchable_rulebooks
from tests.kit.languages import WHOLE
from tests.kit.places import TESTS

QUESTIONS = TESTS / "rule_search" / "questions"


def interval(hits: int, of: int) -> str:
    """A share in per cent with its Wilson interval: "80 (70 to 88)"."""
    z, p = 1.96, hits / of
    middle, half = p + z * z / 2 / of, z * sqrt(p * (1 - p) / of + z * z / 4 / of / of)
    low, high = ((middle + side * half) / (1 + z * z / of) for side in (-1, 1))
    return f"{100 * p:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def count_answers(file: Path, search: RuleSearch, took: list[float]) -> Counter[str]:
    """What became of one file's questions."""
    slug, told, seen = (
        file.stem.split(".")[0],
        tomllib.loads(file.read_text("utf-8")),
        Counter[str](),
    )
    for words, right in told["questions"].items():
        began = time.perf_counter()
        answer = search.find(words, slug, most=3)
        took.append(time.perf_counter() - began)
        best, keys = (
            [found.key for found in answer.finds],
            {right} if isinstance(right, str) else {*right},
        )
        seen += Counter(n=1, first=bool(keys & {*best[:1]}), three=bool(keys & {*best}))
        seen["alarms"] += not answer.sure
    for words in told["silent"]:
        seen += Counter(silent=1, noticed=not search.find(words, slug).sure)
    return seen


def line(name: str, seen: Counter[str]) -> str:
    first, three = interval(seen["first"], seen["n"]), interval(seen["three"], seen["n"])
    silent, alarms = interval(seen["noticed"], seen["silent"]), interval(seen["alarms"], seen["n"])
    return f"{name:18} {seen['n']:4}  {first:20}{three:20}{silent:20}{alarms}"


def main(folder: str = "unseen") -> None:
    whole, took = Counter[str](), list[float]()
    print(f"{'':18} asked  {'first':20}{'among three':20}{'none, and said so':20}called none")
    for language in WHOLE:
        search = RuleSearch(partial(searchable_rulebooks, CATALOGUE, language), language)
        for slug in CATALOGUE:
            search.find("turn", slug)  # the first search makes the index
            seen = count_answers(QUESTIONS / folder / f"{slug}.{language}.toml", search, took)
            whole += seen
            print(line(f"{slug} {language}", seen))
    print(line("all", whole))
    print(f"p95 {1000 * sorted(took)[int(0.95 * len(took))]:.1f} ms of {len(took)}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
