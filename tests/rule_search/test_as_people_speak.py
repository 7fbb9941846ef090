"""The search asked as people speak: 516 questions in four languages, in shouts and half sentences.

`questions/spoken/` was written from the rulebooks before the search was read for it. Every third
question of a list is held out of all tuning: its figures are told beside the others.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache, partial
from itertools import product

import pytest

from companion.games import CATALOGUE
from companion.rule_search import RuleSearch, SearchAnswer, Topic
from companion.web.language.rulebooks import searchable_rulebooks
from tests.kit.languages import WHOLE
from tests.kit.places import TESTS

SPOKEN = TESTS / "rule_search" / "questions" / "spoken"
#: The least shares that are right first, right among three, recognised; the most that are called
#: unanswered, and the most of answered ones that are called doubtful: of all, of those held out (96
#: answered ones, so 1 is a point), and of each language and game.
ALL = {
    "first": 0.9,
    "three": 0.97,
    "advice": 0.9,
    "elsewhere": 0.9,
    "undecided": 0.8,
    "makers": 0.9,
}
HELD = {**ALL, "first": 0.86, "three": 0.94}
EACH = {"first": 0.85, "three": 0.95, "advice": 0.8, "elsewhere": 0.8, "undecided": 0.7}
MOST_ALARMS, MOST_DOUBTED = 0.02, 0.25


@cache
def search(language: str) -> RuleSearch:
    return RuleSearch(partial(searchable_rulebooks, CATALOGUE, language), language)


def is_recognised(kind: str, answer: SearchAnswer) -> bool:
    """Whether a question without a rule is told from others: its topic, or that none decides it."""
    return not answer.sure or (kind == "undecided" and answer.doubtful)


@cache
def tally(slug: str, language: str, held: bool) -> Counter[str]:
    """How many were asked, by kind, and how many were answered right."""
    told = tomllib.loads((SPOKEN / f"{slug}.{language}.toml").read_text(encoding="utf-8"))
    seen = Counter[str]()
    for at, (asked, right) in enumerate(told["questions"].items()):
        if (at % 3 == 2) == held:
            answer = search(language).find(asked, slug, most=3)
            best = [found.key for found in answer.finds]
            keys = {right} if isinstance(right, str) else {*right}
            seen += Counter(asked=1, first=not keys.isdisjoint(best[:1]))
            seen += Counter(three=not keys.isdisjoint(best), alarms=not answer.sure)
            seen["doubted"] += answer.doubtful
    for kind, name in {"foreign": "elsewhere", "about": "makers"}.items():
        told[name] = told.pop(kind)
    for kind in ("advice", "elsewhere", "undecided", "makers"):
        for at, asked in enumerate(told[kind]):
            if (at % 3 == 2) == held:
                answer = search(language).find(asked, slug, most=3)
                seen += Counter({f"{kind} asked": 1, kind: is_recognised(kind, answer)})
    return seen


def line(name: str, seen: Counter[str]) -> str:
    of = [f"{kind} {shares(seen)[kind]:.3f}" for kind in shares(seen)]
    return f"{name:14} {seen['asked']:3} asked: " + ", ".join(of)


def shares(seen: Counter[str]) -> dict[str, float]:
    of_answered = ("first", "three", "alarms", "doubted")
    told = {kind: seen[kind] / seen["asked"] for kind in of_answered}
    others = ("advice", "elsewhere", "undecided", "makers")
    return told | {
        kind: seen[kind] / seen[f"{kind} asked"] for kind in others if seen[f"{kind} asked"]
    }


def whole(slugs: list[str], languages: list[str], *parts: bool) -> Counter[str]:
    return sum((tally(*each) for each in product(slugs, languages, parts)), Counter[str]())


@pytest.mark.long
def test_what_people_say_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    slugs, languages = [*CATALOGUE], WHOLE
    told = {
        "all": (whole(slugs, languages, False, True), ALL),
        "held out": (whole(slugs, languages, True), HELD),
        **{slug: (whole([slug], languages, False, True), EACH) for slug in slugs},
        **{each: (whole(slugs, [each], False, True), EACH) for each in languages},
    }
    with capsys.disabled():
        print(*(line(name, seen) for name, (seen, _) in told.items()), sep="\n")
    for name, (seen, least) in told.items():
        reached = shares(seen)
        short = {kind: reached[kind] for kind in least if reached.get(kind, 1.0) < least[kind]}
        assert not short, name
        assert reached["alarms"] <= MOST_ALARMS, name
        assert reached["doubted"] <= MOST_DOUBTED, name


def test_what_is_no_rule_has_its_topic() -> None:
    asked = {
        "who designed this game": Topic.MAKERS,
        "should I push the dark marble or keep my steps": Topic.ADVICE,
        "do I get 200 for passing start": Topic.ELSEWHERE,
        "hey, hands off my marble!": Topic.RULE,
    }
    found = {each: search("en").find(each, "crafting").topic for each in asked}
    assert found == asked
