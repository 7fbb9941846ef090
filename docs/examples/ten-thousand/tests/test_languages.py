"""Everything that people read is there in four languages."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import ten_thousand

HERE = Path(ten_thousand.__file__).parent
LANGUAGES = ("es", "de", "fr")
VALUE = re.compile(r"\{(\w*)\}")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> Catalog:
    path = HERE / "translations" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def told(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def sentences() -> Iterator[str]:
    """What the code says with `Text`, and the templates with `_`."""
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
                assert isinstance(node.args[0], ast.Constant)
                yield str(node.args[0].value)
    for path in HERE.rglob("*.html"):
        yield from re.findall(r"_\('([^']+)'\)", path.read_text(encoding="utf-8"))


@each_language
def test_every_sentence_is_translated_with_its_values(language: str) -> None:
    known = catalogue(language)
    said = set(sentences())
    assert len(said) > 60
    for source in said:
        found = known.get(source)
        assert found is not None and found.string, source
        ways = found.string if isinstance(found.string, tuple) else (found.string,)
        for way in ways:
            assert set(VALUE.findall(way)) == set(VALUE.findall(source)), way


@each_language
@pytest.mark.parametrize("name", ["rulebook", "lessons"])
def test_every_entry_of_a_file_is_told(name: str, language: str) -> None:
    source, other = told(f"{name}.toml"), told(f"{name}.{language}.toml")
    for part in set(source) - {"title", "example"}:
        assert list(source[part]) == list(other[part]), part
        for key, entry in source[part].items():
            if isinstance(entry, dict):
                assert set(other[part][key]) <= set(entry), key
                assert {"title", "asks"} & set(other[part][key]), key


@each_language
def test_tips_and_wordings_have_the_same_keys(language: str) -> None:
    assert list(told("tips.toml")) == list(told(f"tips.{language}.toml"))
    asked, source = told(f"wordings.{language}.toml"), told("wordings.toml")
    assert list(source["wordings"]) == list(asked["wordings"])


def test_every_rule_is_asked_for() -> None:
    book = ten_thousand.GAME.rulebook
    assert set(told("wordings.toml")["wordings"]) == {entry.key for entry in book.entries}
