"""A rule is found by its key: its chapter is a module of that name, and a file of scenarios."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.paths import PACKAGE_FOLDER

SCENARIOS = Path(__file__).parent
#: The door before every other chapter: what comes out of turn or phase is refused there.
DOOR = "turn"


def elsewhere(slug: str) -> dict[str, str]:
    """Rules about two things at once, judged where the other thing is done: the module by the key.
    A game that has some says so in `tests/games/<game>/elsewhere.toml`.
    """
    path = SCENARIOS / slug / "elsewhere.toml"
    told: dict[str, str] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return told


def words(path: Path) -> set[str]:
    """The strings in a module, among them the keys of the rules that it cites, without the grounds
    of its actions: what an action is allowed by is told by it, not judged by it.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(part) for node in ast.walk(tree) if names_grounds(node) for part in ast.walk(node)}
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in told)
    return {node.value for node in nodes if isinstance(node.value, str)}


def names_grounds(node: ast.AST) -> bool:
    """Whether this is an action's `grounds = (...)`."""
    names = node.targets if isinstance(node, ast.Assign) else ()
    return any(isinstance(name, ast.Name) and name.id == "grounds" for name in names)


def cited(slug: str) -> dict[str, set[str]]:
    """The keys of rules and questions by the module that cites them."""
    book = CATALOGUE[slug].rulebook
    keys = {rule.key for rule in book.rules} | {each.key for each in book.questions}
    folder = PACKAGE_FOLDER / "games" / slug / "rules"
    return {path.stem: words(path) & keys for path in sorted(folder.glob("*.py"))}


def chapter_of(module: str, chapters: set[str]) -> str:
    """The chapter that a module belongs to: the one that its name begins with; "" for none."""
    return next((each for each in chapters if each in (module, module.partition("_")[0])), "")


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_chapter_is_a_module(slug: str) -> None:
    book = CATALOGUE[slug].rulebook
    judged = {rule.key.partition(".")[0] for rule in book.rules if rule.judged}
    assert judged <= {chapter for chapter, _ in book.chapters}
    assert judged <= set(cited(slug))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_judged_rule_is_cited_by_its_chapter(slug: str) -> None:
    """By others as well, where two chapters meet; but never by others alone."""
    chapters = {chapter for chapter, _ in CATALOGUE[slug].rulebook.chapters}
    at_home: set[str] = set()
    abroad: dict[str, set[str]] = {}
    for module, keys in cited(slug).items():
        home = chapter_of(module, chapters)
        for key in keys:
            if home in ("", DOOR, key.partition(".")[0]) or elsewhere(slug).get(key) == module:
                at_home.add(key)
            else:
                abroad.setdefault(key, set()).add(module)
    assert {key: where for key, where in abroad.items() if key not in at_home} == {}


@pytest.mark.parametrize("slug", CATALOGUE)
def test_scenarios_lie_by_chapter(slug: str) -> None:
    chapters = {chapter for chapter, _ in CATALOGUE[slug].rulebook.chapters} | {"openings"}
    names = {path.stem for path in (SCENARIOS / slug / "scenarios").glob("*.toml")}
    assert names and {name.partition("-")[0] for name in names} <= chapters
