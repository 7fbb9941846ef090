"""The shape of the code, as far as a machine can see it. It knows no game's rules.

Limits are checked here, not tendencies. Each test names what is out of shape, and where.
"""

from __future__ import annotations

import ast
import re
import tomllib

import pytest

from companion.referee.rulebook import Rulebook, read_rulebook
from tests.kit.shape import (
    CODE,
    GAMES,
    ROOT,
    called,
    calls,
    functions,
    is_words,
    lines_of,
    place,
    sources,
    templates,
    tree,
    words,
)

TEMPLATE_LINES = 80
FUNCTION_LINES = 40
KEY = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
#: tags, entities, attributes of a tag that a macro puts together
TAGS = re.compile(r"""<[^>]*>|&\w+;|\b[\w-]+="[^"]*\"""")
#: a block that names the class of an element, not words
FRAME = re.compile(r"\{% block frame %\}\w*\{% endblock %\}")


# ------------------------------------------------------------------------------------- sizes


def test_no_template_is_too_long() -> None:
    long = {name: len(text.splitlines()) for name, text in templates().items()}
    assert {at: n for at, n in long.items() if n > TEMPLATE_LINES} == {}


@pytest.mark.parametrize("folder", ["companion", "tests"])
def test_no_function_is_too_long(folder: str) -> None:
    long = [
        f"{place(path, node)} {node.name}"
        for path in sources(folder)
        for node in functions(path)
        if (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ]
    assert long == []


# -------------------------------------------------------------------------------------- places


@pytest.mark.parametrize("folder", ["referee", "games", "ledger", "web"])
def test_every_layer_states_its_law(folder: str) -> None:
    assert lines_of(CODE / folder / "README.md")


def test_every_game_is_a_stranger_to_the_others() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    apart = [module for c in contracts if c["type"] == "independence" for module in c["modules"]]
    assert "companion.games.*" in apart, "whatever lies there, today or tomorrow"


# ------------------------------------------------------------------------------------- rules


def books() -> dict[str, Rulebook]:
    """The rulebook of every game's folder."""
    found = sorted(GAMES.glob("*/rulebook.toml"))
    return {path.parent.name: read_rulebook(path) for path in found}


def cited(slug: str, chapters: set[str]) -> dict[str, str]:
    """Every key that a game's code names as it stands, and where."""
    found: dict[str, str] = {}
    for path in (GAMES / slug).rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                key = node.value
                if KEY.fullmatch(key) and key.partition(".")[0] in chapters:
                    found[key] = place(path, node)
    return found


def cited_by_pieces(slug: str) -> set[str]:
    """Keys put together in the code, `f"power.{slug}"`: one for each such piece of the box."""
    beginnings = {
        first.value.removesuffix(".")
        for path in (GAMES / slug).rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.JoinedStr) and isinstance(first := node.values[0], ast.Constant)
        if isinstance(first.value, str) and first.value.endswith(".")
    }
    pieces = [tomllib.loads(path.read_text()) for path in (GAMES / slug).glob("*.toml")]
    return {
        f"{chapter}.{name}"
        for box in pieces
        for chapter in beginnings
        for name in box.get(chapter, {})
    }


@pytest.mark.parametrize("slug", books())
def test_every_cited_rule_is_in_the_book(slug: str) -> None:
    book = books()[slug]
    known = {entry.key for entry in (*book.rules, *book.questions, *book.retired)}
    keys = cited(slug, {chapter for chapter, _ in book.chapters})
    assert keys
    assert {key: at for key, at in keys.items() if key not in known} == {}


@pytest.mark.parametrize("slug", books())
def test_every_judged_rule_is_cited(slug: str) -> None:
    book = books()[slug]
    judged = {rule.key for rule in book.rules if rule.judged}
    keys = set(cited(slug, {chapter for chapter, _ in book.chapters})) | cited_by_pieces(slug)
    assert judged
    assert judged - keys == set()


# --------------------------------------------------------------------------------- sentences


def is_source(node: ast.expr) -> bool:
    """A sentence as it stands in the code, or the source of a Text that does."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("source", "plural")
    return is_words(node)


def is_put_together(node: ast.expr) -> bool:
    """An f-string, `%`, `+` or `.format()`: words that no translator ever sees."""
    joins = isinstance(node, ast.BinOp) and any(words([node]))
    formats = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return isinstance(node, ast.JoinedStr) or joins or (formats and called(node) == "format")


def test_every_sentence_can_be_translated() -> None:
    loose = [
        place(path, call)
        for path in sources()
        # Sentences out of a .toml file are collected from there.
        if path.name != "entries.py"
        and not any([*calls(path, "loads"), *calls(path, "read_translations")])
        for call in calls(path, "Text")
        if not call.args or not all(is_source(sentence) for sentence in call.args)
    ]
    assert loose == []


def test_no_sentence_is_put_together() -> None:
    loose = [
        place(path, call)
        for path in sources()
        for call in calls(path, "Text", "untranslated")
        for value in (*call.args, *(keyword.value for keyword in call.keywords))
        if is_put_together(value)
    ]
    assert loose == []


def test_no_template_has_bare_words() -> None:
    """What is left without the tags and the template language is no sentence of anybody."""
    bare = {
        name: re.findall(r"[^\W\d_]{2,}", TAGS.sub(" ", JINJA.sub("", FRAME.sub("", text))))
        for name, text in templates().items()
    }
    assert {name: found for name, found in bare.items() if found} == {}
