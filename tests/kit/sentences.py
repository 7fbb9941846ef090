"""Every sentence that a person may read, gathered from code, templates and boxes of games.

`make messages` runs it: it writes new sentences into the catalogues of translations/ and takes out
those that nobody says any more. It never touches a translation that is still needed.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from tests.kit.places import ROOT
from tests.kit.stamps import unread

CODE = ROOT / "companion"
CATALOGUES = ROOT / "translations"
BOXES = "games/*/cards.toml"
#: Packages whose sentences are only for the terminal.
TERMINAL = ("cli", "cluster", "server")
#: `{named}` in a Text, `%(named)s` in a template.
VALUE = re.compile(r"\{(\w*)\}|%\((\w+)\)[sd]")


@dataclass(frozen=True)
class Sentence:
    """A source sentence, its plural where it has one, and the file that says it."""

    source: str
    plural: str
    file: str

    @property
    def id(self) -> str | tuple[str, str]:
        return (self.source, self.plural) if self.plural else self.source


def values(sentence: str) -> set[str]:
    """The names of the values in a sentence."""
    return {brace or percent for brace, percent in VALUE.findall(sentence)}


@cache
def everything() -> tuple[Sentence, ...]:
    """All sentences in the order of their files, each once."""
    found: dict[tuple[str, str], Sentence] = {}
    for each in (*in_code(), *in_templates(), *in_boxes()):
        found.setdefault((each.source, each.plural), each)
    # The same sentence with and without a plural is one entry of a catalogue.
    plural = {source for source, more in found if more}
    return tuple(each for each in found.values() if each.plural or each.source not in plural)


def in_code() -> Iterator[Sentence]:
    """But for the terminal's, which is in English: whoever runs it reads our papers too."""
    terminal = {path for folder in TERMINAL for path in (CODE / folder).rglob("*.py")}
    for path in sorted({*CODE.rglob("*.py")} - terminal):
        for call in texts(path):
            said = [list(literals(argument)) for argument in call.args[:2]]
            for n, source in enumerate(said[0]):
                plural = said[1][n] if len(said) > 1 else ""
                yield Sentence(source, plural, str(path.relative_to(ROOT)))


def texts(path: Path) -> Iterator[ast.Call]:
    """Every place where a module makes a Text."""
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
    ]
    made = [call for call in calls if getattr(call.func, "id", "") == "Text"]
    yield from sorted(made, key=lambda call: (call.lineno, call.col_offset))


def literals(argument: ast.expr) -> Iterator[str]:
    """What is written there: one sentence, or either of two."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from literals(argument.body)
        yield from literals(argument.orelse)


def in_templates() -> Iterator[Sentence]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        name = str(path.relative_to(ROOT))
        for _, said, _, _ in extract("jinja2", BytesIO(path.read_bytes())):
            source, plural = (said, "") if isinstance(said, str) else said[:2]
            yield Sentence(source, plural, name)


def in_boxes() -> Iterator[Sentence]:
    """Titles of components that have no printed name: they are ours, and so are translated."""
    for path in sorted(CODE.glob(BOXES)):
        box = tomllib.loads(path.read_text(encoding="utf-8"))
        for title in titles(box):
            yield Sentence(title, "", str(path.relative_to(ROOT)))


def titles(part: dict[str, Any], called: str = "title") -> Iterator[str]:
    """Whatever is called so in a file, however deep."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from titles(value, called)
        elif key == called:
            yield value


def printed_names() -> set[str]:
    """What stands on cards and boxes: names that are the same in every language."""
    files = [*CODE.glob(BOXES), *CODE.glob("games/*/rulebook.toml")]
    read = {path: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}
    titles_of_boxes = {book["title"] for book in read.values() if "chapters" in book}
    return {name for box in read.values() for name in titles(box, "name")} | titles_of_boxes


def gathered(old: Catalog) -> Catalog:
    """The catalogue with every sentence of today, and its translation where it has one."""
    new = Catalog(project="Cosmos companion", charset="utf-8")
    said_in: dict[str, dict[tuple[str, int], None]] = {}
    for each in (*in_code(), *in_templates(), *in_boxes()):
        said_in.setdefault(each.source, {})[each.file, 0] = None
    for each in everything():
        new.add(each.id, locations=[*said_in[each.source]])
    old.update(new, no_fuzzy_matching=True, update_creation_date=False)
    old.obsolete.clear()
    return old


def main() -> None:
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")):
        language = path.parts[-3]
        with path.open("rb") as file:
            catalogue = gathered(read_po(file, locale=language))
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, sort_by_file=True)
        missing = [each for each in catalogue if each.id and not each_said(each.string)]
        counts = f"{len(missing)} not translated, {len(unread(language))} pairs not read"
        print(f"{language}: {len(catalogue)} sentences, {counts}")
        for each in missing:
            print(f"  {each.id if isinstance(each.id, str) else each.id[0]}")


def each_said(said: str | tuple[str, ...]) -> bool:
    return bool(said) and (isinstance(said, str) or all(said))


if __name__ == "__main__":
    main()
