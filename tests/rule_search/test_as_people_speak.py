"""The search asked as people speak: 696 questions in four languages, in shouts and half sentences.

`questions/spoken/` and `questions/fresh/` were written from the rulebooks before the search was
read for them. Of a list of `spoken/` every third question is held out of all tuning, of `fresh/`,
which is shorter and says less, all but every third: their figures are told beside the others.
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

QUESTIONS = TESTS / "rule_search" / "questions"
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
HELD = {**ALL, "first": 0.87, "three": 0.95}
EACH = {"first": 0.85, "three": 0.95, "advice": 0.8, "elsewhere": 0.8, "undecided": 0.7}
FRESH = {**HELD, "first": 0.77, "three": 0.9}
FRESH_EACH = {**EACH, "first": 0.65, "three": 0.84}
REACHED = {"spoken": (ALL, HELD, EACH), "fresh": (FRESH, FRESH, FRESH_EACH)}
MOST_ALARMS, MOST_DOUBTED = {"spoken": 0.02, "fresh": 0.08}, {"spoken": 0.25, "fresh": 0.5}


@cache
def search(language: str) -> RuleSearch:
    return RuleSearch(partial(searchable_rulebooks, CATALOGUE, language), language)


def is_recognised(kind: str, answer: SearchAnswer) -> bool:
    """Whether a question without a rule is told from others: its topic, or that none decides it."""
    return not answer.sure or (kind == "undecided" and answer.doubtful)


def is_held(folder: str, at: int) -> bool:
    """Whether nothing was tuned to the question at this place of a list."""
    return (at % 3 == 2) == (folder == "spoken")


@cache
def tally(folder: str, slug: str, language: str, held: bool) -> Counter[str]:
    """How many were asked, by kind, and how many were answered right."""
    told = tomllib.loads((QUESTIONS / folder / f"{slug}.{language}.toml").read_text("utf-8"))
    seen = Counter[str]()
    for at, (asked, right) in enumerate(told["questions"].items()):
        if is_held(folder, at) == held:
            answer = search(language).find(asked, slug, most=3)
            best = [found.key for found in answer.finds]
            keys = {right} if isinstance(right, str) else {*right}
            seen += Counter(asked=1, first=not keys.isdisjoint(best[:1]))
            seen += Counter(three=not keys.isdisjoint(best), alarms=not answer.sure)
            seen["doubted"] += answer.doubtful
    for kind, name in {"foreign": "elsewhere", "about": "makers"}.items():
        told[name] = told.pop(kind, [])
    for kind in ("advice", "elsewhere", "undecided", "makers"):
        for at, asked in enumerate(told[kind]):
            if is_held(folder, at) == held:
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


def whole(folder: str, slugs: list[str], languages: list[str], *parts: bool) -> Counter[str]:
    told = product([folder], slugs, languages, parts)
    return sum((tally(*each) for each in told), Counter[str]())


@pytest.mark.longest
@pytest.mark.parametrize("folder", REACHED)
def test_what_people_say_is_answered(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    slugs, languages = [*CATALOGUE], WHOLE
    of_all, of_held, of_each = REACHED[folder]
    told = {
        "all": (whole(folder, slugs, languages, False, True), of_all),
        "held out": (whole(folder, slugs, languages, True), of_held),
        **{slug: (whole(folder, [slug], languages, False, True), of_each) for slug in slugs},
        **{each: (whole(folder, slugs, [each], False, True), of_each) for each in languages},
    }
    with capsys.disabled():
        print("", folder, *(line(name, seen) for name, (seen, _) in told.items()), sep="\n")
    for name, (seen, least) in told.items():
        reached = shares(seen)
        short = {kind: reached[kind] for kind in least if reached.get(kind, 1.0) < least[kind]}
        assert not short, name
        assert reached["alarms"] <= MOST_ALARMS[folder], name
        assert reached["doubted"] <= MOST_DOUBTED[folder], name


def test_what_is_no_rule_has_its_topic() -> None:
    asked = {
        "who designed this game": Topic.MAKERS,
        "should I push the dark marble or keep my steps": Topic.ADVICE,
        "do I get 200 for passing start": Topic.ELSEWHERE,
        "hey, hands off my marble!": Topic.RULE,
    }
    found = {each: search("en").find(each, "crafting").topic for each in asked}
    assert found == asked
