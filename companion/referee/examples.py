"""Examples: short played scenes that show a rule step by step, read from a game's examples.toml.

An example names moves in the game's notation; what they do and what is drawn of it, the game's own
rules say. It holds no result that a rule works out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.referee.text import Text


@dataclass(frozen=True)
class Step:
    """One step: our words, and the move that is made, "SEAT ACTION" ("" where nothing is)."""

    text: Text
    move: str = ""


@dataclass(frozen=True)
class Example:
    """`opening`: the moves before the first step. `draws`: ids of the panels that are shown after
    each step, as the seat `viewer` sees them. `rules`: keys of the entries that it shows at work.
    """

    key: str
    title: Text
    rules: tuple[str, ...]
    draws: tuple[str, ...]
    steps: tuple[Step, ...]
    opening: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    seats: int = 2
    viewer: int = 1


def read_examples(path: Path) -> tuple[Example, ...]:
    """All examples of an examples.toml, in its order."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_example(key, entry) for key, entry in told["example"].items())


def _example(key: str, entry: dict[str, Any]) -> Example:
    return Example(
        key=key,
        title=Text(entry["title"]),
        rules=tuple(entry["rules"]),
        draws=tuple(entry["draws"]),
        steps=tuple(Step(Text(each["text"]), each.get("move", "")) for each in entry["steps"]),
        opening=tuple(entry.get("opening", ())),
        options=tuple(entry.get("options", {}).items()),
        seats=entry.get("seats", 2),
        viewer=entry.get("viewer", 1),
    )


def parse_move(line: str) -> tuple[int, str]:
    """The seat and the action of "SEAT ACTION"."""
    seat, _, action = line.partition(" ")
    return int(seat), action


def example_sentences(path: Path, examples: tuple[Example, ...]) -> Iterator[tuple[str, str]]:
    """The sentences of the examples with those of their translation at `path`, one by one."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    for each in examples:
        words = told.get(each.key)
        if words:
            yield each.title.source, words["title"]
            texts = (step.text.source for step in each.steps)
            yield from zip(texts, words["texts"], strict=True)
