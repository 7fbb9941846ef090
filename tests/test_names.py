"""One thing has one name: in the rules of play, the routes, the templates and the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.places import CODE, TEMPLATES, TESTS

PLAY, ROUTES = CODE / "play", CODE / "web" / "routes"
#: What people do at a table besides playing.
FEATURES = (
    *("lobby", "corrections", "proposals", "advice", "handover"),
    *("history", "result", "rematch", "game_files"),
)
#: What lies beside the tests of a folder of the code.
BESIDE = {"kit", "browser", "benchmarks"}
#: Templates that are no feature's: what panels and games look like.
PARTS = {"panels", "games"}


def folders(folder: Path) -> Iterator[str]:
    """Every folder below this one with code in it."""
    yield from sorted({str(path.parent.relative_to(folder)) for path in folder.rglob("*.py")})


def named_after(feature: str) -> list[Path]:
    below = [*(TESTS / "play").iterdir(), *(TESTS / "web" / "routes").iterdir()]
    return [path for path in below if path.name.startswith(f"test_{feature}")]


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_has_its_name_everywhere(feature: str) -> None:
    names = [PLAY / f"{feature}.py", ROUTES / f"{feature}.py"]
    assert [path for path in names if path.is_file()]
    assert named_after(feature)


def test_the_folders_of_tests_are_those_of_the_code() -> None:
    code = set(folders(CODE))
    tests = {name for name in folders(TESTS) if name.partition("/")[0] not in BESIDE}
    assert tests - code == set()


def test_the_folders_of_templates_are_called_like_routes() -> None:
    routes = {path.stem for path in ROUTES.glob("*.py")}
    there = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}
    assert there - PARTS - routes == set()


def test_what_was_told_has_a_name_of_its_own() -> None:
    """Parsed data, an answer, a review or a hand that was entered: "told" says of none what it is.
    Placeholders of sentences are the translators' and stay.
    """
    found = [
        f"{file.relative_to(CODE)}:{node.lineno}"
        for file in CODE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name | ast.arg | ast.Attribute | ast.FunctionDef)
        for name in (getattr(node, attr, None) for attr in ("id", "arg", "attr", "name"))
        if isinstance(name, str) and name.strip("_") == "told"
    ]
    assert found == []
