"""What a game teaches, in each language: lessons.es.toml beside its lessons.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.referee.lessons import Lesson, Lessons


def lesson_sentences(path: Path, lessons: Lessons) -> Iterator[tuple[str, str]]:
    """The sentences of a game's lessons with those of their translation at `path`, one by one.
    What that leaves out stays as it is.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    for part, cards in (("tour", lessons.tour), ("lesson", lessons.lessons)):
        for card in cards:
            said = told.get(part, {}).get(card.key, {})
            yield card.title.source, said.get("title", card.title.source)
            yield card.words.source, said.get("words", card.words.source)
            if isinstance(card, Lesson):
                yield card.why.source, said.get("why", card.why.source)
