"""The project read as text: modules, functions, calls, templates, icons. It judges nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from companion.games import CATALOGUE
from tests.kit.places import CODE, ROOT, TEMPLATES

GAMES = CODE / "games"
#: a comment that is for a tool, and so may stand beyond the last column
PRAGMA = re.compile(r"\s+# (?:type: ignore|noqa)\S*$")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def sources(folder: str = "companion") -> tuple[Path, ...]:
    """All modules of a folder."""
    found = tuple(sorted((ROOT / folder).rglob("*.py")))
    assert len(found) > 10
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def templates() -> dict[str, str]:
    """All templates by name."""
    found = sorted(TEMPLATES.rglob("*.html"))
    assert len(found) > 10
    return {str(path.relative_to(TEMPLATES)): path.read_text(encoding="utf-8") for path in found}


@cache
def icons(slug: str = "") -> frozenset[str]:
    """The icons that are drawn: the companion's own, and those of this game."""
    ours = ROOT / "static" / "icons.svg"
    files = (ours, CATALOGUE[slug].art.file_path("svg") if slug else None)
    drawn = "".join(file.read_text(encoding="utf-8") for file in files if file)
    return frozenset(re.findall(r'<symbol id="([^"]+)"', drawn))


def game_of(name: str) -> str:
    """The slug of the game that this file belongs to, "" for none."""
    return next((slug for slug in CATALOGUE if f"games/{slug}/" in name), "")


def lines_of(path: Path) -> list[str]:
    """The lines as wide as people read them."""
    return [PRAGMA.sub("", line) for line in path.read_text(encoding="utf-8").splitlines()]


def place(path: Path, node: ast.AST | None = None) -> str:
    """Where something is, to click on."""
    line = getattr(node, "lineno", 0)
    return f"{path.relative_to(ROOT)}:{line}" if line else f"{path.relative_to(ROOT)}"


def functions(path: Path) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree(path)) if isinstance(node, Function))


def called(node: ast.AST) -> str:
    """The name of the function that this calls, plain or through its module; "" if none."""
    if not isinstance(node, ast.Call):
        return ""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Calls of a function by one of these names."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and called(node) in names:
            yield node


def is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def values_of(path: Path, keyword: str) -> Iterator[ast.expr]:
    """What some call gives to this keyword."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.keyword) and node.arg == keyword:
            yield node.value


def words(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The plain strings inside these, those of f-strings left out: they are parts of words."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif not isinstance(node, ast.JoinedStr):
            yield from words(list(ast.iter_child_nodes(node)))
