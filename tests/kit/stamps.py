"""Stamps: which translations somebody has read beside the English they were made from.

`python -m tests.kit.stamps es` shows each unread pair of Spanish, both texts, and stamps what is
answered with "y". A stamp holds a hash of both texts: whoever changes either makes it unread again.
`make messages` never sets one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from babel.messages.pofile import read_po

from companion.games import CATALOGUE
from companion.referee.examples import example_translations
from companion.referee.rulebook import read_rulebook
from companion.web.language.catalogues import lesson_translations
from companion.web.language.languages import CATALOGUES_FOLDER, speaks
from companion.web.language.rulebooks import rulebook_translations, sign_translations
from tests.kit.languages import OTHERS

GAMES = Path(__file__).parents[2] / "companion" / "games"
Pair = tuple[str, str]


def pairs(language: str) -> Iterator[Pair]:
    """Every English text of messages, rules, lessons, examples and signs, and its translation."""
    with (CATALOGUES_FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id and all(_each(message.string)):
                yield from zip(_each(message.id), _each(message.string), strict=True)
    for slug, game in CATALOGUE.items():
        if not speaks(language, game):
            continue
        folder = GAMES / slug
        book = read_rulebook(folder / "rulebook.toml")
        yield from rulebook_translations(folder / f"rulebook.{language}.toml", book)
        yield from lesson_translations(folder / f"lessons.{language}.toml", game.lessons)
        yield from example_translations(folder / f"examples.{language}.toml", game.examples)
        yield from sign_translations(folder / f"signs.{language}.toml", game.rulebook)


def _each(said: object) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (str(said),)


def stamp(pair: Pair) -> str:
    return sha256("\0".join(pair).encode()).hexdigest()[:10]


def stamped(language: str) -> set[str]:
    return set(_file(language).read_text(encoding="utf-8").split())


def unread(language: str) -> list[Pair]:
    """What nobody has read since one of its two texts changed."""
    known = stamped(language)
    return [pair for pair in dict.fromkeys(pairs(language)) if stamp(pair) not in known]


def set_stamps(language: str, read: Iterable[Pair]) -> None:
    """Stamps what was read, and drops the stamps of what nobody says any more."""
    now = {stamp(pair) for pair in pairs(language)}
    kept = (stamped(language) & now) | {stamp(pair) for pair in read}
    _file(language).write_text("".join(f"{each}\n" for each in sorted(kept)), encoding="utf-8")


def _file(language: str) -> Path:
    return CATALOGUES_FOLDER / language / "read.txt"


def main() -> None:
    asked = ArgumentParser("python -m tests.kit.stamps", description=__doc__)
    asked.add_argument("language", nargs="+", choices=OTHERS)
    for language in asked.parse_args().language:
        waiting = unread(language)
        if not sys.stdin.isatty():
            print("\n\n".join(f"{language}\n{source}\n{said}" for source, said in waiting))
            continue
        for number, (source, said) in enumerate(waiting, start=1):
            print(f"\n{number} of {len(waiting)}, {language}\n{source}\n{said}")
            answer = input("Says the same? y, n or q: ")
            if answer == "q":
                break
            if answer == "y":
                set_stamps(language, [(source, said)])


if __name__ == "__main__":
    main()
