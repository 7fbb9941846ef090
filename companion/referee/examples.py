"""Examples: short played scenes that show a rule step by step, read from a game's examples.toml.

An example holds moves in the game's notation; effects and drawings come from the game's rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.referee.entries import read_entry, read_translations
from companion.referee.text import Text


@dataclass(frozen=True)
class ExampleStep:
    """One step: an explanation, and its move as "SEAT ACTION" ("" for none). `drawing`: one of the
    game's own before the panels, `games/<slug>/_<drawing>.html`; "" for none.
    """

    text: Text
    move: str = ""
    drawing: str = ""


@dataclass(frozen=True)
class Example:
    """A worked example. `opening`: moves before the first step. `draws`: ids of the panels shown
    after each step, as the seat `viewer` sees them. `rules`: keys of the rules that it shows.
    """

    key: str
    title: Text
    rules: tuple[str, ...]
    draws: tuple[str, ...]
    steps: tuple[ExampleStep, ...]
    opening: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    seats: int = 2
    viewer: int = 1


def read_worked_examples(path: Path) -> tuple[Example, ...]:
    """Returns all examples of an examples.toml, in its order. Raises `ValueError` for an entry with
    a missing or wrong field.
    """
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_example(key, entry) for key, entry in written["example"].items())


def _example(key: str, entry: dict[str, Any]) -> Example:
    steps = tuple(read_entry(ExampleStep, key, each) for each in entry["steps"])
    return read_entry(Example, key, entry, steps=steps)


def parse_move(line: str) -> tuple[int, str]:
    """Returns seat and action of "SEAT ACTION". Raises `ValueError` without a seat's number."""
    seat, _, action = line.partition(" ")
    return int(seat), action


def example_translations(path: Path, examples: tuple[Example, ...]) -> Iterator[tuple[str, str]]:
    """Yields each sentence of the examples with its translation from the file at `path`."""
    data = read_translations(path).get("example", {})
    for each in examples:
        words = data.get(each.key, {})
        yield each.title.source, words.get("title", each.title.source)
        texts = [step.text.source for step in each.steps]
        for text, said in zip(texts, words.get("texts", texts), strict=True):
            yield text, said or text
